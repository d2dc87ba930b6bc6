/**
 * Ids for tool calls of agents that send none: the same one before and after the tool. Calls are told apart by their
 * order and arguments; where a rewrite changed the arguments, by their order alone.
 */
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { StatePort } from "../../core/ports.js";
import { asText, canonicalJson, isRecord } from "../../core/text/json.js";
import { randomName, sha256 } from "../../disk/digest.js";

interface PendingCall {
  readonly id: string;
  readonly tool: unknown;
  /** Only to be compared. */
  readonly input: string;
}

const KEPT_CALLS = 200;
const BEGINS = "PreToolUse";
const BETWEEN = "PermissionRequest";
const ENDS: ReadonlySet<string> = new Set(["PostToolUse", "PostToolUseFailure", "PermissionDenied"]);
/** Nothing that began before can still end. */
const RESETS: ReadonlySet<string> = new Set(["UserPromptSubmit", "Stop", "SessionEnd"]);

export interface CallIds {
  identify(event: HookEvent): Promise<HookEvent>;
  /** A call that is denied never ends. */
  settle(event: HookEvent, decision: Decision): Promise<void>;
}

export function callIds(agent: string, state: StatePort): CallIds {
  const keyOf = ({ payload }: HookEvent) => `calls:${agent}:${asText(payload.session_id)}`;
  return {
    async identify(event) {
      const { name, payload } = event;
      if (payload.session_id === undefined || payload["tool_use_id"] !== undefined) return event;
      if (RESETS.has(name)) await state.update(keyOf(event), () => undefined);
      if (name !== BEGINS && name !== BETWEEN && !ENDS.has(name)) return event;
      const own = {
        id: `call_${randomName(8)}`,
        tool: payload["tool_name"],
        input: sha256(canonicalJson(payload["tool_input"])), // arguments may hold secrets
      };
      let id = own.id;
      await state.update(keyOf(event), (old) => {
        const calls = pending(old);
        const found = name === BEGINS ? undefined : matching(calls, own);
        id = found?.id ?? own.id;
        if (name === BEGINS) return [...calls, own].slice(-KEPT_CALLS);
        return ENDS.has(name) ? rest(calls, id) : old;
      });
      return { ...event, payload: { ...payload, tool_use_id: id } };
    },
    async settle(event, { verdict }) {
      if (event.name !== BEGINS || verdict !== "deny") return;
      await state.update(keyOf(event), (old) => rest(pending(old), asText(event.payload["tool_use_id"])));
    },
  };
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
