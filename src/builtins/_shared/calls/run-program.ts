/** Starts one of the user's programs for a built-in. Never takes a program from the project by accident. */
import { delimiter, isAbsolute } from "node:path";
import type { Surroundings } from "../../../core/hooks/builtin.js";
import { isInside } from "../paths/safe-files.js";

export interface ProgramRun {
  /** Undefined if it could not be started or was killed. */
  readonly code: number | undefined;
  readonly output: string;
  /** The program was not found. */
  readonly missing: boolean;
}

export interface ProgramCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Never rejects. */
export function runProgram(
  program: string,
  { args, cwd, timeoutMs, signal }: ProgramCall,
  surroundings: Surroundings,
): Promise<ProgramRun> {
  const { execFile } = process.getBuiltinModule("node:child_process");
  return new Promise((done) => {
    const options = {
      cwd,
      timeout: timeoutMs,
      killSignal: "SIGKILL" as const,
      maxBuffer: 1_000_000,
      env: environmentFor(surroundings),
      encoding: "utf8" as const,
      ...(signal === undefined ? {} : { signal }),
    };
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : undefined;
      done({ code, output: `${stdout}${stderr}`, missing: error?.code === "ENOENT" });
    });
    child.stdin?.end();
  });
}

/** Runs git so that a repository cannot make it run programs (T16). */
export function runGit(args: readonly string[], cwd: string, surroundings: Surroundings): Promise<ProgramRun> {
  const safe = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.pager=cat"];
  return runProgram("git", { args: [...safe, ...args], cwd, timeoutMs: 5000 }, surroundings);
}

const PASSED = ["USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "TZ", "TMPDIR", "NVM_DIR", "VIRTUAL_ENV"];

function environmentFor({ environment, home, project }: Surroundings): Record<string, string> {
  const folders = (environment["PATH"] ?? process.env["PATH"] ?? "").split(delimiter);
  const path = folders.filter((folder) => isAbsolute(folder) && !isInside(project, folder)).join(delimiter);
  const passed = PASSED.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]]));
  return { ...Object.fromEntries(passed), PATH: path, HOME: home, GIT_TERMINAL_PROMPT: "0" };
}
