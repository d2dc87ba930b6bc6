/** Adds what an agent keeps to itself about a tool that has run, from the end of its transcript. */
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Adapter } from "../adapters/contract.js";
import type { HookEvent } from "../core/payload.js";

/** The call at hand is among the last lines. */
const END_BYTES = 64_000;

export function withOutcome(adapter: Adapter, event: HookEvent): HookEvent {
  const path = event.payload.transcript_path;
  if (adapter.outcomeIn === undefined || event.name !== "PostToolUse" || typeof path !== "string") return event;
  const end = readEnd(path);
  if (end === undefined) return event;
  return { ...event, payload: { ...event.payload, ...adapter.outcomeIn(end, event) } };
}

function readEnd(path: string): string | undefined {
  try {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, END_BYTES));
      readSync(file, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString("utf8");
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined; // there is none, or it is not for us
  }
}
