/** Claude Code: the canonical payload is its own, so nothing is translated. */
import type { DialectProfile } from "../../../core/dialect.js";
import { interpretClaudeStyle } from "../../../core/shell-answer.js";

const claude: DialectProfile = {
  name: "claude",
  summary: "Claude Code's settings.json.",
  blocks: [
    "PreToolUse",
    "PermissionRequest",
    "PostToolBatch",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "PreCompact",
    "PreModelSwitch",
    "Elicitation",
    "ElicitationResult",
    "TaskCreated",
    "TaskCompleted",
    "TeammateIdle",
    "ConfigChange",
    "WorktreeCreate",
  ],
  encode(event, hook) {
    const raw = hook.nativeTo !== undefined && event.native ? event.native.payload : event.payload;
    return {
      stdin: JSON.stringify(raw),
      env: {
        ...(event.payload.cwd ? { CLAUDE_PROJECT_DIR: event.payload.cwd } : {}),
        ...(typeof hook.extra?.["pluginRoot"] === "string" ? { CLAUDE_PLUGIN_ROOT: hook.extra["pluginRoot"] } : {}),
      },
    };
  },
  interpret: (answer, event, hook) => interpretClaudeStyle(answer, event.name, hook),
};

export default claude;
