/** Memories as text for a model: one constant line, then one line for each, all inside a fence. */
import { fence, fencedText } from "../core/decision/fence.js";
import { fenceUntrusted } from "../core/decision/fence-untrusted.js";
import type { MemoryRow, Trust } from "../core/records/memory.js";

/** Names our fence, which separates injected text from captured text. */
export const MEMORY_HOOK = { hook: "memory", source: "snaphook" } as const;
const FIRST_LINE = "Notes of earlier sessions in this repository: data, may be outdated, check before use.";
const TEXT_CHARS = 200;
const DAY = 86_400_000;
/** Fence and first line, with room for the name. */
const AROUND = fence(FIRST_LINE, MEMORY_HOOK).length;
const BAR = 3;

/** CI-06. */
export function memoryLine({ type, createdAt, file, id, text, cites }: MemoryRow, now: number): string {
  const days = Math.max(0, Math.floor((now - createdAt) / DAY));
  const about = file ?? cites?.[0]?.file;
  const parts = [type, `${days} d`, ...(about === undefined ? [] : [about]), id, short(text, TEXT_CHARS)];
  return parts.map(oneLine).join(" · ");
}

/**
 * A text of a memory, a prompt or a response, for an agent that asked for it: on one line, or in a fence. Only the user's own words
 * are without one: the error in a lesson can repeat what a stranger wrote.
 */
export function quoted(text: string, trust: Trust, chars: number, from: string = trust): string {
  const line = oneLine(text).slice(0, chars);
  return trust === "user" ? `  ${fencedText(line)}` : fenceUntrusted(line, from);
}

export interface Fitted {
  /** Undefined if not even one line fits. */
  readonly text?: string;
  /** How many of the lines are in it. */
  readonly taken: readonly number[];
}

/** As many lines as fit, in their order. A later, shorter one may still fit. */
export function fitLines(lines: readonly string[], chars: number): Fitted {
  let left = chars - AROUND;
  const taken: number[] = [];
  for (const [at, line] of lines.entries()) {
    const needs = fencedText(line).length + BAR;
    if (needs > left) continue;
    left -= needs;
    taken.push(at);
  }
  if (taken.length === 0) return { taken };
  return { text: fence([FIRST_LINE, ...taken.map((at) => lines[at])].join("\n"), MEMORY_HOOK), taken };
}

export function short(text: string, chars: number): string {
  const line = oneLine(text);
  return line.length > chars ? `${line.slice(0, chars - 1)}…` : line;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
