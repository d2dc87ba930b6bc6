import type { JsonObject } from "../../core/text/json.js";
import { capabilityOf } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode, readPresence } from "./decode.js";
import { traces } from "./detect.js";
import { encode, neutral } from "./encode.js";
import { ALSO_CALLED, ALSO_WIRED, WINDSURF_EVENTS } from "./events.js";
import { hookFiles } from "./hook-files.js";
import { wiring } from "./install.js";
import { WINDSURF_TOOLS } from "./tools.js";
import { transcript } from "./transcript.js";

const windsurf: Adapter = {
  name: "windsurf",
  title: "Windsurf",
  versions: ["1.12.41"],
  proof: "documents",
  namespace: "windsurf",
  events: WINDSURF_EVENTS,
  alsoCalled: ALSO_CALLED,
  alsoWired: ALSO_WIRED,
  tools: WINDSURF_TOOLS,
  callId: null,
  // Every exit code but 2 allows the call. Its behaviour on a timeout is not documented: the worst is assumed.
  failures: { crash: "goes on", timeout: "goes on", badOutput: "goes on", launcherGone: "blocks" },
  // Its documents name no timeout and no setting for one, so we answer before the shortest one of other agents.
  waits: { usualMs: 30_000, unit: "none" },
  notCovered: [
    "tools that are neither the terminal, nor reading and writing files, nor of an MCP server: search, web, browser",
    "a command's output and exit code, and what was read: it reports only that it happened",
    "the id of a tool call: its payloads have none",
    "directories in Restricted Mode, where it runs no hooks",
    "its plugin for JetBrains IDEs, which reads ~/.codeium/hooks.json instead",
  ],
  unseenInput: "a tool for running terminals (its documents do not say whether a hook runs)",
  // It starts hooks with a shell in the workspace root; the directory in the payload is that of one command.
  projectFolder: (environment) => environment["PWD"],
  presence: readPresence,
  decode,
  capability: (event) => capabilityOf({ events: WINDSURF_EVENTS }, event),
  encode,
  neutral,
  shellCall: (command, cwd) => ({
    event: "pre_run_command",
    payload: {
      agent_action_name: "pre_run_command",
      trajectory_id: "snaphook-proof",
      execution_id: "snaphook-proof",
      timestamp: "1970-01-01T00:00:00Z",
      tool_info: { command_line: command, cwd },
    },
  }),
  otherCalls(text) {
    const call = (route: string, event: string, tool_info: JsonObject) => ({
      route,
      event,
      payload: {
        agent_action_name: event,
        trajectory_id: "snaphook-proof",
        execution_id: "snaphook-proof",
        timestamp: "1970-01-01T00:00:00Z",
        tool_info,
      },
    });
    const mcp = { mcp_server_name: "snaphook", mcp_tool_name: "canary", mcp_tool_arguments: { command: text } };
    return [
      call("reading a file", "pre_read_code", { file_path: text }),
      call("writing a file", "pre_write_code", { file_path: text, edits: [{ old_string: "", new_string: "" }] }),
      call("MCP tool", "pre_mcp_tool_use", mcp),
    ];
  },
  traces,
  wiring,
  transcript,
  hookFiles,
};

export default windsurf;
