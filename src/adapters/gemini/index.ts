import { capabilityOf, HELD_MS } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode, readPresence } from "./decode.js";
import { traces } from "./detect.js";
import { canRewrite, encode } from "./encode.js";
import { GEMINI_EVENTS } from "./events.js";
import { hookFiles } from "./hook-files.js";
import { wiring } from "./install.js";
import { GEMINI_TOOLS } from "./tools.js";
import { transcript } from "./transcript.js";

const gemini: Adapter = {
  name: "gemini",
  title: "Gemini CLI",
  versions: ["0.61.0"],
  proof: "released",
  namespace: "gemini",
  events: GEMINI_EVENTS,
  tools: GEMINI_TOOLS,
  callId: null,
  failures: { crash: "goes on", timeout: "goes on", badOutput: "goes on", launcherGone: "blocks" },
  // 60 seconds by default; our entries request more.
  waits: { usualMs: 600_000, unit: "ms", heldMs: HELD_MS },
  notCovered: [
    "untrusted directories: no hook runs there, not even the user's own",
    "which agent made a call: those of subagents are not marked, and their start and end are not reported",
    "who wrote a prompt: after a forced continue, the hook's reason is sent as a prompt",
  ],
  projectFolder: (environment) => environment["GEMINI_PROJECT_DIR"],
  presence: readPresence,
  decode,
  // On "ask" in headless mode it exits silently.
  capability(event, presence) {
    const can = capabilityOf({ events: GEMINI_EVENTS }, event);
    return { ...can, ask: can.ask && presence === "interactive" };
  },
  canRewrite,
  encode,
  neutral: { stdout: "{}", exitCode: 0 },
  shellCall: (command, cwd) => ({
    event: "BeforeTool",
    payload: {
      hook_event_name: "BeforeTool",
      session_id: "snaphook-proof",
      cwd,
      tool_name: "run_shell_command",
      tool_input: { command },
    },
  }),
  otherCalls: (text, cwd) => [
    {
      route: "MCP tool",
      event: "BeforeTool",
      payload: {
        hook_event_name: "BeforeTool",
        session_id: "snaphook-proof",
        cwd,
        tool_name: "mcp_snaphook_canary",
        tool_input: { command: text },
        mcp_context: { server_name: "snaphook", tool_name: "canary" },
      },
    },
  ],
  traces,
  wiring,
  transcript,
  hookFiles,
  ownVariables: ["GEMINI_CLI_NO_RELAUNCH", "GEMINI_CLI_TRUST_WORKSPACE", "GOOGLE_GEMINI_BASE_URL"],
};

export default gemini;
