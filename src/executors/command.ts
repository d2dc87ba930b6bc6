/** Runs a command hook: a process that reads the event on stdin and answers on stdout (HT-01). */
import { existsSync } from "node:fs";
import type { Failure } from "../core/decision/failure.js";
import type { HookEvent } from "../core/events/payload.js";
import type { AdmittedHook } from "../core/hooks/admission.js";
import { NO_GRANTS, type Reach } from "../core/hooks/grants.js";
import type { CommandRun, CoveredFile, HookContext } from "../core/hooks/hook.js";
import type { Executor, HookResult, ProcessTrace, Profiles } from "../core/ports.js";
import type { Environment } from "./environment.js";
import { hookEnvironment } from "./hook-environment.js";
import { LiveGroups } from "./live-groups.js";
import { processFailure } from "./process-failure.js";
import { type ProcessEnd, type ProcessOptions, runProcess } from "./process-group.js";
import { withSafePath } from "./safe-path.js";
import { shellCommand } from "./shell-command.js";
import { spillLargeValues } from "./spill.js";

const STDOUT_LIMIT = 1_000_000;
const STDERR_TAIL = 2000;

export interface CommandOptions {
  /** What the person grants, and where the project is; no grants when absent. */
  readonly reach?: Reach | undefined;
  /** Where commands run whose event names no folder; the process's own when absent. */
  readonly folder?: string | undefined;
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
  { profiles, own, live, reach = NO_GRANTS, folder, findChangedFile }: Surroundings,
): Promise<HookResult> {
  const profile = profiles[hook.dialect];
  if (profile === undefined) return failed({ cause: "broken", message: `its dialect "${hook.dialect}" is not known` });
  const run = hook.run as CommandRun;
  const { stdin, env = {} } = profile.encode(event, hook);
  const spilled = spillLargeValues(hookEnvironment(hook, own, env, reach), stdin);
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
