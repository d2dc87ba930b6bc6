/**
 * One agent: how its payloads become canonical events and how a decision is said in its words. Pure and
 * synchronous; `decode` is total and `encode` emits exactly the keys the agent knows.
 */
import type { Capability } from "../core/capability.js";
import type { Decision } from "../core/decision.js";
import type { JsonObject } from "../core/json.js";
import type { HookEvent, Presence } from "../core/payload.js";

export interface PresenceReading {
  readonly presence: Presence;
  /** What it was read from, in words. */
  readonly evidence: string;
}

/** What the agent shall be told: bytes for stdout, text for stderr, and the exit code. */
export interface NativeAnswer {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exitCode: number;
}

export interface WiringPlaces {
  readonly home: string;
  readonly project: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** How hooks are wired into the agent's own config. Data only; the runtime edits the files. */
export interface AgentWiring {
  /** Its program, to see whether the agent is there and which version. */
  readonly program: string;
  /** The JSON file that holds its hooks, for a person or for one project. */
  file(scope: "user" | "project", places: WiringPlaces): string;
  /** Events to register: the agent's name, and how many seconds it shall wait for us. */
  readonly events: Readonly<Record<string, number>>;
  /** What the person still has to do in the agent itself before it runs our entries. */
  readonly trustStep?: string;
}

export interface Adapter {
  readonly name: string;
  readonly title: string;
  /** Versions this adapter was checked against. */
  readonly versions: readonly string[];
  /** How long the agent waits for a hook before it goes on without it. */
  timeoutMs(event: string): number;
  /** The folder the agent was started in, where it tells: commands may `cd` away, the project's hooks stay. */
  projectFolder?(environment: Readonly<Record<string, string | undefined>>): string | undefined;
  presence(payload: JsonObject, environment: Readonly<Record<string, string | undefined>>): PresenceReading;
  /** Why an event never reaches this agent's hooks; undefined when it does. */
  unsupported(event: string): string | undefined;
  decode(event: string, payload: JsonObject): HookEvent;
  capability(event: string, presence: Presence): Capability;
  encode(decision: Decision, event: HookEvent): NativeAnswer;
  /** What to print when there is nothing to say. */
  readonly neutral: NativeAnswer;
  readonly wiring: AgentWiring;
}
