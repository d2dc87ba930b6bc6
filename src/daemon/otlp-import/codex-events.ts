/**
 * Converts Codex's telemetry to events (AD-13). Its log records have their name in an attribute and numbers and
 * booleans as strings; a failed command counts as a success there, and only the head of its output has the exit code.
 */
import codex from "../../adapters/codex/index.js";
import { readToolInput } from "../../core/events/normalize.js";
import type { HookEvent } from "../../core/events/payload.js";
import { type ToolTable, toCanonicalTool } from "../../core/events/tools.js";
import type { JsonObject } from "../../core/text/json.js";
import type { LogRecord } from "./decode-json.js";

/** Its telemetry names the shell tool differently from its hooks. */
const TOOLS: ToolTable = { exec_command: { name: "Bash", fields: { cmd: "command" } } };

/** The event of a record; undefined for the many without one. */
export function codexEvent({ attributes }: LogRecord): HookEvent | undefined {
  const session = text(attributes, "conversation.id");
  const name = text(attributes, "event.name");
  if (session === undefined || name === undefined) return undefined;
  const told = tellsOf(name, attributes);
  if (told === undefined) return undefined;
  const { event, ...payload } = told;
  const decoded = codex.decode(event, { session_id: session, ...payload });
  return {
    name: decoded.name,
    payload: { ...decoded.payload, hook_origin: "codex_otel" },
    native: { agent: "codex", event: name, payload: attributes },
  };
}

function tellsOf(name: string, attributes: JsonObject): (JsonObject & { event: string }) | undefined {
  switch (name) {
    case "codex.conversation_starts":
      return { event: "SessionStart", ...model(attributes), ...permissionMode(attributes) };
    case "codex.user_prompt":
      return { event: "UserPromptSubmit", ...model(attributes), prompt: promptOf(attributes) };
    case "codex.tool_decision":
      return { event: "PermissionResult", ...toolOf(attributes), ...decisionOf(attributes) };
    case "codex.tool_result":
      return { ...toolOf(attributes), ...resultOf(attributes) };
    default:
      return undefined;
  }
}

/** By default Codex sends only the length of the prompt. */
function promptOf(attributes: JsonObject): string {
  const prompt = text(attributes, "prompt");
  if (prompt !== undefined && prompt !== "" && prompt !== "[REDACTED]") return prompt;
  return `[Prompt redacted, ${count(attributes, "prompt_length") ?? 0} chars]`;
}

function toolOf(attributes: JsonObject): JsonObject {
  const name = text(attributes, "tool_name") ?? "";
  const namespace = text(attributes, "tool_namespace") ?? "";
  const server = text(attributes, "mcp_server") || undefined;
  const prefix = namespace.startsWith("mcp__") ? namespace : server && `mcp__${server}`;
  const call = { name: prefix ? `${prefix}__${name}` : name, input: inputOf(name, attributes) };
  const { name: tool_name, input: tool_input } = toCanonicalTool(TOOLS, call);
  const id = text(attributes, "call_id");
  return { tool_name, tool_input, ...(id === undefined ? {} : { tool_use_id: id }) };
}

/** Arguments are JSON in a string; those of a patch are the patch itself. */
function inputOf(tool: string, attributes: JsonObject): JsonObject {
  const input = readToolInput(attributes["arguments"]);
  return tool === "apply_patch" && typeof input["raw"] === "string" ? { command: input["raw"] } : input;
}

function resultOf(attributes: JsonObject): { event: string } & JsonObject {
  const { output, exitCode } = readOutput(text(attributes, "output") ?? "");
  const duration = count(attributes, "duration_ms");
  const failed = String(attributes["success"]) === "false" || (exitCode ?? 0) !== 0;
  return {
    event: failed ? "PostToolUseFailure" : "PostToolUse",
    tool_output: output,
    ...(exitCode === undefined ? {} : { exit_code: exitCode }),
    ...(duration === undefined ? {} : { duration_ms: duration }),
    ...(failed ? { is_error: true, error: output || `exit code ${exitCode}` } : {}),
  };
}

/** Codex writes some lines before the tool's output. Only those are trusted: a tool may print anything. */
function readOutput(output: string): { readonly output: string; readonly exitCode?: number } {
  const head = /^(?:(?:Chunk ID|Wall time|Process |Original token count).*\n)+(?:Output:\n?|$)/.exec(output)?.[0];
  if (head === undefined) return { output };
  const code = /^Process exited with code (-?\d+)$/m.exec(head)?.[1];
  return { output: output.slice(head.length), ...(code === undefined ? {} : { exitCode: Number(code) }) };
}

function decisionOf(attributes: JsonObject): JsonObject {
  return { decision: text(attributes, "decision") ?? "unknown", decided_by: text(attributes, "source") ?? "unknown" };
}

function model(attributes: JsonObject): JsonObject {
  const name = text(attributes, "model");
  return name === undefined ? {} : { model: name };
}

/** In the format of its hooks. */
function permissionMode(attributes: JsonObject): JsonObject {
  const policy = text(attributes, "approval_policy");
  return policy === undefined ? {} : { permission_mode: policy === "never" ? "bypassPermissions" : "default" };
}

function text(attributes: JsonObject, name: string): string | undefined {
  const value = attributes[name];
  return typeof value === "string" ? value : undefined;
}

function count(attributes: JsonObject, name: string): number | undefined {
  const value = attributes[name];
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : undefined;
}
