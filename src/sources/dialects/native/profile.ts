/** Snaphook's own dialect: the canonical payload on stdin, Claude Code's answers, our names in the environment. */

import { interpretClaudeStyle } from "../../../core/decision/answer.js";
import { BLOCKING_EVENTS } from "../../../core/events/events.js";
import { readNativeWords } from "../../../core/events/native-words.js";
import { rawPayload } from "../../../core/events/payload.js";
import type { DialectProfile } from "../../../core/hooks/dialect.js";

const native: DialectProfile = {
  name: "native",
  summary: "Snaphook's own format, a superset of Claude Code's.",
  blocks: BLOCKING_EVENTS,
  encode(event, hook) {
    return {
      stdin: JSON.stringify(rawPayload(event, hook) ?? event.payload),
      env: {
        SNAPHOOK_EVENT: event.name,
        SNAPHOOK_HOOK_ID: hook.id,
        ...(event.native ? { SNAPHOOK_AGENT: event.native.agent } : {}),
        ...(event.payload.cwd ? { SNAPHOOK_PROJECT_DIR: event.payload.cwd } : {}),
        ...(event.payload.session_id ? { SNAPHOOK_SESSION_ID: event.payload.session_id } : {}),
      },
    };
  },
  interpret: (answer, event, hook) =>
    readNativeWords(interpretClaudeStyle(answer, event.name, hook), answer, event, hook),
};

export default native;
