/**
 * Rules that a user or an administrator writes as a table (SE-18): by tool, input, path and effect. Every evaluation is
 * stored (SE-20). In `observe` mode nothing is blocked, and would-be blocks are reported (SE-19).
 */

import { ask, deny, type HookOutput, message } from "../../core/decision/decision.js";
import type { BasePayload } from "../../core/events/payload.js";
import type { Builtin, Services, Surroundings } from "../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../core/hooks/builtin-options.js";
import { EVALUATED } from "../../core/records/records.js";
import { tenths } from "../../core/records/tenths.js";
import type { JsonObject } from "../../core/text/json.js";
import { unlessExcepted } from "../_shared/state/unless-excepted.js";
import { shown } from "../_shared/text/shown.js";
import { firstMatch, type Match } from "./evaluate.js";
import { categoryOf, machineId, summaryOf } from "./evaluation.js";
import { type Action, checkRules, readyRules } from "./rules.js";

const MODES = ["enforce", "observe"] as const;
const DAY = 24 * 3_600_000;
const MOST_DAYS = 365;

const OPTIONS = {
  mode: { type: MODES, default: "enforce", help: "`observe` blocks nothing and records what would have been blocked" },
  rules: {
    type: "objects",
    default: [],
    help: "Rules in order, each with `id`, `description`, `enabled`, `tool`, `pattern`, `path`, `effect`, `action`, `message`",
  },
  retentionDays: { type: "number", default: 30, help: "Days to keep evaluations, 1 to 365" },
} satisfies BuiltinOptions;

const governance: Builtin = {
  name: "governance",
  summary: "A table of rules by tool, input, path and effect: the first match decides. Every evaluation is recorded.",
  options: OPTIONS,
  example: {
    event: "PreToolUse",
    builtin: "governance",
    options: {
      mode: "enforce",
      rules: [
        { id: "docs", tool: "Write", path: "docs/*", action: "allow" },
        { id: "no-prod", tool: "Bash", pattern: "--context[ =]prod", action: "deny", message: "Not in production." },
        { id: "deletes", effect: "delete:risky", action: "ask" },
      ],
      retentionDays: 30,
    },
  },
  events: ["PreToolUse"],
  match: {},
  guard: true,
  checkOptions: checkedBy(OPTIONS, ({ rules = [], retentionDays = 30 }) =>
    Number.isInteger(retentionDays) && (retentionDays as number) >= 1 && (retentionDays as number) <= MOST_DAYS
      ? checkRules(rules)
      : `\`retentionDays\` must be a whole number from 1 to ${MOST_DAYS}`,
  ),
  doubts: (options, regex) => readyRules(options, regex).skipped,
  make(surroundings, options, services) {
    return async (payload: BasePayload) => {
      const started = performance.now();
      const { ready } = readyRules(options, await services.regex());
      const match = firstMatch(ready, payload, surroundings);
      const judged = judge(match, options);
      const output = answer(judged, payload, surroundings, services);
      emit(
        { ...judged, ...(output.passed ? { action: "allow", reason: output.passed } : {}) },
        started,
        payload,
        options,
        services,
      );
      return output.output;
    };
  },
};

export default governance;

interface Judged {
  readonly match: Match | undefined;
  readonly action: Action;
  readonly reason: string;
}

function judge(match: Match | undefined, { mode = "enforce" }: JsonObject): Judged {
  if (match === undefined) return { match, action: "allow", reason: "no rule matches" };
  const { id, action, description, message: text } = match.rule;
  const reason = `${text ?? description ?? `${match.matched}`} (rule ${id})`;
  const softened = mode === "observe" && (action === "deny" || action === "warn" || action === "ask");
  return softened ? { match, action: "observe", reason: `would ${action}: ${reason}` } : { match, action, reason };
}

function answer(
  { action, reason }: Judged,
  payload: BasePayload,
  surroundings: Surroundings,
  services: Services,
): { output: HookOutput | undefined; passed?: string } {
  const text = shown(reason);
  if (action === "warn") return { output: message(text) };
  if (action !== "deny" && action !== "ask") return { output: undefined };
  const output = unlessExcepted("governance", payload, surroundings, services, () =>
    action === "deny" ? deny(text) : ask(text),
  );
  return output.verdict === undefined ? { output, passed: `exception: ${reason}` } : { output };
}

function emit(
  { match, action, reason }: Judged,
  started: number,
  payload: BasePayload,
  { mode = "enforce", retentionDays = 30 }: JsonObject,
  services: Services,
): void {
  const { tool_name: tool, tool_use_id: id, tool_input: input } = payload;
  services.emit(EVALUATED, {
    tool_name: String(tool),
    ...(typeof id === "string" ? { tool_use_id: id } : {}),
    category: categoryOf(String(tool)),
    rule: match?.rule.id ?? null,
    action,
    reason,
    matched_pattern: match?.matched ?? null,
    input_summary: summaryOf(input),
    mode,
    evaluation_ms: tenths(performance.now() - started),
    machine_id: machineId(),
    keep_until: services.now() + Number(retentionDays) * DAY,
  });
}
