/**
 * Programs that start others. `shell/wrappers` finds the command; this file checks what precedes it. The command is
 * checked twice: as the operand here, and as the shell's own invocation.
 */
import type { Word } from "../../model/invocation.js";
import { splitShell } from "../../shell/shells.js";
import { splitContainer, splitPod } from "../../shell/wrappers/containers.js";
import { splitEnv } from "../../shell/wrappers/env.js";
import { splitRow } from "../../shell/wrappers/row.js";
import { ROWS, type Row } from "../../shell/wrappers/rows.js";
import { splitXargs } from "../../shell/wrappers/xargs.js";
import { evaluates } from "../evaluates.js";
import { type Check, isSure, type Options, type Verbs, type Ways } from "../rule.js";

/** A wrapper from the shell's table: its options, and the words between them and the command. */
function wrapper(name: keyof typeof ROWS, lead: Options, { bare = false } = {}): Check {
  const rows = [ROWS[name]!].flat() as Row[];
  return (words, open, ways) => {
    if (words.length === 0) return bare && !open;
    if (words.length === 1 && /^(?:--?version|--?help|-[Vvh])$/.test(words[0]!.text)) return !open;
    const split = rows.map((row) => splitRow(words, row)).find((one) => one !== undefined);
    if (split === undefined) return false;
    return (
      startsReader(words, split.rest, lead, open, ways) ||
      (bare && split.rest.length === 0 && !open && ways.fits(lead, words, false))
    );
  };
}

/** True if everything before the command is allowed and the command only reads. */
function startsReader(
  words: readonly Word[],
  command: readonly Word[],
  lead: Options,
  open: boolean,
  ways: Ways,
): boolean {
  if (command.length === 0) return false;
  return (
    ways.fits({ operands: 0, ...lead }, words.slice(0, words.length - command.length), false) &&
    ways.command(command, open)
  );
}

/** `bash -lc 'text'`: the commands in the text are separate invocations. */
function shell(words: readonly Word[], open: boolean): boolean {
  if (open || !words.every(({ known }) => known)) return false;
  const texts = words.map(({ text }) => text);
  if (texts.length === 1 && /^--(?:version|help)$/.test(texts[0]!)) return true;
  const { text } = splitShell(words);
  const end = text === undefined ? -1 : words.indexOf(text);
  for (let at = 0; at < end; at++) {
    if (texts[at] === "-o" && /^(?:pipefail|errexit|nounset|xtrace)$/.test(texts[at + 1] ?? "")) at++;
    else if (!/^(?:-[lixeu]*c?[lixeu]*|--login|--norc|--noprofile|--posix)$/.test(texts[at]!)) return false;
  }
  return end > 0 && texts[end]!.trim() !== "" && !evaluates(texts[end]!);
}

const ENV: Options = {
  options: "-i -0 --null --ignore-environment -u= --unset= -C= --chdir= --version",
  operands: (words) => words.every((word, at) => /^\w+=/.test(word) || (word === "-" && at === 0)),
};

/** Variables before a command are checked with it; without a command they are only printed. */
function env(words: readonly Word[], open: boolean, ways: Ways): boolean {
  const { rest } = splitEnv(words);
  if (words.slice(0, words.length - rest.length).some(({ text }) => /^-[uC]./.test(text))) return false;
  // Without a command it prints all variables.
  return rest.length > 0 && startsReader(words, rest, ENV, open, ways);
}

const EXEC: Options = {
  options: "-i -t -u= -w= -e= --interactive --tty --user= --workdir= --env= -T --index= --no-TTY",
  operands: 1,
};

/** In a container: after its name. */
export function inContainer(words: readonly Word[], open: boolean, ways: Ways): boolean {
  const { rest } = splitContainer(words);
  return startsReader(words, rest.slice(1), EXEC, open, ways);
}

const POD: Options = {
  options: "-i -t -c= -n= --container= --namespace= --stdin --tty --context= -q --quiet",
  operands: 1,
};

/** In a pod: after `--`. */
export function inPod(words: readonly Word[], open: boolean, ways: Ways): boolean {
  const { lead, command } = splitPod(words);
  if (lead.length === 0 || command.length === 0 || words[lead.length]?.text !== "--") return false;
  return ways.fits(POD, lead, false) && ways.command(command, open);
}

const XARGS: Options = {
  options:
    "-0 -r -t -x -I= -i? -L= -l? -n= -P= -s= -d= -E= -e? -a= -R= -S= --null --no-run-if-empty --verbose --exit --replace? --max-lines? --max-args= --max-procs= --max-chars= --delimiter= --eof? --arg-file= --show-limits",
};

/** Unknown words are appended to the command or inserted into it. */
function xargs(words: readonly Word[], _open: boolean, ways: Ways): boolean {
  return startsReader(words, splitXargs(words).rest, XARGS, true, ways);
}

/** `command -v NAME` only looks it up. */
function command(words: readonly Word[], open: boolean, ways: Ways): boolean {
  const [first] = words;
  if (first === undefined || !isSure(first)) return false;
  if (first.text.startsWith("-")) return /^-[vV]$/.test(first.text);
  return startsReader(words, splitRow(words, {})!.rest, { options: "" }, open, ways);
}

/** Shortens the output of others: `rtk git log`. */
function rtk(words: readonly Word[], open: boolean, ways: Ways): boolean {
  if (words.length === 1 && !open && /^(?:help|version|--help|-h|--version|-V)$/.test(words[0]!.text)) return true;
  const rows = ROWS["rtk"] as readonly Row[];
  const split = rows.map((row) => splitRow(words, row)).find((one) => one !== undefined);
  if (split === undefined) return false;
  return startsReader(
    words,
    split.rest,
    { options: "", operands: ([word]) => word === undefined || word === "proxy" },
    open,
    ways,
  );
}

export default {
  "bash sh dash zsh ksh fish": shell,
  env,
  "timeout gtimeout": wrapper("timeout", {
    options: "-s= -k= --signal= --kill-after= --foreground --preserve-status -v --verbose",
    operands: ([limit = "", ...more]) => /^\d[\d.]*[smhd]?$/.test(limit) && more.length === 0,
  }),
  xargs,
  "command builtin": command,
  nice: wrapper("nice", { options: "-n= --adjustment= -#" }),
  ionice: wrapper("ionice", { options: "-c= -n= -t" }),
  stdbuf: wrapper("stdbuf", { options: "-i= -o= -e= --input= --output= --error=" }),
  time: wrapper("time", { options: "-p -v -l -f= --verbose --portability --format=" }),
  caffeinate: wrapper("caffeinate", { options: "-d -i -m -s -u -t= -w=" }, { bare: true }),
  arch: wrapper(
    "arch",
    { options: "-32 -64 -x86_64 -arm64 -arm64e -i386 -arch=x86_64|arm64|i386 --arch=x86_64|arm64|i386" },
    { bare: true },
  ),
  rtk,
  noglob: wrapper("noglob", { options: "" }),
} satisfies Verbs;
