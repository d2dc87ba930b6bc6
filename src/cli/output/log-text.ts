/** One event of the hook log as a line for people, with what its record adds. */
import type { EventRecord } from "../../core/records/records.js";
import type { LoggedEvent, LoggedHook } from "../../runtime/record/read-hook-log.js";
import { callLine, isWorthALine, type LineCall, lineOfRecord } from "./call-line.js";
import { brief, oneLine, paint } from "./print.js";

const STDERR_COLUMNS = 200;

/** False if it only repeats what the line of its call says. */
export function hasLine(logged: LoggedEvent): boolean {
  return logged.presence === "background" || isWorthALine(lineOfLogged(logged, undefined));
}

export function logText(logged: LoggedEvent, record: EventRecord | undefined): string {
  return callLine(lineOfLogged(logged, record)) + logged.hooks.map(stderrText).join("");
}

function lineOfLogged(logged: LoggedEvent, record: EventRecord | undefined): LineCall {
  // The record of a call knows nothing of what its background hooks came to later.
  if (record !== undefined && logged.presence !== "background") return lineOfRecord(record);
  const { decision, sent = decision, at } = logged;
  return {
    ...logged,
    at: Date.parse(at),
    verdict: decision,
    sent,
    ...(record === undefined ? {} : { payload: record.payload }),
  };
}

/** AX-03: what a hook wrote last, on a line of its own. */
function stderrText({ id, stderr }: LoggedHook): string {
  const last = stderr?.split("\n").findLast((line) => line.trim() !== "");
  return last === undefined ? "" : paint("grey", `\n    ${oneLine(id)} stderr: ${brief(last, STDERR_COLUMNS)}`);
}
