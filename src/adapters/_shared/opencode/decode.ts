/**
 * Decodes what our plugin sends: `input` and `output` of a hook or the `event` of the bus, as OpenCode provided them,
 * with the plugin's own data: directory, mode, parent session, call of a permission.
 */

import { isEventName } from "../../../core/events/events.js";
import { readToolInput } from "../../../core/events/normalize.js";
import type { HookEvent } from "../../../core/events/payload.js";
import { asText, isRecord, type JsonObject } from "../../../core/text/json.js";
import type { Adapter, PresenceReading } from "../../contract.js";
import { canonicalEvent } from "../event-table.js";
import { definedOnly, recordOf, textOf } from "../fields.js";
import { withTool } from "./tools.js";

export type OpenCodeLike = Pick<Adapter, "name" | "namespace" | "events" | "alsoCalled" | "tools">;

export function decodeOpenCode(agent: OpenCodeLike, event: string, payload: JsonObject): HookEvent {
  const name = nameOf(agent, event, payload);
  const input = recordOf(payload["input"]);
  const told = recordOf(recordOf(payload["event"])["properties"]);
  const session = textOf(input["sessionID"]) ?? textOf(told["sessionID"]);
  const parent = textOf(payload["parent"]);
  const servers = Array.isArray(payload["mcp"]) ? payload["mcp"].filter((one) => typeof one === "string") : [];
  const fields = definedOnly({
    session_id: parent ?? session,
    cwd: textOf(payload["directory"]),
    ...(parent === undefined ? {} : { agent_id: session, agent_type: textOf(payload["agent"]) }),
    ...fieldsOf(name, event, payload),
  });
  return {
    name,
    payload: withTool(agent.tools, { hook_origin: agent.name, hook_event_name: name, ...fields }, servers),
    native: { agent: agent.name, event, payload },
  };
}

/** Events of a subagent's session, and an error that is an interrupt, have their own names. */
function nameOf(agent: OpenCodeLike, event: string, payload: JsonObject): string {
  const name = canonicalEvent(agent, event);
  const inSubagent = typeof payload["parent"] === "string";
  if (name === "UserPromptSubmit") return inSubagent ? "SubagentStart" : name;
  if (name === "Stop") return inSubagent ? "SubagentStop" : name;
  if (name !== "Error") return name;
  const { error } = recordOf(recordOf(payload["event"])["properties"]);
  return recordOf(error)["name"] === "MessageAbortedError" ? "Interrupt" : name;
}

function fieldsOf(name: string, event: string, payload: JsonObject): JsonObject {
  const input = recordOf(payload["input"]);
  const output = recordOf(payload["output"]);
  const told = recordOf(recordOf(payload["event"])["properties"]);
  switch (name) {
    case "PreToolUse":
      return callOf(input, output["args"]);
    case "PostToolUse":
      return { ...callOf(input, input["args"]), ...resultOf(output) };
    case "PermissionRequest":
    case "PermissionResult":
      return permissionOf(told, recordOf(payload["call"]));
    case "UserPromptSubmit":
    case "SubagentStart":
      return { prompt: promptOf(output["parts"]), prompt_id: textOf(recordOf(output["message"])["id"]) };
    case "UserPromptExpansion":
      return {
        prompt: promptOf(output["parts"]),
        command_name: textOf(input["command"]),
        command_args: textOf(input["arguments"]),
      };
    case "SessionStart":
      return { source: payload["resumed"] === true ? "resume" : "startup" };
    case "SessionEnd":
      return { reason: event === "session.deleted" ? "deleted" : "other" };
    case "Stop":
    case "SubagentStop":
      return { stop_hook_active: payload["continued"] === true, last_assistant_message: textOf(payload["lastText"]) };
    case "Error":
    case "Interrupt": {
      const error = recordOf(told["error"]);
      return { error: textOf(recordOf(error["data"])["message"]) ?? textOf(error["name"]) };
    }
    case "FileChanged":
      return { file_path: textOf(told["file"]), event: "change" };
    default:
      return isEventName(name) ? {} : told;
  }
}

function callOf(input: JsonObject, args: unknown): JsonObject {
  return {
    tool_name: textOf(input["tool"]) ?? "",
    tool_input: readToolInput(args),
    tool_use_id: textOf(input["callID"]),
  };
}

/** OpenCode's own tools return text, those of MCP servers content parts. */
function resultOf(output: JsonObject): JsonObject {
  const { exit } = recordOf(output["metadata"]);
  const failed = output["isError"] === true || (typeof exit === "number" && exit !== 0);
  return {
    tool_response: output,
    tool_output: textOf(output["output"]) ?? promptOf(output["content"]),
    ...(failed ? { is_error: true } : {}),
  };
}

function permissionOf(told: JsonObject, call: JsonObject): JsonObject {
  const { reply } = told;
  return {
    tool_name: textOf(call["tool"]) ?? textOf(told["permission"]) ?? "",
    tool_input: readToolInput(call["args"] ?? told["metadata"]),
    tool_use_id: textOf(recordOf(told["tool"])["callID"]) ?? textOf(call["callID"]),
    ...(reply === undefined ? {} : { decision: reply === "reject" ? "deny" : "allow" }),
  };
}

/** The user's text, without OpenCode's additions. */
function promptOf(parts: unknown): string | undefined {
  if (!Array.isArray(parts)) return undefined;
  return parts
    .filter((part) => isRecord(part) && part["type"] === "text" && part["synthetic"] !== true)
    .map((part) => asText(part.text ?? ""))
    .join("\n");
}

/** `program`: the command that started it. */
export function readPresence(program: string, { mode }: JsonObject): PresenceReading {
  if (mode === "run") return { presence: "headless", evidence: `${program} run never asks` };
  if (mode === "tui") return { presence: "interactive", evidence: "the terminal interface is open" };
  return { presence: "unknown", evidence: "unknown whether a user is present" };
}
