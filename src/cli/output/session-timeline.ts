/** One session like an incident report: each request, what was tried, what was stopped and by which hook, what happened instead. */

import { fenceUntrusted } from "../../core/decision/fence-untrusted.js";
import { CALL_EVENTS, type Outcome, type ToolCall } from "../../core/records/call-outcomes.js";
import {
  type ActivityRow,
  ASK_GONE,
  type BatchRow,
  type EventRecord,
  type HookRunRecord,
  type ModelSummary,
  PROOF_SESSION,
  SWITCHED_OFF,
} from "../../core/records/records.js";
import type { SessionDetail } from "../../core/records/store.js";
import { shortRecordId } from "../../runtime/record/record-id.js";
import { HOOKS_PAUSED, toolText, turnTexts } from "./call-line.js";
import { amount, brief, oneLine, paint } from "./print.js";
import { countSession, isStopped, isStoppedEvent } from "./session-counts.js";
import { outputWidth } from "./terminal.js";
import { cutText, textWidth, wrapText } from "./text-width.js";
import { dayAndTime, momentText, spanText, timeOfDay } from "./times.js";

const TEXT_LINES = 3;
const MODEL_COLUMNS = 78;
/** Of what a tool said. */
const RESULT_COLUMNS = 60;
const COLOURS = { deny: "red", ask: "yellow", allow: "green", none: "grey" } as const;
const MARKS = {
  ran: ["green", "✓"],
  failed: ["red", "!"],
  denied: ["red", "✗"],
  refused: ["red", "✗"],
  unanswered: ["red", "✗"],
  asked: ["yellow", "?"],
  unknown: ["yellow", "?"],
} as const;
/** Below the command: after the time and the mark. */
const BELOW = " ".repeat(13);

interface Line {
  readonly at: number;
  readonly batch?: string | undefined;
  readonly text: string;
}

export interface ShownSession {
  readonly detail: SessionDetail;
  readonly calls: readonly ToolCall[];
  /** Ids of events that tell of a call which no guard was asked about. */
  readonly ungated: ReadonlySet<string>;
}

export function timelineText(shown: ShownSession): string {
  const { batches } = shown.detail;
  const lines = linesOf(shown);
  const inBatch = (batch: BatchRow | undefined) =>
    lines
      .filter(({ at, batch: id }) => batchOf(batches, at, id) === batch)
      .toSorted((one, other) => one.at - other.at)
      .map(({ text }) => text);
  const before = batches.length === 0 ? ["", ...inBatch(undefined)] : [];
  return [headText(shown), ...before, ...batches.flatMap((batch) => batchText(batch, inBatch(batch)))].join("\n");
}

/** A model wrote it, perhaps after reading text from elsewhere. */
function modelSummaryText({ title, summary, trust }: ModelSummary): string {
  const lines = [title, ...wrapText(summary, Math.min(outputWidth(), MODEL_COLUMNS)).split("\n")];
  return fenceUntrusted(lines.map(oneLine).join("\n"), trust);
}

function headText({ detail, calls, ungated }: ShownSession): string {
  const { session } = detail;
  const { prompts, wouldStop } = countSession(detail, calls);
  const otherStops = detail.decisions.filter(isStoppedEvent).length;
  const facts = [session.status, session.source, session.model].filter((fact) => fact !== undefined);
  const count = (...outcomes: Outcome[]) => calls.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const stopped = calls.filter(isStopped);
  const outcomes = [
    `${count("ran", "failed")} ran`,
    `${stopped.length} stopped`,
    ...(count("failed") > 0 ? [`${count("failed")} failed`] : []),
    ...(count("asked", "unknown") > 0 ? [`${count("asked", "unknown")} without a recorded result`] : []),
  ];
  return [
    paint("bold", `Session ${oneLine(session.id)}`),
    `${oneLine(session.agent)}${session.project === undefined ? "" : ` in ${oneLine(session.project)}`}`,
    `${dayAndTime(session.startedAt)}, ${spanText((session.endedAt ?? session.lastAt) - session.startedAt)}, ${oneLine(facts.join(", "))}`,
    `${amount(prompts, "prompt")}, ${amount(calls.length, "tool call")}: ${outcomes.join(", ")}`,
    ...(session.id === PROOF_SESSION ? ["test calls of setup and doctor"] : []),
    ...(otherStops === 0 ? [] : [`${amount(otherStops, "other event")} stopped`]),
    ...(wouldStop === 0
      ? []
      : [paint("yellow", `${amount(wouldStop, "call")} would have been stopped by hooks that only observe`)]),
    ...(ungated.size === 0
      ? []
      : [paint("red", `${amount(ungated.size, "call")} without a verdict: \`snaphook doctor\` shows why`)]),
    ...(session.byModel === undefined ? [] : [modelSummaryText(session.byModel)]),
    ...(session.parent === undefined
      ? []
      : [`continues ${oneLine(session.parent)} (${oneLine(session.parentReason ?? "")})`]),
    ...(stopped.length === 0 ? [] : ["", paint("bold", "Stopped"), ...stopped.map(stoppedText)]),
  ].join("\n");
}

