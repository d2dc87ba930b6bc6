import { claudeOtherCalls } from "../_shared/claude/other-calls.js";
import { capabilityOf } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode, readPresence } from "./decode.js";
import { traces } from "./detect.js";
import { encode } from "./encode.js";
import { QWEN_EVENTS } from "./events.js";
import { hookFiles } from "./hook-files.js";
import { wiring } from "./install.js";
import { QWEN_TOOLS } from "./tools.js";
import { transcript } from "./transcript.js";

const qwen: Adapter = {
  name: "qwen",
  title: "Qwen Code",
  versions: ["0.24.4"],
  proof: "released",
  namespace: "qwen",
  events: QWEN_EVENTS,
  tools: QWEN_TOOLS,
  callId: "tool_use_id",
  failures: { crash: "goes on", timeout: "goes on", badOutput: "goes on", launcherGone: "blocks" },
  // Whatever timeout its config sets, it continues without an answer after a minute.
  waits: { usualMs: 60_000, unit: "s" },
  notCovered: [
    "calls that Qwen Code itself denies, as in headless default mode: they reach no hook",
    "prompts that steer a running turn, and those of schedules, teammates and goals",
    "everything under --safe-mode, --bare or disableAllHooks",
    "the end of a headless session: SessionEnd is not sent",
  ],
  projectFolder: (environment) => environment["QWEN_PROJECT_DIR"],
  presence: readPresence,
  decode,
  // In headless mode Qwen Code turns "ask" into a denial with our reason; otherwise it asks in every mode.
  capability: (event) => capabilityOf({ events: QWEN_EVENTS }, event),
  encode,
  neutral: { stdout: "{}", exitCode: 0 },
  shellCall: (command, cwd) => ({
    event: "PreToolUse",
    payload: {
      hook_event_name: "PreToolUse",
      session_id: "snaphook-proof",
      cwd,
      tool_name: "run_shell_command",
      tool_input: { command },
      tool_use_id: "snaphook-proof",
    },
  }),
  otherCalls: claudeOtherCalls("MCP tool", "permission"),
  traces,
  wiring,
  transcript,
  hookFiles,
  ownVariables: ["OPENAI_BASE_URL", "QWEN_CODE_MESSAGING_SOCKET", "QWEN_CODE_SESSION_ID"],
};

export default qwen;
