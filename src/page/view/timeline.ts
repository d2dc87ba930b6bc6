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
      /** How long the tool took, and how long it took to decide. */
      readonly ms?: number;
      readonly ours?: number;
      /** No verdict came before it. */
      readonly unguarded?: true;
      readonly lane?: Lane;
    };

/** A subagent, in the order in which they appear. */
export interface Lane {
  readonly number: number;
  readonly name: string;
}

/** The time that the bars of one prompt share. */
export interface Span {
  readonly from: number;
  /** Grows to the end of the last bar. */
  to: number;
}

export function timelineOf({ session, batches, activities, decisions, calls }: SessionDetail): readonly TimelineRow[] {
  const starts = batches.toSorted((one, other) => one.startedAt - other.startedAt);
  const spans = new Map<number, Span>();
  const spanAt = (at: number, ms = 0): Span => {
    const index = starts.findLastIndex(({ startedAt }) => startedAt <= at);
    const span = spans.get(index) ?? newSpan(index);
    spans.set(index, span);
    span.to = Math.max(span.to, at + ms);
    return span;
  };
  const newSpan = (index: number): Span => {
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
  const callOf = new Map(calls.map((call) => [call.id, call]));
  const left = new Map(decisions.map((decision) => [decision.id, decision]));
  const lane = lanes();
  for (const activity of activities) {
    const call = callOf.get(activity.id);
    const decision = call?.begin === undefined ? undefined : left.get(call.begin);
    if (decision !== undefined) left.delete(decision.id);
    // An agent may not tell how long it took: then it began when hooks had decided.
    const begin = call?.beganAt === undefined ? undefined : call.beganAt + (call.ms ?? 0);
    const ms = activity.ms ?? (begin === undefined ? undefined : Math.max(0, activity.at - begin));
    const at = activity.at - (ms ?? 0); // it is recorded when it has ended
    const subagent = call?.subagent ?? textOf(activity.input?.["agent_id"]);
    const of = subagent === undefined ? undefined : lane(subagent, activity);
    rows.push({
      kind: "call",
      key: activity.id,
      at,
      name: activity.name,
      subject: inputText(activity.input) ?? activity.file ?? activity.summary ?? "",
      span: spanAt(at, ms),
      activity,
      ...(decision === undefined ? {} : { decision }),
      ...(ms === undefined ? {} : { ms }),
      ...(call?.ms === undefined ? {} : { ours: call.ms }),
      ...(call?.unguarded === undefined ? {} : { unguarded: true }),
      ...(of === undefined ? {} : { lane: of }),
    });
  }
  for (const decision of left.values()) {
    const subagent = textOf(decision.payload["agent_id"]);
    const of = subagent === undefined ? undefined : lane(subagent);
    rows.push({
      kind: "call",
      key: decision.id,
      at: decision.at,
      name: toolOf(decision) ?? decision.event,
      subject: subjectOf(decision),
      span: spanAt(decision.at, decision.ms),
      decision,
      ours: decision.ms,
      ...(of === undefined ? {} : { lane: of }),
    });
  }
  return rows.sort((one, other) => one.at - other.at || Number(one.kind === "call") - Number(other.kind === "call"));
}

/** Numbers subagents. The events of a subagent itself name its type. */
function lanes(): (id: string, activity?: ActivityRow) => Lane {
  const known = new Map<string, { number: number; name: string }>();
  return (id, activity) => {
    const found = known.get(id) ?? { number: known.size + 1, name: "subagent" };
    if (activity?.kind === "subagent") found.name = activity.name;
    known.set(id, found);
    return found;
  };
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
