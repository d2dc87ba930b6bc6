/**
 * Hooks on `cortex:session.new`: a user began a new session, and their text becomes one more turn of the old one, in the
 * background and apart from the new one (SH-04).
 */
import { join } from "node:path";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import { mayRun, stateOf } from "../../core/hooks/admission.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { sha256 } from "../../disk/digest.js";
import { startReaper } from "../../executors/reaper.js";
import type { TurnResult } from "../../threads/ports.js";
import { PROFILE } from "../call/session-hooks.js";
import { createHooks } from "../compose/create-hooks.js";
import { openPlan } from "../plan/open-plan.js";
import type { AppPaths } from "../platform/paths.js";
import { recordOf } from "../record/make-record.js";
import { newRecordId } from "../record/record-id.js";
import { spoolRecord } from "../record/spool-record.js";
import { agentProcesses } from "./agent-process.js";
import { noteTurn, preview } from "./background-turns.js";
import { withCortexContract } from "./cortex-contract.js";
import { defaultProfileOf } from "./default-profile.js";
import { DRIVEN_AGENTS } from "./drives.js";
import { loadRegistry } from "./load-registry.js";
import { claimNewFolder, removeClaimed, ThreadFiles } from "./thread-files.js";
import { sessionHooksFolder, threadsFolder } from "./thread-places.js";
import { projectOf } from "./world.js";

export const NEW_SESSION = "cortex:session.new";
const TURN_MINUTES = 10;
const NAME_CHARS = 8;

export interface OldSession {
  readonly agent: string;
  readonly session: string;
  readonly cwd: string;
  /** If the store knows one. */
  readonly title?: string;
}

export interface OnNewSetting {
  readonly paths: AppPaths;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly program: string;
  readonly signal: AbortSignal;
}

/** What became of one hook. */
export interface OnNewResult {
  readonly hook: string;
  /** What it asked for; undefined if nothing, or if it failed. */
  readonly preview?: string;
  readonly problem?: string;
}

/** Undefined if another process does it for this session. Never rejects because of a hook or an agent. */
export async function runNewSessionHooks(
  old: OldSession,
  setting: OnNewSetting,
): Promise<readonly OnNewResult[] | undefined> {
  const { paths } = setting;
  const plan = await openPlan({ cwd: old.cwd, places: paths, mayBuild: true });
  const entries = plan.entries.filter((entry) => entry.hook.event === NEW_SESSION && mayRun(stateOf(entry)));
  if (entries.length === 0) return [];
  const folder = join(sessionHooksFolder(paths), sha256(`${old.agent}:${old.session}::onnew-hook`).slice(0, 32));
  if ((await claimNewFolder(folder)) === undefined) return undefined;
  try {
    const results: OnNewResult[] = [];
    for (const entry of entries) results.push(await runOne(withCortexContract(entry), old, setting, folder));
    return results;
  } finally {
    removeClaimed(folder);
  }
}

async function runOne(
  entry: SourceEntry,
  old: OldSession,
  setting: OnNewSetting,
  folder: string,
): Promise<OnNewResult> {
  const { paths, environment, signal } = setting;
  const at = Date.now();
  const profile = await ownProfile(old, setting);
  const context = contextOf(old, profile ?? defaultProfileOf(paths, environment));
  const event: HookEvent = { name: NEW_SESSION, payload: { ...context, hook_event_name: NEW_SESSION } };
  const hooks = createHooks({ entries: [entry], cwd: old.cwd, environment });
  let decision: Decision = NO_DECISION;
  try {
    decision = await hooks.fire(NEW_SESSION, event.payload);
  } finally {
    await hooks.close();
  }
  const ran = decision.hooks[0];
  const failure = ran?.outcome === "failed" ? (ran.detail ?? ran.cause ?? "it failed") : undefined;
  const text = typeof decision.output?.value === "string" ? decision.output.value.trim() : "";
  const turn = text === "" || signal.aborted ? undefined : await inject(text, old, profile, setting, folder);
  const asked = preview(text);
  const problem = failure ?? (turn?.ok === false ? turn.why : undefined);
  const notes = [
    ...(turn?.ok === true ? [{ code: "SESSION_TURN", message: `The old session got one more turn: ${asked}` }] : []),
    ...(turn?.ok === false
      ? [{ code: "SESSION_TURN_FAILED", message: `The old session got no turn: ${turn.why}` }]
      : []),
  ];
  const shown: Decision = { ...decision, notes: [...decision.notes, ...notes] };
  const facts = { event, decision: shown, sent: shown, agent: old.agent, presence: "headless", way: "alone" } as const;
  spoolRecord(
    paths,
    recordOf({ ...facts, at, ms: Date.now() - at, id: newRecordId(at), project: projectOf(old.cwd, paths.home) }),
  );
  const said = turn?.ok === true && turn.output.trim() !== "" ? turn.output : text;
  if (said !== "" || problem !== undefined)
    noteTurn(paths, old.cwd, { ...old, text: said, ...(problem === undefined ? {} : { problem }) });
  const hook = entry.hook.id;
  return { hook, ...(text === "" ? {} : { preview: asked }), ...(problem === undefined ? {} : { problem }) };
}

/** That of the thread's agent whose session it is, or the one that the session was started with (SH-06). */
async function ownProfile({ session }: OldSession, { paths, environment }: OnNewSetting): Promise<string | undefined> {
  const threads = await new ThreadFiles(threadsFolder(paths)).list();
  const slots = threads.flatMap((thread) => Object.values(thread.slots));
  return slots.find(({ sessionId }) => sessionId === session)?.profile ?? environment[PROFILE];
}

/** IN-19. */
function contextOf({ agent, session, cwd, title }: OldSession, profile: string | undefined) {
  return {
    session_id: session,
    cwd,
    channel: `agent:${agent}`,
    sessionId: session,
    sessionName: title ?? session.slice(0, NAME_CHARS),
    profile: profile ?? null,
    timestampIso: new Date().toISOString(),
  };
}

/** Its agent's own hooks run as always, but none of sessions. */
async function inject(
  prompt: string,
  old: OldSession,
  profile: string | undefined,
  setting: OnNewSetting,
  folder: string,
): Promise<TurnResult> {
  const { paths, environment, program, signal } = setting;
  const registry = loadRegistry({ paths, environment, project: projectOf(old.cwd, paths.home) });
  const named = registry.profiles[profile ?? registry.defaultProfile];
  const base = named?.agent === old.agent ? named : registry.profiles[old.agent];
  if (base === undefined) return { ok: false, why: `sessions of ${old.agent} cannot be continued` };
  const reaper = startReaper();
  try {
    const runner = agentProcesses({
      profiles: { own: { ...base, turnMinutes: TURN_MINUTES } },
      drives: DRIVEN_AGENTS,
      environment,
      variables: () => ({ SNAPHOOK_INJECTED: "1" }),
      host: [process.execPath, program, "mcp"],
      folderOf: () => folder,
    });
    const turn = { threadId: "", stepIndex: 0, attempt: 1, slot: "session", stage: null, profile: "own", prompt };
    return await runner.run({ ...turn, sessionId: old.session, cwd: old.cwd }, { signal, onProgress: () => {} });
  } finally {
    reaper.close();
  }
}
