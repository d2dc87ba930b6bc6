/** Table-driven rules for programs whose arguments can be matched as text. The first matching row counts. */

import type { Program } from "../programs/contract.js";
import type { Effect, EffectKind, Severity, Target } from "./effect.js";
import type { Invocation } from "./invocation.js";
import { effectOf } from "./make-effect.js";

export interface Rule {
  /** Base names in lower case. */
  readonly names: readonly string[];
  /** Pattern for the arguments, joined with a space before each (default: any). */
  readonly when?: RegExp;
  readonly unless?: RegExp;
  readonly kind: EffectKind;
  readonly severity: Severity;
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
  const all = new Set(rules.flatMap(({ names }) => names));
  /** Filled when a program is called, not when the table is loaded. */
  const byName = new Map<string, readonly Rule[]>();
  const rulesOf = (program: string): readonly Rule[] => {
    const known = byName.get(program);
    if (known !== undefined) return known;
    const name = program.toLowerCase().replace(/\.exe$/, "");
    const own = rules.filter(({ names }) => names.includes(name));
    if (all.has(program)) byName.set(program, own);
    return own;
  };
  return {
    names: [...all],
    effects(invocation) {
      const own = rulesOf(invocation.program ?? "");
      if (own.length === 0 || asksForHelp(invocation)) return [];
      const line = lineOf(invocation);
      const rule = own.find(
        ({ when, unless, asRoot, through }) =>
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

let last: { readonly args: Invocation["args"]; readonly line: string } | undefined;

/** The arguments as one string, with a space before each. All that know a program ask for it one after the other. */
export function lineOf({ args }: Invocation): string {
  if (last?.args === args) return last.line;
  let line = "";
  for (const { text } of args) line += ` ${text}`;
  last = { args, line };
  return line;
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
