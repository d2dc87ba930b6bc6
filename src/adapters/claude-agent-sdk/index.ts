import { CLAUDE_ASKS_IN_MODES } from "../_shared/claude/ask-modes.js";
import { readPresence } from "../_shared/claude/decode.js";
import { encode } from "../_shared/claude/encode.js";
import { transcript } from "../_shared/claude/transcript.js";
import { claudeShellCall } from "../_shared/claude-shell-call.js";
import { capabilityOf, HELD_MS } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode } from "./decode.js";
import { traces } from "./detect.js";
import { AGENT_SDK_EVENTS } from "./events.js";

const claudeAgentSdk: Adapter = {
  name: "claude-agent-sdk",
  title: "Claude Agent SDK",
  versions: ["0.3.325"],
  proof: "released",
  namespace: "sdk",
  events: AGENT_SDK_EVENTS,
  tools: {}, // its names are the canonical ones
  callId: "tool_use_id",
  failures: { crash: "goes on", timeout: "blocks", badOutput: "goes on", launcherGone: "goes on" },
  waits: { usualMs: 600_000, unit: "s", heldMs: HELD_MS },
  notCovered: [
    "the start of a session as an event of its own: its hooks run with the first prompt",
    "the end of a session, unless `/clear` ended it",
    "`CwdChanged`, `FileChanged` and `DirectoryAdded`: no callback was asked when they were tried",
  ],
  projectFolder: (environment) => environment["CLAUDE_PROJECT_DIR"],
  presence: readPresence,
  decode,
  // Without `canUseTool`, "ask" becomes a denial with our reason…
  capability: (event) => ({ ...capabilityOf({ events: AGENT_SDK_EVENTS }, event), stop: true, message: true }),
  asksInModes: CLAUDE_ASKS_IN_MODES,
  encode,
  neutral: { stdout: "{}", exitCode: 0 },
  shellCall: claudeShellCall,
  traces,
  transcript,
};

export default claudeAgentSdk;
