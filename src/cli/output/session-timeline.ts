/** One session from top to bottom: each prompt, what was done about it, what hooks decided, what came of it. */

import { primaryArgument } from "../../core/events/tools.js";
import { CALL_EVENTS, type ToolCall } from "../../core/records/call-outcomes.js";
import type { ActivityRow, BatchRow, EventRecord, HookRunRecord } from "../../core/records/records.js";
import type { SessionDetail } from "../../core/records/store.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { amount, brief, paint } from "./print.js";
import { countSession } from "./session-counts.js";
import { dayAndTime, spanText, timeOfDay } from "./times.js";

const WIDTH = 100;
const TEXT_LINES = 3;
const COLOURS = { deny: "red", ask: "yellow", allow: "green", none: "grey" } as const;
const MARKS = {
  ran: ["green", "✓"],
  failed: ["red", "✗"],
  denied: ["red", "⊘"],
  refused: ["red", "⊘"],
  unanswered: ["red", "⊘"],
  asked: ["yellow", "?"],
  unknown: ["yellow", "?"],
} as const;

type Line = { readonly at: number; readonly text: string };

export interface ShownSession {
  readonly detail: SessionDetail;
  readonly calls: readonly ToolCall[];
  /** Ids of events that tell of a call which no guard was asked about. */
  readonly ungated: ReadonlySet<string>;
}

export function timelineText(shown: ShownSession): string {
  const { batches } = shown.detail;
  const first: BatchRow | undefined = batches[0];
  const inBatch = (batch: BatchRow | undefined) => linesOf(shown, (at, id) => batchOf(batches, at, id) === batch);
  const before = first === undefined ? inBatch(undefined) : [];
  return [headText(shown), ...before, ...batches.flatMap((batch) => batchText(batch, inBatch(batch)))].join("\n");
}

function headText({ detail, ungated }: ShownSession): string {
  const { session } = detail;
  const { prompts, activities, failures, decisions, wouldStop } = countSession(detail);
  const facts = [session.status, session.source, session.model].filter((fact) => fact !== undefined);
  return [
    paint("bold", `Session ${brief(session.id, WIDTH)}`),
    `${brief(session.agent, 40)}${session.project === undefined ? "" : ` in ${brief(session.project, WIDTH)}`}`,
    `${dayAndTime(session.startedAt)}, ${spanText((session.endedAt ?? session.lastAt) - session.startedAt)}, ${brief(facts.join(", "), WIDTH)}`,
    `${amount(prompts, "prompt")}, ${activities} ${activities === 1 ? "activity" : "activities"}, ${failures} failed, ${amount(decisions, "decision")}`,
    ...(wouldStop === 0
      ? []
      : [paint("yellow", `${amount(wouldStop, "call")} would have been stopped by hooks that only observe`)]),
    ...(ungated.size === 0
      ? []
      : [paint("red", `${ungated.size} without a verdict of ours: \`snaphook doctor\` says more`)]),
    ...(session.parent === undefined
      ? []
      : [`goes on from ${brief(session.parent, WIDTH)} (${brief(session.parentReason ?? "", 20)})`]),
  ].join("\n");
}

function batchText(batch: BatchRow, lines: readonly string[]): string[] {
  const kind = batch.kind === "user" ? "" : ` ${batch.kind}`;
  const [head = "", ...more] = firstLines(batch.prompt);
  return [
    "",
    `${paint("bold", `#${batch.number}${kind}`)}  ${paint("grey", timeOfDay(batch.startedAt))}  ${paint("bold", head)}`,
    ...more.map((line) => `    ${line}`),
    ...(batch.planFile === undefined ? [] : [`    plan in ${brief(batch.planFile, WIDTH)}`]),
    ...lines,
    ...firstLines(batch.response ?? "").map((line, index) => `  ${paint("blue", index === 0 ? "→" : " ")} ${line}`),
  ];
}

/** Calls as what became of them; other activities and decisions beside them. */
function linesOf({ detail, calls, ungated }: ShownSession, isHere: (at: number, batch?: string) => boolean): string[] {
  const activities = new Map(detail.activities.map((row) => [row.id, row]));
  const lines: Line[] = [
    ...calls.map((call) => {
      const activity = call.end && activities.get(call.end.id);
      const mark = ungated.has(call.end?.id ?? "") ? `  ${paint("red", "UNGATED")}` : "";
      return { at: call.at, batch: activity?.batch, text: `${callText(call, activity)}${mark}` };
    }),
    ...detail.activities
      .filter(({ kind }) => kind !== "tool" && kind !== "permission")
      .map((row) => ({ at: row.at, batch: row.batch, text: activityText(row) })),
    ...detail.decisions
      .filter(({ event }) => !CALL_EVENTS.has(event))
      .map((record) => ({ at: record.at, batch: undefined, text: decisionText(record) })),
  ]
    .filter(({ at, batch }) => isHere(at, batch))
    .map(({ at, text }) => ({ at, text }));
  return lines
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, text }) => `  ${paint("grey", timeOfDay(at))}  ${text}`);
}

