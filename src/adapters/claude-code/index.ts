import { CLAUDE_ASKS_IN_MODES } from "../_shared/claude/ask-modes.js";
import { readPresence } from "../_shared/claude/decode.js";
import { claudeOtherCalls } from "../_shared/claude/other-calls.js";
import { claudeShellCall } from "../_shared/claude-shell-call.js";
import { capabilityOf, HELD_MS } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode } from "./decode.js";
import { traces } from "./detect.js";
import { encode } from "./encode.js";
import { CLAUDE_EVENTS } from "./events.js";
import { hookFiles } from "./hook-files.js";
import { wiring } from "./install.js";
import { transcript } from "./transcript.js";

const claudeCode: Adapter = {
  name: "claude-code",
  title: "Claude Code",
  versions: ["2.1.325"],
  proof: "released",
  namespace: "cc",
  events: CLAUDE_EVENTS,
  tools: {}, // its names are the canonical ones
  callId: "tool_use_id",
  failures: { crash: "goes on", timeout: "goes on", badOutput: "goes on", launcherGone: "blocks" },
  waits: { usualMs: 600_000, unit: "s", heldMs: HELD_MS },
  notCovered: [
    "AskUserQuestion, EnterPlanMode and ExitPlanMode in headless mode: Claude Code does not offer them to its model then",
  ],
  projectFolder: (environment) => environment["CLAUDE_PROJECT_DIR"],
  presence: readPresence,
  decode,
  // In headless mode Claude Code turns "ask" into a denial with our reason…
  capability: (event) => ({ ...capabilityOf({ events: CLAUDE_EVENTS }, event), stop: true, message: true }),
  asksInModes: CLAUDE_ASKS_IN_MODES,
  encode,
  neutral: { stdout: "{}", exitCode: 0 },
  shellCall: claudeShellCall,
  otherCalls: claudeOtherCalls("subagent", "MCP tool", "permission"),
  traces,
  wiring,
  transcript,
  hookFiles,
  ownVariables: [
    "ANTHROPIC_BASE_URL",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_CUSTOM_HEADERS",
    "ANTHROPIC_BEDROCK_BASE_URL",
    "ANTHROPIC_VERTEX_BASE_URL",
    "CLAUDECODE",
    "CLAUDE_CODE_ENTRYPOINT",
    "CLAUDE_CODE_OAUTH_TOKEN",
    "CLAUDE_CODE_SESSION_ATTENDED",
    "CLAUDE_CODE_SESSION_ID",
    "CLAUDE_CODE_SSE_PORT",
    "CLAUDE_EFFORT",
    "CLAUDE_PID",
  ],
};

export default claudeCode;
