/** Results of `recall` as text, for terminals and MCP clients. */
import type { RecallHit } from "../../core/records/memory-store.js";
import { quoted } from "../../memory/index.js";
import { oneLine } from "../output/print.js";
import { momentText } from "../output/times.js";

export const LONGEST_QUESTION = 10_000;
const TEXT_CHARS = 400;

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

function bodyOf({ kind, text, trust, memory }: RecallHit): string {
  return quoted(text, trust, TEXT_CHARS, memory === undefined ? `a ${kind}` : trust);
}