/** In the summary at the top: the details are below. */
function stoppedText(call: ToolCall): string {
  const head = `  ${momentText(call.at)} ${paint("red", "✗")} ${idOf(call)}  `;
  return `${head}${cutText(toolText(call.tool, call.input), outputWidth() - textWidth(head))}`;
}

function batchText(batch: BatchRow, lines: readonly string[]): string[] {
  const named = batch.kind === "user" ? batch.label : batch.kind;
  const kind = named === undefined ? "" : ` (${named})`;
  return [
    "",
    `${paint("bold", `Request ${batch.number}${kind}`)}  ${paint("grey", momentText(batch.startedAt))}`,
    ...firstLines(batch.prompt).map((line) => `  ${line}`),
    ...(batch.planFile === undefined ? [] : [`  plan in ${oneLine(batch.planFile)}`]),
    ...lines,
    ...firstLines(batch.response ?? "").map((line, index) => `  ${paint("blue", index === 0 ? "→" : " ")} ${line}`),
  ];
}

/** Calls with what became of them; other activities and decisions beside them. */
function linesOf({ detail, calls, ungated }: ShownSession): Line[] {
  const activities = new Map(detail.activities.map((row) => [row.id, row]));
  const batchIn = (call: ToolCall) => batchOf(detail.batches, call.at, call.end && activities.get(call.end.id)?.batch);
  return [
    ...calls.map((call, index) => {
      const batch = batchIn(call);
      const later = calls.slice(index + 1).filter((other) => batchIn(other) === batch);
      const unguarded = ungated.has(call.end?.id ?? "");
      const text = callText(call, activities.get(call.end?.id ?? ""), unguarded);
      return { at: call.at, batch: batch?.id, text: [text, ...insteadText(call, later, batch)].join("\n") };
    }),
    ...detail.activities
      .filter(({ kind }) => kind !== "tool" && kind !== "permission")
      .map((row) => ({ at: row.at, batch: row.batch, text: activityText(row) })),
    ...detail.decisions
      .filter(({ event }) => !CALL_EVENTS.has(event))
      .map((record) => ({ at: record.at, text: decisionText(record) })),
  ];
}

/** What is no row of a batch belongs to the one that was at work then. */
function batchOf(batches: readonly BatchRow[], at: number, id?: string): BatchRow | undefined {
  const named = id === undefined ? undefined : batches.find((batch) => batch.id === id);
  return named ?? batches.findLast(({ startedAt }) => startedAt <= at) ?? batches[0];
}

function callText(call: ToolCall, activity: ActivityRow | undefined, unguarded: boolean): string {
  const [colour, mark] = MARKS[call.outcome];
  const { summary, error, ms } = activity ?? {};
  const came = call.outcome === "failed" ? (error ?? summary) : summary;
  const took = ms === undefined || ms < 1000 ? "" : ` (${spanText(ms)})`;
  const result = brief(came ?? "", RESULT_COLUMNS) + took;
  const isSubagent = typeof call.decision?.payload["agent_id"] === "string";
  const what = `${isSubagent ? "  ↳ " : ""}${toolText(call.tool, call.input)}`;
  const outcome = outcomeText(call);
  return [
    callHead(call.at, paint(colour, mark), what, unguarded ? "no verdict" : "", idOf(call)),
    ...(result === "" ? [] : [paint("grey", `${BELOW}${result}`)]),
    ...(outcome === "" ? [] : [`${BELOW}${outcome}`]),
  ].join("\n");
}

/** One line: the command is cut on a narrow terminal; `why` shows all of it. */
function callHead(at: number, mark: string, what: string, remark: string, id: string): string {
  const head = `  ${paint("grey", timeOfDay(at))} ${mark} `;
  const tail = `${remark === "" ? "" : `  ${paint("red", remark)}`}  ${paint("grey", id)}`;
  return `${head}${cutText(what, outputWidth() - textWidth(head) - textWidth(tail))}${tail}`;
}

/** `snaphook why` takes it. */
function idOf({ id, decision }: ToolCall): string {
  return shortRecordId(decision?.id ?? id);
}

