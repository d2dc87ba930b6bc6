/** One session as a timeline: prompts, the calls that followed, how long they took, and what was decided. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { SessionDetail } from "../../daemon/http/schemas/page-types.js";
import { events } from "../state/live.js";
import { useLoaded } from "../state/load.js";
import { linkTo } from "../state/route.js";
import { MARK_TEXT, markOf } from "./event.js";
import { durationText, momentText, plural, timeText } from "./format.js";
import { Problem } from "./problem.js";
import { Rows } from "./rows.js";
import { plain, Text } from "./text.js";
import { type Span, type TimelineRow, timelineOf } from "./timeline.js";

/** A session that goes on is loaded again, not more often than this. */
const RELOAD_MS = 1_000;

export function Session({ id }: { readonly id: string }) {
  const again = useSignal(0);
  const loaded = useLoaded<SessionDetail>(`/v1/sessions/${encodeURIComponent(id)}`, again.value);
  const newest = events.value.findLast((event) => event.session === id)?.id;
  useEffect(() => {
    const timer = setTimeout(() => again.value++, RELOAD_MS);
    return () => clearTimeout(timer);
  }, [newest]);
  const got = loaded.value;
  const rows = useMemo(() => (got?.ok === true ? timelineOf(got.body) : []), [got]);
  if (got?.ok !== true)
    return (
      <section class="screen">
        <div class="bar">
          <h1>Session</h1>
        </div>
        <Problem of={got} what="the session" />
      </section>
    );
  const { session, batches, activities } = got.body;
  const stopped = rows.filter((row) => row.kind === "call" && row.decision && markOf(row.decision) === "deny").length;
  return (
    <section class="screen">
      <div class="bar head">
        <h1>
          <Text of={(session.title ?? batches[0]?.prompt ?? "Session").slice(0, 120)} />
        </h1>
        <p class="facts">
          <Text of={session.agent} />
          {session.model !== undefined && (
            <>
              {" "}
              (<Text of={session.model} />)
            </>
          )}
          {session.project !== undefined && (
            <>
              {" in "}
              <Text of={session.project} />
            </>
          )}
          , {momentText(session.startedAt)},{" "}
          {session.status === "active"
            ? "active"
            : durationText((session.endedAt ?? session.lastAt) - session.startedAt)}
          , {plural(batches.length, "prompt")}, {plural(activities.length, "activity", "activities")}
          {stopped > 0 && `, ${stopped} denied`}. Id <Text of={session.id} />
        </p>
      </div>
      <Rows
        label="Timeline of the session, oldest first"
        rows={rows}
        keyOf={({ key }) => key}
        empty="Nothing was recorded in this session yet."
        render={(row) => <TimelineLine row={row} />}
      />
    </section>
  );
}

function TimelineLine({ row }: { readonly row: TimelineRow }) {
  if (row.kind === "prompt")
    return (
      <div class="line prompt">
        <time>{timeText(row.at)}</time>
        <span class="what">
          <b>{row.batch.kind === "user" ? "Prompt" : row.batch.kind}</b> <Text of={row.batch.prompt.slice(0, 400)} />
        </span>
        <span class="ms">{durationText(row.span.to - row.span.from)}</span>
      </div>
    );
  const { activity, decision } = row;
  const mark = decision === undefined ? "none" : markOf(decision);
  const failed = activity?.success === false && mark === "none";
  const content = (
    <>
      <time>{timeText(row.at)}</time>
      <span class={`mark ${failed ? "failed" : mark}`}>{failed ? "tool failed" : MARK_TEXT[mark]}</span>
      <span class="what">
        <b>
          <Text of={row.name} />
        </b>{" "}
        <code title={plain(row.subject)}>
          <Text of={row.subject.slice(0, 400)} />
        </code>
      </span>
      <Bar span={row.span} at={row.at} ms={activity?.ms ?? 0} ours={decision?.ms ?? 0} />
      <span class="ms">{activity?.ms === undefined ? "" : durationText(activity.ms)}</span>
    </>
  );
  return (
    <a class="line step" href={linkTo("call", decision?.id ?? row.key)} data-row>
      {content}
    </a>
  );
}

/** The time of the tool, and below it ours, on the scale of its prompt. */
function Bar({ span, at, ms, ours }: { span: Span; at: number; ms: number; ours: number }) {
  const whole = span.to - span.from;
  const part = (value: number) => `${Math.min(100, Math.max(0, (100 * value) / whole))}%`;
  const left = part(at - span.from);
  return (
    <span class="bars" aria-hidden="true">
      <i style={{ left, width: part(ms) }} />
      {ours > 0 && <i class="ours" style={{ left, width: part(ours) }} />}
    </span>
  );
}