/** What is no row of a batch belongs to the one that was at work then. */
function batchOf(batches: readonly BatchRow[], at: number, id?: string): BatchRow | undefined {
  const named = id === undefined ? undefined : batches.find((batch) => batch.id === id);
  return named ?? batches.findLast(({ startedAt }) => startedAt <= at) ?? batches[0];
}

function callText(call: ToolCall, activity: ActivityRow | undefined): string {
  const [colour, mark] = MARKS[call.outcome];
  const { summary, error, ms } = activity ?? {};
  const came = call.outcome === "failed" ? (error ?? summary) : summary;
  const took = ms === undefined || ms < 1000 ? "" : ` (${spanText(ms)})`;
  return [
    paint(colour, mark),
    brief(call.tool, 30),
    brief(argumentOf(call.tool, call.input) ?? activity?.file ?? "", 60),
    paint("grey", `${brief(came ?? "", 60)}${took}`),
    outcomeText(call),
  ]
    .filter((part) => part !== "")
    .join("  ");
}

/** Nothing for a call that ran without anybody having a say. */
function outcomeText({ outcome, wasAsked, decision }: ToolCall): string {
  const by = decision?.hooks.filter(hadAPart).map(hookText).join(", ") ?? "";
  const whom = by === "" ? "" : ` by ${by}`;
  const reason = decision?.reason === undefined ? "" : `: ${brief(decision.reason, WIDTH)}`;
  switch (outcome) {
    case "denied":
      return `denied${whom}${reason}`;
    case "refused":
      return `${wasAsked ? `asked${whom}, ` : ""}refused by a person${reason}`;
    case "unanswered":
      return hasNote(decision, "ASK_UNATTENDED")
        ? `needs approval${whom}, no person could be asked, denied${reason}`
        : `asked${whom}, not answered, denied${reason}`;
    case "asked":
      return `asked${by === "" ? " by the agent" : whom}, no result was recorded${reason}`;
    case "unknown":
      return by === "" ? "no result was recorded" : `${by}; no result was recorded`;
    default:
      return wasAsked
        ? `asked${by === "" ? " by the agent" : whom}, ${hasNote(decision, "ASK_ANSWERED") ? "approved by a person" : "then ran"}`
        : by;
  }
}

function hasNote(decision: EventRecord | undefined, wanted: string): boolean {
  return decision?.notes.some(({ code }) => code === wanted) ?? false;
}

/** Things that are told, and neither work nor fail. */
function activityText({ kind, name, input, summary, file, success, error, ms }: ActivityRow): string {
  const mark = success ? paint("grey", "·") : paint("red", "✗");
  const what = argumentOf(name, input) ?? file ?? kind;
  const came = success ? summary : (error ?? summary);
  const took = ms === undefined || ms < 1000 ? "" : ` (${spanText(ms)})`;
  return [mark, brief(name, 30), brief(what, 60), paint("grey", `${brief(came ?? "", 60)}${took}`)]
    .filter((part) => part !== "")
    .join("  ");
}

function decisionText({ event, verdict, sent, reason, hooks, payload }: EventRecord): string {
  const tool = typeof payload["tool_name"] === "string" ? payload["tool_name"] : "";
  const input = isRecord(payload["tool_input"]) ? payload["tool_input"] : undefined;
  const by = hooks.filter(hadAPart).map(hookText).join(", ");
  return [
    coloured(verdict) + (sent === undefined || sent.verdict === verdict ? "" : ` → ${coloured(sent.verdict)}`),
    brief(`${event} ${tool}`, 40),
    brief(argumentOf(tool, input) ?? "", 60),
    ...(by === "" ? [] : [`by ${by}`]),
    ...(reason === undefined ? [] : [brief(reason, WIDTH)]),
  ]
    .filter((part) => part !== "")
    .join("  ");
}

function coloured(verdict: EventRecord["verdict"]): string {
  return paint(COLOURS[verdict] ?? "grey", verdict === "none" ? "!" : verdict);
}

function hadAPart({ outcome, answered, would }: HookRunRecord): boolean {
  return answered !== undefined || would?.verdict !== undefined || ["deny", "ask", "allow", "failed"].includes(outcome);
}

function hookText({ id, source, outcome, cause, would }: HookRunRecord): string {
  const failed = outcome === "failed" ? ` failed${cause === undefined ? "" : `: ${brief(cause, 30)}`}` : "";
  const observed = would?.verdict === undefined ? "" : ` only observes: would ${brief(would.verdict, 10)}`;
  return `${brief(id, 40)} (${brief(source, 20)})${failed}${observed}`;
}

function argumentOf(tool: string, input: JsonObject | undefined): string | undefined {
  return input === undefined ? undefined : primaryArgument(tool, input);
}

function firstLines(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const shown = lines.slice(0, TEXT_LINES).map((line) => brief(line, WIDTH));
  return lines.length > TEXT_LINES ? [...shown, "…"] : shown;
}
