/** Opta's names of events and tools. */
import type { EventName } from "../../../core/events/events.js";
import type { ToolTable } from "../../../core/events/tools.js";

/** `compact` is sent after the history was compacted, although its name suggests otherwise. */
export const OPTA_EVENTS = {
  "session.start": "SessionStart",
  "session.end": "SessionEnd",
  "tool.pre": "PreToolUse",
  "tool.post": "PostToolUse",
  compact: "PostCompact",
  error: "Error",
  "turn.done": "TurnEnd",
  "prompt.pre": "UserPromptSubmit",
  stop: "Stop",
} as const satisfies Record<string, EventName>;

export type OptaEvent = keyof typeof OPTA_EVENTS;

export function isOptaEvent(name: unknown): name is OptaEvent {
  return typeof name === "string" && Object.hasOwn(OPTA_EVENTS, name);
}

const PATH = { path: "file_path" };

export const OPTA_TOOLS: ToolTable = {
  run_command: { name: "Bash" },
  edit_file: { name: "Edit", fields: PATH },
  write_file: { name: "Write", fields: PATH },
  multi_edit: { name: "MultiEdit", fields: PATH },
  read_file: { name: "Read", fields: PATH },
};
