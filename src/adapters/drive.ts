/**
 * How a released agent is driven without a person: one turn is one run of its program, which gets the prompt on stdin and
 * prints a JSON object per line. Data and a pure parser, in `drive.ts` of the adapter's folder.
 */
import type { JsonObject } from "../core/text/json.js";

export interface TurnOptions {
  /** The session to continue; a new one without it. */
  readonly session?: string;
  readonly model?: string;
  readonly systemPrompt?: string;
  /** Names of tools, separated by commas. */
  readonly tools?: string;
  /** Command line of the MCP server whose tool `approve` answers the agent's questions. */
  readonly host?: readonly string[];
  /** Further arguments of the user. */
  readonly args: readonly string[];
}

/** What is known of a turn so far. */
export interface TurnReading {
  readonly session?: string;
  /** The last text of the model. */
  readonly text?: string;
  readonly costUsd?: number;
  readonly tokens?: number;
  /** Requests to the model. */
  readonly turns?: number;
  /** Why the turn failed, although the program may exit with 0. */
  readonly failed?: string;
  /** The program said that the turn is over. */
  readonly over?: true;
}

export type Totals = "turn" | "session" | "unknown";

export interface AgentDrive {
  /** Looked up in PATH. */
  readonly program: string;
  /** What `args` can express besides a session and a model. */
  readonly takes: readonly ("systemPrompt" | "tools" | "host")[];
  /** What its numbers count: this turn, or the session since its start, also in a turn that continues it. */
  readonly totals: { readonly costUsd: Totals; readonly tokens: Totals };
  args(turn: TurnOptions): readonly string[];
  /** Total: takes one line of output into account. */
  read(sofar: TurnReading, line: JsonObject): TurnReading;
  /** What it prints on stderr if it does not have the session. */
  readonly sessionGone: RegExp;
}

/** An agent that is not driven, and why. */
export interface NotDriven {
  readonly notDriven: string;
}

export type DriveEntry = AgentDrive | NotDriven;
