/**
 * What an agent's hook call comes down to: its bytes in, its bytes out. Whatever goes wrong, the agent gets an
 * explicit answer in its own words, and guards keep their failure contract.
 */
import { isAbsolute, resolve } from "node:path";
import { capabilityFor, waitMs } from "../../adapters/_shared/event-table.js";
import type { Adapter } from "../../adapters/contract.js";
import { degrade } from "../../core/decision/capability.js";
import type { Decision } from "../../core/decision/decision.js";
import { failsClosed } from "../../core/decision/failure.js";
import { nativeEventName } from "../../core/events/event-names.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { EventRecord } from "../../core/records/records.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import type { NoticeFacts } from "../plan/failed-guards.js";
import { openPlan } from "../plan/open-plan.js";
import { monotonicClock } from "../platform/clock.js";
import { realFolder } from "../platform/folders.js";
import { auditors, recordedFirst } from "../record/audit.js";
import { newRecordId } from "../record/record-id.js";
import { appendRecordId } from "./append-record-id.js";
import type { PlanNow } from "./apply-off-switches.js";
import { handOff, idsOf } from "./background-hand-off.js";
import { callIds } from "./call-ids.js";
import { answerCanary } from "./canary.js";
import { createCallEngine, type Session, type SessionOptions } from "./create-engine.js";
import { dedupeDelivery } from "./dedupe-delivery.js";
import type { Fired } from "./fire-emitted.js";
import { linkParent } from "./parent-session.js";
import { enterCall } from "./recursion-guard.js";
import { withOutcome } from "./tool-outcome.js";
import type { AgentAnswer, AgentCall, PreparedCall } from "./types.js";
import { withNotice } from "./untrusted-notice.js";

/** Answer before the agent gives up on us. */
const MARGIN_MS = 250;
const MARGIN_SHARE = 0.1;
/** Counters and marks of sessions that nobody came back to. */
const STATE_KEPT_MS = 7 * 24 * 3_600_000;

export async function handleCall(call: AgentCall): Promise<AgentAnswer> {
  return (await prepareCall(call)).answer();
}

/** Everything up to the first hook. Rejects when not even that can be done. */
export async function prepareCall(call: AgentCall): Promise<PreparedCall> {
  const { adapter, payload, places } = call;
  const environment = enterCall(call.environment);
  const startedAt = monotonicClock.now();
  const event = withOrigin(adapter.decode(call.event, payload ?? {}), call.origin);
  const cwd = resolve(call.cwd, typeof event.payload.cwd === "string" ? event.payload.cwd : "");
  const started = adapter.projectFolder?.(environment);
  const whole = await openPlan({
    cwd,
    ...(started !== undefined && isAbsolute(started) ? { startedIn: realFolder(started) } : {}),
    places,
    mayBuild: false,
    ...(call.named === undefined ? {} : { named: call.named }),
  });
  const { plan, leftOut } = await planNow(whole, event);
  const missing = call.named && plan.findings.find(({ code }) => code === "CONFIG_UNREADABLE");
  if (missing !== undefined) throw new Error(`${missing.file}: ${missing.message}`);
  const deadline = startedAt + deadlineFor(adapter, event.name);
  const prepared = {
    adapter,
    event,
    plan,
    ...(leftOut === undefined ? {} : { leftOut }),
    cwd,
    environment,
    startedAt,
    names: new Set([event.name, nativeEventName(adapter.name, call.event)]),
    presence: adapter.presence(payload ?? {}, environment).presence,
    leftMs: () => deadline - monotonicClock.now(),
  };
  return {
    ...prepared,
    answer: (more = {}) => answerPrepared(call, { ...prepared, environment: { ...more, ...environment } }),
  };
}

/** Hooks are seldom switched off; what leaves them out is brought in only then. */
async function planNow(plan: Plan, event: HookEvent): Promise<PlanNow> {
  const now = Date.now();
  if (!plan.off.some(({ until }) => now < until)) return { plan };
  return (await import("./apply-off-switches.js")).applyOffSwitches(plan, event.payload.session_id, now);
}

type Prepared = Omit<PreparedCall, "answer">;

