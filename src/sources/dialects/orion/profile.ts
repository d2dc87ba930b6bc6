/** Orion: Claude Code's answers, but only a tool call can be blocked, and SubagentStop is only logged. */

import { interpretClaudeStyle } from "../../../core/decision/answer.js";
import { limitBlocks } from "../../../core/decision/block-limit.js";
import type { BasePayload, HookEvent } from "../../../core/events/payload.js";
import type { DialectProfile } from "../../../core/hooks/dialect.js";
import type { HookResult } from "../../../core/ports.js";

const orion: DialectProfile = {
  name: "orion",
  summary: "Orion's declarative settings.json.",
  blocks: ["PreToolUse"],
  encode(event) {
    return {
      stdin: JSON.stringify({ ...event.payload, ...stopFields(event), ...resultFields(event) }),
      env: { ...(event.payload.cwd ? { CLAUDE_PROJECT_DIR: event.payload.cwd } : {}) },
    };
  },
  interpret(answer, event, hook) {
    const result = interpretClaudeStyle(answer, event.name, hook);
    if (event.name === "SubagentStop") return onlyLogged(result);
    return limitBlocks(result, event.name, orion);
  },
};

function stopFields({ name, payload }: HookEvent): Partial<BasePayload> {
  if (name !== "Stop" && name !== "SubagentStop") return {};
  return { stop_hook_active: payload["stop_hook_active"] === true };
}

/** Orion's scripts expect a tool's result in one object (IN-01). */
function resultFields({ name, payload }: HookEvent): Partial<BasePayload> {
  if (payload["tool_result"] !== undefined || (name !== "PostToolUse" && name !== "PostToolUseFailure")) return {};
  const output = payload["tool_output"] ?? payload["tool_response"] ?? payload["error"];
  return { tool_result: { output, is_error: payload["is_error"] === true || name === "PostToolUseFailure" } };
}

/** SubagentStop has no hookSpecificOutput (EV-14). */
function onlyLogged(result: HookResult): HookResult {
  if (!result.ok) return result;
  const { message, ...dropped } = result.output;
  const names = Object.keys(dropped);
  if (names.length === 0) return result;
  const warning = `Orion only logs SubagentStop; the hook's answer (${names.join(", ")}) was dropped.`;
  return { ...result, output: message === undefined ? {} : { message }, warning };
}

export default orion;
