/** One shell command that an agent is about to run, in one mode, through the hooks of a place. */
import { ADAPTERS } from "../../src/adapters/_registry.js";
import type { NativeAnswer } from "../../src/adapters/contract.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { finish } from "../../src/runtime/call/finish.js";
import { handleCall } from "../../src/runtime/call/handle-call.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { PROGRAM, type ProgramPlace } from "../support/program.js";
import { AGENTS, type Words } from "./agents.js";
import type { Mode } from "./kinds.js";

export interface ShellCall {
  readonly event: string;
  readonly payload: JsonObject;
  readonly environment: Record<string, string>;
}

/** Each agent's name for its session. Without one, nothing is told once per session beside the answer itself. */
const SESSION = new Set(["session_id", "sessionId", "sessionID", "conversation_id", "taskId", "trajectory_id"]);

const withoutSession = (payload: JsonObject): JsonObject =>
  JSON.parse(JSON.stringify(payload, (key, value) => (SESSION.has(key) ? undefined : value)));

export function shellCall(agent: string, mode: Mode, cwd: string): ShellCall {
  const words = AGENTS[agent]!;
  const sent = ADAPTERS[agent]!.shellCall("ls", cwd);
  const { event } = sent;
  const payload = withoutSession(sent.payload);
  const more = mode === "interactive" ? (words.interactive ?? {}) : words.headless;
  const merged: JsonObject = { ...payload };
  for (const [key, value] of Object.entries(more.payload ?? {}))
    merged[key] = typeof value === "object" ? { ...(payload[key] as object), ...value } : value;
  return { event, payload: merged, environment: more.environment ?? {} };
}

export async function answerTo(place: ProgramPlace, agent: string, mode: Mode) {
  const { event, payload, environment } = shellCall(agent, mode, place.project);
  const env = { ...place.env, ...environment };
  const decided = await handleCall({
    adapter: ADAPTERS[agent]!,
    event,
    payload,
    cwd: place.project,
    environment: env,
    places: findPlaces(env),
    program: PROGRAM,
    way: "alone",
  });
  await finish(decided, () => {});
  return { words: wordsOf(decided.answer), decision: decided.settled };
}

/** Pi always has a session. */
const NOTICE = "Snaphook: guard ";

function withoutNotice(_key: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.startsWith(NOTICE) ? undefined : value.split(`\n\n${NOTICE}`)[0];
}

export function wordsOf({ stdout, stderr = "", exitCode }: NativeAnswer): Words {
  return {
    ...(stdout === "" ? {} : { json: JSON.parse(stdout, withoutNotice) }),
    ...(stderr === "" ? {} : { stderr }),
    exitCode,
  };
}
