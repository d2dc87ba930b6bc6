/** OAK's endpoints and names, as data. */
import type { EventName } from "../../core/events/events.js";

export interface OakEvent {
  readonly event: EventName;
  readonly summary: string;
  /** Fields of the call that OAK repeats in its answer. */
  readonly repeats?: readonly string[];
  /** It also returns the batch of the prompt or, at the end, the session's statistics. */
  readonly tells?: true;
}

export const OAK_EVENTS: Readonly<Record<string, OakEvent>> = {
  "session-start": { event: "SessionStart", summary: "A session starts or resumes." },
  "prompt-submit": { event: "UserPromptSubmit", summary: "A prompt was sent.", tells: true },
  "before-prompt": { event: "UserPromptSubmit", summary: "Context for a prompt is wanted." },
  "pre-tool-use": { event: "PreToolUse", summary: "A tool is about to run.", repeats: ["tool_name"] },
  "post-tool-use": { event: "PostToolUse", summary: "A tool ran.", repeats: ["tool_name"] },
  "post-tool-use-failure": { event: "PostToolUseFailure", summary: "A tool failed.", repeats: ["tool_name"] },
  stop: { event: "Stop", summary: "The agent finished responding.", tells: true },
  "session-end": { event: "SessionEnd", summary: "A session ended.", tells: true },
  "subagent-start": { event: "SubagentStart", summary: "A subagent starts.", repeats: ["agent_id", "agent_type"] },
  "subagent-stop": { event: "SubagentStop", summary: "A subagent finished.", repeats: ["agent_id", "agent_type"] },
  "agent-thought": { event: "AgentThought", summary: "A block of reasoning is complete.", repeats: ["duration_ms"] },
  "pre-compact": {
    event: "PreCompact",
    summary: "The context is about to be compacted.",
    repeats: ["trigger", "context_usage_percent", "context_tokens"],
  },
  notify: { event: "Stop", summary: "Codex reports that a turn is complete." },
};

/** OAK's names of agents → ours. */
export const OAK_AGENTS: Readonly<Record<string, string>> = {
  claude: "claude-code",
  codex: "codex",
  copilot: "copilot",
  cursor: "cursor",
  gemini: "gemini",
  opencode: "opencode",
  "vscode-copilot": "vscode-copilot",
  windsurf: "windsurf",
};

/** OAK's name of a field → ours. */
export const OAK_FIELDS: Readonly<Record<string, string>> = {
  error_message: "error",
  response_summary: "last_assistant_message",
  "thread-id": "session_id",
  "turn-id": "turn_id",
  "last-assistant-message": "last_assistant_message",
};
