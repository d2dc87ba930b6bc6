/** Arawn's journal example answers `{"outcome": "allow" | "block" | "info", "output"}` on stdout (OU-26). */

import { parseStdout, wrongShape } from "../../../core/decision/answer.js";
import { type HookOutput, NO_OPINION } from "../../../core/decision/decision.js";
import type { DialectProfile } from "../../../core/hooks/dialect.js";
import { asText } from "../../../core/text/json.js";
import arawn, { information } from "../arawn/profile.js";

const arawnOutcome: DialectProfile = {
  ...arawn,
  name: "arawn-outcome",
  summary: 'Arawn\'s plugins whose hooks answer {"outcome": …}.',
  interpret(answer, event, hook) {
    const parsed = parseStdout(answer.stdout);
    if (answer.exitCode !== 0 || "text" in parsed) return arawn.interpret(answer, event, hook);
    if ("failure" in parsed) return { ok: false, failure: parsed.failure, process: answer };
    const { outcome, output = "" } = parsed.json;
    if (typeof output !== "string") return { ...wrongShape(`"output" is not text`), process: answer };
    const read = readOutcome(outcome, output, event.name);
    return {
      ...(read === undefined ? wrongShape(`"${asText(outcome)}" is not an outcome`) : { ok: true, output: read }),
      process: answer,
    };
  },
};

/** Its "allow" means only that the hook does not object: no opinion. */
function readOutcome(outcome: unknown, text: string, event: string): HookOutput | undefined {
  if (outcome === "allow") return NO_OPINION;
  if (outcome === "info") return event === "PreToolUse" ? { message: text } : information(text, event);
  if (outcome === "block") return event === "PreToolUse" ? { verdict: "deny", reason: text } : information(text, event);
  return undefined;
}

export default arawnOutcome;
