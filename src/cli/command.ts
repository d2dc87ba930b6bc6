/** What a command is. One file per command in commands/; its help text and `--json` come for free. */
import type { PersonCheck } from "../core/ports.js";
import type { AppPaths } from "../runtime/platform/paths.js";

/** A flag, as `util.parseArgs` takes it, with its help text. */
export interface Option {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  readonly short?: string;
  readonly help: string;
  /** Placeholder for the value in the help text. */
  readonly value?: string;
}

export interface Call {
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly json: boolean;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly places: AppPaths;
  /** Path of the running program. */
  readonly program: string;
  /** What makes things less strict asks here. */
  readonly person: PersonCheck;
  out(text: string): void;
  err(text: string): void;
}

export interface Command {
  readonly summary: string;
  /** Arguments after the name: `EVENT --payload FILE|-`. */
  readonly usage: string;
  readonly example: string;
  readonly options?: Readonly<Record<string, Option>>;
  /** Exit codes beyond 0 (done) and 2 (wrong use or bad input). */
  readonly exits?: Readonly<Record<number, string>>;
  /**
   * Who may make this call, if it makes things less strict: a person (or a script that the user has permitted), or anyone
   * but an agent and its hooks. `run` asks the person with `call.person.confirm` before it changes something.
   */
  loosens?(call: Call): "person" | "no agent" | undefined;
  /** Left out of the list of commands. */
  readonly internal?: boolean;
  run(call: Call): Promise<number>;
}

export const OK = 0;
export const PROBLEMS = 1;
export const MISUSE = 2;
