/**
 * Runs the program of an agent for one turn. Its output goes to a file, so that a turn that ended just before the runner
 * was killed is not done again; its process group ends with the turn, and with the runner, however that ends.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, closeSync, constants, openSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { AgentDrive, TurnReading } from "../../adapters/drive.js";
import { cut } from "../../core/text/json.js";
import { readEnd, replaceFile } from "../../disk/files.js";
import { removeFile } from "../../disk/short-lock.js";
import { LiveGroups, signalGroup } from "../../executors/process-group.js";
import type { AgentRunner, AgentTurn, Recovered, TurnDone, TurnProgress, TurnResult } from "../../threads/ports.js";
import type { Profile } from "../../threads/registry.js";
import { type TurnFiles, turnFiles } from "./turn-files.js";
import { OutputReader } from "./turn-output.js";

export interface AgentProcesses {
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly drives: Readonly<Record<string, AgentDrive>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Added to the environment of an agent. */
  variables(turn: AgentTurn): Readonly<Record<string, string>>;
  /** Folder of a thread. */
  folderOf(id: string): string;
  /** Command line of `snaphook mcp`. */
  readonly host: readonly string[];
}

const TURN_MINUTES = 60;
const ERRORS_BYTES = 4_000;
const POLL_MS = 100;
/** Between SIGTERM and SIGKILL: agents save their session meanwhile. */
const GRACE_MS = 2_000;
/** Waits until the reaper knows its group, so that a kill in between leaves nothing behind. */
const GATE = 'read -r go <&3 && exec "$@" 3<&-';

export function agentProcesses(options: AgentProcesses): AgentRunner {
  const live = new LiveGroups();
  return {
    run: (turn, watch) => runTurn(options, live, turn, watch),
    recover: async (turn) => recover(options, turn),
    forget: (turn) => forget(options, turn),
  };
}

interface Watch {
  readonly signal: AbortSignal;
  onProgress(progress: TurnProgress): void;
}

async function runTurn(options: AgentProcesses, live: LiveGroups, turn: AgentTurn, watch: Watch): Promise<TurnResult> {
  const known = Object.hasOwn(options.profiles, turn.profile) ? options.profiles[turn.profile] : undefined;
  if (known === undefined) return failed(`there is no profile "${turn.profile}"`);
  const drive = options.drives[known.agent]!;
  const program = known.program ?? findProgram(drive.program, options.environment["PATH"] ?? "");
  if (program === undefined) return failed(`${drive.program} was not found in PATH; install ${known.agent} first`);
  if (!isFolder(turn.cwd)) return failed(`the folder ${turn.cwd} does not exist`);
  const { args, prompt, notes } = commandFor(options, drive, known, turn);
  const files = filesOf(options, turn);
  let child: ChildProcess;
  try {
    replaceFile(files.prompt, prompt);
    child = start(program, args, files, turn.cwd, { ...options, variables: options.variables(turn) });
  } catch (error) {
    return failed(`${program} could not be started (${(error as Error).message})`);
  }
  const end = await watchChild(
    child,
    live,
    new OutputReader(files.out, drive),
    watch,
    known.turnMinutes ?? TURN_MINUTES,
  );
  return judge(end, drive, known, readEnd(files.err, ERRORS_BYTES)?.text ?? "", notes);
}

function commandFor({ host }: AgentProcesses, drive: AgentDrive, profile: Profile, turn: AgentTurn) {
  const { agent, sessionId } = turn;
  const { systemPrompt, tools } = agent ?? {};
  const takes = (what: "systemPrompt" | "tools" | "host") => drive.takes.includes(what);
  const args = drive.args({
    args: profile.args,
    ...(sessionId === undefined ? {} : { session: sessionId }),
    ...(profile.model === undefined ? {} : { model: profile.model }),
    ...(systemPrompt !== undefined && takes("systemPrompt") ? { systemPrompt } : {}),
    ...(tools !== undefined && takes("tools") ? { tools } : {}),
    ...(takes("host") ? { host } : {}),
  });
  const isLost = systemPrompt !== undefined && !takes("systemPrompt") && sessionId === undefined;
  const prompt = isLost ? `${systemPrompt}\n\n${turn.prompt}` : turn.prompt;
  const notes =
    tools !== undefined && !takes("tools")
      ? [`${profile.agent} cannot be limited to the tools of agent "${turn.slot}": it has all of its own.`]
      : [];
  return { args, prompt, notes };
}

function filesOf(options: AgentProcesses, turn: AgentTurn): TurnFiles {
  return turnFiles(options.folderOf(turn.threadId), turn);
}

function start(
  program: string,
  args: readonly string[],
  files: TurnFiles,
  cwd: string,
  { environment, variables }: { readonly environment: AgentProcesses["environment"]; readonly variables: object },
): ChildProcess {
  const [stdin, out, err] = [
    openSync(files.prompt, "r"),
    openSync(files.out, "w", 0o600),
    openSync(files.err, "w", 0o600),
  ];
  const env = { ...environment, ...variables };
  try {
    if (process.platform === "win32")
      return spawn(program, [...args], { cwd, env, stdio: [stdin, out, err], windowsHide: true });
    const stdio = [stdin, out, err, "pipe"] as const;
    return spawn("/bin/sh", ["-c", GATE, "sh", program, ...args], {
      cwd,
      env,
      stdio: [...stdio],
      detached: true,
    });
  } finally {
    for (const handle of [stdin, out, err]) closeSync(handle);
  }
}

