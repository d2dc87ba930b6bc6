/** Table rules, parsed on first use. */
import { compileGlob, type GlobTest } from "../../core/match/glob.js";
import type { Severity } from "../model/effect.js";
import type { Invocation } from "../model/invocation.js";
import type { Rules } from "./cli.js";
import { isGiven } from "./options.js";

interface Rule {
  readonly words: readonly (readonly GlobTest[])[];
  readonly given: readonly (readonly string[])[];
  readonly absent: readonly (readonly string[])[];
  readonly severity: Severity;
  readonly what: string | undefined;
}

const taken = new WeakMap<Rules, readonly Rule[]>();

/** The first rule that matches a subcommand. */
export function ruleFor(rules: Rules, words: readonly string[], invocation: Invocation): Rule | undefined {
  let list = taken.get(rules);
  if (list === undefined) {
    list = Object.entries(rules).map(([pattern, value]) => ruleOf(pattern, value));
    taken.set(rules, list);
  }
  return list.find(
    (rule) =>
      rule.words.length <= words.length &&
      rule.words.every((choices, at) => choices.some((fits) => fits(words[at]!))) &&
      rule.given.every((names) => isGiven(invocation, names)) &&
      !rule.absent.some((names) => isGiven(invocation, names)),
  );
}

function ruleOf(pattern: string, value: Rules[string]): Rule {
  const parts = pattern.split(" ").filter((part) => part !== "");
  const [severity, what] = typeof value === "string" ? [value, undefined] : value;
  return {
    words: parts
      .filter((part) => !/^!?-/.test(part))
      .map((part) => part.split("|").map((word) => compileGlob(word, "wildcard"))),
    given: parts.filter((part) => part.startsWith("-")).map((part) => part.split("|")),
    absent: parts.filter((part) => part.startsWith("!-")).map((part) => part.slice(1).split("|")),
    severity,
    what,
  };
}
