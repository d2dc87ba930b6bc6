/** Second step of a call: run the hooks, ask a person if the agent cannot, and encode the answer for the agent. */
import { capabilityIn } from "../../adapters/_shared/event-table.js";
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { NoticeFacts } from "../plan/failed-guards.js";
import { monotonicClock } from "../platform/clock.js";
import { newRecordId } from "../record/record-id.js";
import { answerCanary } from "./canary.js";
import { type CallEngine, engineForCall } from "./create-engine.js";
import { encodeFor } from "./encode-answer.js";
import { fireOnce } from "./fire-once.js";
import { isPrivate, recordDecided } from "./record-call.js";
import type { Decided, HeldAnswer, HeldQuestion, Prepared } from "./types.js";

export async function decide(prepared: Prepared): Promise<Decided> {
  const { call, event, plan, leftOut, presence, cwd } = prepared;
  const canary = answerCanary(event, call.places.state, call.way);
  if (canary !== undefined)
    return { call, event, presence, cwd, decision: canary, ...encodeFor(prepared, canary), ms: 0 };
  const callEngine = await engineForCall(prepared);
  const recordId = newRecordId(Date.now());
  const fired = await fireOnce(prepared, callEngine, recordId);
  const noted = leftOut === undefined ? fired.decision : withNote(fired.decision, leftOut.note);
  const decision = await withGuardNotices(noted, prepared, callEngine);
  const ms = monotonicClock.now() - prepared.startedAt;
  const settled = await askPerson(decision, prepared, fired.seen);
  const encoded = encodeFor(prepared, settled);
  const ran = { prepared, callEngine };
  const decided: Decided = { call, event: fired.seen, presence, cwd, decision, ...encoded, ms, recordId, ran };
  const mustCommit = plan.entries.some(({ hook }) => hook.audit === "required");
  return mustCommit ? commitFirst(decided, prepared) : decided;
}

/** Hooks may require that the record is durable before the agent gets its answer. It holds `sent`, so it follows encoding. */
async function commitFirst(decided: Decided, prepared: Prepared): Promise<Decided> {
  const { call, decision, settled, presence } = decided;
  const { auditors, withAuditFailure } = await import("../record/audit.js");
  const requiring = auditors(prepared.plan, decision);
  if (requiring.length === 0) return decided;
  try {
    const committed = await recordDecided(decided);
    await call.host?.commit?.(committed);
    return { ...decided, committed };
  } catch (error) {
    const failed = (so: Decision) => withAuditFailure(so, requiring, error, presence);
    return { ...decided, decision: failed(decision), ...encodeFor(prepared, failed(settled)) };
  }
}

/** An unanswered question stays one; `encodeFor` then makes of it what the agent can express. */
async function askPerson(decision: Decision, prepared: Prepared, event: HookEvent): Promise<Decision> {
  const { call, presence } = prepared;
  const agentAsks = capabilityIn(call.adapter, event, presence).ask;
  // The agent's dialog is open now; a person may be elsewhere.
  const isDialog = event.name === "PermissionRequest" && agentAsks && presence !== "headless";
  if (isDialog) return besideDialog(decision, prepared, event);
  if (decision.verdict !== "ask") return decision;
  const usual = { kind: agentAsks && presence !== "headless" ? "agent" : "unattended" } as const;
  const answer = await call.host?.hold?.(questionOf(decision, prepared, event, agentAsks));
  return withAnswer(decision, answer ?? usual);
}

async function besideDialog(decision: Decision, prepared: Prepared, event: HookEvent): Promise<Decision> {
  if (decision.verdict === "allow" || decision.verdict === "deny") return decision;
  const answer = await prepared.call.host?.holdBeside?.(questionOf(decision, prepared, event, true));
  return answer === undefined ? decision : withAnswer(decision, answer);
}

function questionOf(decision: Decision, prepared: Prepared, event: HookEvent, agentAsks: boolean): HeldQuestion {
  const { presence, cwd, environment } = prepared;
  return {
    event,
    decision,
    cwd,
    presence,
    agentAsks,
    isPrivate: isPrivate(environment),
    otherwise: encodeFor(prepared, decision).answer,
    waitMs: prepared.leftMs(),
  };
}

function withAnswer(decision: Decision, answer: HeldAnswer): Decision {
  const asked = decision.reason ?? "";
  switch (answer.kind) {
    case "agent":
      return decision;
    case "allow":
      return withNote({ ...decision, verdict: "allow" }, answeredNote(answer));
    case "deny": {
      const said = answer.said === undefined ? "." : `: ${answer.said}`;
      const reason = `A person was asked about this call and said no${said}${asked && ` It was asked: ${asked}`}`;
      return withNote({ ...decision, reason, verdict: "deny" }, answeredNote(answer));
    }
    default: {
      const note = unansweredNote(answer);
      return withNote({ ...decision, reason: `${asked}${asked && " "}${note.message}` }, note);
    }
  }
}

function answeredNote({ kind, by }: Extract<HeldAnswer, { kind: "allow" | "deny" }>) {
  const place = by?.place === undefined ? "" : `, ${by.place}`;
  const who = by === undefined ? "" : ` By ${by.user} (${by.channel}${place}, ${by.method}).`;
  return { code: "ASK_ANSWERED", message: `A person answered the question: ${kind}.${who}` };
}

/** The model and the person who reads its output learn that this is no rejection, and how the question can be answered. */
function unansweredNote(answer: Extract<HeldAnswer, { kind: "unattended" | "unanswered" }>) {
  const late = answer.id === undefined ? "" : ` \`snaphook approve ${answer.id}\` lets the same call pass once.`;
  if (answer.kind === "unanswered") {
    const message = `[Snaphook: No answer within ${timeText(answer.waitedMs)}. This call needs a person's approval; it was not rejected.${late}]`;
    return { code: "ASK_UNANSWERED", message };
  }
  const how = "To be asked, keep `snaphook up` open in a terminal.";
  const message = `[Snaphook: this call needs a person's approval, and no person can be asked now. ${how}${late}]`;
  return { code: "ASK_UNATTENDED", message };
}

function timeText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes > 0 ? `${minutes} min` : `${Math.max(1, Math.round(ms / 1_000))} s`;
}

/** Notices about failed guards and damaged config are loaded only if there is one. */
async function withGuardNotices(decision: Decision, prepared: Prepared, { state }: CallEngine): Promise<Decision> {
  const { call, event, plan, presence } = prepared;
  const failing =
    decision.hooks.some(({ outcome }) => outcome === "failed") ||
    plan.entries.some(({ hook }) => hook.broken) ||
    plan.findings.some(({ code }) => code === "OWN_CONFIG_DAMAGED");
  if (!failing) return decision;
  const can = capabilityIn(call.adapter, event, presence);
  const facts: NoticeFacts = { agent: call.adapter.name, event, plan, presence, can, state };
  try {
    const { withDamage, withFailedGuards } = await import("../plan/failed-guards.js");
    return await withFailedGuards(withDamage(decision, plan), facts);
  } catch {
    return decision; // for example no file handles left: the verdict matters more than a notice beside it
  }
}

function withNote(decision: Decision, note: Decision["notes"][number]): Decision {
  return { ...decision, notes: [...decision.notes, note] };
}
