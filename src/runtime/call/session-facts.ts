/**
 * AX-05, AX-13: session data that hooks of Arawn and Opta expect and agents send once or never: the model, the number
 * of turns, a subagent's prompt and duration. Kept in the session's state; unknown values are omitted.
 */
import type { HookEvent } from "../../core/events/payload.js";
import type { StatePort } from "../../core/ports.js";
import { cut, isRecord, type JsonObject } from "../../core/text/json.js";

const STARTERS: ReadonlySet<unknown> = new Set(["Agent", "Task"]);
const PREVIEW_CHARS = 200;
const MOST_SUBAGENTS = 50;

interface Facts {
  readonly model?: string;
  readonly turns?: number;
  /** By agent type: the prompt of the last requested one. */
  readonly tasks?: Readonly<Record<string, string>>;
  /** By id: its start time. */
  readonly started?: Readonly<Record<string, number>>;
}

/** The event with the known data added. */
export async function withSessionFacts(event: HookEvent, state: StatePort, now = Date.now()): Promise<HookEvent> {
  const { session_id: session } = event.payload;
  if (typeof session !== "string") return event;
  let facts: Facts = {};
  await state.update(`facts:${session}`, (old) => {
    facts = learned(event, isRecord(old) ? (old as Facts) : {}, now);
    return Object.keys(facts).length === 0 ? undefined : facts;
  });
  const known = Object.entries(told(event, facts, now)).filter(([field]) => event.payload[field] === undefined);
  return known.length === 0 ? event : { ...event, payload: { ...event.payload, ...Object.fromEntries(known) } };
}

function learned({ name, payload }: HookEvent, facts: Facts, now: number): Facts {
  const { model, agent_id: agent, tool_name: tool } = payload;
  const input = isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
  // A subagent may have its own model.
  const next: Facts = typeof model === "string" && agent === undefined ? { ...facts, model } : facts;
  if (name === "UserPromptSubmit" && agent === undefined) return { ...next, turns: (next.turns ?? 0) + 1 };
  if (name === "PreToolUse" && STARTERS.has(tool) && typeof input["prompt"] === "string") {
    const wanted = typeof input["subagent_type"] === "string" ? input["subagent_type"] : "";
    return { ...next, tasks: { ...next.tasks, [wanted]: cut(input["prompt"], PREVIEW_CHARS) } };
  }
  if (name === "SubagentStart" && typeof agent === "string") {
    const others = Object.entries(next.started ?? {}).slice(1 - MOST_SUBAGENTS);
    return { ...next, started: { ...Object.fromEntries(others), [agent]: now } };
  }
  return next;
}

function told({ name, payload }: HookEvent, { model, turns, tasks, started }: Facts, now: number): JsonObject {
  const { agent_id: agent, agent_type: type } = payload;
  const task = typeof type === "string" ? tasks?.[type] : undefined;
  const since = typeof agent === "string" ? started?.[agent] : undefined;
  return {
    ...(model === undefined || agent !== undefined ? {} : { model }),
    ...(name === "SessionEnd" && turns !== undefined ? { turn_count: turns } : {}),
    ...(name === "SubagentStart" && task !== undefined ? { task_preview: task } : {}),
    ...(name === "SubagentStop" && since !== undefined ? { duration_ms: now - since } : {}),
  };
}
