/**
 * One name per concept in `--json`: times are ISO 8601 under the names below, and what hooks decided is `verdict`. The old
 * names stay beside them for one release (docs/cli.md).
 */
import { isRecord, type JsonObject } from "../../core/text/json.js";

const TIMES: Readonly<Record<string, string>> = {
  at: "time",
  startedAt: "started",
  lastAt: "lastUsed",
  endedAt: "ended",
  askedAt: "asked",
  expiresAt: "expires",
};
/** What agents and files say stays as they say it. */
const FOREIGN = new Set(["payload", "input", "finalInput", "tool_input", "output", "definition"]);

export function withNames<T>(value: T): T {
  return named(value) as T;
}

function named(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(named);
  if (!isRecord(value)) return value;
  const out: JsonObject = {};
  for (const [key, one] of Object.entries(value)) {
    const name = Object.hasOwn(TIMES, key) ? TIMES[key] : undefined;
    if (name !== undefined && (typeof one === "number" || typeof one === "string")) out[name] = isoTime(one);
    if (key === "decision" && typeof one === "string" && value["event"] !== undefined) out["verdict"] = one;
    out[key] = FOREIGN.has(key) ? one : named(one);
  }
  return out;
}

function isoTime(at: number | string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? String(at) : time.toISOString();
}
