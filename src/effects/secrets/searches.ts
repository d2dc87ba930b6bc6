/** Searches for unknown secrets: in all variables, in the shell history, on the whole disk. */
import { operands } from "../model/arguments.js";
import { byProgram } from "../model/by-program.js";
import type { Effect, Where } from "../model/effect.js";
import type { Invocation } from "../model/invocation.js";
import { effectOf } from "../model/make-effect.js";
import { lineOf } from "../model/rules.js";
import { upstream } from "../model/upstream.js";
import { pathTarget } from "../paths/paths.js";

const INSTEAD = "ask the user for the one value you need, or search the project: `grep -rn apiKey src`";
const SEARCHERS = /^(?:[efz]?grep|rg|ag|ack|findstr|awk|sed|select-string)$/i;
const SECRET =
  /pass(?:w(?:or)?d|phrase)?s?\b|passw|secrets?\b|tokens?\b|api[-_.? *]{0,3}key|access[-_.]?key|private[-_. ]?key|credential|AKIA|BEGIN .{0,20}(?:RSA|PRIVATE|OPENSSH)|ghp_|_KEY\b|^\W{0,4}(?:key|auth|cred|pwd)s?\W{0,4}$/i;
const VARIABLES = /^(?:env|printenv|set|export|declare)$/;

const CLIPBOARD = /^(?:xclip|xsel|pbcopy|wl-copy|clip|clip\.exe)$/;

const traitsOf = byProgram((program) => ({ matters: CLIPBOARD.test(program) || SEARCHERS.test(program) }));

export function searches(invocations: readonly Invocation[], where: Where): Effect[] {
  const searching = invocations.filter(({ program }) => traitsOf(program).matters);
  if (searching.length === 0) return [];
  return searching.flatMap((invocation) => {
    if (CLIPBOARD.test(invocation.program ?? "") && upstream(invocation).some(({ program }) => program === "history"))
      return [
        effectOf(invocation, {
          kind: "read",
          severity: "risky",
          what: "copies the shell history",
          instead: INSTEAD,
        }),
      ];
    if (!SEARCHERS.test(invocation.program ?? "") || !SECRET.test(patternOf(invocation))) return [];
    const what = searched(invocation, where);
    return what === undefined || invocation.captured
      ? []
      : [effectOf(invocation, { kind: "read", severity: "risky", what, instead: INSTEAD })];
  });
}

/** The first operand, and the values of pattern options. */
function patternOf(invocation: Invocation): string {
  const given = invocation.args.flatMap(({ text }, at, all) =>
    text === "-e" || text === "--regexp" ? [all[at + 1]?.text ?? ""] : [],
  );
  return [...given, operands(invocation, ["-A", "-B", "-C", "-m", "-e", "--include", "--exclude"])[0]?.text ?? ""]
    .join(" ")
    .slice(0, 500);
}

function searched(invocation: Invocation, where: Where): string | undefined {
  const { input } = invocation;
  if (input.kind === "pipe") {
    if (
      input.from.some(
        ({ program = "", args }) => VARIABLES.test(program) && args.every(({ text }) => /^-[xp]{1,2}$/.test(text)),
      )
    )
      return quiet(invocation) ? undefined : "searches all environment variables for secrets";
    return input.from.some(({ program }) => program === "history")
      ? "searches the shell history for secrets"
      : undefined;
  }
  const wide = operands(invocation)
    .slice(1)
    .map((word) => pathTarget(word, where, invocation.cwd))
    .some(
      ({ name, place }) =>
        place === "root" || name === where.home || /^\/(?:etc|home|users|root|var|opt|srv|mnt)(?:\/\*?)?$/i.test(name),
    );
  return wide ? "searches the whole disk for secrets" : undefined;
}

/** Only tests or counts matches: nothing is printed. */
function quiet(invocation: Invocation): boolean {
  return /(?: -[a-zA-Z]{0,6}[qcl]| --(?:quiet|count))\b/.test(lineOf(invocation));
}
