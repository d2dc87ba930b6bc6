/** Rules as written by the user, and compiled. */

import { compileGlob } from "../../core/match/glob.js";
import type { RegexEngine } from "../../core/ports.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";

export const ACTIONS = ["allow", "deny", "warn", "observe", "ask"] as const;
export type Action = (typeof ACTIONS)[number];

export interface Rule {
  readonly id: string;
  readonly description?: string;
  readonly enabled?: boolean;
  readonly tool?: string;
  readonly pattern?: string;
  readonly path?: string;
  readonly effect?: string;
  readonly action: Action;
  readonly message?: string;
}

const KEYS: Readonly<Record<keyof Rule, string>> = {
  id: "string",
  description: "string",
  enabled: "boolean",
  tool: "string",
  pattern: "string",
  path: "string",
  effect: "string",
  action: "string",
  message: "string",
};
const EFFECT = /^[a-z-]{1,40}(?::(?:ordinary|risky|destructive))?$/;

/** Description of the problem. */
export function checkRules(rules: unknown): string | undefined {
  if (!Array.isArray(rules)) return "`rules` must be a list of rules";
  const ids = new Set<unknown>();
  for (const [at, rule] of rules.entries()) {
    const problem = checkRule(rule, ids);
    if (problem !== undefined) return `rule ${at + 1}: ${problem}`;
    ids.add((rule as Rule).id);
  }
  return undefined;
}

function checkRule(rule: unknown, ids: ReadonlySet<unknown>): string | undefined {
  if (!isRecord(rule)) return "it must be an object";
  for (const [key, value] of Object.entries(rule)) {
    const type = Object.hasOwn(KEYS, key) ? KEYS[key as keyof Rule] : undefined;
    if (type === undefined) return `unknown key "${key}"; a rule has ${Object.keys(KEYS).join(", ")}`;
    if (typeof value !== type) return `\`${key}\` must be ${type === "string" ? "a string" : "true or false"}`;
  }
  if (typeof rule["id"] !== "string" || rule["id"].trim() === "") return "`id` is required";
  if (ids.has(rule["id"])) return `duplicate id "${rule["id"]}"`;
  if (!ACTIONS.includes(rule["action"] as Action)) return `\`action\` must be one of ${ACTIONS.join(", ")}`;
  const { effect } = rule as unknown as Rule;
  if (effect !== undefined && !EFFECT.test(effect))
    return "`effect` must be a kind of effect, such as `delete`, or a kind and a severity, such as `delete:destructive`";
  return undefined;
}

type Test = (text: string) => boolean;

export interface ReadyRule {
  readonly rule: Rule;
  readonly tool?: Test;
  readonly pattern?: Test;
  readonly path?: Test;
}

/** The valid rules in order, and the problems of the others. */
export function readyRules(options: JsonObject, regex: RegexEngine): { ready: ReadyRule[]; skipped: string[] } {
  const ready: ReadyRule[] = [];
  const skipped: string[] = [];
  for (const rule of (options["rules"] ?? []) as readonly Rule[]) {
    if (rule.enabled === false) continue;
    try {
      ready.push({
        rule,
        ...(rule.tool === undefined ? {} : { tool: compileGlob(rule.tool, "wildcard") }),
        ...(rule.pattern === undefined ? {} : { pattern: regex.compile(rule.pattern) }),
        ...(rule.path === undefined ? {} : { path: compileGlob(rule.path, "wildcard") }),
      });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      skipped.push(`rule "${rule.id}" has an invalid pattern: ${why.slice(0, 200)}`);
    }
  }
  return { ready, skipped };
}
