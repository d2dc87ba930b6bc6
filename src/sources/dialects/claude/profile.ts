/** Claude Code: the canonical payload is its own, so nothing is translated. */

import { interpretClaudeStyle } from "../../../core/decision/answer.js";
import { BLOCKING_EVENTS } from "../../../core/events/events.js";
import { rawPayload } from "../../../core/events/payload.js";
import type { DialectProfile } from "../../../core/hooks/dialect.js";

const claude: DialectProfile = {
  name: "claude",
  summary: "Claude Code's settings.json.",
  blocks: BLOCKING_EVENTS,
  encode(event, hook) {
    return {
      stdin: JSON.stringify(rawPayload(event, hook) ?? event.payload),
      env: {
        ...(event.payload.cwd ? { CLAUDE_PROJECT_DIR: event.payload.cwd } : {}),
        ...(typeof hook.extra?.["pluginRoot"] === "string" ? { CLAUDE_PLUGIN_ROOT: hook.extra["pluginRoot"] } : {}),
      },
    };
  },
  interpret: (answer, event, hook) => interpretClaudeStyle(answer, event.name, hook),
};

export default claude;
