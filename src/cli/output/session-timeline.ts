/** One session from top to bottom: each prompt, what was done about it, what hooks decided, what came of it. */

import { primaryArgument } from "../../core/events/tools.js";
import type { ActivityRow, BatchRow, EventRecord, HookRunRecord } from "../../core/records/records.js";
import type { SessionDetail } from "../../core/records/store.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { amount, brief, paint } from "./print.js";
import { countSession } from "./session-counts.js";
import { dayAndTime, spanText, timeOfDay } from "./times.js";

const WIDTH = 100;
const TEXT_LINES = 3;
const COLOURS = { deny: "red", ask: "yellow", allow: "green", none: "grey" } as const;

type Line = { readonly at: number; readonly text: string };

/** `ungated`: ids of activities that no guard was asked about. */
export function timelineText(detail: SessionDetail, ungated: ReadonlySet<string> = new Set()): string {
  const { batches } = detail;
  const first: BatchRow | undefined = batches[0];
  const inBatch = (batch: BatchRow | undefined) =>
    linesOf(detail, ungated, (at, id) => batchOf(batches, at, id) === batch);
  const before = first === undefined ? inBatch(undefined) : [];
  return [
    headText(detail, ungated.size),
    ...before,
    ...batches.flatMap((batch) => batchText(batch, inBatch(batch))),
  ].join("\n");
}

function headText(detail: SessionDetail, ungated: number): string {
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
    ...(ungated === 0 ? [] : [paint("red", `${ungated} without a verdict of ours: \`snaphook doctor\` says more`)]),
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

function linesOf(
  { activities, decisions }: SessionDetail,
  ungated: ReadonlySet<string>,
  isHere: (at: number, batch?: string) => boolean,
): string[] {
  const mark = ({ id }: ActivityRow) => (ungated.has(id) ? `  ${paint("red", "UNGATED")}` : "");
  const lines: Line[] = [
    ...activities
      .filter(({ at, batch }) => isHere(at, batch))
      .map((row) => ({ at: row.at, text: `${activityText(row)}${mark(row)}` })),
    ...decisions.filter(({ at }) => isHere(at)).map((record) => ({ at: record.at, text: decisionText(record) })),
  ];
  return lines
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, text }) => `  ${paint("grey", timeOfDay(at))}  ${text}`);
}

/** Decisions are no rows of a batch: they belong to the one that was at work then. */
function batchOf(batches: readonly BatchRow[], at: number, id?: string): BatchRow | undefined {
  const named = id === undefined ? undefined : batches.find((batch) => batch.id === id);
  return named ?? batches.findLast(({ startedAt }) => startedAt <= at) ?? batches[0];
}

function activityText({ kind, name, input, summary, file, success, error, ms }: ActivityRow): string {
  const mark = success ? paint("green", "✓") : paint("red", "✗");
  const what = argumentOf(name, input) ?? file ?? (kind === "tool" ? "" : kind);
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