type End =
  | {
      readonly kind: "exit";
      readonly code: number | null;
      readonly signal: string | null;
      readonly reading: TurnReading;
    }
  | { readonly kind: "stopped"; readonly why: string; readonly reading: TurnReading };

function watchChild(
  child: ChildProcess,
  live: LiveGroups,
  output: OutputReader,
  { signal, onProgress }: Watch,
  minutes: number,
): Promise<End> {
  return new Promise((done) => {
    const { pid } = child;
    let stopped: string | undefined;
    let lastShown = "";
    const stop = (why: string) => {
      if (stopped !== undefined || pid === undefined) return;
      stopped = why;
      signalGroup(pid, "SIGTERM");
      setTimeout(() => signalGroup(pid, "SIGKILL"), GRACE_MS).unref();
    };
    const poll = setInterval(() => {
      if (!output.read()) stop("it printed more than 50 MB");
      const { turns, tokens } = output.reading;
      const shown = `${turns} ${tokens}`;
      if (shown === lastShown) return;
      lastShown = shown;
      onProgress({ ...(turns === undefined ? {} : { turns }), ...(tokens === undefined ? {} : { tokens }) });
    }, POLL_MS);
    const limit = setTimeout(() => stop(`the turn took more than ${minutes} minutes`), minutes * 60_000);
    const onAbort = () => stop("it was cancelled");
    const finish = (end: (reading: TurnReading) => End) => {
      clearInterval(poll);
      clearTimeout(limit);
      signal.removeEventListener("abort", onAbort);
      if (pid !== undefined) {
        // What it left running in its group.
        signalGroup(pid, "SIGKILL");
        live.delete(pid);
      }
      const isWhole = output.read();
      const why = stopped ?? (isWhole ? undefined : "it printed more than 50 MB");
      done(why === undefined ? end(output.reading) : { kind: "stopped", why, reading: output.reading });
    };
    child.once("error", (error) => finish((reading) => ({ kind: "stopped", why: error.message, reading })));
    child.once("exit", (code, ended) => finish((reading) => ({ kind: "exit", code, signal: ended, reading })));
    if (pid === undefined) return;
    live.add(pid);
    const gate = child.stdio[3] as NodeJS.WritableStream | null | undefined;
    gate?.on("error", () => {});
    gate?.end("go\n");
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

function judge(end: End, drive: AgentDrive, profile: Profile, errors: string, notes: readonly string[]): TurnResult {
  const { reading } = end;
  const session = reading.session === undefined ? {} : { sessionId: reading.session };
  const agent = profile.agent;
  if (end.kind === "stopped") return { ...failed(`${agent}: ${end.why}`), ...session };
  if (drive.sessionGone.test(errors))
    return {
      ...failed(`${agent} no longer has the session of this agent; the next attempt starts a new one`),
      gone: true,
    };
  const said = cut(reading.failed ?? errors.trim().split("\n").at(-1) ?? "", 500);
  const after = said === "" ? "" : `: ${said}`;
  if (end.signal !== null) return { ...failed(`${agent} was ended by ${end.signal}${after}`), ...session };
  if (reading.failed !== undefined) return { ...failed(`${agent} reported an error${after}`), ...session };
  if (end.code !== 0) return { ...failed(`${agent} ended with exit code ${end.code}${after}`), ...session };
  if (reading.over !== true) return { ...failed(`${agent} printed no result${after}`), ...session };
  return doneOf(reading, drive, notes);
}

function doneOf(reading: TurnReading, { totals }: AgentDrive, notes: readonly string[]): TurnDone {
  const { session, text = "", costUsd, tokens, turns } = reading;
  const sessionTotals = (["costUsd", "tokens"] as const).filter((one) => totals[one] === "session");
  return {
    ok: true,
    output: text,
    ...(session === undefined ? {} : { sessionId: session }),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(turns === undefined ? {} : { numTurns: turns }),
    ...(sessionTotals.length === 0 ? {} : { sessionTotals }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function recover(options: AgentProcesses, turn: AgentTurn): Recovered {
  const profile = Object.hasOwn(options.profiles, turn.profile) ? options.profiles[turn.profile] : undefined;
  if (profile === undefined) return undefined;
  const drive = options.drives[profile.agent]!;
  const { out } = filesOf(options, turn);
  const output = new OutputReader(out, drive);
  output.read();
  const { over, failed: error, session } = output.reading;
  if (over === true && error === undefined) {
    const endedAt = statSync(out, { throwIfNoEntry: false })?.mtime.toISOString();
    return { ...doneOf(output.reading, drive, []), ...(endedAt === undefined ? {} : { endedAt }) };
  }
  return session === undefined ? undefined : { begun: session };
}

/** What the program printed is not redacted. */
function forget(options: AgentProcesses, turn: AgentTurn): void {
  for (let attempt = turn.attempt; attempt > 0; attempt--)
    for (const file of Object.values(filesOf(options, { ...turn, attempt }))) removeFile(file);
}

function failed(why: string): Extract<TurnResult, { ok: false }> {
  return { ok: false, why };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The first program of that name; relative entries of PATH would depend on the directory. */
export function findProgram(name: string, path: string): string | undefined {
  const folders = path.split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find((file) => isProgram(file));
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
