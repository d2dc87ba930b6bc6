/** What the rules of the built-in `governance` came to, call by call. */
import { signal, useSignal } from "@preact/signals";
import type { GovernancePage, GovernanceRow } from "../../daemon/http/schemas/page-types.js";
import { events } from "../state/live.js";
import { useAgain, useLoaded } from "../state/load.js";
import { linkTo } from "../state/route.js";
import { askJson } from "../state/session.js";
import { Choice, distinct } from "./choice.js";
import { GOVERNED } from "./event.js";
import { lastPart, momentText } from "./format.js";
import { Problem } from "./problem.js";
import { Rows } from "./rows.js";
import { plain, Text } from "./text.js";

const HOUR_MS = 3_600_000;
const ROWS = 200;
const ACTIONS = ["deny", "ask", "warn", "observe", "allow"];
const SPANS = [
  ["1", "Last hour"],
  ["24", "24 hours"],
  ["168", "7 days"],
  ["720", "30 days"],
] as const;

const action = signal("");
const rule = signal("");
const agent = signal("");
const tool = signal("");
const hours = signal("168");

export function Governance() {
  const now = useSignal(Date.now());
  const query = new URLSearchParams({ limit: String(ROWS), after: String(now.value - Number(hours.value) * HOUR_MS) });
  for (const [name, { value }] of Object.entries({ action, rule, agent, tool }))
    if (value !== "") query.set(name, value);
  const path = `/v1/governance?${query}`;
  // A result is stored after the answer of its call.
  const again = useAgain(({ event }) => event === GOVERNED);
  const got = useLoaded<GovernancePage>(path, again).value;
  const older = useSignal<{ readonly path: string } & GovernancePage>({ path: "", results: [] });
  const more = older.value.path === path ? older.value : undefined;
  const rows = got?.ok === true ? merged(got.body.results, more?.results ?? []) : [];
  const next = more === undefined ? got?.ok === true && got.body.next : more.next;
  const known = [...rows, ...live()];
  const loadOlder = async () => {
    const page = await askJson<GovernancePage>(`${path}&cursor=${next}`);
    if (page.ok) older.value = { ...page.body, path, results: [...(more?.results ?? []), ...page.body.results] };
  };
  const isFiltered = [action, rule, agent, tool].some(({ value }) => value !== "");
  return (
    <section class="screen">
      <div class="bar">
        <h1>Governance</h1>
        <Choice label="Result" all="All results" of={action} values={ACTIONS} />
        <Choice label="Rule" all="All rules" of={rule} values={distinct(known.map((row) => row.rule))} />
        <Choice label="Agent" all="All agents" of={agent} values={distinct(known.map((row) => row.agent))} />
        <Choice label="Tool" all="All tools" of={tool} values={distinct(known.map((row) => row.tool))} />
        <Choice label="Time" all="" of={hours} values={SPANS} />
        {next && (
          <button type="button" onClick={loadOlder}>
            Load older
          </button>
        )}
      </div>
      <Problem of={got} what="governance results" />
      {got?.ok === true && (
        <Rows
          label="Governance results, newest first"
          rows={rows}
          keyOf={({ id }) => id}
          growsAtStart
          empty={
            isFiltered ? (
              "No result matches the filter in this time."
            ) : (
              <>
                No governance results in this time. The built-in <code>governance</code> judges calls by a table of
                rules; <code>snaphook pack governance</code> shows how to enable it.
              </>
            )
          }
          render={(row) => <ResultLine row={row} />}
        />
      )}
    </section>
  );
}

/** Of other filters, for the lists to choose from. */
function live(): Pick<GovernanceRow, "rule" | "agent" | "tool">[] {
  return events.value
    .filter(({ event }) => event === GOVERNED)
    .map(({ agent, payload }) => ({ agent, rule: textOf(payload["rule"]), tool: textOf(payload["tool_name"]) }));
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

function merged(newer: readonly GovernanceRow[], older: readonly GovernanceRow[]): readonly GovernanceRow[] {
  const ids = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !ids.has(id))];
}

const MARKS: Readonly<Record<string, string>> = { deny: "deny", ask: "ask", warn: "ask", allow: "allow" };

function ResultLine({ row }: { readonly row: GovernanceRow }) {
  const { at, action: result, rule: of, reason = "", tool: name = "", input = "", agent: by, project, session } = row;
  return (
    <a
      class="line result"
      href={session === undefined ? linkTo("call", row.id) : linkTo("session", session)}
      title={plain(reason)}
      data-row
    >
      <time dateTime={new Date(at).toISOString()}>{momentText(at)}</time>
      <span class={`mark ${MARKS[result] ?? "none"}`}>
        <Text of={result} />
      </span>
      <span class="by">{of === undefined ? <span class="quiet">no rule</span> : <Text of={of} />}</span>
      <span class="what">
        <b>
          <Text of={name} />
        </b>{" "}
        <code>
          <Text of={input.slice(0, 400)} />
        </code>
      </span>
      <span class="why">{of !== undefined && <Text of={reason.slice(0, 400)} />}</span>
      <span class="where" title={plain(project ?? "")}>
        <Text of={by} />
        {project !== undefined && (
          <>
            {" · "}
            <Text of={lastPart(project)} />
          </>
        )}
      </span>
    </a>
  );
}
