/** The ends of the daemon's log and of the hook log. */
import { signal, useSignal } from "@preact/signals";
import type { LogReply } from "../../daemon/http/schemas/page-types.js";
import { useLoaded, useTicks } from "../state/load.js";
import { linkTo } from "../state/route.js";
import { Choice } from "./choice.js";
import { momentText } from "./format.js";
import { Problem } from "./problem.js";
import { Rows } from "./rows.js";
import { plain, Text } from "./text.js";

const EVERY_MS = 2_000;
const LINES = 1_000;

const log = signal("hooks");
const level = signal("");
const text = signal("");

type LogRow = LogReply["lines"][number];

export function Logs() {
  const isFollowing = useSignal(true);
  const query = new URLSearchParams({ log: log.value, limit: String(LINES) });
  if (level.value !== "") query.set("level", level.value);
  if (text.value !== "") query.set("text", text.value);
  const got = useLoaded<LogReply>(`/v1/log?${query}`, useTicks(EVERY_MS, isFollowing.value)).value;
  const rows = got?.ok === true ? numbered(got.body.lines) : [];
  return (
    <section class="screen">
      <div class="bar">
        <h1>Logs</h1>
        <Choice
          label="Log"
          all=""
          of={log}
          values={[
            ["hooks", "Hooks"],
            ["daemon", "Daemon"],
          ]}
        />
        <Choice
          label="Level"
          all="All levels"
          of={level}
          values={[
            ["warning", "Warnings and errors"],
            ["error", "Errors"],
          ]}
        />
        <input
          type="search"
          placeholder="Filter"
          aria-label="Filter lines"
          data-key="/"
          value={text}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
        <label class="check" title="Key p">
          <input
            type="checkbox"
            data-key="p"
            checked={isFollowing}
            onChange={({ currentTarget }) => {
              isFollowing.value = currentTarget.checked;
            }}
          />
          Follow
        </label>
        {got?.ok === true && !got.body.isWhole && (
          <span class="quiet">
            {rows.length < LINES ? "Only the last 4 MB were searched." : `Only the last ${LINES} lines.`}
          </span>
        )}
      </div>
      <Problem of={got} what="the log" />
      {got?.ok === true && (
        <Rows
          label="Lines of the log, newest first"
          rows={rows}
          keyOf={({ key }) => key}
          growsAtStart
          empty={level.value + text.value === "" ? "Nothing was logged yet." : "No line matches the filter."}
          render={({ row }) => <LogLine row={row} />}
        />
      )}
    </section>
  );
}

/** Equal lines of the same millisecond are told apart by their number. */
function numbered(lines: readonly LogRow[]): readonly { readonly key: string; readonly row: LogRow }[] {
  const seen = new Map<string, number>();
  return lines
    .toReversed()
    .map((row) => {
      const key = `${row.at} ${row.tag} ${row.text}`;
      const n = (seen.get(key) ?? 0) + 1;
      seen.set(key, n);
      return { key: `${key} ${n}`, row };
    })
    .reverse();
}

function LogLine({ row }: { readonly row: LogRow }) {
  const { at, level: of, tag, text: said, id } = row;
  const content = (
    <>
      <time dateTime={new Date(at).toISOString()}>{momentText(at)}</time>
      <span class={`mark ${of === "error" ? "failed" : of === "warning" ? "ask" : "none"}`}>{of}</span>
      <span class="by">
        <Text of={tag} />
      </span>
      <span class="what" title={plain(said)}>
        <Text of={said} most={1_000} />
      </span>
    </>
  );
  return id === undefined ? (
    <div class="line log">{content}</div>
  ) : (
    <a class="line log" href={linkTo("call", id)} data-row>
      {content}
    </a>
  );
}
