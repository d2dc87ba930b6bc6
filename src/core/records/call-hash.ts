/** Identifies one exact call: a tool and its whole input, except the model's description of a command. */

import type { BasePayload } from "../events/payload.js";
import { canonicalJson, isRecord } from "../text/json.js";

/** Undefined for an event without a tool, or if its input cannot be serialised. */
export function callHash(payload: BasePayload, hash: (text: string) => string): string | undefined {
  const { tool_name: tool, tool_input: input } = payload;
  if (typeof tool !== "string" || !isRecord(input)) return undefined;
  try {
    const { description: _said, ...told } = input;
    return hash(canonicalJson([tool, tool === "Bash" ? told : input]));
  } catch {
    return undefined; // cyclic
  }
}
