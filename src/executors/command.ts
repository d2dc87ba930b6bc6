/** Runs a command hook: a process that reads the event on stdin and answers on stdout (HT-01). */
import { existsSync } from "node:fs";
import type { AdmittedHook } from "../core/admission.js";
import type { Failure } from "../core/failure.js";
import type { CommandRun, HookContext } from "../core/hook.js";
import type { HookEvent } from "../core/payload.js";
import type { Executor, HookResult, ProcessTrace, Profiles } from "../core/ports.js";
import { type Environment, hookEnvironment } from "./environment.js";
import {
  killGroups,
  type LiveGroups,
  type ProcessEnd,
  type ProcessOptions,
  runProcess,
} from "./process-group.js";
import { shellCommand } from "./shell-command.js";
import { spillLargeValues } from "./spill.js";

const STDOUT_LIMIT = 1_000_000;
const STDERR_TAIL = 2000;

export function commandExecutor(profiles: Profiles, environment: Environment): Executor {
  const live: LiveGroups = new Set();
  return {
    type: "command",
    run: (hook, event, context) => runCommand(hook, event, context, { profiles, environment, live }),
    read: (raw) => raw as HookResult,
    close: () => killGroups(live),
  };
}

interface Surroundings {
  readonly profiles: Profiles;
  readonly environment: Environment;
  readonly live: LiveGroups;
}

async function runCommand(
  hook: AdmittedHook,
  event: HookEvent,
  context: HookContext,
  { profiles, environment, live }: Surroundings,
): Promise<HookResult> {
  const profile = profiles[hook.dialect];
  if (profile === undefined)
    return failed({ cause: "broken", message: `its dialect "${hook.dialect}" is not known` });
  const run = hook.run as CommandRun;
  const { stdin, env = {} } = profile.encode(event, hook);
  const spilled = spillLargeValues(hookEnvironment(hook, environment, env), stdin);
  const cwd =
    run.cwd ??
    (event.payload.cwd !== undefined && existsSync(event.payload.cwd) ? event.payload.cwd : undefined);
  const process: ProcessOptions = {
    cwd,
    env: spilled.env,
    stdin,
    stdoutLimit: run.stdoutLimit ?? STDOUT_LIMIT,
    stderrTail: STDERR_TAIL,
    signal: context.signal,
    onStderr: (text) => context.progress(text),
  };
  const end = await runProcess(shellCommand(run), process, live);
  spilled.remove();
  const failure = failureOf(end, run, cwd);
  const trace = traceOf(end);
  if (failure !== undefined) return { ok: false, failure, process: trace };
  return profile.interpret(trace, event, hook);
}

/** Ends that say nothing about the hook's opinion, whatever its dialect makes of exit codes. */
function failureOf(end: ProcessEnd, run: CommandRun, cwd: string | undefined): Failure | undefined {
  switch (end.kind) {
    case "error":
      return spawnFailure(end.error, run, cwd);
    case "signal":
      return { cause: "signal", message: `it was ended by ${end.signal}` };
    case "stdout-limit":
      return {
        cause: "output-limit",
        message: `it printed more than ${run.stdoutLimit ?? STDOUT_LIMIT} bytes`,
      };
    case "aborted":
      return { cause: "aborted", message: "it was ended" };
    case "exit":
      return run.exec ? undefined : shellFailure(end.code, end.stderr);
  }
}

/** A shell reports a missing or forbidden program by exit code; that is a broken hook, not a block (EX-20). */
function shellFailure(code: number, stderr: string): Failure | undefined {
  const said = stderr.trim().split("\n").at(-1) ?? "";
  if (code === 127) {
    if (/bad interpreter|env: /.test(said))
      return { cause: "interpreter-missing", message: `its interpreter was not found (${said})` };
    return { cause: "not-found", message: `its command was not found (${said})` };
  }
  if (code === 126) return { cause: "not-executable", message: `its command may not be executed (${said})` };
  return undefined;
}

function spawnFailure(error: NodeJS.ErrnoException, run: CommandRun, cwd: string | undefined): Failure {
  if (cwd !== undefined && !existsSync(cwd))
    return { cause: "not-found", message: `its working folder ${cwd} does not exist` };
  if (error.code === "ENOENT") {
    const interpreter = run.exec && existsSync(run.command);
    if (interpreter)
      return { cause: "interpreter-missing", message: `the interpreter of ${run.command} was not found` };
    return {
      cause: "not-found",
      message: `${run.exec ? run.command : (run.shell ?? "/bin/sh")} was not found`,
    };
  }
  if (error.code === "EACCES")
    return { cause: "not-executable", message: `${run.command} may not be executed` };
  return {
    cause: "spawn-error",
    message: `the process could not be started (${error.code ?? error.message})`,
  };
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
