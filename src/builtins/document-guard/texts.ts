/** Extracts the text of a tool result in any agent's structure, and replaces it. */

import type { BasePayload } from "../../core/events/payload.js";
import { isRecord } from "../../core/text/json.js";

const DEEPEST = 12;

/** A plain string if the agent sends one, otherwise its own structure. */
export function outputOf(payload: BasePayload): unknown {
  const { tool_output: text, tool_response: response, tool_result: result } = payload;
  if (typeof text === "string") return text;
  return response ?? (isRecord(result) ? result["output"] : undefined);
}

/** All strings in it, up to a total number of characters. */
export function textsIn(value: unknown, limit: number): string[] {
  const texts: string[] = [];
  let left = limit;
  const walk = (inner: unknown, depth: number) => {
    if (left <= 0 || depth > DEEPEST) return;
    if (typeof inner === "string") {
      texts.push(inner.slice(0, left));
      left -= inner.length;
    } else if (typeof inner === "object" && inner !== null) {
      for (const one of Object.values(inner)) walk(one, depth + 1);
    }
  };
  walk(value, 0);
  return texts;
}

/** A copy of the same shape: agents accept no other. */
export function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return change(value);
  if (depth > DEEPEST || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change, depth + 1)]));
}
