import { claudeOtherCalls } from "../_shared/claude/other-calls.js";
import { claudeShellCall } from "../_shared/claude-shell-call.js";
import { capabilityOf } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode, readPresence } from "./decode.js";
import { traces } from "./detect.js";
import { encode } from "./encode.js";
import { KIMI_EVENTS } from "./events.js";
import { wiring } from "./install.js";
import { KIMI_TOOLS } from "./tools.js";

const kimi: Adapter = {
  name: "kimi",
  title: "Kimi Code",
  versions: ["2.1.0"],
  proof: "released",
  namespace: "kimi",
  events: KIMI_EVENTS,
  tools: KIMI_TOOLS,
  callId: "tool_call_id",
  failures: { crash: "goes on", timeout: "goes on", badOutput: "shows it to the model", launcherGone: "blocks" },
  // 30 seconds by default; our entries request the maximum.
  waits: { usualMs: 600_000, unit: "s" },
  notCovered: [
    "which agent made a call: those of subagents are not marked, and the end of a subagent's turn is a Stop like any other",
    "a tool's output after its first 2,000 characters",
    "commands that the user runs with `!`",
    "in `kimi -p`: the end of the session, and often the result of the last tool, because it exits without waiting for those hooks",
  ],
  presence: readPresence,
  decode,
  capability: (event) => capabilityOf({ events: KIMI_EVENTS }, event),
  encode,
  neutral: { stdout: "", exitCode: 0 },
  shellCall: claudeShellCall,
  otherCalls: claudeOtherCalls("MCP tool"),
  traces,
  wiring,
};

export default kimi;
