/** Results of `recall` as text, for terminals and MCP clients. */
import type { RecallHit } from "../../core/records/memory-store.js";
import { hitBody } from "../../memory/index.js";
import { oneLine } from "../output/print.js";
import { momentText } from "../output/times.js";

/** Below this, a result has little to do with the question. */
export const LOW = 0.45;
export const LONGEST_QUESTION = 10_000;

export function hitText(hit: RecallHit): string {
  return `${headOf(hit)}\n${bodyOf(hit)}`;
}

function headOf({ kind, score, at, session, memory }: RecallHit): string {
  const what =
    memory === undefined
      ? `${kind} of session ${oneLine(session ?? "-").slice(0, 8)}`
      : `${memory.type} ${memory.id} (${memory.trust})`;
  return `${momentText(at)}  ${score.toFixed(2)}  ${what}`;
}

function bodyOf(hit: RecallHit): string {
  const text = hitBody(hit);
  return text.includes("\n") ? text : `  ${oneLine(text)}`;
}
