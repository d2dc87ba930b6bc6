/** Parses the hook log. Torn or unknown lines are skipped. */
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { isRecord, type JsonObject, parseObject } from "../../core/text/json.js";
import { hookLogFile } from "./hook-log.js";
import { filesOf } from "./rotating-log.js";

export interface LoggedHook {
  readonly id: string;
  readonly source: string;
  readonly outcome: string;
  readonly ms: number;
  readonly cause?: string;
  readonly answered?: string;
  /** Besides a verdict: `context`, `message` and so on. */
  readonly did?: readonly string[];
  /** The tail of its stderr, redacted. */
  readonly stderr?: string;
  /** In observe mode: what it would have answered. */
  readonly would?: string;
}

export interface LoggedEvent {
  readonly at: string;
  /** Id of the record, for `snaphook why`. */
  readonly id?: string;
  readonly agent: string;
  readonly origin?: string;
  readonly event: string;
  readonly session?: string;
  readonly presence: string;
  readonly ms: number;
  readonly decision: string;
  /** What the agent received; absent in lines of older versions. */
  readonly sent?: string;
  readonly hooks: readonly LoggedHook[];
  readonly notes: readonly { readonly code: string; readonly hook?: string }[];
}

/** Newest first, including rotated files. Never throws. */
export function* loggedEvents(stateFolder: string): Generator<LoggedEvent> {
  const seen = new Set<number>();
  for (const file of filesOf(hookLogFile(stateFolder))) {
    const text = readOnce(file, seen);
    const lines = text.split("\n");
    for (let n = lines.length - 1; n >= 0; n--) {
      const logged = parseLogged(lines[n]!);
      if (logged !== undefined) yield logged;
    }
  }
}

export function parseLogged(line: string): LoggedEvent | undefined {
  const value = line === "" ? undefined : parseObject(line);
  if (value === undefined || typeof value["event"] !== "string" || typeof value["agent"] !== "string") return undefined;
  if (typeof value["at"] !== "string" || Number.isNaN(Date.parse(value["at"]))) return undefined;
  return {
    at: value["at"],
    agent: value["agent"],
    event: value["event"],
    ...optional(value, "id"),
    ...optional(value, "origin"),
    ...optional(value, "session"),
    presence: text(value["presence"]),
    ms: number(value["ms"]),
    decision: text(value["decision"]),
    ...optional(value, "sent"),
    hooks: records(value["hooks"]).map((hook) => ({
      id: text(hook["id"]),
      source: text(hook["source"]),
      outcome: text(hook["outcome"]),
      ms: number(hook["ms"]),
      ...optional(hook, "cause"),
      ...optional(hook, "answered"),
      ...optional(hook, "would"),
      ...optional(hook, "stderr"),
      ...(Array.isArray(hook["did"]) ? { did: hook["did"].filter((one) => typeof one === "string") } : {}),
    })),
    notes: records(value["notes"]).map((note) => ({ code: text(note["code"]), ...optional(note, "hook") })),
  };
}

/** The log may rotate while it is read: the newest file then appears again under its next name. */
function readOnce(file: string, seen: Set<number>): string {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch {
    return ""; // does not exist, or not readable
  }
  try {
    const { ino } = fstatSync(handle);
    if (seen.has(ino)) return "";
    seen.add(ino);
    return readFileSync(handle, "utf8");
  } catch {
    return "";
  } finally {
    closeSync(handle);
  }
}

function records(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function number(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

function optional<K extends string>(value: JsonObject, key: K): { readonly [P in K]?: string } {
  const found = value[key];
  return typeof found === "string" ? ({ [key]: found } as { readonly [P in K]?: string }) : {};
}
