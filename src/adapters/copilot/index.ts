import { capabilityOf, HELD_MS } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode, readPresence } from "./decode.js";
import { traces } from "./detect.js";
import { canRewrite, encode } from "./encode.js";
import { COPILOT_EVENTS, PASCAL_NAMES } from "./events.js";
import { hookFiles } from "./hook-files.js";
import { wiring } from "./install.js";
import { COPILOT_TOOLS } from "./tools.js";
import { transcript } from "./transcript.js";

const copilot: Adapter = {
  name: "copilot",
  title: "GitHub Copilot CLI",
  versions: ["1.0.102"],
  proof: "released",
  namespace: "copilot",
  events: COPILOT_EVENTS,
  alsoCalled: PASCAL_NAMES,
  tools: COPILOT_TOOLS,
  callId: null,
  failures: { crash: "blocks", timeout: "goes on", badOutput: "goes on", launcherGone: "blocks" },
  // 30 seconds by default; our entries request more.
  waits: { usualMs: 600_000, unit: "s", heldMs: HELD_MS },
  notCovered: [
    "the id of a tool call: its payloads have none",
    "which part of an MCP tool's name is the server's, where both parts hold hyphens: it sends them joined by one",
    "hook files of a project in an untrusted directory: it silently skips them",
  ],
  projectFolder: (environment) => environment["COPILOT_PROJECT_DIR"],
  presence: readPresence,
  decode,
  capability: (event) => capabilityOf({ events: COPILOT_EVENTS }, event),
  canRewrite,
  encode,
  neutral: { stdout: "{}", exitCode: 0 },
  shellCall: (command, cwd) => ({
    event: "preToolUse",
    payload: { sessionId: "snaphook-proof", cwd, toolName: "bash", toolArgs: { command } },
  }),
  otherCalls(command, cwd) {
    const sessionId = "snaphook-proof";
    const toolArgs = { command };
    const permission = { hookName: "permissionRequest", sessionId, cwd, toolName: "bash", toolInput: toolArgs };
    return [
      { route: "MCP tool", event: "preToolUse", payload: { sessionId, cwd, toolName: "snaphook-canary", toolArgs } },
      { route: "permission", event: "permissionRequest", payload: permission },
    ];
  },
  traces,
  wiring,
  transcript,
  hookFiles,
  ownVariables: [
    "COPILOT_AGENT_PROMPT",
    "COPILOT_CLI",
    "COPILOT_CLI_BINARY_VERSION",
    "COPILOT_PROVIDER_API_KEY",
    "COPILOT_PROVIDER_BASE_URL",
    "COPILOT_PROVIDER_TYPE",
  ],
};

export default copilot;
