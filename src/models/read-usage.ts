/** Tokens that a reply reports. Undefined if it reports none. */
import type { ModelUsage } from "../core/models/model-port.js";
import { isRecord } from "../core/text/json.js";

export function readUsage(usage: unknown, inputs: readonly string[], output: string): ModelUsage | undefined {
  if (!isRecord(usage)) return undefined;
  const count = (name: string) => {
    const value = usage[name];
    return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.ceil(value) : 0;
  };
  return { inputTokens: inputs.reduce((sum, name) => sum + count(name), 0), outputTokens: count(output) };
}

/** As Anthropic reports it: cached input is apart. */
export const ANTHROPIC_INPUT = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
