/**
 * What an agent's hook call comes down to: its bytes in, its bytes out. Whatever goes wrong, the agent gets an
 * explicit answer in its own words, and guards keep their failure contract.
 */
import { isAbsolute, resolve } from "node:path";
import { capabilityFor, waitMs } from "../adapters/_shared/event-table.js";
import type { Adapter, NativeAnswer } from "../adapters/contract.js";
import { degrade } from "../core/capability.js";
import { type Decision, NO_DECISION } from "../core/decision.js";
import { nativeEventName } from "../core/event-names.js";
import { failsClosed } from "../core/failure.js";
import type { JsonObject } from "../core/json.js";
import type { HookEvent } from "../core/payload.js";
import type { Plan } from "../sources/plan-file.js";
import { handOff, idsOf } from "./background-hand-off.js";
import { enterCall } from "./call-depth.js";
import { callIds } from "./call-ids.js";
import { answerOnce } from "./delivery.js";
import { logDecision } from "./hook-log.js";
import { openPlan } from "./open-plan.js";
import { linkParent } from "./parent-session.js";
import { monotonicClock } from "./platform/clock.js";
import { realFolder } from "./platform/folders.js";
import type { Places } from "./platform/places.js";
import { openSession, type Session } from "./session.js";
import { withOutcome } from "./tool-outcome.js";

export interface AgentCall {
  readonly adapter: Adapter;
  /** The event as the agent calls it. */
  readonly event: string;
  /** What came on stdin; undefined when it could not be read or was not one JSON object. */
  readonly payload: JsonObject | undefined;
  /** The agent whose config led here, where the calling one also reads the files of others. */
  readonly origin?: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly places: Places;
  /** The program to start for background hooks. */
  readonly program: string;
  readonly named?: readonly { readonly path: string; readonly dialect?: string }[];
  /** The agent gave up waiting. */
  readonly signal?: AbortSignal;
}

export interface AgentAnswer {
  readonly answer: NativeAnswer;
  /** Writes the record; to be called when the answer has left. */
  record(): void;
}

/** Answer before the agent gives up on us. */
const MARGIN_MS = 250;
const MARGIN_SHARE = 0.1;
/** Counters and marks of sessions that nobody came back to. */
const STATE_KEPT_MS = 7 * 24 * 3_600_000;

export async function answerAgent(call: AgentCall): Promise<AgentAnswer> {
  const { adapter, payload, places } = call;
  const environment = enterCall(call.environment);
  const startedAt = monotonicClock.now();
  const event = withOrigin(adapter.decode(call.event, payload ?? {}), call.origin);
  const cwd = resolve(call.cwd, typeof event.payload.cwd === "string" ? event.payload.cwd : "");
  const { presence } = adapter.presence(payload ?? {}, environment);
  const started = adapter.projectFolder?.(environment);
  const plan = await openPlan({
    cwd,
    ...(started !== undefined && isAbsolute(started) ? { startedIn: realFolder(started) } : {}),
    places,
    mayBuild: false,
    ...(call.named === undefined ? {} : { named: call.named }),
  });
  const missing = call.named && plan.findings.find(({ code }) => code === "CONFIG_UNREADABLE");
  if (missing !== undefined) throw new Error(`${missing.file}: ${missing.message}`);
  const session = await openSession({
    plan: payload === undefined ? guardsOnly(plan) : plan,
    places,
    environment,
    presence,
    deadlineMs: deadlineFor(adapter, event.name) - (monotonicClock.now() - startedAt),
    only: eventsNeeded(event.name, nativeEventName(adapter.name, call.event)),
    handOff: (hooks, background) =>
      handOff(
        { state: places.state, program: call.program, environment },
        {
          cwd,
          hooks: idsOf(hooks),
          event: background,
          ...(call.named === undefined ? {} : { named: call.named }),
        },
      ),
  });
  const decision = await fireOnce(call, event, plan, session);
  const told = withNotice(decision, event, plan);
  const answer = adapter.encode(degrade(told, capabilityFor(adapter, event, told, presence), adapter.title), event);
  return {
    answer,
    record() {
      void session.close();
      const facts = {
        agent: adapter.name,
        origin: event.payload.hook_origin,
        event: event.name,
        session: event.payload.session_id,
        presence,
        ms: Math.round(monotonicClock.now() - startedAt),
      };
      if (decision.hooks.length > 0 || decision.notes.length > 0) logDecision(places.state, facts, decision);
      if (event.name === "SessionStart") void session.state.sweep(STATE_KEPT_MS);
    },
  };
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
async function fireOnce({ adapter, origin, named, signal }: AgentCall, event: HookEvent, plan: Plan, session: Session) {
  const { engine, state } = session;
  if (plan.entries.length === 0) return engine.fire(event); // nobody would see what is found out here
  const fire = async () => {
    const ids = adapter.callId === null ? callIds(adapter.name, state) : undefined;
    const known = withOutcome(adapter, event);
    const linked = adapter.ownSubagentSessions ? await linkParent(adapter.name, known, state) : known;
    const identified = (await ids?.identify(linked)) ?? linked;
    const decision = await engine.fire(identified, signal === undefined ? {} : { signal });
    await ids?.settle(identified, decision);
    return decision;
  };
  // Files named for one call are asked for that call alone.
  if (origin === undefined || named !== undefined) return fire();
  const waitMs = deadlineFor(adapter, event.name) / 2; // what is left is for the hooks themselves
  return answerOnce({ agent: adapter.name, origin, event, state, waitMs }, fire);
}

/** A fault of our own. Nobody can say which guards would have run, so the call is not let through unseen. */
export function answerFailure(
  call: Pick<AgentCall, "adapter" | "event" | "payload" | "environment">,
  error: unknown,
): AgentAnswer {
  const { adapter, event: native, payload = {}, environment } = call;
  const event = adapter.decode(native, payload);
  const { presence } = adapter.presence(payload, environment);
  const reason = `Snaphook could not check this call (${error instanceof Error ? error.message.split("\n")[0] : String(error)}). Run \`snaphook validate\`.`;
  const decision: Decision = { ...NO_DECISION, verdict: presence === "interactive" ? "ask" : "deny", reason };
  const answer = adapter.encode(degrade(decision, adapter.capability(event.name, presence), adapter.title), event);
  return { answer: { ...answer, stderr: `snaphook: ${reason}\n` }, record: () => {} };
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
function eventsNeeded(event: string, native: string): ReadonlySet<string> {
  return new Set([event, native, ...(event === "UserPromptSubmit" ? ["Stop", "SubagentStop"] : [])]);
}

export function deadlineFor(adapter: Adapter, event: string): number {
  const limit = waitMs(adapter, event);
  return limit - Math.max(MARGIN_MS, Math.min(limit * MARGIN_SHARE, 10_000));
}

/** At the start of a session the person is told what does not run, and how to decide about it. */
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
  const notice = { value: `Snaphook: ${said.join(". ")}.`, by: { hook: "snaphook", source: "snaphook", ms: 0 } };
  return { ...decision, messages: [...decision.messages, notice] };
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
