/** Cline nests tool data and names its fields differently; canonical ones are added. */

import { normalizePayload } from "../../core/events/normalize.js";
import type { BasePayload, HookEvent } from "../../core/events/payload.js";
import { isRecord, type JsonObject, lookUp } from "../../core/text/json.js";
import { canonicalEvent } from "../_shared/event-table.js";
import { withPatchFiles } from "../_shared/patch.js";
import { withCanonicalTool } from "../_shared/tool-names.js";
import type { PresenceReading } from "../contract.js";
import { CLINE_ALSO, CLINE_EVENTS } from "./events.js";
import { readResult } from "./result.js";
import { LIST_TOOLS, toolsFor } from "./tools.js";

const IN_SUBAGENT: Readonly<Record<string, string>> = { SessionStart: "SubagentStart", Stop: "SubagentStop" };

export function decode(event: string, payload: JsonObject): HookEvent {
  const general = canonicalEvent({ namespace: "cline", events: CLINE_EVENTS, alsoCalled: CLINE_ALSO }, event);
  const subagent = typeof payload["parent_agent_id"] === "string";
  const name = (subagent ? lookUp(IN_SUBAGENT, general) : undefined) ?? general;
  const { agent_id, ...rest } = payload;
  // An agent id means a subagent; Cline also gives one to the main agent.
  const raw = {
    ...rest,
    ...(subagent ? { agent_id } : {}),
    ...sessionOf(payload),
    ...toolOf(payload),
    ...turnOf(payload),
  };
  const start = name === "SessionStart" ? { source: event === "TaskResume" ? "resume" : "startup" } : {};
  return {
    name,
    payload: { hook_origin: "cline", ...start, ...withTool(normalizePayload(name, raw), payload) },
    native: { agent: "cline", event, payload },
  };
}

/** The session of the whole run, including subagents, not one agent's conversation. */
function sessionOf({ sessionContext, taskId, workspaceRoots }: JsonObject): JsonObject {
  const root = isRecord(sessionContext) ? sessionContext["rootSessionId"] : undefined;
  const session = [root, taskId].find((id) => typeof id === "string" && id !== "");
  const cwd = Array.isArray(workspaceRoots) ? workspaceRoots[0] : undefined;
  return {
    ...(session === undefined ? {} : { session_id: session }),
    ...(typeof cwd === "string" ? { cwd } : {}),
  };
}

function callOf({ tool_call, tool_result }: JsonObject): JsonObject | undefined {
  return [tool_call, tool_result].find(isRecord);
}

function toolOf(payload: JsonObject): JsonObject {
  const call = callOf(payload);
  if (call === undefined) return {};
  const { id, name, input } = call;
  return {
    tool_use_id: id,
    tool_name: name,
    tool_input: input,
    ...(payload["tool_result"] === call ? readResult(call) : {}),
  };
}

function turnOf({ turn }: JsonObject): JsonObject {
  return isRecord(turn) && typeof turn["outputText"] === "string" ? { last_assistant_message: turn["outputText"] } : {};
}

function withTool(payload: BasePayload, sent: JsonObject): BasePayload {
  const native = payload["tool_name"];
  if (typeof native !== "string" || native === "") return payload;
  const input = callOf(sent)?.["input"];
  const known = withCanonicalTool(toolsFor(native, input), payload);
  const list = lookUp(LIST_TOOLS, native);
  if (list !== undefined) {
    const read = { ...known, tool_input: { ...(known["tool_input"] as JsonObject), ...list.read(input) } };
    return native === "apply_patch" ? withPatchFiles(read, read.tool_input["command"]) : read;
  }
  return known === payload && native.includes("__")
    ? { ...payload, tool_name: `mcp__${native}`, native_tool_name: native }
    : known;
}

export function readPresence(): PresenceReading {
  return { presence: "unknown", evidence: "Cline does not report whether a user is present" };
}
