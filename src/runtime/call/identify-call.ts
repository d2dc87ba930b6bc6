/**
 * Adds to an event what its agent does not send: how a tool ended (from the transcript), the parent of a subagent's
 * session, and a tool call id that is the same before and after the tool.
 */
import type { Adapter } from "../../adapters/contract.js";
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { StatePort } from "../../core/ports.js";
import { asText, canonicalJson, isRecord } from "../../core/text/json.js";
import { randomName } from "../../disk/digest.js";
import { readEnd } from "../../disk/files.js";
import { keyedHash } from "../../disk/keyed-hash.js";

interface PendingCall {
  readonly id: string;
  readonly tool: unknown;
  /** Only for comparison. */
  readonly input: string;
}

const KEPT_CALLS = 200;
const BEGINS = "PreToolUse";
const BETWEEN = "PermissionRequest";
const ENDS: ReadonlySet<string> = new Set(["PostToolUse", "PostToolUseFailure", "PermissionDenied"]);
/** Older calls can no longer end. */
const RESETS: ReadonlySet<string> = new Set(["UserPromptSubmit", "Stop", "SessionEnd"]);

/** The current call is among the last lines of a transcript. */
const END_BYTES = 64_000;

export interface IdentifiedCall {
  readonly event: HookEvent;
  /** Call with the decision: a denied call never ends. */
  settle(decision: Decision): Promise<void>;
}

export async function identifyCall(adapter: Adapter, given: HookEvent, state: StatePort): Promise<IdentifiedCall> {
  const known = withOutcome(adapter, given);
  const linked = adapter.ownSubagentSessions ? await linkParent(adapter.name, known, state) : known;
  if (adapter.callId !== null) return { event: linked, settle: async () => {} };
  const event = await withCallId(adapter.name, linked, state);
  return {
    event,
    async settle({ verdict }) {
      if (event.name !== BEGINS || verdict !== "deny") return;
      const id = asText(event.payload["tool_use_id"]);
      await state.update(keyOf(adapter.name, event), (old) => rest(pending(old), id));
    },
  };
}

/** Calls are matched by order and arguments; if a rewrite changed the arguments, by order alone. */
async function withCallId(agent: string, event: HookEvent, state: StatePort): Promise<HookEvent> {
  const { name, payload } = event;
  if (payload.session_id === undefined || payload["tool_use_id"] !== undefined) return event;
  const key = keyOf(agent, event);
  if (RESETS.has(name)) await state.update(key, () => undefined);
  if (name !== BEGINS && name !== BETWEEN && !ENDS.has(name)) return event;
  const own = {
    id: `call_${randomName(8)}`,
    tool: payload["tool_name"],
    input: keyedHash(canonicalJson(payload["tool_input"])), // arguments may contain secrets
  };
  let id = own.id;
  await state.update(key, (old) => {
    const calls = pending(old);
    const found = name === BEGINS ? undefined : matching(calls, own);
    id = found?.id ?? own.id;
    if (name === BEGINS) return [...calls, own].slice(-KEPT_CALLS);
    return ENDS.has(name) ? rest(calls, id) : old;
  });
  return { ...event, payload: { ...payload, tool_use_id: id } };
}

function keyOf(agent: string, { payload }: HookEvent): string {
  return `calls:${agent}:${asText(payload.session_id)}`;
}

function matching(calls: readonly PendingCall[], { tool, input }: PendingCall): PendingCall | undefined {
  const ofTool = calls.filter((call) => call.tool === tool);
  return ofTool.find((call) => call.input === input) ?? ofTool[0];
}

function rest(calls: readonly PendingCall[], id: string): readonly PendingCall[] | undefined {
  const left = calls.filter((call) => call.id !== id);
  return left.length === 0 ? undefined : left;
}

function pending(value: unknown): PendingCall[] {
  return Array.isArray(value) ? value.filter((call) => isRecord(call) && typeof call["id"] === "string") : [];
}

/** Some agents report only in their transcript how a tool ended. */
function withOutcome(adapter: Adapter, event: HookEvent): HookEvent {
  const path = event.payload.transcript_path;
  if (adapter.outcomeIn === undefined || event.name !== "PostToolUse" || typeof path !== "string") return event;
  const end = readEnd(path, END_BYTES);
  if (end === undefined) return event;
  return { ...event, payload: { ...event.payload, ...adapter.outcomeIn(end.text, event) } };
}

/**
 * For agents whose subagents have their own session ids: the parent is the most recently active session of the same
 * agent in the same directory.
 */
async function linkParent(agent: string, event: HookEvent, state: StatePort): Promise<HookEvent> {
  const { session_id, cwd, agent_id } = event.payload;
  if (session_id === undefined) return event;
  const parentKey = `parent-session:${agent}:${asText(session_id)}`;
  const activeKey = `active-session:${agent}:${asText(cwd ?? "")}`;
  const known = await state.read(parentKey);
  if (typeof known === "string") return withParent(event, known);
  if (event.name !== "SubagentStart") {
    if (agent_id === undefined) await state.update(activeKey, () => session_id);
    return event;
  }
  const active = await state.read(activeKey);
  if (typeof active !== "string" || active === session_id) return event;
  await state.update(parentKey, () => active);
  return withParent(event, active);
}

function withParent(event: HookEvent, parent_session_id: string): HookEvent {
  return { ...event, payload: { ...event.payload, parent_session_id } };
}
