/** Programs that are not wrappers but can run a command line: editors, awk, tar and others. */
import { awkPrograms, readAwkScript } from "../../code/awk-script.js";
import type { ScriptActs } from "../../code/script-acts.js";
import { readSedScript, sedScripts } from "../../code/sed-script.js";
import { UNKNOWN } from "../../model/invocation.js";
import { type Call, runText, type TakeApart } from "../call.js";
import { fileText, readFrom } from "../printed.js";
import { takeApartRow } from "./row.js";
import { ROWS, type Row, SSH } from "./rows.js";

const GDB = ROWS["gdb"] as Row;

const MOST = 8;

function runAll(call: Call, texts: readonly (string | undefined)[]): undefined {
  for (const text of texts.slice(0, MOST))
    if (text !== undefined && text.trim() !== "") runText(call, text, { fresh: true });
  return undefined;
}

/** Values of options: `--x=v`, `--x v`, `-xv`, `-x v`. */
function values({ args }: Call, option: RegExp): string[] {
  return args.flatMap(({ text }, at) => {
    const match = option.exec(text);
    if (match === null || match.index !== 0) return [];
    const rest = text.slice(match[0].length);
    return [rest === "" ? (args[at + 1]?.text ?? "") : rest.replace(/^=/, "")];
  });
}

