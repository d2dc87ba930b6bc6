/** A command of the built program on a real terminal, as a person has it or as an agent opens it. */
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PROGRAM, type ProgramPlace, type Ran } from "./program.js";

export const TERMINAL = fileURLToPath(new URL("./terminal.py", import.meta.url));

/** The code that is asked for; its first group is what has to be typed. */
export const CODE = "re:Type ([a-z2-9]{4}) to ";

export interface TerminalOptions {
  /** Width of the terminal; one that does not say when absent. */
  readonly columns?: number;
  /** What is printed is also written to this file at once. */
  readonly copy?: string;
  /** Typed once the code is asked for; `{}` stands for the code. `key:x` is the key x without Enter. */
  readonly type?: string;
  /** A shell command that is run before that. */
  readonly meanwhile?: string;
  /** What is waited for instead of the code. */
  readonly text?: string;
  /** Typed later, each after a text. */
  readonly then?: readonly (readonly [text: string, typed: string])[];
  /** Who opens the terminal; a person's shell, which is nobody's child, when absent. */
  readonly opener?: readonly string[];
  /** Who opens it leaves it behind: nothing above the terminal's program is a child of this process. */
  readonly detached?: true;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Runs this instead of the program. */
  readonly program?: readonly string[];
}

/**
 * The program that opens a person's terminals: a Python of its own name, which the place permits. Any other Python that opens
 * a terminal is not known to do that for people.
 */
export function personsTerminal(place: ProgramPlace): {
  readonly program: string;
  readonly env: Record<string, string>;
} {
  const program = join(tmpdir(), "persons-terminal");
  const print = "import os, sys; print(os.path.realpath(sys.executable)); print(sys.base_prefix)";
  const [python = "", home = ""] = execFileSync("python3", ["-c", print], { encoding: "utf8" }).split("\n");
  if (!existsSync(program)) {
    copyFileSync(python, `${program}.${process.pid}`);
    renameSync(`${program}.${process.pid}`, program);
  }
  place.permitTerminal(program);
  return { program, env: { PYTHONHOME: home } };
}

export function onTerminal(place: ProgramPlace, args: readonly string[], options: TerminalOptions = {}): Promise<Ran> {
  const { type = "{}", meanwhile = "", text = CODE, then = [], opener } = options;
  const persons = opener === undefined ? personsTerminal(place) : undefined;
  const [first = "", ...rest] = opener ?? [persons!.program];
  const driver = [TERMINAL, ...(opener === undefined || options.detached ? ["--detached"] : [])];
  if (options.columns !== undefined) driver.push("--columns", String(options.columns));
  if (options.copy !== undefined) driver.push("--copy", options.copy);
  const later = then.flatMap(([after, typed]) => ["--then", after, "", typed]);
  const program = options.program ?? [process.execPath, PROGRAM, ...args];
  const child = spawn(first, [...rest, ...driver, ...later, text, meanwhile, type, ...program], {
    cwd: options.cwd ?? place.project,
    env: { ...place.env, TERM: "xterm", ...persons?.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      texts[name] += chunk;
    });
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => done({ code, ...texts }));
  });
}
