/** A session as rows: prompts, and the activities and decisions between them, in the order of time. */
import type { ActivityRow, BatchRow, EventRow, SessionDetail } from "../../daemon/http/schemas/page-types.js";
import { inputText, subjectOf, toolOf } from "./event.js";

export type TimelineRow =
  | {
      readonly kind: "prompt";
      readonly key: string;
      readonly at: number;
      readonly batch: BatchRow;
      readonly span: Span;
    }
  | {
      readonly kind: "call";
      readonly key: string;
      readonly at: number;
      readonly name: string;
      readonly subject: string;
      readonly span: Span;
      readonly activity?: ActivityRow;
      readonly decision?: EventRow;
    };

/** The time that the bars of one prompt share. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export function timelineOf({ session, batches, activities, decisions }: SessionDetail): readonly TimelineRow[] {
  const starts = batches.toSorted((one, other) => one.startedAt - other.startedAt);
  const spanAt = (at: number): Span => {
    const index = starts.findLastIndex(({ startedAt }) => startedAt <= at);
    const batch = starts[index];
    const end = batch?.endedAt ?? starts[index + 1]?.startedAt ?? batch?.lastAt ?? session.lastAt;
    const from = batch?.startedAt ?? session.startedAt;
    return { from, to: Math.max(end, from + 1) };
  };
  const rows: TimelineRow[] = starts.map((batch) => ({
    kind: "prompt",
    key: `prompt ${batch.id}`,
    at: batch.startedAt,
    batch,
    span: spanAt(batch.startedAt),
  }));
  const left = new Set(decisions);
  const byCall = new Map(decisions.map((decision) => [callId(decision), decision]));
  for (const activity of activities) {
    const decision = left.has(byCall.get(activity.id)!) ? byCall.get(activity.id) : nearest(activity, left);
    if (decision !== undefined) left.delete(decision);
    rows.push({
      kind: "call",
      key: activity.id,
      // An activity is recorded when it has ended.
      at: activity.at - (activity.ms ?? 0),
      name: activity.name,
      subject: inputText(activity.input) ?? activity.file ?? activity.summary ?? "",
      span: spanAt(activity.at - (activity.ms ?? 0)),
      activity,
      ...(decision === undefined ? {} : { decision }),
    });
  }
  for (const decision of left)
    rows.push({
      kind: "call",
      key: decision.id,
      at: decision.at,
      name: toolOf(decision) ?? decision.event,
      subject: subjectOf(decision),
      span: spanAt(decision.at),
      decision,
    });
  return rows.sort((one, other) => one.at - other.at || Number(one.kind === "call") - Number(other.kind === "call"));
}

function callId({ payload }: EventRow): string {
  return String(payload["tool_use_id"] ?? "");
}

/** The decision about this activity: of the same tool and input, and before it ended. */
function nearest(activity: ActivityRow, decisions: ReadonlySet<EventRow>): EventRow | undefined {
  let found: EventRow | undefined;
  for (const decision of decisions) {
    const isSame =
      toolOf(decision) === activity.name &&
      JSON.stringify(decision.payload["tool_input"]) === JSON.stringify(activity.input);
    if (isSame && decision.at <= activity.at && decision.at >= (found?.at ?? 0)) found = decision;
  }
  return found;
}