function strings(code: string, before: RegExp): string[] {
  return [...code.matchAll(before)].map((match) => match[1]!.replace(/\\(["\\/])/g, "$1"));
}

const CANNOT_TELL = "runs text as commands that cannot be determined";

/** Commands that `awk` or `sed` scripts run. */
function runScripts(call: Call, readings: readonly (ScriptActs | undefined)[]): undefined {
  const runs = [...new Set(readings.flatMap((acts) => acts?.runs ?? []))];
  if (readings.includes(undefined)) call.reader.cannotTell("contains more code than can be analysed", call.start.line);
  if (runs.length > MOST || runs.includes(UNKNOWN)) call.reader.cannotTell(CANNOT_TELL, call.start.line);
  return runAll(
    call,
    runs.filter((text) => text !== UNKNOWN),
  );
}

const awk: TakeApart = (call) => runScripts(call, awkPrograms(call.args).programs.map(readAwkScript));

const sed: TakeApart = (call) => runScripts(call, sedScripts(call.args).scripts.map(readSedScript));

/** `vim -c '!command'`, `-c 'call system("…")'`, and the same on the standard input of `ed` and `ex`. */
const editor: TakeApart = (call) => {
  const commands = call.args.flatMap(({ text }, at) =>
    /^(?:-c|--cmd|-\+)$/.test(text) ? [call.args[at + 1]?.text ?? ""] : text.startsWith("+") ? [text.slice(1)] : [],
  );
  const { input } = call.start;
  if (/^(?:ed|ex|red)$/.test(call.invocation.program ?? "") && input.kind !== "none")
    commands.push(
      ...readFrom(input, call.reader)
        .split("\n")
        .filter((line) => line.includes("!")),
    );
  return runAll(
    call,
    commands.flatMap((command) => [
      ...[
        /^[\s:]{0,9}(?:silent!?\s+|sil!?\s+|exe(?:cute)?\s+["']|%|\d{0,9}r\s{0,3}|w\s{0,3})?!(.{1,2000})$/s
          .exec(command)?.[1]
          ?.replace(/["']$/, ""),
      ],
      ...strings(command, /\bdelete\s{0,5}\(\s{0,5}(?:expand\(\s{0,5})?["']((?:[^"'\\]|\\.){1,2000})["']/g).map(
        (path) => `rm -rf -- ${path}`,
      ),
      ...strings(
        command,
        /\b(?:system|systemlist|os\.execute|jobstart|termopen)\s{0,5}\(\s{0,5}["'[]{1,2}((?:[^"'\\]|\\.){0,2000})["']/g,
      ),
    ]),
  );
};

const tar: TakeApart = (call) =>
  runAll(call, [
    ...values(call, /^--checkpoint-action=exec(?==)/),
    ...values(call, /^--(?:to-command|use-compress-program|rsh-command|info-script|new-volume-script)(?==|$)/),
    ...call.args.flatMap(({ text }, at) => (/^-(?:I|F)$/.test(text) ? [call.args[at + 1]?.text] : [])),
    ...call.args.flatMap(({ text }, at) => {
      const action = text === "--checkpoint-action" ? call.args[at + 1]?.text : undefined;
      return action?.startsWith("exec=") === true ? [action.slice(5)] : [];
    }),
  ]);

const rsync: TakeApart = (call) => {
  for (const text of [...values(call, /^-\w{0,10}e$/), ...values(call, /^--rsh(?==|$)/)])
    if (!/^\s*ssh\b/.test(text)) runAll(call, [text]);
  return runAll(call, values(call, /^--rsync-path(?==|$)/));
};

/** Commands that ssh options run locally. */
const proxies: TakeApart = (call) =>
  runAll(
    call,
    call.args.flatMap(({ text }, at) => {
      const option = text === "-o" ? call.args[at + 1]?.text : text.startsWith("-o") ? text.slice(2) : undefined;
      const match = /^(?:ProxyCommand|LocalCommand|KnownHostsCommand|MatchExec)[=\s]\s{0,9}(.{1,2000})$/is.exec(
        option ?? "",
      );
      return match === null || match[1] === "none" ? [] : [match[1]];
    }),
  );

/** `scp -S PROGRAM` starts it instead of ssh. */
const transfers: TakeApart = (call) => {
  for (const text of values(call, /^-S/)) if (!/^(?:\S{0,200}\/)?ssh$/.test(text)) runAll(call, [text]);
  return proxies(call);
};

/** Makefile on standard input: `make -f - <<< 'all: ; command'`. */
const make: TakeApart = (call) => {
  const { input } = call.start;
  const reads = call.args.some(
    ({ text }, at) => /^-f-$|^--(?:make)?file=-$/.test(text) || (text === "-f" && call.args[at + 1]?.text === "-"),
  );
  const usual = ["Makefile", "makefile", "GNUmakefile"].find((name) => call.reader.files.has(name));
  const file =
    call.args.find(({ text }) => call.reader.files.has(text)) ?? (usual === undefined ? undefined : { text: usual });
  const written = reads && input.kind !== "none" && input.kind !== "file" ? readFrom(input, call.reader) : "";
  const lines = [
    ...written.split("\n"),
    ...(file === undefined ? [] : fileText(file.text, call.reader).split("\n")),
    ...values(call, MAKE_EVAL).flatMap((text) => [
      text,
      ...[...text.matchAll(/\$\(shell ([^()]{1,2000})\)/g)].map(([, command]) => `;${command}`),
    ]),
  ];
  return runAll(
    call,
    lines.flatMap((line) => (line.startsWith("\t") ? [line.replace(/^\t[@+-]{0,3}/, "")] : line.split(";").slice(1))),
  );
};

/** Debuggers, database clients and similar with a command that runs a shell line. */
const byLine =
  (options: RegExp, line: RegExp, operands = false): TakeApart =>
  (call) => {
    const given = values(call, options);
    const others = operands ? call.args.filter(({ text }) => !text.startsWith("-")).map(({ text }) => text) : [];
    const { input } = call.start;
    const piped = input.kind === "text" || input.kind === "pipe" ? readFrom(input, call.reader).split("\n") : [];
    return runAll(
      call,
      [...given, ...others, ...piped].map((text) => line.exec(text)?.[1]),
    );
  };

/** `make -f <(…)`, `make SHELL=…`, `make --eval=…`. */
const MAKE_EVAL = /^--eval(?==|$)|^-E/;

/** `man -P COMMAND`, `zip -T -TT COMMAND`, `nmap` and others: an option with a command line. */
const byOption =
  (option: RegExp): TakeApart =>
  (call) =>
    runAll(call, values(call, option));

export const ESCAPES: Readonly<Record<string, TakeApart>> = {
  ...Object.fromEntries(["awk", "gawk", "mawk", "nawk"].map((name) => [name, awk])),
  sed,
  gsed: sed,
  ...Object.fromEntries(["vi", "vim", "nvim", "ex", "view", "ed", "red"].map((name) => [name, editor])),
  make,
  gmake: make,
  tar,
  gtar: tar,
  bsdtar: tar,
  rsync,
  ssh: (call) => {
    proxies(call);
    return takeApartRow(call, SSH);
  },
  scp: transfers,
  sftp: transfers,
  gdb: (call) => {
    byLine(
      /^-(?:ex|iex|eval-command)(?==|$)|^--(?:ex|eval-command|init-eval-command)(?==|$)/,
      /^\s{0,8}(?:shell|!|pipe|make)\s{0,8}(.{1,2000})$/s,
    )(call);
    return takeApartRow(call, GDB);
  },
  lldb: byLine(/^(?:-o|-O|--one-line)(?==|$)/, /^\s{0,8}(?:platform shell|shell)\s(?:-h\s)?(.{1,2000})$/s),
  sqlite3: byLine(/^-cmd$/, /^\s{0,8}\.(?:shell|system|sh)\s{1,8}["']?(.{1,2000}?)["']?\s{0,8}$/s, true),
  duckdb: byLine(/^-(?:cmd|c)$/, /^\s{0,8}\.(?:shell|system|sh)\s{1,8}["']?(.{1,2000}?)["']?\s{0,8}$/s, true),
  mysql: byLine(/^(?:-e|--execute(?==|$))/, /^\s{0,8}(?:\\!|system)\s{1,8}(.{1,2000})$/s),
  mariadb: byLine(/^(?:-e|--execute(?==|$))/, /^\s{0,8}(?:\\!|system)\s{1,8}(.{1,2000})$/s),
  ftp: byLine(/^-c$/, /^\s{0,8}!\s{0,8}(.{1,2000})$/s),
  lftp: byLine(/^(?:-e|-c)$/, /(?:^|;)\s{0,8}!\s{0,8}([^;]{1,2000})/s),
  less: byLine(/^\+/, /^!\s{0,8}(.{1,2000})$/s),
  mutt: byLine(/^-e$/, /\bpipe-\w{1,20}\s(.{1,2000})$/s),
  wget: byOption(/^--use-askpass(?==|$)/),
  man: byOption(/^(?:-P|--pager(?==|$))/),
  zip: byOption(/^(?:-TT|--unzip-command(?==|$))/),
  tcpdump: byOption(/^-z/),
  sort: byOption(/^--compress-program(?==|$)/),
  split: byOption(/^--filter(?==|$)/),
  rg: byOption(/^--pre(?==|$)/),
  socat: (call) =>
    runAll(
      call,
      call.args.flatMap(({ text }) => /^(?:exec|system):(.{1,2000})$/is.exec(text)?.[1]?.split(",")[0]),
    ),
  nc: byOption(/^(?:-e|-c|--exec(?==|$)|--sh-exec(?==|$))/),
  ncat: byOption(/^(?:-e|-c|--exec(?==|$)|--sh-exec(?==|$))/),
};
