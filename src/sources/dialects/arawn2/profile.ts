/** Arawn since its rewrite: exit 2 blocks with the text on stderr, any other failure is a warning (OU-09, OU-10). */

import { exitFailure } from "../../../core/decision/answer.js";
import { NO_OPINION } from "../../../core/decision/decision.js";
import { rawPayload } from "../../../core/events/payload.js";
import type { DialectProfile } from "../../../core/hooks/dialect.js";
import { arawn2Payload } from "./payload.js";

const BLOCKS = ["PreToolUse", "PermissionRequest", "UserPromptSubmit"];
const NO_REASON = "Hook blocked the operation";

const arawn2: DialectProfile = {
  name: "arawn2",
  summary: "Arawn's settings.json, since its rewrite.",
  blocks: BLOCKS,
  encode(event, hook) {
    const raw = rawPayload(event, hook) ?? arawn2Payload(event.name, event.payload);
    return { stdin: JSON.stringify(raw) };
  },
  interpret(answer, event) {
    if (answer.exitCode === 0) return { ok: true, output: NO_OPINION, process: answer };
    if (answer.exitCode !== 2 || !BLOCKS.includes(event.name)) return exitFailure(answer);
    return {
      ok: true,
      output: { verdict: "deny", reason: answer.stderr.trim() || NO_REASON },
      process: answer,
    };
  },
};

export default arawn2;
