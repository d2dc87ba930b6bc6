/** What the rules of the built-in `governance` came to, call by call. */
import { signal, useSignal } from "@preact/signals";
import type { EventRow } from "../../daemon/http/schemas/page-types.js";
import { useLoaded } from "../state/load.js";
import { linkTo } from "../state/route.js";
import { askJson } from "../state/session.js";
import { momentText } from "./format.js";
import { Problem } from "./problem.js";
import { plain, Text } from "./text.js";

interface Page {
  readonly events: readonly EventRow[];
  readonly next?: string;
}

const PATH = `/v1/events?event=${encodeURIComponent("governance:evaluated")}&limit=500`;
const DAY_MS = 24 * 3_600_000;
const SPANS = [
  { days: 1, title: "24 hours" },
  { days: 7, title: "7 days" },
  { days: 30, title: "30 days" },
] as const;

const action = signal("");
const rule = signal("");
const agent = signal("");
const words = signal("");
const days = signal(7);

const textOf = ({ payload }: EventRow, name: string) => (typeof payload[name] === "string" ? payload[name] : "");

export function Governance() {
  const since = useSignal(Date.now());
  const path = `${PATH}&after=${since.value - days.value * DAY_MS}`;
  const got = useLoaded<Page>(path).value;
  const more = useSignal<{ readonly path: string } & Page>({ path, events: [] });
  const older = more.value.path === path ? more.value : { events: [] as readonly EventRow[], next: undefined };
  const all = got?.ok === true ? [...got.body.events, ...older.events] : [];
  const next = older.events.length > 0 ? older.next : got?.ok === true ? got.body.next : undefined;
  const wanted = words.value.toLowerCase();
  const rows = all.filter(
    (row) =>
      (action.value === "" || textOf(row, "action") === action.value) &&
      (rule.value === "" || textOf(row, "rule") === rule.value) &&
      (agent.value === "" || row.agent === agent.value) &&
      [textOf(row, "tool_name"), textOf(row, "reason"), row.session ?? ""].join("\n").toLowerCase().includes(wanted),
  );
  const loadMore = async () => {
    const page = await askJson<Page>(`${path}&cursor=${next}`);
    if (page.ok) more.value = { ...page.body, path, events: [...older.events, ...page.body.events] };
  };
  return (
    <section class="screen scroll">
      <div class="bar">
        <h1>Governance</h1>
        <Choice label="Result" all="All results" of={action} values={all.map((row) => textOf(row, "action"))} />
        <Choice label="Rule" all="All rules" of={rule} values={all.map((row) => textOf(row, "rule"))} />
        <Choice label="Agent" all="All agents" of={agent} values={all.map((row) => row.agent)} />
        <input
          type="search"
          aria-label="Tool, reason or session"
          placeholder="Tool, reason or session"
          data-key="/"
          value={words}
          onInput={({ currentTarget }) => {
            words.value = currentTarget.value;
          }}
        />
        <select
          aria-label="Time"
          value={days}
          onChange={({ currentTarget }) => {
            days.value = Number(currentTarget.value);
          }}
        >
          {SPANS.map(({ days, title }) => (
            <option key={days} value={days}>
              {title}
            </option>
          ))}
        </select>
        {next !== undefined && (
          <button type="button" onClick={loadMore}>
            Load older
          </button>
        )}
      </div>
      <Problem of={got} what="governance results" />
      {got?.ok === true && rows.length === 0 && (
        <p class="empty">
          {all.length === 0 ? "No governance results in this time. " : "No result matches. "}
          <code>snaphook pack governance</code> shows how to enable the rules.
        </p>
      )}
      {rows.length > 0 && (
        <div class="detail">
          <div class="scrolls">
            <table>
              <thead>
                <tr>
                  <th>Time</th>
                  <th>Result</th>
                  <th>Rule</th>
                  <th>Tool</th>
                  <th>Reason</th>
                  <th>Agent</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <Result key={row.id} row={row} />
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </section>
  );
}

function Result({ row }: { readonly row: EventRow }) {
  const result = textOf(row, "action");
  return (
    <tr>
      <td>
        <time>{momentText(row.at)}</time>
      </td>
      <td>
        <span class={`mark ${result === "warn" ? "ask" : result}`}>
          <Text of={result} />
        </span>
      </td>
      <td>
        <Text of={textOf(row, "rule") || "-"} />
      </td>
      <td>
        <Text of={textOf(row, "tool_name")} />
      </td>
      <td>
        <Text of={textOf(row, "reason")} />
      </td>
      <td>
        {row.session === undefined ? (
          <Text of={row.agent} />
        ) : (
          <a href={linkTo("session", row.session)}>
            <Text of={row.agent} />
          </a>
        )}
      </td>
    </tr>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly of: { value: string };
  readonly values: readonly string[];
}

function Choice({ label, all, of, values }: ChoiceProps) {
  const known = [...new Set([...values, of.value])].filter((one) => one !== "").sort();
  return (
    <select
      aria-label={label}
      value={of.value}
      onChange={({ currentTarget }) => {
        of.value = currentTarget.value;
      }}
    >
      <option value="">{all}</option>
      {known.map((one) => (
        <option key={one} value={one}>
          {plain(one)}
        </option>
      ))}
    </select>
  );
}
