/** The answer while `snaphook stop-all` is in effect. Loaded only then. */
import { type Decision, NO_DECISION, type Note, OUR_OWN } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import { STOP_REASON } from "../../sources/discover/stop-flag.js";

const NOTE: Note = { code: "STOP_ALL", message: "`snaphook stop-all` is in effect: every tool call is denied." };

const TOOL_EVENTS: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest"]);
/** A hook of these could make the agent continue. */
const END_EVENTS: ReadonlySet<string> = new Set(["Stop", "SubagentStop"]);

/** The decision without any hook: undefined if the event's hooks run as usual. */
export function stoppedDecision({ name }: HookEvent): Decision | undefined {
  if (END_EVENTS.has(name)) return { ...NO_DECISION, notes: [NOTE] };
  if (!TOOL_EVENTS.has(name)) return undefined;
  const stop = { value: { reason: STOP_REASON }, by: OUR_OWN };
  return { ...NO_DECISION, verdict: "deny", reason: STOP_REASON, verdictBy: OUR_OWN, stop, notes: [NOTE] };
}

/** A session that starts now says why nothing will work. */
export function withStopNotice(decision: Decision, { name }: HookEvent): Decision {
  if (name !== "SessionStart") return decision;
  const value = "Snaphook: every tool call is denied (`snaphook stop-all`). Run `snaphook on` to resume.";
  return { ...decision, messages: [...decision.messages, { value, by: OUR_OWN }], notes: [...decision.notes, NOTE] };
}
