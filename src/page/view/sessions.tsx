/** All sessions, most recently used first. */
import { useSignal } from "@preact/signals";
import type { SessionRow } from "../../daemon/http/schemas/page-types.js";
import { useLoaded } from "../state/load.js";
import { linkTo } from "../state/route.js";
import { askJson } from "../state/session.js";
import { durationText, lastPart, momentText, plural } from "./format.js";
import { Problem } from "./problem.js";
import { Rows } from "./rows.js";
import { plain, Text } from "./text.js";

interface Page {
  readonly sessions: readonly SessionRow[];
  readonly next?: string;
}

export function Sessions() {
  const first = useLoaded<Page>("/v1/sessions?limit=200");
  const more = useSignal<Page>({ sessions: [] });
  const got = first.value;
  if (got?.ok !== true)
    return (
      <section class="screen">
        <div class="bar">
          <h1>Sessions</h1>
        </div>
        <Problem of={got} what="sessions" />
      </section>
    );
  const rows = [...got.body.sessions, ...more.value.sessions];
  const next = more.value.sessions.length === 0 ? got.body.next : more.value.next;
  const loadMore = async () => {
    const page = await askJson<Page>(`/v1/sessions?limit=200&cursor=${next}`);
    if (page.ok) more.value = { ...page.body, sessions: [...more.value.sessions, ...page.body.sessions] };
  };
  return (
    <section class="screen">
      <div class="bar">
        <h1>Sessions</h1>
        {next !== undefined && (
          <button type="button" onClick={loadMore}>
            Load older
          </button>
        )}
      </div>
      <Rows
        label="Sessions, most recently used first"
        rows={rows}
        keyOf={({ id }) => id}
        empty={
          <>
            No sessions yet. Start an agent, or see with <code>snaphook agents</code> which ones call Snaphook.
          </>
        }
        render={(row) => <SessionLine of={row} />}
      />
    </section>
  );
}

function SessionLine({ of }: { readonly of: SessionRow }) {
  const { id, agent, project, title, status, startedAt, lastAt, stats } = of;
  const ms = (of.endedAt ?? lastAt) - startedAt;
  return (
    <a class="line session" href={linkTo("session", id)} data-row>
      <time dateTime={new Date(lastAt).toISOString()}>{momentText(lastAt)}</time>
      <span class={`mark ${status === "active" ? "active" : "none"}`}>{status === "active" ? "active" : ""}</span>
      <span class="what">
        <b>
          <Text of={title ?? id} />
        </b>
      </span>
      <span class="by">{stats !== undefined && plural(stats.activities, "call")}</span>
      <span class="where" title={plain(project ?? "")}>
        <Text of={agent} />
        {project !== undefined && (
          <>
            {" · "}
            <Text of={lastPart(project)} />
          </>
        )}
      </span>
      <span class="ms">{ms < 1_000 ? "" : durationText(ms)}</span>
    </a>
  );
}
