/** Runs a command hook: a process that reads the event on stdin and answers on stdout (HT-01). */
import { closeSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Failure } from "../core/decision/failure.js";
import type { HookEvent } from "../core/events/payload.js";
import type { AdmittedHook } from "../core/hooks/admission.js";
import { NO_GRANTS, type Reach } from "../core/hooks/grants.js";
import type { CommandRun, CoveredFile, HookContext } from "../core/hooks/hook.js";
import type { Executor, HookResult, ProcessTrace, Profiles } from "../core/ports.js";
import { cut } from "../core/text/json.js";
import { openNamelessFile } from "../disk/files.js";
import { type Environment, hookEnvironment, withSafePath } from "./environment.js";
import { LiveGroups, type ProcessEnd, type ProcessOptions, processFailure, runProcess } from "./process-group.js";

const STDOUT_LIMIT = 1_000_000;
const STDERR_TAIL = 2000;

export interface CommandOptions {
  /** What the person grants, and where the project is; no grants when absent. */
  readonly reach?: Reach | undefined;
  /** Where commands run whose event names no folder; the process's own when absent. */
  readonly folder?: string | undefined;
  /** Where interpreters of approved scripts keep what they compiled. */
  readonly compiledIn?: string | undefined;
  /** Tells the first of these files that is not what was approved. */
  findChangedFile?(files: readonly CoveredFile[]): Promise<string | undefined>;
}

export function commandExecutor(profiles: Profiles, environment: Environment, options: CommandOptions = {}): Executor {
  const live = new LiveGroups();
  const own = withSafePath(environment, options.reach?.root);
  return {
    type: "command",
    run: (hook, event, context) => runCommand(hook, event, context, { profiles, own, live, ...options }),
    read: (raw) => raw as HookResult,
    close: () => live.killAll(),
  };
}

interface Surroundings extends CommandOptions {
  readonly profiles: Profiles;
  readonly own: Environment;
  readonly live: LiveGroups;
}

async function runCommand(
  hook: AdmittedHook,
  event: HookEvent,
  context: HookContext,
  { profiles, own, live, reach = NO_GRANTS, folder, compiledIn, findChangedFile }: Surroundings,
): Promise<HookResult> {
  const profile = profiles[hook.dialect];
  if (profile === undefined) return failed({ cause: "broken", message: `its dialect "${hook.dialect}" is not known` });
  const run = hook.run as CommandRun;
  const { stdin, env = {} } = profile.encode(event, hook);
  // Python prefers a compiled module of `__pycache__` to the source that was approved.
  const compiled: Record<string, string> =
    hook.covers && compiledIn !== undefined ? { PYTHONPYCACHEPREFIX: compiledIn } : {};
  const spilled = spillLargeValues({ ...compiled, ...hookEnvironment(hook, own, env, reach) }, stdin);
  const cwd =
    run.cwd ?? (event.payload.cwd !== undefined && existsSync(event.payload.cwd) ? event.payload.cwd : folder);
  const process: ProcessOptions = {
    cwd,
    env: spilled.env,
    stdin,
    stdoutLimit: run.stdoutLimit ?? STDOUT_LIMIT,
    stderrTail: STDERR_TAIL,
    signal: context.signal,
    onStderr: (text) => context.progress(text),
  };
  const changed = hook.covers === undefined ? undefined : await findChangedFile?.(hook.covers);
  if (changed !== undefined) {
    spilled.remove();
    return failed({ cause: "changed", message: `${changed} is not what was approved` });
  }
  const end = await runProcess(shellCommand(run), process, live);
  spilled.remove();
  const failure = processFailure(end, run, { cwd, stdoutLimit: process.stdoutLimit });
  const trace = traceOf(end);
  if (failure !== undefined) return { ok: false, failure, process: trace };
  return profile.interpret(trace, event, hook);
}

function traceOf(end: ProcessEnd): ProcessTrace {
  if (end.kind === "error") return { exitCode: null, signal: null, stdout: "", stderr: end.error.message };
  const { stdout, stderr } = end;
  return {
    exitCode: end.kind === "exit" ? end.code : null,
    signal: end.kind === "signal" ? end.signal : null,
    stdout,
    stderr,
  };
}

function failed(failure: Failure): HookResult {
  return { ok: false, failure };
}

// From a command hook to a program and its arguments, the same way on every platform (EX-03, CF-25).

export interface ProgramCall {
  readonly file: string;
  readonly args: readonly string[];
  /** Windows: pass the command line to cmd.exe as it stands. */
  readonly verbatim?: boolean;
}

export function shellCommand(run: CommandRun, platform: NodeJS.Platform = process.platform): ProgramCall {
  const args = run.args ?? [];
  if (run.exec) return { file: run.command, args };
  if (run.shell === "powershell" || run.shell === "pwsh") {
    return { file: run.shell, args: ["-NoProfile", "-NonInteractive", "-Command", run.command, ...args] };
  }
  if (platform === "win32" && run.shell === undefined) {
    const line = [run.command, ...args.map(quoteForCmd)].join(" ");
    return { file: "cmd.exe", args: ["/d", "/s", "/c", `"${line}"`], verbatim: true };
  }
  // "$@" hands the arguments over unparsed, whatever characters they hold.
  const script = args.length > 0 ? `${run.command} "$@"` : run.command;
  return {
    file: run.shell ?? "/bin/sh",
    args: args.length > 0 ? ["-c", script, "hook", ...args] : ["-c", script],
  };
}

function quoteForCmd(arg: string): string {
  return `"${arg.replace(/"/g, '""').replace(/%/g, "%%")}"`;
}

// One environment string over about 128 KiB makes the system refuse to start the process (IN-06). Values that
// may grow that large are written to a private file, and a variable says where. On Linux the file has no name of its own: it
// is reached through this process, and gone with it. Elsewhere one that a kill leaves behind is swept (sweep-leftovers).

export const ENV_VALUE_LIMIT = 96 * 1024;

export interface Spilled {
  readonly env: Record<string, string>;
  remove(): void;
}

/** Keeps a cut copy in the variable itself, so that a hook that only looks at its beginning still works. */
export function spillLargeValues(env: Readonly<Record<string, string>>, payload: string): Spilled {
  const large = Object.entries(env).filter(([, value]) => Buffer.byteLength(value) > ENV_VALUE_LIMIT);
  if (large.length === 0) return { env: { ...env }, remove: () => {} };
  const { file, remove } = holdNameless(payload) ?? holdNamed(payload);
  const short = Object.fromEntries(large.map(([name, value]) => [name, cut(value, ENV_VALUE_LIMIT / 4)]));
  return {
    env: {
      ...env,
      ...short,
      SNAPHOOK_PAYLOAD_FILE: file,
      SNAPHOOK_TRUNCATED: large.map(([name]) => name).join(","),
    },
    remove,
  };
}

interface HeldPayload {
  readonly file: string;
  remove(): void;
}

/** Undefined on systems where other processes cannot reach an open file of ours. */
function holdNameless(payload: string): HeldPayload | undefined {
  if (!existsSync(`/proc/${process.pid}/fd`)) return undefined;
  const handle = openNamelessFile(payload);
  return { file: `/proc/${process.pid}/fd/${handle}`, remove: () => closeSync(handle) };
}

function holdNamed(payload: string): HeldPayload {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-"));
  const file = join(folder, "payload.json");
  writeFileSync(file, payload, { mode: 0o600, flag: "wx" });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
