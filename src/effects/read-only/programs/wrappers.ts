/** Programs that start others. What they start is judged twice: as a command behind them, and as the shell reads it. */
import type { Word } from "../../model/invocation.js";
import { evaluates } from "../evaluates.js";
import { isSure, type Options, type Verbs, type Ways } from "../rule.js";

/** `bash -lc 'text'`: what the text starts are invocations of their own. */
function shell(words: readonly Word[], open: boolean): boolean {
  if (open || !words.every(({ known }) => known)) return false;
  const texts = words.map(({ text }) => text);
  if (texts.length === 1 && /^--(?:version|help)$/.test(texts[0]!)) return true;
  let at = 0;
  let said = false;
  for (; texts[at]?.startsWith("-"); at++) {
    if (texts[at] === "-o" && /^(?:pipefail|errexit|nounset|xtrace)$/.test(texts[at + 1] ?? "")) at++;
    else if (/^-[lixeu]*c[lixeu]*$/.test(texts[at]!)) said = true;
    else if (!/^(?:-[lixeu]+|--login|--norc|--noprofile|--posix)$/.test(texts[at]!)) return false;
  }
  const text = texts[at] ?? "";
  return said && text.trim() !== "" && !evaluates(text);
}

function env(words: readonly Word[], open: boolean, ways: Ways): boolean {
  const at = words.findIndex(
    ({ text }, i) =>
      !/^(?:-i|-|-0|--null|--ignore-environment|--version|\w+=[\s\S]*)$/.test(text) &&
      !/^(?:-u|--unset|-C|--chdir)$/.test(words[i - 1]?.text ?? "") &&
      !/^(?:-u|-C|--unset|--chdir|--unset=\w+|--chdir=.*)$/.test(text),
  );
  const lead = at < 0 ? words : words.slice(0, at);
  // Variables in front of a command are judged with it; without one they are only printed.
  if (!lead.every(isSure)) return false;
  return at < 0 ? !open : ways.command(words.slice(at), open);
}

const EXEC: Options = {
  options: "-i -t -u= -w= -e= --interactive --tty --user= --workdir= --env= -T --index= --no-TTY",
};

/** In a container, behind its name. */
export function inContainer(words: readonly Word[], open: boolean, ways: Ways): boolean {
  let at = 0;
  while (words[at]?.text.startsWith("-")) {
    if (ways.fits({ ...EXEC, operands: 0 }, words.slice(at, at + 1), false)) at += 1;
    else if (ways.fits({ ...EXEC, operands: 0 }, words.slice(at, at + 2), false)) at += 2;
    else return false;
  }
  const container = words[at];
  return (
    container !== undefined && isSure(container) && words.length > at + 1 && ways.command(words.slice(at + 1), open)
  );
}

const POD: Options = {
  options: "-i -t -c= -n= --container= --namespace= --stdin --tty --context= -q --quiet",
  operands: 1,
};

/** In a pod, behind two dashes. */
export function inPod(words: readonly Word[], open: boolean, ways: Ways): boolean {
  const at = words.findIndex(({ text }) => text === "--");
  return (
    at > 0 &&
    at + 1 < words.length &&
    ways.fits(POD, words.slice(0, at), false) &&
    ways.command(words.slice(at + 1), open)
  );
}

/** `timeout 5 …`: a word before the command. */
function timeout(words: readonly Word[], open: boolean, ways: Ways): boolean {
  let at = 0;
  for (; words[at]?.text.startsWith("-"); at++) {
    const { text } = words[at]!;
    if (/^(?:-[sk]|--signal|--kill-after)$/.test(text)) at++;
    else if (!/^(?:--foreground|--preserve-status|-v|--verbose|-[sk]\w+|--(?:signal|kill-after)=\w+)$/.test(text))
      return false;
  }
  const limit = words[at];
  return (
    limit !== undefined &&
    isSure(limit) &&
    /^\d[\d.]*[smhd]?$/.test(limit.text) &&
    ways.command(words.slice(at + 1), open)
  );
}

/** Words nobody can see are put behind the command, or anywhere in it. */
function xargs(words: readonly Word[], _open: boolean, ways: Ways): boolean {
  return ways.fits(
    {
      starts: true,
      options:
        "-0 -r -t -x -I= -i? -L= -l? -n= -P= -s= -d= -E= -e? -a= -R= -S= --null --no-run-if-empty --verbose --exit --replace? --max-lines? --max-args= --max-procs= --max-chars= --delimiter= --eof? --arg-file= --show-limits",
    },
    words,
    true,
  );
}

function command([first, ...rest]: readonly Word[], open: boolean, ways: Ways): boolean {
  if (first === undefined || !isSure(first)) return false;
  return /^-[vV]$/.test(first.text) || (!first.text.startsWith("-") && ways.command([first, ...rest], open));
}

/** Shortens what others print: `rtk git log`. */
function rtk(words: readonly Word[], open: boolean, ways: Ways): boolean {
  const [first, ...rest] = words;
  if (first === undefined || !isSure(first)) return false;
  if (words.length === 1 && !open && /^(?:help|version|--help|-h|--version|-V)$/.test(first.text)) return true;
  return ways.command(first.text === "proxy" ? rest : words, open);
}

export default {
  "bash sh dash zsh ksh fish": shell,
  env,
  "timeout gtimeout": timeout,
  xargs,
  "command builtin": command,
  nice: { starts: true, options: "-n= --adjustment= -#" },
  ionice: { starts: true, options: "-c= -n= -t" },
  stdbuf: { starts: true, options: "-i= -o= -e= --input= --output= --error=" },
  time: { starts: true, options: "-p -v -l -f= --verbose --portability --format=" },
  caffeinate: { starts: true, bare: true, options: "-d -i -m -s -u -t= -w=" },
  arch: {
    starts: true,
    bare: true,
    options: "-32 -64 -x86_64 -arm64 -arm64e -i386 -arch=x86_64|arm64|i386 --arch=x86_64|arm64|i386",
  },
  rtk,
  noglob: { starts: true, options: "" },
} satisfies Verbs;
