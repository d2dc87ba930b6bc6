/** One session as a timeline: prompts, the calls that followed, how long they took, and what was decided. */
import { useMemo } from "preact/hooks";
import type { SessionDetail } from "../../daemon/http/schemas/page-types.js";
import { useAgain, useLoaded } from "../state/load.js";
import { linkTo } from "../state/route.js";
import { MARK_TEXT, markOf } from "./event.js";
import { durationText, momentText, plural, timeText } from "./format.js";
import { Problem } from "./problem.js";
import { Rows } from "./rows.js";
import { plain, Text } from "./text.js";
import { type TimelineRow, timelineOf } from "./timeline.js";

export function Session({ id }: { readonly id: string }) {
  const again = useAgain(({ session }) => session === id);
  const loaded = useLoaded<SessionDetail>(`/v1/sessions/${encodeURIComponent(id)}`, again);
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
  const unguarded = rows.filter((row) => row.kind === "call" && row.unguarded).length;
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
          {stopped > 0 && `, ${stopped} denied`}
          {unguarded > 0 && <span class="problem">, {unguarded.toLocaleString("en")} unguarded</span>}. Id{" "}
          <Text of={session.id} />
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
  const { activity, decision, lane, unguarded, ms } = row;
  const mark = decision === undefined ? "none" : markOf(decision);
  const failed = activity?.success === false && mark === "none" && !unguarded;
  const content = (
    <>
      <time>{timeText(row.at)}</time>
      <span class={`mark ${failed ? "failed" : unguarded ? "deny" : mark}`}>
        {failed ? "tool failed" : unguarded ? "unguarded" : MARK_TEXT[mark]}
      </span>
      <span class="what">
        {lane !== undefined && (
          <span class="lane">
            <Text of={lane.name} /> {lane.number}
          </span>
        )}
        <b>
          <Text of={row.name} />
        </b>{" "}
        <code title={plain(row.subject)}>
          <Text of={row.subject.slice(0, 400)} />
        </code>
      </span>
      <Bar row={row} />
      <span class="ms">{ms === undefined ? "" : durationText(ms)}</span>
    </>
  );
  return (
    <a
      class={`line step ${lane === undefined ? "" : "inner"}`}
      style={lane && { "--lane": String(lane.number) }}
      href={linkTo("call", decision?.id ?? row.key)}
      title={unguarded ? "No hook judged this call before it ran: see `snaphook doctor`" : undefined}
      data-row
    >
      {content}
    </a>
  );
}

/** The time of the tool, and below it ours, on the scale of its prompt. A call that no hook judged is a hole. */
function Bar({ row }: { readonly row: Extract<TimelineRow, { kind: "call" }> }) {
  const { span, at, ms, ours = 0, unguarded } = row;
  // Hooks decide before a tool begins.
  const decidedFrom = row.activity === undefined ? at : at - ours;
  const whole = span.to - span.from;
  const part = (value: number) => `${Math.min(100, Math.max(0, (100 * value) / whole))}%`;
  const begin = part(at - span.from);
  return (
    <span class="bars" aria-hidden="true">
      {(ms !== undefined || unguarded) && (
        <i class={unguarded ? "hole" : ""} style={{ left: begin, width: part(ms ?? 0) }} />
      )}
      {ours > 0 && <i class="ours" style={{ left: part(decidedFrom - span.from), width: part(ours) }} />}
    </span>
  );
}
