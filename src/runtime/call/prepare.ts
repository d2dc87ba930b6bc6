/** First step of a call: decode the payload and open the plan. No hook runs here. */
import { isAbsolute, resolve } from "node:path";
import { gatesTool, waitMs } from "../../adapters/_shared/event-table.js";
import type { Adapter } from "../../adapters/contract.js";
import { nativeEventName } from "../../core/events/events.js";
import type { HookEvent } from "../../core/events/payload.js";
import { BLANK } from "../../core/text/json.js";
import type { Environment } from "../../executors/environment.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import { movedClaudeFolder, openPlan } from "../plan/open-plan.js";
import { monotonicClock } from "../platform/clock.js";
import { realFolder } from "../platform/paths.js";
import type { PlanNow } from "./apply-off-switches.js";
import type { AgentCall, Prepared } from "./types.js";

/** Margin before the agent's timeout. */
const MARGIN_MS = 250;
const MARGIN_SHARE = 0.1;
/** A hook may start an agent that calls us again. Deeper nesting counts as endless recursion. */
const MAX_DEPTH = 5;

/**
 * Rejects if the call cannot be prepared: `handleCall` then answers with a failure, and the daemon's socket declines
 * the call.
 */
export async function prepare(call: AgentCall): Promise<Prepared> {
  const { adapter, payload, places } = call;
  const environment = enterCall(call.environment);
  const startedAt = monotonicClock.now();
  const decoded = withUnseenInput(withOrigin(adapter.decode(call.event, payload ?? {}), call.origin), adapter);
  const cwd = resolve(call.cwd, typeof decoded.payload.cwd === "string" ? decoded.payload.cwd : "");
  const started = adapter.projectFolder?.(environment);
  const startedIn = started !== undefined && isAbsolute(started) ? { startedIn: realFolder(started) } : {};
  const whole = await openPlan({
    cwd,
    ...startedIn,
    ...movedClaudeFolder(call.environment),
    places,
    mayBuild: false,
    ...(call.named === undefined ? {} : { named: call.named }),
  });
  const { plan: current, leftOut } = await planNow(whole, decoded);
  const { plan, event } = await withSessionHooks(current, decoded, environment, call);
  const missing = call.named && plan.findings.find(({ code }) => code === "CONFIG_UNREADABLE");
  if (missing !== undefined) throw new Error(`${missing.file}: ${missing.message}`);
  const deadline = startedAt + deadlineFor(adapter, event.name);
  const heldUntil =
    call.holdMs === undefined || !gatesTool(event.name) ? deadline : startedAt + beforeLimit(call.holdMs);
  return {
    call,
    event,
    plan,
    ...(leftOut === undefined ? {} : { leftOut }),
    cwd,
    ...startedIn,
    environment,
    startedAt,
    names: new Set([event.name, nativeEventName(adapter.name, call.event)]),
    presence: adapter.presence(payload ?? {}, environment).presence,
    leftMs: () => deadline - monotonicClock.now(),
    heldLeftMs: () => heldUntil - monotonicClock.now(),
  };
}

export function deadlineFor(adapter: Adapter, event: string): number {
  return beforeLimit(waitMs(adapter, event));
}

/** What is left of an agent's timeout without the margin. */
export function beforeLimit(limit: number): number {
  return limit - Math.max(MARGIN_MS, Math.min(limit * MARGIN_SHARE, 10_000));
}

/** The environment for the hooks of a call. Throws if hooks and agents call each other endlessly. */
function enterCall(environment: Environment): Environment {
  const depth = Number(environment["SNAPHOOK_DEPTH"] ?? 0) || 0;
  if (depth >= MAX_DEPTH) throw new Error("hooks and agents call each other endlessly");
  return { ...BLANK, ...environment, SNAPHOOK_DEPTH: String(depth + 1) };
}

/** IN-20: distinguishes deliveries of one call in the record. */
function withOrigin(event: HookEvent, origin: string | undefined): HookEvent {
  if (origin === undefined) return event;
  return {
    ...event,
    payload: { ...BLANK, ...event.payload, hook_origin: `${origin === "claude-code" ? "claude" : origin}_config` },
  };
}

/** Tells guards that the model can type into the command later. */
export function withUnseenInput(event: HookEvent, { unseenInput }: Adapter): HookEvent {
  if (unseenInput === undefined || event.name !== "PreToolUse" || event.payload["tool_name"] !== "Bash") return event;
  return { ...event, payload: { ...BLANK, ...event.payload, unseen_input: unseenInput } };
}

/** Few users have hooks at the end of a message. */
async function withSessionHooks(plan: Plan, event: HookEvent, environment: Environment, call: AgentCall) {
  if (event.name !== "Stop" || !plan.entries.some(({ hook }) => hook.extra?.["session"] !== undefined))
    return { plan, event };
  const { INJECTED, withoutSessionHooks, withSessionContext } = await import("./session-hooks.js");
  if (environment[INJECTED] === "1") return { plan: withoutSessionHooks(plan), event };
  return { plan, event: withSessionContext(event, environment, call) };
}

/** Hooks are seldom paused; the code for it is loaded lazily. */
async function planNow(plan: Plan, event: HookEvent): Promise<PlanNow> {
  const now = Date.now();
  if (!plan.off.some(({ until }) => now < until)) return { plan };
  return (await import("./apply-off-switches.js")).applyOffSwitches(plan, event.payload.session_id, now);
}
