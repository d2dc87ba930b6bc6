/** Changes by one stored event: its session, its batch, an activity. Two pure steps. */
import type { ActivityRow, EventRecord } from "../core/records/records.js";
import type { Capture, CaptureNeeds } from "../core/records/store.js";
import { activityOf } from "./activity.js";
import { batchForTool, closeOpenBatch, fillResponse, startBatch, withActivity, worthKeeping } from "./batch.js";
import { promptFromOf, responseOf, textOf } from "./facts.js";
import { parentCandidates } from "./parent.js";
import { EXIT_PLAN, isAboutPlan, notePlan, notePlanInResponse } from "./plan.js";
import { planInPrompt } from "./plan-text.js";
import { Rows } from "./rows.js";
import { endSession, LAST_USE_MS, startSession, touchSession } from "./session.js";

/** Agents report finished work to their model as a prompt. */
const AGENTS_OWN_PROMPTS = ["<task-notification", "<system-", "Stop hook feedback:"];

export const capture: Capture = {
  needs(record, duplicate) {
    const { session } = record;
    if (session === undefined) return undefined;
    return { session, ...(duplicate ? { batches: "previous" } : needsOf(record, session)) };
  },
  changes(record, loaded, duplicate) {
    if (record.session === undefined) return [];
    const rows = new Rows(loaded);
    if (duplicate) again(rows, record);
    else first(rows, record, record.session);
    return rows.changes();
  },
};

function needsOf(record: EventRecord, session: string): Omit<CaptureNeeds, "session"> {
  switch (record.event) {
    case "SessionStart":
      return { batches: "current", siblings: parentCandidates(record) };
    case "UserPromptSubmit":
    case "Stop":
    case "PostModelResponse":
      return { batches: "previous" };
    case "SessionEnd":
      return { batches: "all", activities: true };
  }
  const activity = activityOf(record, session);
  if (activity === undefined || !isAboutPlan(record, activity)) return { batches: "current" };
  return { batches: "plans", activities: activity.name === EXIT_PLAN };
}

function first(rows: Rows, record: EventRecord, session: string): void {
  if (record.event === "SessionStart") return startSession(rows, record, session);
  const row = touchSession(rows, record, session);
  switch (record.event) {
    case "UserPromptSubmit":
      return prompt(rows, record, session);
    case "Stop":
      return stop(rows, record, responseOf(record));
    case "SessionEnd":
      stop(rows, record, unlikeTheLast(rows, responseOf(record)));
      return endSession(rows, row, record.at);
    case "PreToolUse":
      return touchBatch(rows, record);
    case "PostModelResponse":
      return reply(rows, record);
  }
  const activity = activityOf(record, session);
  if (activity !== undefined) act(rows, record, activity);
  if (record.event === "StopFailure" || record.event === "Interrupt") closeOpenBatch(rows, record.at);
}

/** IN-21, DD-04: a second delivery may contain what the first lacked. */
function again(rows: Rows, record: EventRecord): void {
  const row = rows.session;
  const transcriptPath = textOf(record.payload, "transcript_path");
  if (row !== undefined && transcriptPath !== undefined && transcriptPath !== row.transcriptPath)
    rows.putSession({ ...row, transcriptPath });
  if (record.event === "Stop") late(rows, record, responseOf(record));
}

function prompt(rows: Rows, record: EventRecord, session: string): void {
  const text = textOf(record.payload, "prompt");
  if (!worthKeeping(text)) return;
  const plan = planInPrompt(text);
  const own = AGENTS_OWN_PROMPTS.some((start) => text.trimStart().startsWith(start));
  const promptFrom = promptFromOf(record);
  const by = promptFrom === undefined ? {} : { promptFrom };
  const facts = { kind: plan !== undefined ? "plan" : own ? "system" : "user", prompt: text, ...by, plan } as const;
  if (record.verdict === "deny") {
    // Not worked on, and the current work continues.
    startBatch(rows, session, record.at, { ...facts, status: "completed", endedAt: record.at });
    return;
  }
  // The end of the previous one is not always reported: the user may have sent this prompt while the agent was busy.
  const response = unlikeTheLast(rows, responseOf(record));
  const closed = closeOpenBatch(rows, record.at, response);
  if (closed !== undefined) notePlanInResponse(rows, record, closed);
  startBatch(rows, session, record.at, facts);
}

/** AX-07: some agents report each reply, and none at the end of the turn. The last one counts. */
function reply(rows: Rows, record: EventRecord): void {
  const response = responseOf(record);
  const open = rows.openBatch;
  if (open !== undefined && response !== undefined) rows.putBatch({ ...open, response, lastAt: record.at });
  else late(rows, record, response);
}

function stop(rows: Rows, record: EventRecord, response: string | undefined): void {
  const closed = closeOpenBatch(rows, record.at, response);
  if (closed !== undefined) notePlanInResponse(rows, record, closed);
  else late(rows, record, response);
}

function late(rows: Rows, record: EventRecord, response: string | undefined): void {
  const filled = fillResponse(rows, response);
  if (filled !== undefined) notePlanInResponse(rows, record, filled);
}

/** If the agent did not respond to a prompt, the last words of its transcript belong to the previous one. */
function unlikeTheLast(rows: Rows, response: string | undefined): string | undefined {
  const last = rows.openBatch ?? rows.lastBatch;
  const before = last === undefined ? undefined : rows.batch(last.number - 1);
  return response !== undefined && before?.response === response ? undefined : response;
}

/** Only tool work opens a batch; other events belong to the current one. */
function act(rows: Rows, record: EventRecord, activity: ActivityRow): void {
  const { session, at } = activity;
  const isTool = activity.kind === "tool";
  const found = isTool ? batchForTool(rows, session, at) : (rows.openBatch ?? rows.lastBatch);
  if (found === undefined) return rows.putActivity(activity);
  const batch = isTool ? notePlan(rows, record, activity, found) : found;
  rows.putActivity({ ...activity, batch: batch.id });
  rows.putBatch(withActivity(batch, activity));
}

function touchBatch(rows: Rows, { at }: EventRecord): void {
  const open = rows.openBatch;
  if (open !== undefined && at - open.lastAt >= LAST_USE_MS) rows.putBatch({ ...open, lastAt: at });
}
