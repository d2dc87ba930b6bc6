import { capabilityOf } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode } from "./decode.js";
import { traces } from "./detect.js";
import { canRewrite, encode } from "./encode.js";
import { VSCODE_EVENTS } from "./events.js";
import { hookFiles } from "./hook-files.js";
import { wiring } from "./install.js";
import { VSCODE_TOOLS } from "./tools.js";

const vscodeCopilot: Adapter = {
  name: "vscode-copilot",
  title: "VS Code Copilot",
  versions: ["documents of 2026-07-29"],
  proof: "documents",
  namespace: "vscode",
  events: VSCODE_EVENTS,
  tools: VSCODE_TOOLS,
  callId: "tool_use_id",
  ownSubagentSessions: true,
  failures: { crash: "goes on", timeout: "goes on", badOutput: "goes on", launcherGone: "blocks" },
  // 30 seconds by default; our entries request more.
  waits: { usualMs: 600_000, unit: "s" },
  notCovered: [
    "sessions of other agents in the editor (Copilot CLI, Claude, Codex): they run their own hooks",
    "tools that failed, and the exit code of a command",
    "which session started a subagent, if several run in one directory: the most recently active one is assumed",
    "which part of an MCP tool's name is the server's, if that contains an underscore",
  ],
  presence: () => ({ presence: "unknown", evidence: "unknown whether a user is present" }),
  decode,
  capability: (event) => capabilityOf({ events: VSCODE_EVENTS }, event),
  canRewrite,
  encode,
  neutral: { stdout: '{"hookSpecificOutput":{}}', exitCode: 0 },
  shellCall: (command, cwd) => ({
    event: "PreToolUse",
    payload: {
      sessionId: "snaphook-proof",
      hookEventName: "PreToolUse",
      cwd,
      tool_name: "run_in_terminal",
      tool_input: { command },
      tool_use_id: "snaphook-proof",
    },
  }),
  otherCalls: (text, cwd) => [
    {
      route: "MCP tool",
      event: "PreToolUse",
      payload: {
        sessionId: "snaphook-proof",
        hookEventName: "PreToolUse",
        cwd,
        tool_name: "mcp_snaphook_canary",
        tool_input: { command: text },
        tool_use_id: "snaphook-proof",
      },
    },
  ],
  traces,
  wiring,
  hookFiles,
};

export default vscodeCopilot;