function insteadText(call: ToolCall, later: readonly ToolCall[], batch: BatchRow | undefined): string[] {
  const did = insteadOf(call, later, batch);
  return did === undefined ? [] : [`${BELOW}${brief(`instead: ${did}`, outputWidth() - BELOW.length)}`];
}

/** What the agent did after a call was stopped; `later`: its calls after that, of the same request. */
export function insteadOf(call: ToolCall, later: readonly ToolCall[], batch: BatchRow | undefined): string | undefined {
  if (!isStopped(call)) return undefined;
  const next = later.find(({ outcome }) => outcome === "ran" || outcome === "failed");
  const [answer] = firstLines(batch?.response ?? "");
  if (next !== undefined) return `${toolText(next.tool, next.input)} (${next.outcome}, ${idOf(next)})`;
  return answer === undefined ? "no further call was recorded" : `the agent answered: ${answer}`;
}

function outcomeText(call: ToolCall): string {
  const { decision } = call;
  const isPaused = hasNote(decision, SWITCHED_OFF) && decision?.verdict === "none";
  return [isPaused ? HOOKS_PAUSED : "", verdictText(call)].filter((part) => part !== "").join("; ");
}

/** Empty for a call that ran without a verdict. */
function verdictText({ outcome, wasAsked, decision }: ToolCall): string {
  const by = decision?.hooks.filter(hadAPart).map(hookText).join(", ") ?? "";
  const whom = by === "" ? "" : ` by ${by}`;
  const reason = decision?.reason === undefined ? "" : `: ${withoutId(oneLine(decision.reason))}`;
  switch (outcome) {
    case "denied":
      return `stopped${whom}${reason}`;
    case "refused":
      return `${wasAsked ? `asked${whom}, ` : ""}refused by a person${reason}`;
    case "unanswered":
      if (hasNote(decision, ASK_GONE)) return `asked${whom}, not answered: the agent had gone${reason}`;
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

/** Notices, which neither succeed nor fail. */
function activityText({ at, kind, name, input, summary, file, success, error, ms }: ActivityRow): string {
  const mark = success ? paint("grey", "·") : paint("red", "✗");
  const what = typeof input?.["event"] === "string" ? oneLine(input["event"]) : (file ?? kind);
  const came = success ? summary : (error ?? summary);
  const took = ms === undefined || ms < 1000 ? "" : ` (${spanText(ms)})`;
  const said = [oneLine(name), oneLine(what), paint("grey", `${brief(came ?? "", RESULT_COLUMNS)}${took}`)];
  return `  ${paint("grey", timeOfDay(at))} ${mark} ${said.filter((part) => part !== "").join("  ")}`;
}

function decisionText({ id, at, event, verdict, sent, reason, hooks, notes }: EventRecord): string {
  const by = hooks.filter(hadAPart).map(hookText).join(", ");
  const said = [
    coloured(verdict) + (sent === undefined || sent.verdict === verdict ? "" : ` → ${coloured(sent.verdict)}`),
    oneLine(event),
    ...(by === "" ? [] : [`by ${by}`]),
    ...(reason === undefined ? [] : [oneLine(reason)]),
    ...turnTexts(notes),
  ]
    .filter((part) => part !== "")
    .join("  ");
  return `  ${paint("grey", timeOfDay(at))} ${said}  ${paint("grey", shortRecordId(id))}`;
}

function coloured(verdict: EventRecord["verdict"]): string {
  return paint(COLOURS[verdict] ?? "grey", verdict === "none" ? "!" : verdict);
}

function hadAPart({ outcome, answered, would }: HookRunRecord): boolean {
  return answered !== undefined || would?.verdict !== undefined || ["deny", "ask", "allow", "failed"].includes(outcome);
}

function hookText({ id, source, outcome, cause, would }: HookRunRecord): string {
  const failed = outcome === "failed" ? ` failed${cause === undefined ? "" : `: ${oneLine(cause)}`}` : "";
  const observed = would?.verdict === undefined ? "" : ` only observes: would ${oneLine(would.verdict)}`;
  return `${oneLine(id)} (${oneLine(source)})${failed}${observed}`;
}

/** It stands beside the command already. */
function withoutId(reason: string): string {
  return reason.replace(/ {0,4}\(snaphook why [\da-f-]{1,64}\)/, "");
}

function firstLines(text: string): string[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const shown = lines.slice(0, TEXT_LINES).map((line) => brief(line, outputWidth() - 4));
  return lines.length > TEXT_LINES ? [...shown, "…"] : shown;
}
