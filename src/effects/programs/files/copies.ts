/** Copies, moves and links: what matters is what they are laid over, and what a move takes away. */
import { hasFlag, operands } from "../../model/arguments.js";
import type { Effect, Gravity, Where } from "../../model/effect.js";
import type { Invocation, Word } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp } from "../../model/rules.js";
import { fromHome, important } from "../../paths/important.js";
import { pathTarget } from "../../paths/paths.js";
import { readEffect } from "../../paths/reads.js";
import { removalOf } from "../../paths/removal.js";
import { isSensitive } from "../../paths/sensitive.js";
import { writeEffect } from "../../paths/writes.js";
import type { Program } from "../contract.js";

const INSTEAD = "move files within the project, such as `mv old.txt new.txt`";

const copies: Program = {
  names: ["cp", "mv", "install", "ln", "gcp", "gmv", "ditto"],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    const { from, to } = fromAndTo(invocation);
    if (to === undefined) return [];
    const moves = /mv$/.test(invocation.program ?? "");
    return [
      ...(moves
        ? from.flatMap((word) => taken(word, to, invocation, where))
        : from.map((word) => copiedSecret(word, to, invocation, where) ?? readEffect(word, invocation, where))),
      ...laid(from, to, moves, invocation, where),
      ...plantedHook(from, to, invocation, where),
      ...from.filter(isShell).map((word) => disguise(word, invocation)),
      ...(moves ? [] : overSettings(to, invocation, where)),
    ];
  },
};

export default copies;

/** Out of the project, where it is not looked after: `cp .env /tmp/x`. */
function copiedSecret(word: Word, to: Word, invocation: Invocation, where: Where): Effect | undefined {
  const from = pathTarget(word, where, invocation.cwd);
  const secret = isSensitive(from.name);
  const place = pathTarget(to, where, invocation.cwd).place;
  if (invocation.program === "ln" || secret === undefined || from.place !== "project" || place !== "temp")
    return undefined;
  return effectOf(invocation, {
    kind: "read",
    severity: "risky",
    target: from,
    what: `copies ${secret} to where others can read it`,
    instead: "leave it where it is",
  });
}

