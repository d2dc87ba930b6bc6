/** What must hold between the decision of owners alone and the one with a project beside them. */

import type { Decision, Verdict } from "../../src/core/decision/decision.js";
import { eventSpec } from "../../src/core/events/events.js";
import { mayAllow } from "../../src/core/hooks/admission.js";
import { isRecord, type JsonObject, sameJson } from "../../src/core/text/json.js";
import type { EngineParts } from "../model/compare.js";
import { fireAll } from "./fire-policies.js";
import type { Call, Case } from "./policies.js";

/** From what lets most through to what lets nothing through. "allow" skips even the agent's own question. */
const STRICTNESS: Readonly<Record<Verdict, number>> = { allow: 0, none: 1, ask: 2, deny: 3 };

/** What is wrong, in words; empty when the project has loosened nothing. */
export async function loosened(parts: EngineParts, one: Case): Promise<string[]> {
  const alone = await fireAll(parts, one.owners, one.calls, one);
  const both = await fireAll(parts, [...one.projects, ...one.owners], one.calls, one);
  const problems: string[] = [];
  for (const [i, call] of one.calls.entries()) {
    problems.push(...compare(alone[i]!, both[i]!, call));
    problems.push(...(await judgeFinal(parts, one, call, both[i]!)));
    // Who speaks once in a session has spoken already, to a stop that came earlier: from here on the two differ by that.
    if (ownersSayMore(alone[i]!, both[i]!, call) && one.owners.some(({ spec }) => spec.once)) break;
  }
  return problems;
}

type Provenanced = { readonly value: unknown };

function compare(alone: Decision, both: Decision, call: Call): string[] {
  const { event, payload } = call;
  const problems: string[] = [];
  const wrong = (what: string, isWrong: boolean) => isWrong && problems.push(what);
  wrong(`verdict: ${alone.verdict} became ${both.verdict}`, STRICTNESS[both.verdict] < STRICTNESS[alone.verdict]);
  // What those say that would be silent otherwise may come before the rest, or stand in its place.
  const more = ownersSayMore(alone, both, call);
  const isKept = (one: Provenanced | undefined, other: Provenanced | undefined) =>
    one === undefined || (more ? other !== undefined : sameJson(one.value, other?.value));
  wrong("the stop is gone", !isKept(alone.stop, both.stop));
  wrong("going on is gone", !isKept(alone.forceContinue, both.forceContinue));
  wrong("context was crowded out", !more && !(both.context ?? "").startsWith(alone.context ?? ""));
  const said = both.messages.map(({ value }) => value);
  wrong("a message is gone", !alone.messages.every(({ value }) => said.includes(value)));
  // Where the input can change, owners judge twice and may replace the output twice.
  if (alone.output !== undefined && !eventSpec(event).can.includes("rewrite"))
    wrong("the output is another", !sameJson(alone.output.value, both.output?.value));
  if (both.verdict !== "deny" && alone.input !== undefined) {
    const sent = inputOf(payload);
    const [left, final] = [alone.input, both.input ?? sent];
    for (const key of new Set([...Object.keys(sent), ...Object.keys(left)]))
      wrong(`"${key}" is not as it was set`, !sameJson(sent[key], left[key]) && !sameJson(left[key], final[key]));
  }
  return problems;
}

/** An agent that goes on because of a project alone meets owners' hooks that would be silent otherwise. */
function ownersSayMore(alone: Decision, both: Decision, { payload }: Call): boolean {
  return payload["stop_hook_active"] === true && ownRuns(both) > ownRuns(alone);
}

function ownRuns({ hooks }: Decision): number {
  return hooks.filter(({ level, outcome }) => mayAllow(level) && outcome !== "skipped").length;
}

/** The owners' guards, asked about the very input that is let through, would let it through. */
async function judgeFinal(parts: EngineParts, one: Case, call: Call, both: Decision): Promise<string[]> {
  if (both.verdict === "deny" || both.input === undefined || call.payload["tool_input"] === undefined) return [];
  // Which of them has had its one turn in this session is another matter.
  const guards = one.owners.filter(({ spec }) => spec.guard && !spec.once);
  const again = { ...call, payload: { ...call.payload, tool_input: both.input } };
  const [final] = await fireAll(parts, guards, [again], one);
  if (Math.max(1, STRICTNESS[final!.verdict]) <= Math.max(1, STRICTNESS[both.verdict])) return [];
  return [`guards say ${final!.verdict} to what is let through with ${both.verdict}`];
}

function inputOf(payload: JsonObject): JsonObject {
  return isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
}
