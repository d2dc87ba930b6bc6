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
  /** The user's grants, and the project root (default: no grants). */
  readonly reach?: Reach | undefined;
  /** Working directory for events without one (default: that of this process). */
  readonly folder?: string | undefined;
  /** Cache directory for interpreters of approved scripts. */
  readonly compiledIn?: string | undefined;
  /** Returns the first of these files that differs from its approval. */
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
  if (profile === undefined) return failed({ cause: "broken", message: `its dialect "${hook.dialect}" is unknown` });
  const run = hook.run as CommandRun;
  const { stdin, env = {} } = profile.encode(event, hook);
  // Python prefers a compiled module in `__pycache__` to the approved source.
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
    return failed({ cause: "changed", message: `${changed} differs from its approval` });
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

// Converts a command hook to a program and its arguments, the same way on every platform (EX-03, CF-25).

export interface ProgramCall {
  readonly file: string;
  readonly args: readonly string[];
  /** Windows: passes the command line to cmd.exe unchanged. */
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
  // "$@" passes the arguments without parsing them.
  const script = args.length > 0 ? `${run.command} "$@"` : run.command;
  return {
    file: run.shell ?? "/bin/sh",
    args: args.length > 0 ? ["-c", script, "hook", ...args] : ["-c", script],
  };
}

function quoteForCmd(arg: string): string {
  return `"${arg.replace(/"/g, '""').replace(/%/g, "%%")}"`;
}

// The system refuses to start a process with an environment string over about 128 KiB (IN-06). Large values are written
// to a private file, and a variable names it. On Linux the file is unlinked and reached through this process. Elsewhere
// a leftover after a kill is removed by sweep-leftovers.

export const ENV_VALUE_LIMIT = 96 * 1024;

export interface Spilled {
  readonly env: Record<string, string>;
  remove(): void;
}

/** Keeps a truncated copy in the variable itself, for hooks that read only the start. */
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

/** Undefined on systems where other processes cannot open our file descriptors. */
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
