/** `parallel COMMAND… ::: ARGUMENT…`, and programs that run each argument as a command line. */
import { UNKNOWN } from "../../model/invocation.js";
import { runText, startWords, type TakeApart } from "../call.js";
import { readOptions } from "../options.js";
import { readFrom } from "../printed.js";
import { joined } from "./row.js";
import { put, runsInput } from "./xargs.js";

const MOST_LINES = 16;

export const parallel: TakeApart = (call) => {
  const { rest } = readOptions(call.args, {
    takes: "jSaIdnNLlsC",
    long: [
      "jobs",
      "sshlogin",
      "arg-file",
      "joblog",
      "results",
      "timeout",
      "delay",
      "retries",
      "colsep",
      "halt",
      "workdir",
      "tmpdir",
    ],
  });
  if (runsInput(rest, "{}")) call.reader.cannotTell("runs each input line as a command", call.start.line);
  const at = rest.findIndex(({ text }) => /^:{3,4}\+?$/.test(text));
  const command = joined(at === -1 ? rest : rest.slice(0, at));
  const given =
    at === -1
      ? readFrom(call.start.input, call.reader).replace(/\n$/, "").split("\n")
      : rest.slice(at + 1).map(({ text }) => text);
  const lines = given.length > MOST_LINES || rest[at]?.text.startsWith("::::") === true ? [UNKNOWN] : given;
  const fresh = { fresh: true, input: { kind: "none" } } as const;
  if (command === "") return lines.flatMap((line) => runText(call, line, fresh));
  const words = at === -1 ? rest : rest.slice(0, at);
  return lines.flatMap((line) => [
    ...runText(call, filled(command, quoted(line)), fresh),
    // Its words lose their quotes: the intended reading is analysed too.
    ...(words.length > 2
      ? startWords(
          call,
          words.map((word) => put(word, "{}", line)),
          { input: { kind: "none" } },
        )
      : []),
  ]);
};

function quoted(line: string): string {
  return /^[\w./-]*$/.test(line) || line === UNKNOWN ? line : `'${line.replaceAll("'", "'\\''")}'`;
}

function filled(command: string, line: string): string {
  return /\{[./#%\w]{0,4}\}/.test(command) ? command.replace(/\{[./#%\w]{0,4}\}/g, () => line) : `${command} ${line}`;
}

export const concurrently: TakeApart = (call) => {
  const { rest } = readOptions(call.args, {
    takes: "nclpskmwrSPLui",
    long: [
      "names",
      "prefix",
      "prefix-colors",
      "success",
      "max-processes",
      "prepare",
      "cleanup",
      "setup",
      "conclude",
      "warmup",
      "runs",
      "min-runs",
      "max-runs",
      "export-json",
      "export-markdown",
      "shell",
      "command-name",
      "restart-tries",
    ],
  });
  const more = call.args.flatMap(({ text }, at) =>
    /^--(?:prepare|cleanup|setup|conclude)$|^-[psc]$/.test(text) && call.invocation.program === "hyperfine"
      ? [call.args[at + 1]?.text ?? ""]
      : [],
  );
  return [...rest.map(({ text }) => text), ...more].flatMap((text) => runText(call, text, { fresh: true }));
};
