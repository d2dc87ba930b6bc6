import { capabilityOf, whyUnsupported } from "../_shared/event-table.js";
import type { Adapter } from "../contract.js";
import { decode, readPresence } from "./decode.js";
import { encode } from "./encode.js";
import { CLAUDE_EVENTS } from "./events.js";
import { wiring } from "./wiring.js";

/** Shorter waits than its usual ten minutes, per event. */
const TIMEOUTS_MS: Readonly<Record<string, number>> = {
  UserPromptSubmit: 30_000,
  MessageDisplay: 10_000,
  SessionEnd: 1_500,
};

const claudeCode: Adapter = {
  name: "claude-code",
  title: "Claude Code",
  versions: ["2.1.325"],
  timeoutMs: (event) => TIMEOUTS_MS[event] ?? 600_000,
  projectFolder: (environment) => environment["CLAUDE_PROJECT_DIR"],
  presence: readPresence,
  unsupported: (event) => whyUnsupported(CLAUDE_EVENTS, event, "Claude Code", "cc"),
  decode,
  // Without a person Claude Code turns "ask" into a denial by itself, with our reason: safe either way.
  capability: (event) => ({ ...capabilityOf(CLAUDE_EVENTS, event), stop: true, message: true }),
  encode,
  neutral: { stdout: "{}", exitCode: 0 },
  wiring,
};

export default claudeCode;
