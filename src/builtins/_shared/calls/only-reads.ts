/** Fast check: true if a call has read effects at most, so that guards of changes need not load the analysis. */
import type { BasePayload } from "../../../core/events/payload.js";
import { isRecord } from "../../../core/text/json.js";
import { plainlyReads } from "../../../effects/paths/plainly-reads.js";
import { HARMLESS_TOOLS, READING_TOOLS } from "../../../effects/tools/harmless-tools.js";

const UNCHANGING: ReadonlySet<unknown> = new Set([...HARMLESS_TOOLS, ...READING_TOOLS]);

/** False proves nothing. What the model may type into a program later is not known, so such a call is never plain. */
export function onlyReads({ tool_name: tool, tool_input: input, unseen_input: unseen }: BasePayload): boolean {
  if (unseen !== undefined) return false;
  if (UNCHANGING.has(tool)) return true;
  const command = tool === "Bash" && isRecord(input) ? input["command"] : undefined;
  return typeof command === "string" && plainlyReads(command);
}
