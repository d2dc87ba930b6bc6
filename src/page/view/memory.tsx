/** What agents remember: the list, and questions to it. */
import { signal, useSignal } from "@preact/signals";
import type { MemoryList, MemoryRow, RecallReply } from "../../daemon/http/schemas/page-types.js";
import { useLoaded } from "../state/load.js";
import { linkTo } from "../state/route.js";
import { Choice, distinct } from "./choice.js";
import { lastPart, momentText } from "./format.js";
import { Problem } from "./problem.js";
import { Rows } from "./rows.js";
import { plain, Text } from "./text.js";

const MOST = 1_000;

const scope = signal("");
const wanted = signal("active");
const asked = signal("");

const STATES = [
  ["active", "In use"],
  ["review", "To review"],
  ["", "All, also replaced ones"],
] as const;

/** Only these are what the user said. Other texts may have been written by others, to give orders. */
export const isTrusted = (trust: MemoryRow["trust"]) => trust === "user" || trust === "project";

export function Memory() {
  const all = useLoaded<MemoryList>(`/v1/memories?limit=${MOST}`).value;
  if (all?.ok !== true) return <Frame problem={<Problem of={all} what="memories" />} />;
  const scopes = distinct(all.body.memories.map((row) => row.scope));
  return (
    <Frame
      bar={
        <>
          <Choice
            label="Project"
            all="All projects"
            of={scope}
            values={scopes.map((one) => [one, `${lastPart(one)} – ${one}`] as const)}
          />
          <Choice label="Status" all="" of={wanted} values={STATES} />
          <Ask scopes={scopes} />
        </>
      }
    >
      {asked.value === "" ? (
        <List enabled={all.body.enabled} />
      ) : (
        <Hits scope={scope.value === "" ? (scopes[0] ?? "/") : scope.value} />
      )}
    </Frame>
  );
}

function Frame(props: {
  readonly bar?: preact.ComponentChildren;
  readonly problem?: preact.ComponentChildren;
  readonly children?: preact.ComponentChildren;
}) {
  return (
    <section class="screen">
      <div class="bar">
        <h1>Memory</h1>
        {props.bar}
      </div>
      {props.problem}
      {props.children}
    </section>
  );
}

/** As `snaphook recall`: of one project. */
function Ask({ scopes }: { readonly scopes: readonly string[] }) {
  const words = useSignal(asked.value);
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault();
        asked.value = words.value.trim();
        if (scope.value === "") scope.value = scopes[0] ?? "";
      }}
    >
      <input
        type="search"
        aria-label="Question"
        placeholder="Ask as an agent would"
        data-key="/"
        value={words}
        onInput={({ currentTarget }) => {
          words.value = currentTarget.value;
          if (currentTarget.value === "") asked.value = "";
        }}
      />
      <button type="submit" disabled={words.value.trim() === "" || scopes.length === 0}>
        Recall
      </button>
    </form>
  );
}

function List({ enabled }: { readonly enabled: boolean }) {
  const query = new URLSearchParams({ limit: String(MOST) });
  if (scope.value !== "") query.set("scope", scope.value);
  if (wanted.value !== "") query.set("status", "active");
  if (wanted.value === "review") query.set("review", "true");
  const got = useLoaded<MemoryList>(`/v1/memories?${query}`).value;
  if (got?.ok !== true) return <Problem of={got} what="memories" />;
  return (
    <Rows
      label="Memories, newest first"
      rows={got.body.memories}
      keyOf={({ id }) => id}
      empty={<Nothing enabled={enabled} />}
      render={(row) => <MemoryLine row={row} />}
    />
  );
}

function Nothing({ enabled }: { readonly enabled: boolean }) {
  if (wanted.value !== "active" || scope.value !== "") return <>No memory matches the filter.</>;
  return enabled ? (
    <>Nothing was learned yet. Agents learn from commands that fail and work, and from rules in your prompts.</>
  ) : (
    <>
      Memory is off. <code>snaphook memory enable</code> turns it on: what one session learns, the next one is given.
    </>
  );
}

function MemoryLine({ row }: { readonly row: MemoryRow }) {
  const { id, type, trust, status, text, scope: of, createdAt, pinned, count } = row;
  return (
    <a class={`line memory ${isTrusted(trust) ? "" : "untrusted"}`} href={linkTo("memories", id)} data-row>
      <time dateTime={new Date(createdAt).toISOString()}>{momentText(createdAt)}</time>
      <span class={`mark trust-${trust}`}>{trust}</span>
      <span class="what" title={plain(text)}>
        <Text of={text.slice(0, 400)} />
      </span>
      <span class="by">
        {type}
        {pinned && ", pinned"}
        {status !== "active" && `, ${status === "superseded" ? "replaced" : status}`}
      </span>
      <span class="where" title={plain(of)}>
        <Text of={lastPart(of)} />
      </span>
      <span class="ms" title="How often it was observed">
        {count}×
      </span>
    </a>
  );
}

function Hits({ scope: of }: { readonly scope: string }) {
  const query = new URLSearchParams({ q: asked.value, scope: of, limit: "50" });
  const got = useLoaded<RecallReply>(`/v1/recall?${query}`).value;
  if (got?.ok !== true) return <Problem of={got} what="results" />;
  if (got.body.hits.length === 0) return <p class="empty">Nothing was found in this project.</p>;
  return (
    <ul class="hits scroll" aria-label="Results, best first">
      {got.body.hits.map((hit, index) => (
        <li key={`${hit.at} ${index}`} class={isTrusted(hit.trust) ? "" : "untrusted"}>
          <a
            href={hit.memory === undefined ? linkTo("session", hit.session ?? "") : linkTo("memories", hit.memory.id)}
            data-row
          >
            <span class="facts">
              {Math.round(hit.score * 100)} % · {hit.kind} · <span class={`mark trust-${hit.trust}`}>{hit.trust}</span>{" "}
              · <time>{momentText(hit.at)}</time>
            </span>
            <span>
              <Text of={hit.text} most={600} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