async function answerPrepared(call: AgentCall, prepared: Prepared): Promise<AgentAnswer> {
  const { adapter, event, plan, leftOut, presence, leftMs } = prepared;
  const toAgent = (decision: Decision) => {
    const noticed = withNotice(decision, event, plan);
    const told = leftOut?.told(noticed, event) ?? noticed;
    return adapter.encode(degrade(told, capabilityFor(adapter, event, told, presence), adapter.title), event);
  };
  const canary = answerCanary(event, call.places.state, call.way);
  if (canary !== undefined)
    return { answer: toAgent(canary), decision: canary, event: event.name, finish: async () => {} };
  const session = await sessionOf(call, prepared);
  if (call.observer !== undefined) session.engine.observe(call.observer);
  let id: string | undefined;
  const recordId = () => {
    id ??= newRecordId(Date.now());
    return id;
  };
  const { decision: own, seen } = await fireOnce(call, event, plan, session, recordId);
  const merged = leftOut === undefined ? own : { ...own, notes: [...own.notes, leftOut.note] };
  const can = adapter.capability(event.name, presence);
  const fired = await withNotices(merged, { agent: adapter.name, event, plan, presence, can, state: session.state });
  const ms = monotonicClock.now() - prepared.startedAt;
  const question = () => ({
    event: seen,
    decision: fired,
    cwd: prepared.cwd,
    isPrivate: isPrivate(prepared.environment),
    otherwise: toAgent(fired),
    waitMs: leftMs(),
  });
  const said =
    fired.verdict === "ask" && !can.ask && call.hold !== undefined
      ? answered(fired, await call.hold(question()))
      : fired;
  const toRecord = (decision: Decision) => makeRecord(call, prepared, seen, decision, ms, recordId());
  const { decision, record } = await recordedFirst(said, auditors(plan, said), presence, async () => {
    const first = await toRecord(said);
    await call.commit?.(first);
    return first;
  });
  return {
    answer: toAgent(decision),
    decision,
    event: event.name,
    async finish(keep) {
      void session.close();
      if (event.name === "SessionStart") void session.state.sweep(STATE_KEPT_MS);
      const keepsRecords = !isPrivate(prepared.environment);
      if (record !== undefined) await keep(record);
      else if (keepsRecords) await keep(await toRecord(decision));
      for (const fired of await fireFurther(call, prepared, seen, session))
        if (keepsRecords)
          await keep(await makeRecord(call, prepared, fired.event, fired.decision, 0, newRecordId(Date.now())));
    },
  };
}

/** What tells of failed guards is loaded where one failed, or will. */
async function withNotices(decision: Decision, facts: NoticeFacts): Promise<Decision> {
  const failing =
    decision.hooks.some(({ outcome }) => outcome === "failed") || facts.plan.entries.some(({ hook }) => hook.broken);
  if (!failing) return decision;
  try {
    return await (await import("../plan/failed-guards.js")).withFailedGuards(decision, facts);
  } catch {
    return decision; // for want of handles, say: the verdict counts more than what is told beside it
  }
}

/** Few hooks fire events; what does it is loaded for those. */
async function fireFurther(
  call: AgentCall,
  prepared: Prepared,
  cause: HookEvent,
  { emitted }: Session,
): Promise<readonly Fired[]> {
  if (emitted.length === 0) return [];
  return (await import("./fire-emitted.js")).fireEmitted(emitted, cause, sessionOptions(call, prepared));
}

function sessionOf(call: AgentCall, prepared: Prepared): Promise<Session> {
  return createCallEngine({
    ...sessionOptions(call, prepared),
    deadlineMs: prepared.leftMs(),
    only: eventsNeeded(prepared.event.name, prepared.names),
  });
}

function sessionOptions(
  { payload, places, cwd, program, named, functionsIn }: AgentCall,
  prepared: Prepared,
): SessionOptions {
  const { plan, environment, presence } = prepared;
  return {
    plan: payload === undefined ? guardsOnly(plan) : plan,
    places,
    environment,
    presence,
    cwd,
    tools: prepared.adapter.tools,
    ...(functionsIn === undefined ? {} : { functionsIn }),
    handOff: (hooks, background) => {
      const job = { cwd: prepared.cwd, hooks: idsOf(hooks), event: background };
      handOff({ state: places.state, program, environment }, { ...job, ...(named === undefined ? {} : { named }) });
    },
  };
}

