/** What a command is. One file per command in commands/; help, completion and `--json` follow from it. */
import type { PersonCheck } from "../core/ports.js";
import type { AppPaths } from "../runtime/platform/paths.js";

/** What a value names. Completion offers the known ones; `file` and `folder` are left to the shell. */
export type ValueKind =
  | "agent"
  | "builtin"
  | "command"
  | "dialect"
  | "event"
  | "file"
  | "folder"
  | "hook"
  | "session"
  | "text";

/** A flag, as `util.parseArgs` takes it, with its help text. */
export interface Option {
  readonly type: "string" | "boolean";
  readonly multiple?: boolean;
  readonly short?: string;
  /** A noun phrase, with the default in brackets. */
  readonly help: string;
  /** Placeholder for the value in the help text. */
  readonly value?: string;
  /** What the value names, or the values there are (default: `text`). */
  readonly kind?: ValueKind | readonly string[];
}

/** A positional argument. */
export interface Argument {
  readonly kind: ValueKind | readonly string[];
  /** It may be repeated. Only the last one. */
  readonly many?: true;
}

export interface Call {
  /** Name of the command. */
  readonly name: string;
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
  readonly json: boolean;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly places: AppPaths;
  /** Path of the running program. */
  readonly program: string;
  /** Commands that make things less strict ask here. */
  readonly person: PersonCheck;
  /** Text for people: wrapped on a terminal. */
  out(text: string): void;
  /** Code, diffs and other text whose lines must stay as they are. */
  raw(text: string): void;
  err(text: string): void;
}

/** In the order of `snaphook help`. Commands of the last group are listed by `snaphook help --all` only. */
export const GROUPS = [
  "Get started",
  "Hooks",
  "Agents",
  "Live and history",
  "Approvals",
  "Policy",
  "Maintenance",
  "Called by agents and scripts",
] as const;

export type Group = (typeof GROUPS)[number];

export interface Command {
  readonly group: Group;
  /** One sentence that starts with a verb. */
  readonly summary: string;
  /** Arguments after the name: `EVENT --payload FILE|-`. */
  readonly usage: string;
  readonly example: string;
  readonly options?: Readonly<Record<string, Option>>;
  /** Positional arguments, in order. Further ones are an error. */
  readonly arguments?: readonly Argument[];
  /** Exit codes beyond 0 (done) and 2 (wrong use or bad input), or these two if they mean more. */
  readonly exits?: Readonly<Record<number, string>>;
  /**
   * Who may make this call, if it makes things less strict: a person (or a script that the user has permitted), or anyone
   * but an agent and its hooks. `run` asks the person with `call.person.confirm` before it changes something.
   */
  loosens?(call: Call): "person" | "no agent" | undefined;
  /**
   * Ends when its reader or its terminal has gone: it shows something without end, waits for a person, or runs hooks, which
   * end with it. All others finish what they do.
   */
  readonly endsUnread?: true;
  run(call: Call): Promise<number>;
}

export const OK = 0;
export const PROBLEMS = 1;
export const MISUSE = 2;
