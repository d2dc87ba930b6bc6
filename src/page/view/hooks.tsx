/** The hooks that apply in a directory, how they fared in the last 7 days, and switches that a person confirms. */
import { type Signal, signal, useSignal } from "@preact/signals";
import type { HookStats, SessionRow } from "../../daemon/http/schemas/page-types.js";
import { useLoaded } from "../state/load.js";
import { session } from "../state/session.js";
import { Confirm, useConfirm } from "./confirm.js";
import { durationText, lastPart, plural } from "./format.js";
import { Problem } from "./problem.js";
import { plain, Text } from "./text.js";
import { Trust } from "./trust.js";

interface HookRow {
  readonly id: string;
  readonly event: string;
  readonly type: string;
  readonly guard: boolean;
  readonly mode: "enforce" | "observe";
  readonly enabled: boolean;
  readonly source: string;
  readonly path: string | null;
  readonly level: string;
  readonly state: string;
}

const WEEK_MS = 7 * 24 * 3_600_000;

const chosen = signal("");

export function Hooks() {
  const sessions = useLoaded<{ sessions: readonly SessionRow[] }>("/v1/sessions?limit=200").value;
  if (sessions?.ok !== true) return <Frame problem={<Problem of={sessions} what="projects" />} />;
  const projects = [...new Set(sessions.body.sessions.flatMap(({ project }) => project ?? []))];
  const project = projects.includes(chosen.value) ? chosen.value : (projects[0] ?? "/");
  return (
    <Frame
      bar={
        <select
          aria-label="Project"
          value={project}
          onChange={({ currentTarget }) => {
            chosen.value = currentTarget.value;
          }}
        >
          {projects.length === 0 && <option value="/">No project yet</option>}
          {projects.map((one) => (
            <option key={one} value={one}>
              {plain(`${lastPart(one)} – ${one}`)}
            </option>
          ))}
        </select>
      }
    >
      <Project key={project} project={project} />
    </Frame>
  );
}

function Frame({
  bar,
  problem,
  children,
}: {
  bar?: preact.ComponentChildren;
  problem?: preact.ComponentChildren;
  children?: preact.ComponentChildren;
}) {
  return (
    <section class="screen scroll">
      <div class="bar">
        <h1>Hooks</h1>
        {bar}
      </div>
      {problem}
      {children}
    </section>
  );
}

function Project({ project }: { readonly project: string }) {
  const again = useSignal(0);
  return (
    <div class="detail">
      <Trust project={project} onDone={() => again.value++} />
      <Sources project={project} again={again} />
    </div>
  );
}

function Sources({ project, again }: { readonly project: string; readonly again: Signal<number> }) {
  const since = useSignal(Date.now() - WEEK_MS);
  const hooks = useLoaded<{ hooks: readonly HookRow[] }>(
    `/v1/hooks?project=${encodeURIComponent(project)}`,
    again.value,
  ).value;
  const stats = useLoaded<{ hooks: readonly HookStats[] }>(`/v1/stats?after=${since.value}`).value;
  if (hooks?.ok !== true) return <Problem of={hooks} what="hooks" />;
  const bySource = new Map<string, HookRow[]>();
  for (const row of hooks.body.hooks) {
    const key = `${row.source}\n${row.path ?? ""}`;
    bySource.set(key, [...(bySource.get(key) ?? []), row]);
  }
  const fared = new Map(stats?.ok === true ? stats.body.hooks.map((one) => [`${one.hook}\n${one.source}`, one]) : []);
  if (hooks.body.hooks.length === 0)
    return (
      <p class="empty">
        No hooks apply here. <code>snaphook setup</code> adds the recommended guards.
      </p>
    );
  return (
    <>
      {[...bySource.values()].map((rows) => (
        <Source key={rows[0]!.source} rows={rows} fared={fared} project={project} onDone={() => again.value++} />
      ))}
    </>
  );
}

interface SourceProps {
  readonly rows: readonly HookRow[];
  readonly fared: ReadonlyMap<string, HookStats>;
  readonly project: string;
  readonly onDone: () => void;
}

const LEVELS: Readonly<Record<string, string>> = {
  managed: "set by an administrator",
  user: "yours",
  project: "of the project",
};

function Source({ rows, fared, project, onDone }: SourceProps) {
  const { source, path, level, state } = rows[0]!;
  return (
    <section>
      <h2>
        <Text of={source} /> {level !== source && <span class="quiet">{LEVELS[level] ?? level}</span>}
      </h2>
      {path !== null && (
        <p class="facts">
          <Text of={path} />
        </p>
      )}
      {level !== "managed" && level !== "user" && state !== "trusted" && (
        <p class="problem">Not approved, so its hooks do not run.</p>
      )}
      <div class="scrolls">
        <table class="stacked">
          <thead>
            <tr>
              <th>Hook</th>
              <th>Event</th>
              <th>State</th>
              <th class="number">Runs, 7 days</th>
              <th class="number">p50</th>
              <th class="number">p95</th>
              <th class="number">Failed</th>
              <th>Switch</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Hook
                key={`${row.id} ${row.event}`}
                row={row}
                stats={fared.get(`${row.id}\n${row.source}`)}
                project={project}
                onDone={onDone}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface HookProps {
  readonly row: HookRow;
  readonly stats: HookStats | undefined;
  readonly project: string;
  readonly onDone: () => void;
}

function Hook({ row, stats, project, onDone }: HookProps) {
  const confirm = useConfirm(onDone);
  const mayAnswer = session.value.state === "signed in" && session.value.rights === "answer" && row.level !== "managed";
  const flip = (verb: "enable" | "disable" | "enforce" | "observe") =>
    confirm.begin({ kind: "switch", verb, hook: row.id, project });
  const isIdle = confirm.step.value === undefined;
  return (
    <tr>
      <td>
        <b>
          <Text of={row.id} />
        </b>
      </td>
      <td>
        <Text of={row.event} />
      </td>
      <td>
        {row.enabled ? (
          row.mode === "observe" ? (
            "observes"
          ) : row.guard ? (
            "guards"
          ) : (
            "on"
          )
        ) : (
          <span class="quiet">off</span>
        )}
      </td>
      <td class="number" data-label="runs">
        {stats?.count.toLocaleString("en") ?? ""}
      </td>
      <td class="number" data-label="p50">
        {stats === undefined ? "" : durationText(stats.p50)}
      </td>
      <td class="number" data-label="p95">
        {stats === undefined ? "" : durationText(stats.p95)}
      </td>
      <td class="number" data-label="failed">
        {stats !== undefined && stats.failures > 0 ? (
          <span class="problem" title={plural(stats.failures, "failure")}>
            {stats.failures}
          </span>
        ) : (
          ""
        )}
      </td>
      <td>
        {mayAnswer && isIdle && (
          <div class="actions">
            <button
              type="button"
              aria-label={`${row.enabled ? "Disable" : "Enable"} ${plain(row.id)}`}
              onClick={() => flip(row.enabled ? "disable" : "enable")}
            >
              {row.enabled ? "Disable" : "Enable"}
            </button>
            {row.enabled && (
              <button
                type="button"
                aria-label={`${row.mode === "observe" ? "Enforce" : "Observe with"} ${plain(row.id)}`}
                onClick={() => flip(row.mode === "observe" ? "enforce" : "observe")}
              >
                {row.mode === "observe" ? "Enforce" : "Observe"}
              </button>
            )}
          </div>
        )}
        <Confirm of={confirm} />
      </td>
    </tr>
  );
}
