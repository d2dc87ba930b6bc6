/** Programs from untrusted places: just downloaded, or in a temporary directory. */

import { savedFiles } from "../paths/downloads.js";
import { absolute, isWithin, placeOf } from "../paths/paths.js";
import { byProgram } from "./by-program.js";
import type { Effect, Where } from "./effect.js";
import type { Invocation, Word } from "./invocation.js";
import { effectOf } from "./make-effect.js";

const INTERPRETERS = new Set([
  "sh",
  "bash",
  "dash",
  "zsh",
  "ksh",
  "fish",
  "python",
  "python3",
  "node",
  "perl",
  "ruby",
  "php",
  "source",
  ".",
]);
const FETCHERS = new Set(["curl", "wget", "wget2", "fetch", "http", "https", "xh", "aria2c"]);
const SCRIPT = /(?:^[^.]{1,200}|\.(?:sh|bash|zsh|fish|py|[cm]?js|ts|rb|pl|php|lua|tmp|[A-Za-z0-9]{6,12}|env))$/;

/** These start steps of a longer line that has the same author. */
const FEEDS = new Set(["find", "xargs", "parallel"]);

const traitsOf = byProgram((program) => ({
  interprets: INTERPRETERS.has(program),
  installs: INSTALLERS.test(program),
  unpacks: UNPACKS.test(program),
}));

/** Starts a file by its path, or may do so with an argument. */
function startsFile({ program, name }: Invocation): boolean {
  const { interprets, installs } = traitsOf(program);
  return interprets || installs || name.text.includes("/");
}

export function untrustedPrograms(invocations: readonly Invocation[], where: Where): Effect[] {
  if (!invocations.some(startsFile)) return [];
  const downloaded = new Set<string>();
  const made = new Set<string>();
  const unpacked = new Set<string>();
  const effects: Effect[] = [];
  for (const invocation of invocations) {
    if (invocation.runs === "elsewhere") continue;
    const place = (word: Word | undefined) =>
      word === undefined ? undefined : absolute(word.text, where, invocation.cwd);
    const what = started(invocation, place, { downloaded, made, unpacked }, where);
    if (traitsOf(invocation.program).unpacks && isUnpacking(invocation, place, downloaded))
      add(unpacked, place(folderOf(invocation)) ?? invocation.cwd);
    if (what !== undefined) effects.push(runsUnseen(invocation, what));
    for (const word of savedFiles(invocation)) add(downloaded, place(word));
    const fetched = FETCHERS.has(invocation.program ?? "");
    for (const { target, operator } of invocation.redirects)
      if (operator !== "<") add(fetched ? downloaded : made, place(target));
    const output = invocation.args.findIndex(({ text }) => text === "-o");
    if (output >= 0 && !downloaded.has(place(invocation.args[output + 1]) ?? ""))
      add(made, place(invocation.args[output + 1]));
  }
  return effects;
}

interface Seen {
  readonly downloaded: ReadonlySet<string>;
  readonly made: ReadonlySet<string>;
  /** Directories into which a downloaded archive was unpacked. */
  readonly unpacked: ReadonlySet<string>;
}

const UNPACKS = /^(?:tar|bsdtar|gtar|unzip|7z|cpio)$/;
const INSTALLERS = /^(?:dpkg|rpm|apt|apt-get|dnf|yum|zypper|installer|msiexec|pacman|apk|snap|flatpak|gdebi|open)$/;

function isUnpacking(
  { args, input }: Invocation,
  place: (word: Word | undefined) => string | undefined,
  downloaded: ReadonlySet<string>,
): boolean {
  if (args.some((word) => downloaded.has(place(word) ?? ""))) return true;
  return input.kind === "pipe" && input.from.some(({ program = "" }) => FETCHERS.has(program));
}

function folderOf({ args }: Invocation): Word | undefined {
  const at = args.findIndex(({ text }) => /^(?:-C|-d|--directory)$/.test(text));
  return at === -1 ? undefined : args[at + 1];
}

function started(
  { program, name, args, through }: Invocation,
  place: (word: Word | undefined) => string | undefined,
  { downloaded, made, unpacked }: Seen,
  where: Where,
): string | undefined {
  const { interprets, installs } = traitsOf(program);
  const itself = name.text.includes("/") ? place(name) : undefined;
  const script = interprets ? place(args.find(({ text }) => !text.startsWith("-"))) : undefined;
  if ((itself !== undefined && downloaded.has(itself)) || (script !== undefined && downloaded.has(script)))
    return "runs a download without reviewing it first";
  if (installs && args.some((word) => downloaded.has(place(word) ?? "")))
    return "installs a download without reviewing it first";
  if (
    itself !== undefined &&
    name.text.startsWith(".") &&
    !made.has(itself) &&
    [...unpacked].some((folder) => isWithin(itself, folder))
  )
    return "runs a download without reviewing it first";
  if (through.some((wrapper) => FEEDS.has(wrapper))) return undefined;
  if (itself !== undefined && !made.has(itself) && placeOf(itself, where) === "temp")
    return "runs a program from a temporary directory that every user can write to";
  if (
    script !== undefined &&
    placeOf(script, where) === "temp" &&
    !SCRIPT.test(script.slice(script.lastIndexOf("/") + 1))
  )
    return "runs a script disguised as another file type";
  return undefined;
}

function add(set: Set<string>, path: string | undefined): void {
  if (path !== undefined) set.add(path);
}

function runsUnseen(invocation: Invocation, what: string): Effect {
  return effectOf(invocation, {
    kind: "remote-code",
    severity: "risky",
    certainty: "likely",
    what,
    instead: "read it first (`head -n 50 ./install.sh`), keep it in the project, and run it in a separate call",
  });
}
