/** VS Code uses Claude Code's payload with camelCase ids (newer versions also Claude Code's) and its own tools. */

import { normalizePayload } from "../../core/events/normalize.js";
import type { BasePayload, HookEvent } from "../../core/events/payload.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { canonicalEvent } from "../_shared/event-table.js";
import { withPatchFiles } from "../_shared/patch.js";
import { withCanonicalTool } from "../_shared/tool-names.js";
import { VSCODE_EVENTS } from "./events.js";
import { SEVERAL_FILES, VSCODE_TOOLS } from "./tools.js";

export function decode(event: string, payload: JsonObject): HookEvent {
  const name = canonicalEvent({ namespace: "vscode", events: VSCODE_EVENTS }, event);
  const tool = withMcp(withFiles(withCanonicalTool(VSCODE_TOOLS, normalizePayload(name, payload))));
  return {
    name,
    payload: { hook_origin: "vscode-copilot", ...withOutput(tool) },
    native: { agent: "vscode-copilot", event, payload },
  };
}

/** Every file of an edit, so that path rules cover edits of several files. */
function withFiles(payload: BasePayload): BasePayload {
  const { native_tool_name: native, tool_input: input } = payload;
  if (typeof native !== "string" || !isRecord(input)) return payload;
  if (native === "apply_patch") return withPatchFiles(payload, input["input"]);
  if (native === "create_and_run_task") return { ...payload, tool_input: { ...input, ...taskCommand(input["task"]) } };
  if (!SEVERAL_FILES.has(native)) return payload;
  const { file_path: _, file_paths: __, ...own } = input;
  const paths = [...new Set(namedFiles(own))];
  return paths.length === 0
    ? { ...payload, unreadable_input: true, tool_input: own }
    : { ...payload, tool_input: { ...own, file_path: paths[0], file_paths: paths } };
}

function namedFiles({ files, replacements }: JsonObject): string[] {
  const replaced = Array.isArray(replacements) ? replacements.filter(isRecord).map(({ filePath }) => filePath) : [];
  return [...(Array.isArray(files) ? files : []), ...replaced].filter((path) => typeof path === "string");
}

function taskCommand(task: unknown): JsonObject {
  const { command, args } = isRecord(task) ? task : {};
  return typeof command === "string"
    ? { command: [command, ...(Array.isArray(args) ? args.map(String) : [])].join(" ") }
    : {};
}

/** `mcp_server_tool`: the server's name is assumed to end at the next underscore. */
function withMcp(payload: BasePayload): BasePayload {
  const native = payload["tool_name"];
  const [, server, tool] = (typeof native === "string" && /^mcp_([^_]+)_(.+)$/.exec(native)) || [];
  return server === undefined
    ? payload
    : { ...payload, tool_name: `mcp__${server}__${tool}`, native_tool_name: native };
}

function withOutput(payload: BasePayload): BasePayload {
  const response = payload["tool_response"];
  return typeof response === "string" && payload["tool_output"] === undefined
    ? { ...payload, tool_output: response }
    : payload;
}
