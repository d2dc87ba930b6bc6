/** File permissions and ownership. Everyday work in the project. */
import { hasFlag, operands } from "../../model/arguments.js";
import type { Effect, Severity, Where } from "../../model/effect.js";
import type { Invocation, Word } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp } from "../../model/rules.js";
import { important } from "../../paths/important.js";
import { isWithin, pathTarget } from "../../paths/paths.js";
import { removalOf } from "../../paths/removal.js";
import type { Program } from "../contract.js";

const INSTEAD = "change only files of the project, by name";

const permissions: Program = {
  names: ["chmod", "chown", "chgrp", "setfacl", "chattr", "chflags", "lchown", "icacls", "takeown", "cacls"],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    const [mode, ...files] = wordsOf(invocation);
    if (mode === undefined) return [];
    const recursive =
      hasFlag(invocation, "R", ["recursive"]) || /^(?:icacls|takeown|cacls)$/.test(invocation.program ?? "");
    const tightens = !recursive && invocation.program === "chmod" && TIGHTENS.test(mode.text);
    return [
      ...files
        .filter((file) => {
          const { name } = pathTarget(file, where, invocation.cwd);
          return !tightens || (important(name, where) !== undefined && !isWithin(name, `${where.home}/.ssh`));
        })
        .map((file) => changed(mode, file, recursive, invocation, where)),
      ...(files.length === 0 && recursive && invocation.moreArgs ? [unseen(invocation)] : []),
    ];
  },
};

export default permissions;

/** The mode or owner comes first, in any form; `-x` may be a mode. */
function wordsOf(invocation: Invocation): Word[] {
  const { args, program } = invocation;
  const words = args.filter(({ text }, at) => {
    if (/^-[rwxXstugoa]{1,4}(?:[,+=-].*)?$/.test(text) && program === "chmod") return true;
    return !text.startsWith("-") && !(program === "setfacl" && /^-\w{0,3}[mxM]$/.test(args[at - 1]?.text ?? ""));
  });
  if (program === "setfacl" || program === "chattr" || program === "takeown")
    return [
      { text: "", known: true, glob: false, source: "" },
      ...words.filter(({ text }) => !/^[+=-][a-zA-Z]{1,10}$/.test(text)),
    ];
  if (/cacls$/.test(program ?? "")) return words.length === 0 ? [] : [words.at(-1)!, words[0]!];
  const from = args.find(({ text }) => text.startsWith("--reference"));
  return from === undefined ? words : [from, ...operands(invocation)];
}

/** Restricts access to the owner, as programs require for keys. */
const TIGHTENS = /^(?:0?[4-7]00|(?:go|og|o|g)-[rwx]{1,3}|u=[rwx]{1,3},(?:go|og)=|(?:go|og)=)$/;

/** `… | xargs chmod -R 777` */
function unseen(invocation: Invocation): Effect {
  return effectOf(invocation, {
    kind: "permissions",
    severity: "risky",
    certainty: "unknown",
    what: "changes permissions of directories whose names are only known at run time",
    instead: INSTEAD,
  });
}

/** Covers everything below the searched directory. */
function searched({ text, known }: Word, { through }: Invocation): string | undefined {
  const below = /^(.{1,4096})\/\u{FFFC}$|^(\/)\u{FFFC}$/su.exec(text);
  return known || below === null || !through.some((name) => name === "find" || name === "fd")
    ? undefined
    : (below[1] ?? below[2]);
}

/** Makes a file accessible to everyone, or sets setuid. */
const EVERYBODY = /^(?:0?[0-7]{0,3}[2367]$|(?:[ugo]{0,2}[oa]|)[+=][rx]{0,2}w|.{0,60}(?:everyone|users):)/i;
const LENDS = /^(?:0?[2-7][0-7]{3}$|[ugoa]{0,4}[+=][rwxX]{0,3}s)/;
const TAKES = /^(?:0{1,4}$|0?[0-3]00$|a-|[ugoa]{0,3}=$|-[rwx]{1,3}$|a=$)/;

function changed(mode: Word, given: Word, told: boolean, invocation: Invocation, where: Where): Effect {
  const root = searched(given, invocation);
  const outside =
    root !== undefined &&
    invocation.program === "chmod" &&
    (EVERYBODY.test(mode.text) || TAKES.test(mode.text) || /^\/(?:etc|usr|var|home|bin|lib)?$/.test(root)) &&
    pathTarget(root, where, invocation.cwd).place !== "project";
  const file = outside ? { ...given, text: root, known: true } : given;
  const recursive = told || outside;
  const target = pathTarget(file, where, invocation.cwd);
  const owns = /^(?:chown|lchown|chgrp|takeown)$/.test(invocation.program ?? "");
  const chmod = invocation.program === "chmod";
  const lends = chmod && LENDS.test(mode.text) && !/^0?2\d{3}$/.test(mode.text);
  const found = target.place === "project" ? undefined : important(target.name, where);
  const own = target.name === where.project || target.name.startsWith(`${where.project}/`);
  const home = target.name === where.home;
  const tree =
    !recursive || (home && owns) || (owns && SHARED.test(target.name))
      ? "ordinary"
      : own || (!home && isWithin(target.name, where.home))
        ? "risky"
        : removalOf(file, invocation, where, true).severity;
  const toRoot = owns && /^(?:root|0|\*S-1-5-18)(?::|\.|$)/.test(mode.text);
  const stops = chmod && HOOK.test(target.name) && /^(?:[ugoa]{0,3}-[rwx]{0,2}x|0?[0246]{3}$|a?-x)/.test(mode.text);
  const severity = stops
    ? "risky"
    : severityOf(
        { lends, owns, given: toRoot, open: !owns && EVERYBODY.test(mode.text), takes: chmod && TAKES.test(mode.text) },
        tree,
        found !== undefined || (recursive && (home || (owns && SHARED.test(target.name)))),
      );
  return effectOf(invocation, {
    kind: lends ? "escalate" : "permissions",
    severity,
    target: found === undefined ? target : { ...target, sensitive: true },
    certainty: file.known ? "certain" : "unknown",
    what: lends
      ? "lets any user run a file with its owner's rights"
      : `changes the ${owns ? "owner" : "permissions"} of ${found?.what ?? (recursive ? "a directory and everything in it" : "a file")}`,
    ...(severity === "ordinary" ? {} : { instead: INSTEAD }),
  });
}

/** Git and agents ignore a hook that is not executable. */
const HOOK = /\/(?:\.git\/hooks|\.husky|\.githooks|\.claude\/hooks|\.cursor\/hooks|\.codex\/hooks)\/[^/]{1,80}$/;

/** Directories that users commonly chown to install software. */
const SHARED = /^\/(?:usr\/local|opt|srv|mnt|media|var\/www)(?:\/|$)/;

interface Change {
  readonly lends: boolean;
  readonly owns: boolean;
  /** Changes the owner to root. */
  readonly given: boolean;
  readonly open: boolean;
  readonly takes: boolean;
}

/** `tree`: severity of deleting the same path. */
function severityOf({ lends, owns, given, open, takes }: Change, tree: Severity, known: boolean): Severity {
  if (lends) return "risky";
  if (tree === "destructive") return owns || open || takes ? "destructive" : "risky";
  if (known || given) return "risky";
  if (tree === "risky") return open || takes ? "risky" : "ordinary";
  return "ordinary";
}
