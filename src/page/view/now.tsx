/** What happens now: stored events first, then live ones, newest first. */
import { computed, effect, signal } from "@preact/signals";
import type { EventRow } from "../../daemon/http/schemas/page-types.js";
import { asks, events, removals } from "../state/live.js";
import { linkTo } from "../state/route.js";
import { decidedBy, GOVERNED, isSurprising, MARK_TEXT, markOf, subjectOf, toolOf } from "./event.js";
import { durationText, lastPart, momentText, plural } from "./format.js";
import { Rows } from "./rows.js";
import { plain, Text } from "./text.js";

const words = signal("");
const agent = signal("");
const onlySurprises = signal(false);
/** The events when the list was paused. */
const paused = signal<readonly EventRow[] | undefined>(undefined);
effect(() => {
  if (removals.value > 0) paused.value = undefined;
});

interface Row {
  readonly event: EventRow;
  /** Equal calls that follow each other. */
  readonly count: number;
  /** Of the first of them, so that a row stays the same while it grows. */
  readonly key: string;
}

const agents = computed(() => [...new Set(events.value.map((event) => event.agent))].sort());

const rows = computed(() => {
  const wanted = words.value.toLowerCase();
  const found: Row[] = [];
  for (const event of paused.value ?? events.value) {
    if (event.event === GOVERNED) continue; // the screen for governance has them
    if (agent.value !== "" && event.agent !== agent.value) continue;
    if (onlySurprises.value && !isSurprising(event)) continue;
    if (wanted !== "" && !factsOf(event).search.includes(wanted)) continue;
    if (isResultOf(event, found)) continue;
    const last = found.at(-1);
    if (last !== undefined && isSame(last.event, event))
      found[found.length - 1] = { ...last, event, count: last.count + 1 };
    else found.push({ event, count: 1, key: event.id });
  }
  return found.reverse();
});

/** The result of a call that has a row. Calls run side by side, so it is not always the last one. */
function isResultOf(event: EventRow, rows: readonly Row[]): boolean {
  if (!RESULTS.includes(event.event) || isSurprising(event)) return false;
  const { call } = factsOf(event);
  return rows.slice(-LOOK_BACK).some((row) => row.event.event === "PreToolUse" && factsOf(row.event).call === call);
}

const RESULTS = ["PostToolUse", "PostToolUseFailure"];
const LOOK_BACK = 20;

function isSame(one: EventRow, other: EventRow): boolean {
  return one.event === other.event && markOf(one) === markOf(other) && factsOf(one).call === factsOf(other).call;
}

interface Facts {
  /** Equal for the same call by the same agent. */
  readonly call: string;
  readonly search: string;
}

/** All events are looked at again for each update. */
const known = new WeakMap<EventRow, Facts>();

function factsOf(event: EventRow): Facts {
  const facts = known.get(event) ?? readFacts(event);
  known.set(event, facts);
  return facts;
}

function readFacts(event: EventRow): Facts {
  const { agent, project = "", reason = "", session = "" } = event;
  const [tool, subject] = [toolOf(event), subjectOf(event)];
  const search = [
    event.event,
    agent,
    tool,
    subject,
    project,
    reason,
    session,
    decidedBy(event),
    MARK_TEXT[markOf(event)],
  ]
    .join("\n")
    .toLowerCase();
  return { call: JSON.stringify([agent, session, tool, subject]), search };
}

export function Now() {
  const isPaused = paused.value !== undefined;
  const missed = isPaused ? events.value.length - paused.value!.length : 0;
  return (
    <section class="screen">
      <div class="bar">
        <h1>Now</h1>
        <input
          type="search"
          placeholder="Filter"
          aria-label="Filter events"
          data-key="/"
          value={words}
          onInput={({ currentTarget }) => {
            words.value = currentTarget.value;
          }}
        />
        <select
          aria-label="Agent"
          value={agent}
          onChange={({ currentTarget }) => {
            agent.value = currentTarget.value;
          }}
        >
          <option value="">All agents</option>
          {agents.value.map((name) => (
            <option key={name} value={name}>
              {plain(name)}
            </option>
          ))}
        </select>
        <label class="check" title="Denied, asked, or a hook failed (key s)">
          <input
            type="checkbox"
            data-key="s"
            checked={onlySurprises}
            onChange={({ currentTarget }) => {
              onlySurprises.value = currentTarget.checked;
            }}
          />
          Only surprises
        </label>
        <button
          type="button"
          data-key="p"
          aria-pressed={isPaused}
          title="Key p"
          onClick={() => {
            paused.value = isPaused ? undefined : events.value;
          }}
        >
          {isPaused ? `Resume${missed > 0 ? ` (${missed} new)` : ""}` : "Pause"}
        </button>
      </div>
      <Pinned />
      <Rows
        label="Events, newest first"
        rows={rows.value}
        keyOf={({ key }) => key}
        growsAtStart
        empty={
          events.value.length === 0
            ? "No events yet. Calls of your agents appear here as they are made."
            : "No event matches the filter."
        }
        render={(row) => <EventLine {...row} />}
      />
    </section>
  );
}

function Pinned() {
  const open = asks.value;
  if (open.length === 0) return null;
  return (
    <ul class="pinned" aria-label="Open questions">
      {open.map((one) => (
        <li key={one.id}>
          <a href={linkTo("questions", one.id)}>
            <span class="mark ask">waiting</span> <Text of={one.agent} /> asks: <Text of={one.tool} />{" "}
            <code>
              <Text of={one.summary} />
            </code>
          </a>
        </li>
      ))}
    </ul>
  );
}

export function EventLine({ event, count = 1 }: { readonly event: EventRow; readonly count?: number }) {
  const mark = markOf(event);
  const tool = toolOf(event);
  const subject = subjectOf(event);
  const by = decidedBy(event);
  return (
    <a class="line event" href={linkTo("call", event.id)} data-row data-id={event.id}>
      <time dateTime={new Date(event.at).toISOString()}>{momentText(event.at)}</time>
      <span class={`mark ${mark}`}>{MARK_TEXT[mark]}</span>
      <span class="what">
        <b>
          <Text of={tool ?? event.event} />
        </b>{" "}
        <code title={plain(subject)}>
          <Text of={subject.slice(0, 400)} />
        </code>
      </span>
      <span class="count" title={count > 1 ? plural(count, "equal call") : undefined}>
        {count > 1 && `×${count}`}
      </span>
      <span class="by">{by !== undefined && <Text of={by} />}</span>
      <span class="where" title={plain(event.project ?? "")}>
        <Text of={event.agent} />
        {event.project !== undefined && (
          <>
            {" · "}
            <Text of={lastPart(event.project)} />
          </>
        )}
      </span>
      <span class="ms">{durationText(event.ms)}</span>
    </a>
  );
}
