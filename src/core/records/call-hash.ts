/** The name of one exact call: a tool, and its whole input but for what a model says about a command. */

import type { BasePayload } from "../events/payload.js";
import { canonicalJson, isRecord } from "../text/json.js";

/** Undefined for an event that is about no tool, or whose input cannot be written down. */
export function callHash(payload: BasePayload, hash: (text: string) => string): string | undefined {
  const { tool_name: tool, tool_input: input } = payload;
  if (typeof tool !== "string" || !isRecord(input)) return undefined;
  try {
    const { description: _said, ...told } = input;
    return hash(canonicalJson([tool, tool === "Bash" ? told : input]));
  } catch {
    return undefined; // it refers to itself
  }
}