/** What makes it comes only now: the agent does not wait for it. */
async function makeRecord(
  { adapter, event: native, way }: AgentCall,
  { event: { payload }, presence, cwd: project }: Prepared,
  event: HookEvent,
  decision: Decision,
  ms: number,
  id: string,
): Promise<EventRecord> {
  const { recordOf } = await import("../record/make-record.js");
  const at = Date.now();
  const origin = payload.hook_origin === undefined ? {} : { origin: payload.hook_origin };
  return recordOf({
    id,
    at,
    way,
    agent: way === "watcher" ? "watcher" : adapter.name, // no agent has changed the file, as far as anybody knows
    ...origin,
    native,
    event,
    decision,
    presence,
    project,
    ms,
  });
}

/** What a person said; unanswered it stays a question, which becomes what the agent can express. */
function answered(decision: Decision, verdict: "allow" | "deny" | undefined): Decision {
  if (verdict === undefined) return decision;
  const note = { code: "ASK_ANSWERED", message: `A person answered the question: ${verdict}.` };
  const asked = decision.reason === undefined ? "" : ` It was asked: ${decision.reason}`;
  const said = verdict === "deny" ? { reason: `A person was asked about this call and said no.${asked}` } : {};
  return { ...decision, ...said, verdict, notes: [...decision.notes, note] };
}

/** Nothing may be kept of this agent's run. */
function isPrivate(environment: AgentCall["environment"]): boolean {
  return environment["SNAPHOOK_PRIVATE"] === "1";
}

/** IN-20: tells deliveries of one call apart in the record. */
function withOrigin(event: HookEvent, origin: string | undefined): HookEvent {
  if (origin === undefined) return event;
  return {
    ...event,
    payload: { ...event.payload, hook_origin: `${origin === "claude-code" ? "claude" : origin}_config` },
  };
}

/** Through the hooks, with an id for the call where the agent gives none, and once however many files led here. */
async function fireOnce(
  { adapter, origin, named, signal }: AgentCall,
  event: HookEvent,
  plan: Plan,
  session: Session,
  recordId: () => string,
) {
  const { engine, state } = session;
  // What comes with Snaphook needs no more than the event itself.
  if (plan.entries.every(({ source }) => source.level === "builtin"))
    return { decision: appendRecordId(await engine.fire(event), plan, recordId), seen: event };
  let seen = event;
  const fire = async () => {
    const ids = adapter.callId === null ? callIds(adapter.name, state) : undefined;
    const known = withOutcome(adapter, event);
    const linked = adapter.ownSubagentSessions ? await linkParent(adapter.name, known, state) : known;
    const identified = (await ids?.identify(linked)) ?? linked;
    seen = identified;
    const fired = await engine.fire(identified, signal === undefined ? {} : { signal });
    const decision = appendRecordId(fired, plan, recordId);
    await ids?.settle(identified, decision);
    return decision;
  };
  // Files named for one call are asked for that call alone.
  const once = origin !== undefined && named === undefined;
  const waitMs = deadlineFor(adapter, event.name) / 2; // what is left is for the hooks themselves
  const decision = once
    ? await dedupeDelivery({ agent: adapter.name, origin, event, state, waitMs }, fire)
    : await fire();
  return { decision, seen };
}

/** Without a payload nothing can be matched: every hook that must not fail open counts as matched and failed. */
function guardsOnly(plan: Plan): Plan {
  const broken = { code: "PAYLOAD_SYNTAX", message: "the agent's payload could not be read" };
  return {
    ...plan,
    entries: plan.entries
      .filter(({ hook }) => failsClosed(hook))
      .map((entry) => ({ ...entry, hook: { ...entry.hook, match: {}, broken } })),
  };
}

/** A prompt ends a row of forced continues, so it has to know whether there are hooks that force any. */
function eventsNeeded(event: string, names: ReadonlySet<string>): ReadonlySet<string> {
  return event === "UserPromptSubmit" ? new Set([...names, "Stop", "SubagentStop"]) : names;
}

export function deadlineFor(adapter: Adapter, event: string): number {
  const limit = waitMs(adapter, event);
  return limit - Math.max(MARGIN_MS, Math.min(limit * MARGIN_SHARE, 10_000));
}
