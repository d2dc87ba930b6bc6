/** `xargs COMMAND…`: input words become arguments of the command. */
import { UNKNOWN, type Word } from "../../model/invocation.js";
import { startWords, type TakeApart } from "../call.js";
import { type Found, hasOption, readOptions, valueOfOption } from "../options.js";
import { fileText, readFrom } from "../printed.js";
import { plainWord } from "../scope.js";

const MOST_LINES = 16;

export function splitXargs(args: readonly Word[]): Found {
  return readOptions(args, {
    takes: "aEIJLnPRSsd",
    long: ["arg-file", "delimiter", "max-lines", "max-args", "max-procs", "max-chars", "process-slot-var"],
  });
}

export const xargs: TakeApart = (call) => {
  const found = splitXargs(call.args);
  const command = found.rest.length === 0 ? [plainWord("echo")] : found.rest;
  const file = valueOfOption(found, "-a", "--arg-file");
  const text = file === undefined ? readFrom(call.start.input, call.reader) : fileText(file.text, call.reader);
  const replaced =
    valueOfOption(found, "-I", "-J", "--replace")?.text ?? (hasOption(found, "-i", "--replace") ? "{}" : undefined);
  const none = { input: { kind: "none" } as const };
  if (replaced !== undefined && runsInput(command, replaced))
    call.reader.cannotTell("runs each input line as a command", call.start.line);
  if (replaced !== undefined && replaced !== "") {
    const lines = text.includes(UNKNOWN) ? [UNKNOWN] : text.split(/[\n\0]/).filter((line) => line.trim() !== "");
    const few = lines.length > MOST_LINES ? [UNKNOWN] : lines;
    return few.flatMap((line) =>
      startWords(
        call,
        command.map((word) => put(word, replaced, line.trim())),
        { ...none, moreArgs: line === UNKNOWN },
      ),
    );
  }
  if (text.includes(UNKNOWN)) return startWords(call, command, { ...none, moreArgs: true });
  const delimiter = valueOfOption(found, "-d", "--delimiter")?.text;
  const separators = hasOption(found, "-0", "--null") ? /\0/ : delimiter === undefined ? /[ \t\n]+/ : undefined;
  const words = (
    separators === undefined ? text.split(delimiter === "\\n" ? "\n" : (delimiter ?? "\n")) : text.split(separators)
  )
    .filter((word) => word !== "")
    .map((word) => plainWord(word.replace(/^(['"])(.*)\1$/s, "$2")));
  return startWords(call, [...command, ...words], none);
};

/** `xargs -I{} sh -c {}`: runs its input. */
export function runsInput(command: readonly Word[], mark: string): boolean {
  return (
    /^(?:\S{0,60}\/)?(?:ba|z|da|k)?sh$/.test(command[0]?.text ?? "") &&
    command.some(({ text }, at) => text === mark && /^-\w{0,4}c$/.test(command[at - 1]?.text ?? ""))
  );
}

export function put(word: Word, mark: string, text: string): Word {
  if (!word.text.includes(mark)) return word;
  const filled = word.text.replaceAll(mark, text);
  return { ...word, text: filled, known: !filled.includes(UNKNOWN) };
}
