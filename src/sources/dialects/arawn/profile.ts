/**
 * Arawn as documented: exit 0 allows a call, anything else blocks it with the printed text (OU-09, OU-10). Only
 * PreToolUse blocks; elsewhere stdout is information and a failure is only logged (EX-19).
 */

import { exitFailure } from "../../../core/decision/answer.js";
import { type HookOutput, NO_OPINION } from "../../../core/decision/decision.js";
import { rawPayload } from "../../../core/events/payload.js";
import type { DialectProfile } from "../../../core/hooks/dialect.js";
import { ARAWN_TOOLS, arawnPayload } from "./payload.js";

const NO_REASON = "Hook blocked this and gave no reason";

const arawn: DialectProfile = {
  name: "arawn",
  summary: "Arawn's plugins, as documented.",
  blocks: ["PreToolUse"],
  tools: ARAWN_TOOLS,
  eventNames: { SubagentStart: "SubagentStarted" },
  encode(event, hook) {
    const { event: written = event.name, pluginRoot } = hook.extra ?? {};
    const raw = rawPayload(event, hook) ?? arawnPayload(String(written), event.payload);
    return {
      stdin: JSON.stringify(raw),
      ...(typeof pluginRoot === "string"
        ? { env: { CLAUDE_PLUGIN_ROOT: pluginRoot, ARAWN_PLUGIN_DIR: pluginRoot } }
        : {}),
    };
  },
  interpret(answer, event) {
    if (answer.exitCode === 0) return { ok: true, output: information(answer.stdout, event.name), process: answer };
    if (answer.exitCode === null || event.name !== "PreToolUse") return exitFailure(answer);
    const reason = answer.stdout.trim() || answer.stderr.trim() || NO_REASON;
    return { ok: true, output: { verdict: "deny", reason }, process: answer };
  },
};

/** On SessionStart it is for the model, joined line by line (OU-15); later it is for the user. */
export function information(text: string, event: string): HookOutput {
  const said = text.trim();
  if (said === "" || event === "PreToolUse") return NO_OPINION;
  return event === "SessionStart" ? { context: said, contextGlue: "\n" } : { message: said };
}

export default arawn;
