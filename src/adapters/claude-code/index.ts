import type { Capability } from "../../core/capability.js";
import { isEventName } from "../../core/events.js";
import type { Adapter } from "../contract.js";
import { decode, readPresence } from "./decode.js";
import { encode } from "./encode.js";
import { CLAUDE_EVENTS } from "./events.js";

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
  presence: readPresence,
  unsupported(event) {
    const entry = isEventName(event) ? CLAUDE_EVENTS[event] : undefined;
    if (entry !== undefined) return "unsupported" in entry ? entry.unsupported : undefined;
    return event.startsWith("cc:") ? undefined : "not an event of Claude Code";
  },
  decode,
  capability(event): Capability {
    const can = isEventName(event) ? CLAUDE_EVENTS[event] : [];
    const has = (ability: string) => Array.isArray(can) && (can as readonly string[]).includes(ability);
    return {
      allow: has("allow"),
      // Without a person Claude Code turns "ask" into a denial by itself, with our reason: safe either way.
      ask: has("ask") || event === "PermissionRequest",
      deny: has("deny"),
      rewrite: has("rewrite"),
      context: has("context"),
      replaceOutput: has("replaceOutput"),
      forceContinue: has("forceContinue"),
      stop: true,
      message: true,
    };
  },
  encode,
  neutral: { stdout: "{}", exitCode: 0 },
};

export default claudeCode;
