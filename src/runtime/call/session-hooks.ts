/**
 * Hooks at the end of a message and of a session. Few users have them, so this is loaded only if the plan does. Turns that such
 * a hook asked for run none of them (`SNAPHOOK_INJECTED`).
 */
import { spawn } from "node:child_process";
import type { HookEvent } from "../../core/events/payload.js";
import { isRecord } from "../../core/text/json.js";
import type { Environment } from "../../executors/environment.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import { holdVariables } from "../platform/held-environment.js";
import { defaultProfileOf } from "../threads/default-profile.js";
import type { AgentCall, Decided } from "./types.js";

export const INJECTED = "SNAPHOOK_INJECTED";
/** The profile of an agent that a thread or a session hook runs. */
export const PROFILE = "SNAPHOOK_PROFILE";

export function withoutSessionHooks(plan: Plan): Plan {
  return { ...plan, entries: plan.entries.filter(({ hook }) => hook.extra?.["session"] === undefined) };
}

const NAME_CHARS = 8;

/** IN-19. The profile is the session's own, else the user's default one, else none (SH-06). */
export function withSessionContext(
  event: HookEvent,
  environment: Environment,
  { places }: Pick<AgentCall, "places">,
): HookEvent {
  const { session_id: session, session_title: title } = event.payload;
  const own = isRecord(event.native?.payload) ? event.native.payload : event.payload;
  const context = {
    channel: event.native === undefined ? null : `agent:${event.native.agent}`,
    sessionName: title ?? session?.slice(0, NAME_CHARS) ?? null,
    executionId: own["prompt_id"] ?? own["turn_id"] ?? null,
    profile: environment[PROFILE] ?? defaultProfileOf(places, environment) ?? null,
  };
  return { ...event, payload: { ...event.payload, ...context } };
}

/** A user ended a session to begin a new one: `snaphook session new` runs the hooks, and no caller waits for it. */
export function runOnNew({ call, event, cwd }: Pick<Decided, "call" | "event" | "cwd">): void {
  const { session_id: session } = event.payload;
  if (typeof session !== "string") return;
  const args = ["session", "new", session, "--agent", call.adapter.name, "--project", cwd];
  try {
    const child = spawn(process.execPath, [call.program, ...args], {
      cwd,
      detached: true,
      env: holdVariables(call.environment),
      stdio: "ignore",
      windowsHide: true,
    });
    child.once("error", () => {});
    child.unref();
  } catch {
    // The session has ended either way; the log has no line of such a hook then.
  }
}
