import { claudeOtherCalls } from "../_shared/claude/other-calls.js";
import { claudeShellCall } from "../_shared/claude-shell-call.js";
import { capabilityOf, HELD_MS } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode, readPresence } from "./decode.js";
import { traces } from "./detect.js";
import { canRewrite, encode } from "./encode.js";
import { CODEX_EVENTS } from "./events.js";
import { hookFiles } from "./hook-files.js";
import { wiring } from "./install.js";
import { notified } from "./notify.js";
import { outcomeIn } from "./outcome.js";
import { telemetry } from "./telemetry.js";
import { transcript } from "./transcript.js";

const codex: Adapter = {
  name: "codex",
  title: "Codex CLI",
  versions: ["0.166.0"],
  proof: "released",
  namespace: "codex",
  events: CODEX_EVENTS,
  // Patches and spawned agents need more than renaming; decode.ts handles them.
  tools: {},
  callId: "tool_use_id",
  failures: { crash: "goes on", timeout: "goes on", badOutput: "goes on", launcherGone: "blocks" },
  waits: { usualMs: 600_000, unit: "s", heldMs: HELD_MS },
  // Its payloads do not show whether a command gets a terminal, so any may receive input later.
  unseenInput: "`write_stdin`",
  presence: readPresence,
  decode,
  capability: (event) => capabilityOf({ events: CODEX_EVENTS }, event),
  canRewrite,
  encode,
  neutral: { stdout: "", exitCode: 0 },
  shellCall: claudeShellCall,
  otherCalls: claudeOtherCalls("subagent", "MCP tool", "permission"),
  traces,
  wiring,
  outcomeIn,
  notified,
  telemetry,
  transcript,
  hookFiles,
  ownVariables: ["CODEX_MANAGED_BY_NPM", "CODEX_MANAGED_PACKAGE_ROOT", "OPENAI_BASE_URL"],
};

export default codex;