/** The copy of a shell under another name is there to be overlooked. */
function isShell({ text, source }: Word): boolean {
  return (
    /^\/(?:usr\/)?bin\/(?:ba|da|z|k|c)?sh$/.test(text) ||
    /^["']?(?:\$\(|`)\s?(?:which|command -v) (?:ba|da|z)?sh\s?[)`]/.test(source)
  );
}

/** A tree that is copied over a home or its settings replaces what has the same names. */
function overSettings(to: Word, invocation: Invocation, where: Where): Effect[] {
  const target = pathTarget(to, where, invocation.cwd);
  const isHeld =
    target.name === where.home ||
    /^~\/\.(?:config|local|ssh|gnupg|vim|emacs\.d|mozilla)$/.test(fromHome(target.name, where));
  if (!isHeld || !hasFlag(invocation, "rRa", ["recursive", "archive"]) || hasFlag(invocation, "n", ["no-clobber"]))
    return [];
  return [
    effectOf(invocation, {
      kind: "overwrite",
      severity: "risky",
      target: { ...target, below: true },
      what: "copies a tree over a home or its settings",
      instead: "copy it into a folder of its own: `cp -r fixtures ./out`",
    }),
  ];
}

function disguise({ source }: Word, invocation: Invocation): Effect {
  return effectOf(invocation, {
    kind: "escalate",
    severity: "risky",
    what: `puts a copy of a shell (${source}) where it is not looked for`,
    instead: "start the shell by its own name",
  });
}

function fromAndTo(invocation: Invocation): { from: readonly Word[]; to: Word | undefined } {
  const { args } = invocation;
  const words = operands(invocation, [
    "-t",
    "--target-directory",
    "-S",
    "-m",
    "-o",
    "-g",
    "--mode",
    "--owner",
    "--group",
  ]);
  const named = args.findIndex(({ text }) => text === "-t" || text === "--target-directory");
  if (named >= 0) return { from: words, to: args[named + 1] };
  const joined = args.find(({ text }) => text.startsWith("--target-directory="));
  if (joined !== undefined)
    return { from: words, to: { ...joined, text: joined.text.slice("--target-directory=".length) } };
  if (invocation.program === "install" && hasFlag(invocation, "d", ["directory"]))
    return { from: [], to: words.at(-1) };
  return words.length < 2 ? { from: words, to: undefined } : { from: words.slice(0, -1), to: words.at(-1) };
}

function laid(from: readonly Word[], to: Word, moves: boolean, invocation: Invocation, where: Where): Effect[] {
  const link = invocation.program === "ln";
  const manner = link && !hasFlag(invocation, "f", ["force"]) ? "write" : "replace";
  return [...new Set([to.text, ...inside(from, to)])].map((text) => {
    const written = writeEffect(invocation, { ...to, text }, where, {
      manner,
      kind: moves ? "overwrite" : "write",
      names: text === to.text ? "maybe-folder" : "entry",
      what: link ? "makes a link" : moves ? "moves a file to another place" : "copies a file to another place",
    });
    if (moves || link || !isExampleOf(from, to)) return written;
    return { ...written, target: { ...written.target!, fromExample: true } };
  });
}

/** `cp .env.example .env` */
function isExampleOf(from: readonly Word[], to: Word): boolean {
  const [only, ...others] = from;
  if (only === undefined || others.length > 0 || !only.known || !to.known || !only.text.startsWith(to.text))
    return false;
  return /^[.-](?:example|sample|template|tmpl|dist|defaults?)$/.test(only.text.slice(to.text.length));
}

/** A folder takes what is copied into it under its own name. */
function inside(from: readonly Word[], to: Word): string[] {
  return from.slice(0, 8).flatMap(({ text, known }) => {
    const name = text.slice(text.lastIndexOf("/", text.length - 2) + 1);
    return known && name !== "" && to.text.endsWith("/") ? [`${to.text}${name}`] : [];
  });
}

/** To `/dev/null` or out of a place the system lives on, a move is a deletion. */
function taken(word: Word, to: Word, invocation: Invocation, where: Where): Effect[] {
  const gone = to.text === "/dev/null";
  const target = pathTarget(word, where, invocation.cwd);
  const known = target.place !== "project" && important(target.name, where) !== undefined;
  const { severity: lost, what } = removalOf(word, invocation, where, true);
  const severity = gone
    ? lost === "ordinary"
      ? "destructive"
      : lost
    : target.place === "home" &&
        /^(?:\/private)?\/(?:var\/)?tmp(?:\/|$)/.test(pathTarget(to, where, invocation.cwd).name)
      ? lost
      : HOOKS.test(target.name) && target.place === "project"
        ? lost
        : movedAway(lost, target.place === "project", known);
  return [
    effectOf(invocation, {
      kind: gone ? "delete" : "move",
      severity,
      target,
      certainty: word.known ? "certain" : "unknown",
      what: gone ? `throws away ${what}` : `moves away ${what}`,
      ...(severity === "ordinary" ? {} : { instead: INSTEAD }),
    }),
  ];
}

/** Checks before a commit or a push; those of the project itself are put there by its own scripts. */
const HOOKS = /\/(?:\.git\/hooks|\.husky)(?:\/[\w.-]{1,60})?$/;

function plantedHook(from: readonly Word[], to: Word, invocation: Invocation, where: Where): Effect[] {
  if (!HOOKS.test(pathTarget(to, where, invocation.cwd).name.replace(/\/$/, ""))) return [];
  const outside = from.some((word) => pathTarget(word, where, invocation.cwd).place !== "project");
  if (!outside) return [];
  return [
    effectOf(invocation, {
      kind: "persistence",
      severity: "risky",
      what: "puts a program from outside the project where git runs it",
      instead: "keep hooks in the project, where the person can read them",
    }),
  ];
}

/** What is only moved can be moved back, unless the machine no longer works. */
function movedAway(lost: Gravity, own: boolean, known: boolean): Gravity {
  if (lost === "destructive") return own ? "risky" : "destructive";
  return known ? lost : "ordinary";
}
