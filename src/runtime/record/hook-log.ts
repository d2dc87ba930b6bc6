/**
 * One line per event, written after the answer was sent: who decided what, and what failed. No payloads, reasons or
 * tool paths: they may contain secrets. The tail of a hook's stderr is redacted by the record.
 */
import { join } from "node:path";
import type { EventRecord } from "../../core/records/records.js";
import { tenths } from "../../core/records/tenths.js";
import { cut } from "../../core/text/json.js";
import { appendLine } from "./rotating-log.js";

/** Ids come from agents and files; each entry stays one readable line. */
const LONGEST_ID = 200;
const MOST_HOOKS = 100;
const STDERR_CHARS = 300;

type Kept = "at" | "agent" | "origin" | "event" | "session" | "ms" | "verdict" | "sent" | "hooks" | "notes";

/** Input of a line: any record of an event, or the result of a background hook. */
export interface LogEntry extends Pick<EventRecord, Kept>, Partial<Pick<EventRecord, "id">> {
  readonly presence: EventRecord["presence"] | "background";
}

export function hookLogFile(stateFolder: string): string {
  return join(stateFolder, "hooks.log");
}

/** Never throws: the answer was sent, and a log error must not turn it into a failure. */
export function logEvent(stateFolder: string, entry: LogEntry): void {
  appendLine(hookLogFile(stateFolder), hookLogLine(entry));
}

export function hookLogLine(entry: LogEntry): string {
  return JSON.stringify({
    at: new Date(entry.at).toISOString(),
    id: entry.id,
    agent: entry.agent,
    origin: entry.origin,
    event: short(entry.event),
    session: short(entry.session),
    presence: entry.presence,
    ms: tenths(entry.ms),
    decision: entry.verdict,
    sent: entry.sent?.verdict,
    hooks: entry.hooks.slice(0, MOST_HOOKS).map(({ id, source, outcome, ms, cause, answered, did, would, stderr }) => ({
      id: short(id),
      source: short(source),
      outcome,
      ms: tenths(ms),
      cause,
      answered,
      did,
      stderr: endOf(stderr),
      would: would === undefined ? undefined : [would.verdict ?? [], would.did ?? []].flat().join("+"),
    })),
    notes: entry.notes.slice(0, MOST_HOOKS).map(({ code, hook }) => ({ code, hook: short(hook) })),
  });
}

function endOf(stderr: string | undefined): string | undefined {
  const text = stderr?.trimEnd() ?? "";
  if (text === "") return undefined;
  return text.length <= STDERR_CHARS ? text : `…${text.slice(1 - STDERR_CHARS)}`;
}

function short(text: string | undefined): string | undefined {
  return typeof text === "string" ? cut(text, LONGEST_ID) : undefined;
}
