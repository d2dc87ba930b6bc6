/** Converts a decision to the agent's answer: notices added, degraded to what the agent can express, encoded. */
import { capabilityFor } from "../../adapters/_shared/event-table.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, OUR_OWN } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import type { Decided, Prepared } from "./types.js";

export function encodeFor(prepared: Prepared, decision: Decision): Pick<Decided, "settled" | "sent" | "answer"> {
  const { call, event, plan, leftOut, presence } = prepared;
  const { adapter } = call;
  const noticed = withNotice(decision, event, plan);
  const told = leftOut?.told(noticed, event) ?? noticed;
  const sent = degrade(told, capabilityFor(adapter, event, told, presence), adapter.title);
  return { settled: decision, sent, answer: adapter.encode(sent, event) };
}

/** At session start the user learns which hooks do not run, and how to decide about them. */
function withNotice(decision: Decision, event: HookEvent, plan: Plan): Decision {
  if (event.name !== "SessionStart") return decision;
  const pending = plan.sources.filter(
    ({ state, path }) =>
      (state === "untrusted" || state === "modified") &&
      plan.findings.some(({ code, file }) => file === path && code.endsWith("_UNTRUSTED")),
  ).length;
  const errors = plan.findings.filter(({ severity }) => severity === "error").length;
  const said = [
    ...(pending > 0
      ? [`hooks of ${count(pending, "file")} are not approved and will not run; see \`snaphook trust\``]
      : []),
    ...(errors > 0 ? [`config files have ${count(errors, "error")}; see \`snaphook validate\``] : []),
  ];
  if (said.length === 0) return decision;
  const notice = { value: `Snaphook: ${said.join(". ")}.`, by: OUR_OWN };
  return { ...decision, messages: [...decision.messages, notice] };
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
