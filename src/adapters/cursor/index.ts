import { capabilityOf } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode, readPresence } from "./decode.js";
import { traces } from "./detect.js";
import { canRewrite, encode } from "./encode.js";
import { CURSOR_EVENTS, SPECIAL_CASES } from "./events.js";
import { hookFiles } from "./hook-files.js";
import { wiring } from "./install.js";
import { CURSOR_TOOLS } from "./tools.js";

const cursor: Adapter = {
  name: "cursor",
  title: "Cursor",
  versions: ["2.4.0"],
  proof: "documents",
  namespace: "cursor",
  events: CURSOR_EVENTS,
  alsoCalled: SPECIAL_CASES,
  tools: CURSOR_TOOLS,
  callId: "tool_use_id",
  failures: { crash: "goes on", timeout: "goes on", badOutput: "blocks", launcherGone: "blocks" },
  waits: { usualMs: 600_000, unit: "s" },
  notCovered: ["which MCP server a tool belongs to, in preToolUse", "completions in the editor (Tab)"],
  unseenInput: "a tool for running terminals (its documents do not say whether a hook runs)",
  projectFolder: (environment) => environment["CURSOR_PROJECT_DIR"],
  presence: readPresence,
  decode,
  capability: (event) => capabilityOf({ events: CURSOR_EVENTS }, event),
  canRewrite,
  encode,
  payloadMarker: '"cursor_version"',
  neutral: { stdout: "{}", exitCode: 0 },
  shellCall: (command, cwd) => ({
    event: "preToolUse",
    payload: {
      hook_event_name: "preToolUse",
      cursor_version: "0.0.0",
      conversation_id: "snaphook-proof",
      tool_name: "Shell",
      tool_input: { command, working_directory: cwd },
      tool_use_id: "snaphook-proof",
      workspace_roots: [cwd],
      cwd,
    },
  }),
  otherCalls: (text, cwd) => [
    {
      route: "MCP tool",
      event: "preToolUse",
      payload: {
        hook_event_name: "preToolUse",
        cursor_version: "0.0.0",
        conversation_id: "snaphook-proof",
        tool_name: "MCP:canary",
        tool_input: { command: text },
        tool_use_id: "snaphook-proof",
        workspace_roots: [cwd],
        cwd,
      },
    },
  ],
  traces,
  wiring,
  hookFiles,
  ownVariables: ["CURSOR_TRANSCRIPT_PATH", "CURSOR_USER_EMAIL", "CURSOR_VERSION"],
};

export default cursor;
