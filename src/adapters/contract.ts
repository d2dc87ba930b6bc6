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

export interface Adapter {
  readonly name: string;
  readonly title: string;
  /** Versions this adapter was checked against. */
  readonly versions: readonly string[];
  /** How long the agent waits for a hook before it goes on without it. */
  timeoutMs(event: string): number;
  presence(payload: JsonObject, environment: Readonly<Record<string, string | undefined>>): PresenceReading;
  /** Why an event never reaches this agent's hooks; undefined when it does. */
  unsupported(event: string): string | undefined;
  decode(event: string, payload: JsonObject): HookEvent;
  capability(event: string, presence: Presence): Capability;
  encode(decision: Decision, event: HookEvent): NativeAnswer;
  /** What to print when there is nothing to say. */
  readonly neutral: NativeAnswer;
}
