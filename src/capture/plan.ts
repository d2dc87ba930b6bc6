/** CP-15: plans from any source: files in an agent's plan directory, the end of plan mode, prompts and responses. */

import type { ActivityRow, BatchRow, EventRecord } from "../core/records/records.js";
import { cut } from "../core/text/json.js";
import { closeBatch, startBatch } from "./batch.js";
import { textOf } from "./facts.js";
import { isPlanFile } from "./plan-files.js";
import { isPlanText } from "./plan-text.js";
import type { Rows } from "./rows.js";

export const PLAN_CHARS = 20_000;
export const EXIT_PLAN = "ExitPlanMode";
const FILE_TOOLS: ReadonlySet<string> = new Set(["Write", "Read", "Edit", "MultiEdit"]);

/** A tool that works on a plan makes its batch the plan's batch: one per file in a session. */
export function notePlan(rows: Rows, record: EventRecord, activity: ActivityRow, batch: BatchRow): BatchRow {
  const found = planOf(record, activity, () => lastPlanFile(rows));
  if (found === undefined) return batch;
  const plan = found.plan === undefined ? {} : { plan: cut(found.plan, PLAN_CHARS) };
  const known = found.file === undefined ? undefined : rows.planBatch(found.file);
  if (known !== undefined) {
    const kept = rows.putBatch({ ...known, ...plan, lastAt: Math.max(known.lastAt, record.at) });
    return known.id === batch.id ? kept : batch;
  }
  const file = found.file === undefined ? {} : { planFile: found.file };
  if (batch.planFile === undefined || found.file === undefined)
    return rows.putBatch({ ...batch, kind: "plan", ...file, ...plan });
  closeBatch(rows, batch, record.at);
  return startBatch(rows, batch.session, record.at, {
    kind: "plan",
    prompt: `[Plan ${found.file.split(/[\\/]/).at(-1)}]`,
    ...file,
    ...plan,
  });
}

/** A response that is a plan, or the text of one that was known only by its file. */
export function notePlanInResponse(rows: Rows, record: EventRecord, batch: BatchRow): void {
  const { response } = batch;
  const told = textOf(record.payload, "plan");
  if (batch.kind === "plan") {
    const plan = batch.plan ?? told;
    if (plan !== undefined) rows.putBatch({ ...batch, plan: cut(plan, PLAN_CHARS) });
    return;
  }
  const planMode = record.payload["permission_mode"] === "plan";
  if (batch.kind !== "user" || response === undefined || !isPlanText(response, planMode)) return;
  rows.putBatch({ ...batch, kind: "plan", plan: response });
}

/** True if `notePlan` needs the batches with plans. */
export function isAboutPlan(record: EventRecord, activity: ActivityRow): boolean {
  return planOf(record, activity, () => undefined) !== undefined;
}

/** `lastFile`: the last used plan file, if the end of plan mode names none. */
function planOf(
  { payload }: EventRecord,
  { name, input = {}, file, success }: ActivityRow,
  lastFile: () => string | undefined,
) {
  if (name === EXIT_PLAN) {
    const plan = textOf(payload, "plan") ?? textOf(input, "plan");
    return { plan, file: textOf(input, "planFilePath", "plan_file_path", "plan_path") ?? lastFile() };
  }
  if (!FILE_TOOLS.has(name) || file === undefined || !success || !isPlanFile(file)) return undefined;
  return { plan: textOf(payload, "plan"), file };
}

function lastPlanFile(rows: Rows): string | undefined {
  return rows.activities.findLast(({ file }) => file !== undefined && isPlanFile(file))?.file;
}
