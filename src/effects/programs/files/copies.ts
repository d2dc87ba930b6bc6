/** Copies, moves and links: the overwritten target and the moved source matter. */
import { hasFlag, operands } from "../../model/arguments.js";
import type { Effect, Severity, Where } from "../../model/effect.js";
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

/** Copies a secret out of the project, where nothing protects it: `cp .env /tmp/x`. */
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
    what: `copies ${secret} to a place that others can read`,
    instead: "leave it where it is",
  });
}

/** A shell copied under another name evades detection. */
function isShell({ text, source }: Word): boolean {
  return (
    /^\/(?:usr\/)?bin\/(?:ba|da|z|k|c)?sh$/.test(text) ||
    /^["']?(?:\$\(|`)\s?(?:which|command -v) (?:ba|da|z)?sh\s?[)`]/.test(source)
  );
}

/** A tree copied over a home directory or its settings replaces files of the same name. */
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
      what: "copies a directory tree over a home directory or its settings",
      instead: "copy it into its own directory: `cp -r fixtures ./out`",
    }),
  ];
}

function disguise({ source }: Word, invocation: Invocation): Effect {
  return effectOf(invocation, {
    kind: "escalate",
    severity: "risky",
    what: `hides a copy of a shell (${source}) under another name`,
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
      what: link ? "creates a link" : moves ? "moves a file" : "copies a file",
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

/** A target directory receives each file under its own name. */
function inside(from: readonly Word[], to: Word): string[] {
  return from.slice(0, 8).flatMap(({ text, known }) => {
    const name = text.slice(text.lastIndexOf("/", text.length - 2) + 1);
    return known && name !== "" && to.text.endsWith("/") ? [`${to.text}${name}`] : [];
  });
}

/** A move to `/dev/null` or out of a system directory is a deletion. */
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
      what: gone ? `discards ${what}` : `moves ${what} away`,
      ...(severity === "ordinary" ? {} : { instead: INSTEAD }),
    }),
  ];
}

/** Git hooks. The project's own scripts install its hooks there. */
const HOOKS = /\/(?:\.git\/hooks|\.husky)(?:\/[\w.-]{1,60})?$/;

function plantedHook(from: readonly Word[], to: Word, invocation: Invocation, where: Where): Effect[] {
  if (!HOOKS.test(pathTarget(to, where, invocation.cwd).name.replace(/\/$/, ""))) return [];
  const outside = from.some((word) => pathTarget(word, where, invocation.cwd).place !== "project");
  if (!outside) return [];
  return [
    effectOf(invocation, {
      kind: "persistence",
      severity: "risky",
      what: "installs a program from outside the project as a git hook",
      instead: "keep hooks in the project, where the user can read them",
    }),
  ];
}

/** A move can be undone, unless the machine stops working. */
function movedAway(lost: Severity, own: boolean, known: boolean): Severity {
  if (lost === "destructive") return own ? "risky" : "destructive";
  return known ? lost : "ordinary";
}
