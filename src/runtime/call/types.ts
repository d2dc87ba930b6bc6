/** What an agent's hook call is, whoever brings it, and what becomes of it. */
import type { Adapter, NativeAnswer } from "../../adapters/contract.js";
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent, Presence } from "../../core/events/payload.js";
import type { EventRecord, Transport } from "../../core/records/records.js";
import type { JsonObject } from "../../core/text/json.js";
import type { Observer } from "../../engine/observers.js";
import type { Environment } from "../../executors/environment.js";
import type { LoadArtifact } from "../../executors/function.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import type { AppPaths } from "../platform/paths.js";
import type { LeftOut } from "./apply-off-switches.js";

export interface AgentCall {
  readonly adapter: Adapter;
  /** The event as the agent calls it. */
  readonly event: string;
  /** What came on stdin; undefined when it could not be read or was not one JSON object. */
  readonly payload: JsonObject | undefined;
  /** The agent whose config led here, where the calling one also reads the files of others. */
  readonly origin?: string;
  readonly cwd: string;
  readonly environment: Environment;
  readonly places: AppPaths;
  /** The program to start for background hooks. */
  readonly program: string;
  readonly named?: readonly { readonly path: string; readonly dialect?: string }[];
  /** The agent gave up waiting. */
  readonly signal?: AbortSignal;
  readonly way: Transport;
  /** Finds the functions of code configs, for hooks that see this environment; evaluated in this process when absent. */
  readonly functionsIn?: (environment: Environment) => LoadArtifact;
  /** Puts a question that the agent cannot ask to somebody else; undefined when nobody answered in time. */
  hold?(question: HeldQuestion): Promise<"allow" | "deny" | undefined>;
  /** Told what happens to each hook. */
  readonly observer?: Observer;
  /** Makes a record durable before the answer is given, for hooks that ask for it. Rejects when it cannot. */
  commit?(record: EventRecord): Promise<void>;
}

export interface HeldQuestion {
  readonly event: HookEvent;
  readonly decision: Decision;
  readonly cwd: string;
  /** Nothing may be kept of it. */
  readonly isPrivate: boolean;
  /** What the agent is told unless somebody answers. */
  readonly otherwise: NativeAnswer;
  /** After this an answer is too late for the agent. */
  readonly waitMs: number;
}

/** A call with its plan at hand, of which no hook has run yet. */
export interface PreparedCall {
  readonly adapter: Adapter;
  readonly event: HookEvent;
  readonly plan: Plan;
  /** What is switched off for this call. */
  readonly leftOut?: LeftOut;
  /** What hooks may call the event: its canonical and its native name. */
  readonly names: ReadonlySet<string>;
  readonly presence: Presence;
  /** The folder the call is about. */
  readonly cwd: string;
  readonly environment: AgentCall["environment"];
  readonly startedAt: number;
  /** How long the agent still waits. */
  leftMs(): number;
  /** `more`: variables for its hooks that the call does not hold. */
  answer(more?: Readonly<Record<string, string>>): Promise<AgentAnswer>;
}

export interface AgentAnswer {
  readonly answer: NativeAnswer;
  readonly decision: Decision;
  /** Its canonical name. */
  readonly event: string;
  /**
   * To be called when the answer has left: ends what still runs, and fires what built-in hooks want fired. Each record is
   * handed over as soon as there is one, that of the call before anything further runs; none when nothing may be kept.
   */
  finish(keep: (record: EventRecord) => unknown): Promise<void>;
}
