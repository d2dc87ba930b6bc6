/** A shell tool call as Claude Code sends it, also for agents with its payloads. */
import type { Adapter } from "../contract.js";

export const claudeShellCall: Adapter["shellCall"] = (command, cwd) => ({
  event: "PreToolUse",
  payload: {
    hook_event_name: "PreToolUse",
    session_id: "snaphook-proof",
    cwd,
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: "snaphook-proof",
  },
});
