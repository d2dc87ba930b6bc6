/** Deletions. Ordinary for files under version control or that can be recreated; wider deletions are not. */

import { hasFlag, operands } from "../../model/arguments.js";
import type { Effect, Where } from "../../model/effect.js";
import { type Invocation, UNKNOWN, type Word } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { upstream } from "../../model/upstream.js";
import { fedFromOutside } from "../../paths/fed-names.js";
import { pathTarget } from "../../paths/paths.js";
import { removalOf } from "../../paths/removal.js";
import { searchedDeletion } from "../../paths/search.js";
import type { Program } from "../contract.js";

const INSTEAD = "delete only files that this task created, by name";
const DISK = "inspect with `lsblk`, and leave disk changes to the user";
const LEFT = "ask the user to do it, because nothing brings the content back";
const OVER = new Set(["shred", "srm", "wipe", "scrub"]);

const rm: Program = {
  names: ["rm", "unlink", "rmdir", "shred", "srm", "wipe", "scrub", "grm"],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    const recursive =
      hasFlag(invocation, invocation.program === "rmdir" ? "" : "rR", ["recursive"]) && invocation.program !== "shred";
    // Options may come from an unknown word: `rm $options /srv`.
    const hidden = invocation.args.findIndex(({ text }) => text.startsWith(UNKNOWN));
    const wide = (word: Word) => recursive || (word.known && hidden >= 0 && invocation.args.indexOf(word) > hidden);
    const named = operands(invocation, ["-n", "-s"]).filter((word) => !fillsIn(word, invocation));
    if (recursive && named.length === 0 && !invocation.moreArgs && !fed(invocation)) return [nothingNamed(invocation)];
    const untracked = recursive ? undefined : untrackedFiles(invocation);
    return [
      ...named.map((word) => deletion(word, invocation, where, wide(word))),
      ...(invocation.moreArgs ? unseen(invocation, where, recursive) : []),
      ...(untracked === undefined ? [] : [untracked]),
    ];
  },
};

export default rm;

/** `{}` stands for the matches of `find`, which are analysed with the search. */
function fillsIn({ text }: Word, { through }: Invocation): boolean {
  return text.includes("{}") && through.some((wrapper) => WRAPPERS.has(wrapper));
}
const WRAPPERS = new Set(["find", "xargs", "parallel", "fd", "fdfind"]);

function deletion(word: Word, invocation: Invocation, where: Where, recursive: boolean): Effect {
  const over = OVER.has(invocation.program ?? "");
  const device = over && /^\/dev\/(?!null$|shm\/)/.test(word.text);
  const found = device
    ? { severity: "destructive" as const, what: "a disk" }
    : removalOf(word, invocation, where, recursive);
  const severity = found.severity === "ordinary" && over && invocation.program === "shred" ? "risky" : found.severity;
  return effectOf(invocation, {
    kind: "delete",
    severity,
    target: pathTarget(word, where, invocation.cwd),
    certainty: word.known ? "certain" : "unknown",
    what: `deletes ${found.what}${over ? " permanently" : ""}`,
    ...(severity === "ordinary" ? {} : { instead: device ? DISK : over ? LEFT : INSTEAD }),
  });
}

function fed({ args, through }: Invocation): boolean {
  return through.includes("find") || args.some(({ text }) => text.includes("{}"));
}

/** Deletes nothing as written, but a target was intended: an empty variable, a name on the next line. */
function nothingNamed(invocation: Invocation): Effect {
  return effectOf(invocation, {
    kind: "delete",
    severity: "risky",
    certainty: "unknown",
    what: "deletes directories without naming them",
    instead: INSTEAD,
  });
}

/** Lists of files that git does not track; a filter that names a kind of file makes them fewer. */
const UNTRACKED =
  /\bgit(?: -C \S{1,100})? (?:ls-files(?: -\S{1,40}){0,6}? (?:-[a-z]{0,4}o[a-z]{0,4}|--others)|status(?: -\S{1,40}){0,3}? (?:-\w{0,3}s\w{0,3}|--short|--porcelain\S{0,5}))(?: -\S{1,40}){0,6}\s{0,4}(?:$|[|)`])/;
const NARROWS =
  /\b(?:[ef]?grep|rg)\b(?!(?: -\w{1,4}){0,2} ["']?\^?\\?\?)|\/(?!\^?[\\[]?\?)[^/ ]{1,60}\/|\.\w{1,6}(?=["')\s]|$)/;

/** `git ls-files -o | xargs rm`, `rm $(git ls-files -o)` */
function untrackedFiles(invocation: Invocation): Effect | undefined {
  if (invocation.program === "rmdir") return undefined;
  const listed = [
    ...invocation.args.filter(({ known }) => !known).map(({ source }) => source),
    ...(invocation.moreArgs ? [upstream(invocation).map(lineWithName).join(" | ")] : []),
  ].map((text) => text.slice(0, 500));
  if (!listed.some((text) => UNTRACKED.test(text) && !NARROWS.test(text))) return undefined;
  return effectOf(invocation, {
    kind: "delete",
    severity: "risky",
    certainty: "likely",
    what: "deletes every file that git does not track, which git cannot bring back",
    instead: INSTEAD,
  });
}

function lineWithName(one: Invocation): string {
  return `${one.program ?? ""}${lineOf(one)}`;
}

/** Names come from another program. Deletions started by a search are analysed with the search. */
function unseen(invocation: Invocation, where: Where, recursive: boolean): Effect[] {
  const { through } = invocation;
  if (through.includes("find")) return [];
  const search = upstream(invocation).find(({ program }) => program === "find");
  if (search !== undefined && invocation.program !== "rmdir")
    return searchedDeletion(search, recursive ? "tree" : "file", where, invocation);
  const outside = fedFromOutside(invocation, where);
  if (outside !== undefined)
    return [
      effectOf(invocation, {
        kind: "delete",
        severity: "risky",
        target: outside,
        certainty: "likely",
        what: "deletes files outside the project whose names come from a list",
        instead: INSTEAD,
      }),
    ];
  if (!recursive) return [];
  return [
    effectOf(invocation, {
      kind: "delete",
      severity: "risky",
      certainty: "unknown",
      what: "deletes directories whose names are only known at run time",
      instead: INSTEAD,
    }),
  ];
}
