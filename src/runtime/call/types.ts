/** An agent's hook call and its states: `AgentCall` → `Prepared` → `Decided`. */

import type { Adapter, NativeAnswer } from "../../adapters/contract.js";
import type { Decision, Note } from "../../core/decision/decision.js";
import type { HookEvent, Presence } from "../../core/events/payload.js";
import type { AskQueue } from "../../core/hooks/ask-user.js";
import type { AskAnswerer, AskScope, EventRecord, Transport } from "../../core/records/records.js";
import type { JsonObject } from "../../core/text/json.js";
import type { Observer } from "../../engine/observers.js";
import type { Environment } from "../../executors/environment.js";
import type { LoadArtifact } from "../../executors/function.js";
import type { ServerPool } from "../../executors/mcp/server-pool.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import type { AppPaths } from "../platform/paths.js";
import type { LeftOut } from "./apply-off-switches.js";
import type { AskedAbout } from "./asked-about.js";
import type { UsedEngine } from "./create-engine.js";

export interface AgentCall {
  readonly adapter: Adapter;
  /** The agent's own event name. */
  readonly event: string;
  /** The parsed stdin; undefined if it could not be read or was not one JSON object. */
  readonly payload: JsonObject | undefined;
  /** The agent whose config led here, if the calling agent also reads the files of others. */
  readonly origin?: string;
  readonly cwd: string;
  readonly environment: Environment;
  readonly places: AppPaths;
  /** The program to start for background hooks. */
  readonly program: string;
  readonly named?: readonly { readonly path: string; readonly dialect?: string }[];
  /** Aborted when the agent gives up waiting. */
  readonly signal?: AbortSignal;
  readonly way: Transport;
  /** It was posted by HTTP: any program that may read the token can do that. */
  readonly isPosted?: boolean;
  /** When the call arrived, in milliseconds since 1970: a later record keeps this time. */
  readonly receivedAt?: number;
  /** How long the agent waits for people where it can block a tool call, as wired; absent: its usual timeout. */
  readonly holdMs?: number;
  /** The process that sent the call, as it says. Only the daemon knows it. */
  readonly clientPid?: number;
  readonly host?: CallHost;
}

/**
 * What the answering process adds to a call: the daemon all of it, a process without a daemon only `commit` and
 * `beforeOwnCode`.
 */
export interface CallHost {
  /** Loads the functions of code configs, for hooks with this environment (default: evaluated in this process). */
  functionsIn?(environment: Environment): LoadArtifact;
  /** Connections to MCP servers that calls share. */
  readonly servers?: ServerPool;
  /** Code of a code config is about to run in this process. */
  beforeOwnCode?(): void;
  /** Asks the user if the agent cannot, or in headless mode. Absent: no user can be asked. */
  hold?(question: HeldQuestion): Promise<HeldAnswer>;
  /** Holds a permission prompt beside the agent's own dialog. Undefined: it is left to the dialog. */
  holdBeside?(question: HeldQuestion): Promise<HeldAnswer | undefined>;
  /** Where hooks can ask the user. */
  readonly askQueue?: AskQueue;
  /** Receives the progress of each hook. */
  readonly observer?: Observer;
  /** What earlier sessions learned. Absent: memory is off. Never rejects, and takes no longer than the user's limit. */
  recall?(request: RecallRequest): Promise<Recalled | undefined>;
  /** Makes a record durable before the answer, for hooks that require it. Rejects if it cannot. */
  commit?(record: EventRecord): Promise<void>;
}

export interface RecallRequest {
  readonly event: HookEvent;
  /** Id of the event's record. */
  readonly record: string;
  readonly cwd: string;
  readonly adapter: Adapter;
  readonly presence: Presence;
  /** Characters left in the context budget. */
  readonly room: number;
}

export interface Recalled {
  /** Fenced. */
  readonly text?: string;
  readonly notes: readonly Note[];
}

/**
 * `agent`: its own dialog asks. `unattended`: no answer could come, so the call did not wait. `unanswered`: no answer came in
 * time. `id`: of the question that is kept for a late answer.
 */
export type HeldAnswer =
  | {
      readonly kind: "allow" | "deny";
      readonly by?: AskAnswerer;
      readonly answeredAt?: number;
      readonly scope?: AskScope;
      readonly said?: string;
      /** By question. */
      readonly answers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "agent" }
  | { readonly kind: "unattended"; readonly id?: string }
  | {
      readonly kind: "unanswered";
      readonly id?: string;
      readonly waitedMs: number;
      /** Absent: its time was over. `gone`: nothing can be sent to the agent any more. `stopped`: the daemon ends. */
      readonly because?: "gone" | "stopped";
    };

export interface HeldQuestion {
  readonly event: HookEvent;
  readonly decision: Decision;
  /** Absent: permission for the call. */
  readonly about?: AskedAbout | undefined;
  readonly cwd: string;
  readonly presence: Presence;
  /** The agent can put the question to its person. */
  readonly agentAsks: boolean;
  /** Nothing of it may be stored. */
  readonly isPrivate: boolean;
  /** What the agent receives if no answer comes. */
  readonly otherwise: NativeAnswer;
  /** After this time an answer is too late for the agent. */
  readonly waitMs: number;
}

/** A decoded call with its plan, before any hook has run. */
export interface Prepared {
  readonly call: AgentCall;
  readonly event: HookEvent;
  readonly plan: Plan;
  /** What is paused for this call. */
  readonly leftOut?: LeftOut;
  /** Names by which hooks can match the event: canonical and native. */
  readonly names: ReadonlySet<string>;
  readonly presence: Presence;
  /** The directory of the call. */
  readonly cwd: string;
  /** Where the agent was started, if known. */
  readonly startedIn?: string;
  /** The environment that hooks inherit from. */
  readonly environment: Environment;
  readonly startedAt: number;
  /** How long hooks may still take. */
  leftMs(): number;
  /** How long the agent still waits for people. */
  heldLeftMs(): number;
}

/** A call with its answer: the hooks' decision, and what the agent receives. */
export interface Decided {
  readonly call: AgentCall;
  /** The event as the hooks saw it. */
  readonly event: HookEvent;
  readonly presence: Presence;
  readonly cwd: string;
  /** What the hooks decided. */
  readonly decision: Decision;
  /** The decision after the user's answer, if one was asked… */
  readonly settled: Decision;
  /** …and after the agent's limits, with notes on degradations. */
  readonly sent: Decision;
  /** `sent` in the agent's format. */
  readonly answer: NativeAnswer;
  readonly ms: number;
  /** Id of the record; undefined if there is none. */
  readonly recordId?: string;
  /** The record, if it had to be durable before the answer. */
  readonly committed?: EventRecord;
  /** Absent if no hook could run. */
  readonly ran?: { readonly prepared: Prepared; readonly callEngine: UsedEngine };
}
