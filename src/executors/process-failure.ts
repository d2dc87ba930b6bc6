/** Ends of a process that say nothing about the hook's opinion, whatever its dialect makes of exit codes (EX-20). */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Failure } from "../core/decision/failure.js";
import type { CommandRun } from "../core/hooks/hook.js";
import type { ProcessEnd } from "./process-group.js";

interface Limits {
  readonly cwd: string | undefined;
  readonly stdoutLimit: number;
}

/** Undefined when the process ended by itself and may have answered. */
export function processFailure(end: ProcessEnd, run: CommandRun, limits: Limits): Failure | undefined {
  switch (end.kind) {
    case "error":
      return spawnFailure(end.error, run, limits.cwd);
    case "signal":
      return { cause: "signal", message: `it was ended by ${end.signal}` };
    case "stdout-limit":
      return { cause: "output-limit", message: `it printed more than ${limits.stdoutLimit} bytes` };
    case "aborted":
      return { cause: "aborted", message: "it was ended" };
    case "exit":
      return scriptMissing(end) ?? (run.exec ? undefined : shellFailure(end, limits.cwd));
  }
}

type Exit = Extract<ProcessEnd, { kind: "exit" }>;

/** What interpreters print, and nothing else, when the script they were given is not there. */
const NO_SCRIPT =
  /^(?:\S*python[\d.]*: can't open file|\S*sh: 0: cannot open|Can't open perl script) .*No such file.*$/;

/** They end with 2, which would read as a block: a missing script must not lock people out of every tool. */
function scriptMissing({ code, stdout, stderr }: Exit): Failure | undefined {
  const said = stderr.trim();
  if (code !== 2 || stdout !== "" || !NO_SCRIPT.test(said)) return undefined;
  return { cause: "not-found", message: `its script was not found (${said})` };
}

/** A shell reports a missing or forbidden program by exit code; that is a broken hook, not a block. */
function shellFailure({ code, stderr }: Exit, cwd: string | undefined): Failure | undefined {
  const said = stderr.trim().split("\n").at(-1) ?? "";
  if (code === 127) {
    if (/bad interpreter|env: /.test(said) || namesExistingFile(said, cwd))
      return { cause: "interpreter-missing", message: `its interpreter was not found (${said})` };
    return { cause: "not-found", message: `its command was not found (${said})` };
  }
  if (code === 126) return { cause: "not-executable", message: `its command may not be executed (${said})` };
  return undefined;
}

const NOT_FOUND = ": not found";

/** Some shells call the script "not found" when it is its interpreter that is missing. */
function namesExistingFile(said: string, cwd: string | undefined): boolean {
  if (!said.endsWith(NOT_FOUND)) return false;
  const before = said.slice(0, -NOT_FOUND.length);
  const named = before.slice(before.lastIndexOf(":") + 1).trimStart();
  return named.includes("/") && existsSync(resolve(cwd ?? ".", named));
}

function spawnFailure(error: NodeJS.ErrnoException, run: CommandRun, cwd: string | undefined): Failure {
  if (cwd !== undefined && !existsSync(cwd))
    return { cause: "not-found", message: `its working folder ${cwd} does not exist` };
  const program = run.exec ? run.command : (run.shell ?? "/bin/sh");
  if (error.code === "ENOENT") {
    if (program.includes("/") && existsSync(resolve(cwd ?? ".", program)))
      return { cause: "interpreter-missing", message: `the interpreter of ${program} was not found` };
    return { cause: "not-found", message: `${program} was not found` };
  }
  if (error.code === "EACCES") return { cause: "not-executable", message: `${program} may not be executed` };
  return {
    cause: "spawn-error",
    message: `the process could not be started (${error.code ?? error.message})`,
  };
}
