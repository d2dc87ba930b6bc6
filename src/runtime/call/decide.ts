/** Second step of a call: run the hooks, ask the user if the agent cannot, and encode the answer for the agent. */
import { capabilityIn } from "../../adapters/_shared/event-table.js";
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import { isStopped } from "../../sources/discover/stop-flag.js";
import type { NoticeFacts } from "../plan/failed-guards.js";
import { monotonicClock } from "../platform/clock.js";
import { newRecordId } from "../record/record-id.js";
import { answerCanary } from "./canary.js";
import { engineForCall, type UsedEngine } from "./create-engine.js";
import { encodeFor } from "./encode-answer.js";
import { fireOnce } from "./fire-once.js";
import { mayAskModel } from "./may-ask-model.js";
import { recordDecided } from "./record-call.js";
import type { Decided, Prepared } from "./types.js";

export async function decide(prepared: Prepared): Promise<Decided> {
  const { call, event, plan, presence, cwd } = prepared;
  const canary = answerCanary(event, call.places.state, call.way);
  if (canary !== undefined)
    return { call, event, presence, cwd, decision: canary, ...encodeFor(prepared, canary), ms: 0 };
  const stopped = plan.stopped ? (await loadStop()).stoppedDecision(event) : undefined;
  if (stopped !== undefined) return decidedWithoutHooks(prepared, stopped);
  const { decision, seen, recordId, callEngine, mayAsk } = await runHooks(prepared);
  const ms = monotonicClock.now() - prepared.startedAt;
  const opined =
    decision.verdict === "ask" && mayAskModel(plan, event)
      ? await (await import("./second-opinion.js")).withSecondOpinion(decision, prepared, seen)
      : decision;
  const settled = mayAsk ? await (await import("./ask-person.js")).askPerson(opined, prepared, seen) : opined;
  // Aborted although the agent may still wait: `stop-all` has ended the hooks, or the question.
  const late = call.signal?.aborted && isStopped(call.places) ? (await loadStop()).stoppedDecision(event) : undefined;
  if (late !== undefined) return decidedWithoutHooks(prepared, late);
  const encoded = encodeFor(prepared, settled);
  const ran = { prepared, callEngine };
  const decided: Decided = { call, event: seen, presence, cwd, decision, ...encoded, ms, recordId, ran };
  const mustCommit = plan.entries.some(({ hook }) => hook.audit === "required");
  return mustCommit ? commitFirst(decided, prepared) : decided;
}

interface HooksRan {
  readonly decision: Decision;
  /** The event as the hooks saw it. */
  readonly seen: HookEvent;
  readonly recordId: string;
  readonly callEngine: UsedEngine;
  /** A person may be asked. */
  readonly mayAsk: boolean;
}

async function runHooks(prepared: Prepared): Promise<HooksRan> {
  const { call, event, plan, leftOut } = prepared;
  const callEngine = await engineForCall(prepared);
  const recordId = newRecordId(Date.now());
  const fired = await fireOnce(prepared, callEngine, recordId);
  const told = plan.stopped ? (await loadStop()).withStopNotice(fired.decision, event) : fired.decision;
  const noted = leftOut === undefined ? told : withNote(told, leftOut.note);
  const isBegun = event.name === "SessionStart" && prepared.presence !== "headless";
  const shown = isBegun ? (await import("./show-turns.js")).withBackgroundTurns(noted, prepared) : noted;
  const guarded = await withGuardNotices(shown, prepared, callEngine);
  const recall = call.host?.recall;
  const decision =
    recall === undefined ? guarded : await (await loadMemory()).addMemory(guarded, prepared, recall, recordId);
  // The agent's permission prompt can be held beside its own dialog.
  const isPrompt = event.name === "PermissionRequest" && call.host?.holdBeside !== undefined;
  const mayAsk = decision.verdict === "ask" || isPrompt;
  // A person may take half an hour, and a thousand calls may wait: nothing of the hooks is kept meanwhile.
  return { decision, seen: fired.seen, recordId, mayAsk, callEngine: mayAsk ? await closed(callEngine) : callEngine };
}

/** Ends what the hooks left running. */
async function closed({ state, emitted, close }: UsedEngine): Promise<UsedEngine> {
  await close();
  return { state, emitted, close: async () => {} };
}

const loadMemory = () => import("./add-memory.js");
const loadStop = () => import("./stop-all.js");

function decidedWithoutHooks(prepared: Prepared, decision: Decision): Decided {
  const { call, event, presence, cwd } = prepared;
  const ms = monotonicClock.now() - prepared.startedAt;
  const recordId = newRecordId(Date.now());
  return { call, event, presence, cwd, decision, ...encodeFor(prepared, decision), ms, recordId };
}

/**
 * Hooks may require that the record is durable before the agent gets its answer. It contains `sent`, so it follows
 * encoding.
 */
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

/** Notices about failed guards and damaged config are loaded only if needed. */
async function withGuardNotices(decision: Decision, prepared: Prepared, { state }: UsedEngine): Promise<Decision> {
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
    return decision; // for example no free file descriptors: the verdict matters more than a notice
  }
}

function withNote(decision: Decision, note: Decision["notes"][number]): Decision {
  return { ...decision, notes: [...decision.notes, note] };
}
