/**
 * The daemon's own log (OB-01): one tagged line per event. Names, ids, verdicts and durations only; no content of users
 * or agents.
 */

import type { EventRecord } from "../../core/records/records.js";
import { redactStart } from "../../core/redact/excerpt.js";
import { redactName } from "../../core/redact/text.js";
import { cut } from "../../core/text/json.js";
import type { LogTag } from "../api.js";

const LONGEST_TEXT = 2000;
const LONGEST_WORD = 100;

export type LogLine = readonly [tag: LogTag, text: string];

export function daemonLogLine(at: number, tag: LogTag, text: string): string {
  // Only this differs between the lines of a session.
  const duration = / ms=[\d.]{1,20}$/.exec(text)?.[0] ?? "";
  // Errors quote what they could not parse.
  const redacted = redactStart(text.slice(0, text.length - duration.length), LONGEST_TEXT, redactName);
  return `${new Date(at).toISOString()} ${tag} ${visible(redacted)}${duration}`;
}

const TAGS: Readonly<Record<string, LogTag>> = {
  SessionStart: "SESSION-START",
  UserPromptSubmit: "PROMPT",
  PreToolUse: "TOOL",
  PostToolUse: "TOOL",
  PostToolUseFailure: "TOOL",
  PermissionRequest: "TOOL",
  Stop: "STOP",
  SubagentStop: "STOP",
  SessionEnd: "SESSION-END",
};

/** The log line of one event. `duplicateOf`: the record whose answer it received. */
export function linesOf(record: EventRecord, duplicateOf?: string): LogLine[] {
  const who = `agent=${word(record.agent)} session=${word(record.session ?? "-")}`;
  if (duplicateOf !== undefined)
    return [["Deduped", `${who} event=${word(record.event)} id=${word(record.id)} of=${word(duplicateOf)}`]];
  const tag = Object.hasOwn(TAGS, record.event) ? TAGS[record.event] : undefined;
  const lines: LogLine[] = [];
  if (tag !== undefined) {
    const tool = typeof record.payload["tool_name"] === "string" ? ` tool=${word(record.payload["tool_name"])}` : "";
    const ran = record.hooks.filter(({ outcome }) => outcome !== "skipped").length;
    const failed = record.hooks.filter(({ outcome }) => outcome === "failed").map(({ id }) => word(id));
    const broke = failed.length > 0 ? ` failed=${failed.join(",")}` : "";
    lines.push([
      tag,
      `${who} event=${word(record.event)}${tool} ${verdictText(record)} hooks=${ran}${broke} ms=${record.ms}`,
    ]);
  }
  const injectors = record.hooks.filter(({ did }) => did?.includes("context")).map(({ id }) => word(id));
  if (injectors.length > 0)
    lines.push(["INJECT:", `${who} event=${word(record.event)} context by ${injectors.join(",")}`]);
  return lines;
}

/** The decision, and what the agent received if that differs. */
function verdictText({ verdict, sent }: EventRecord): string {
  return `verdict=${verdict}${sent === undefined || sent.verdict === verdict ? "" : ` sent=${sent.verdict}`}`;
}

/** An external name as one word, so that it cannot imitate another field. */
function word(text: string): string {
  return visible(cut(text, LONGEST_WORD)).replace(/\s+/g, "_") || "-";
}

function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\ufffd");
}
