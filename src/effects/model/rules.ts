/** Table-driven rules for programs whose arguments can be matched as text. The first matching row counts. */

import type { Program } from "../programs/contract.js";
import type { Effect, EffectKind, Gravity, Target } from "./effect.js";
import type { Invocation } from "./invocation.js";
import { effectOf } from "./make-effect.js";

export interface Rule {
  /** Base names in lower case. */
  readonly names: readonly string[];
  /** Pattern for the arguments, joined with a space before each (default: any). */
  readonly when?: RegExp;
  readonly unless?: RegExp;
  readonly kind: EffectKind;
  readonly severity: Gravity;
  readonly what: string;
  readonly instead: string;
  readonly target?: Target["type"];
  /** Applies only as root: without root the call fails or affects only the current user. */
  readonly asRoot?: true;
  /** Only if one of these starts it: `npx`, `uvx`. */
  readonly through?: readonly string[];
}

/** Makes the rows of a table that asks: they share a kind and the advice. */
export function asking(shared: Pick<Rule, "kind" | "instead"> & Partial<Rule>) {
  return (names: readonly string[], when: RegExp, what: string, more: Partial<Rule> = {}): Rule => ({
    names,
    when,
    severity: "risky",
    what,
    ...shared,
    ...more,
  });
}

export function programOf(rules: readonly Rule[]): Program {
  return {
    names: [...new Set(rules.flatMap(({ names }) => names))],
    effects(invocation) {
      if (asksForHelp(invocation)) return [];
      const name = invocation.program?.toLowerCase().replace(/\.exe$/, "") ?? "";
      const line = lineOf(invocation);
      const rule = rules.find(
        ({ names, when, unless, asRoot, through }) =>
          names.includes(name) &&
          (asRoot !== true || takesRoot(invocation)) &&
          (through === undefined || invocation.through.some((wrapper) => through.includes(wrapper))) &&
          (when === undefined || when.test(line)) &&
          !(unless?.test(line) ?? false),
      );
      return rule === undefined ? [] : [ruled(invocation, rule)];
    },
  };
}

function takesRoot({ through }: Invocation): boolean {
  return through.some((name) => name === "sudo" || name === "doas" || name === "pkexec");
}

/** The arguments as one string, with a space before each. */
export function lineOf({ args }: Invocation): string {
  return args.map(({ text }) => ` ${text}`).join("");
}

export function asksForHelp({ args }: Invocation): boolean {
  for (const { text } of args) {
    if (text === "--") return false;
    if (text === "--help" || text === "-help" || text === "--version" || text === "/?") return true;
  }
  return false;
}

function ruled(invocation: Invocation, { kind, severity, what, instead, target }: Rule): Effect {
  const last = invocation.args.at(-1);
  return effectOf(invocation, {
    kind,
    severity,
    what,
    instead,
    ...(target === undefined || last === undefined ? {} : { target: { type: target, name: last.text } }),
  });
}
