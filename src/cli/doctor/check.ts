/** What one check of `doctor` is. A check only looks; it changes nothing, and what it finds comes with its fix. */
import type { Adapter } from "../../adapters/contract.js";
import type { Finding } from "../../core/errors.js";
import type { LoggedEvent } from "../../runtime/record/read-hook-log.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import type { WiredHow } from "../agents/agent-facts.js";
import type { Call } from "../command.js";

export interface Check {
  /** Name in the report. */
  readonly name: string;
  /** What it means that nothing was found, for people (default: the name). */
  readonly passed?: string;
  /** A fact that is shown with it. */
  detail?(sight: DoctorContext): string | undefined;
  /** May throw or reject: that is reported as a finding too. */
  run(sight: DoctorContext): Promise<readonly Finding[]> | readonly Finding[];
}

export interface SeenAgent {
  readonly adapter: Adapter;
  /** Found on this machine. */
  readonly here: boolean;
  readonly user: WiredHow;
  readonly project: WiredHow;
}

/** What several checks look at. Each thing is looked up once, when it is first asked for. */
export interface DoctorContext {
  readonly call: Call;
  /** The hooks that apply here. Nothing is built or written for it. */
  plan(): Promise<Plan>;
  agents(): readonly SeenAgent[];
  log(): LogSight;
}

export interface LogSight {
  /** Agents that any event in the log came from. */
  readonly heard: ReadonlySet<string>;
  /** When each of them last asked about a tool call, in milliseconds since 1970. */
  readonly gated: ReadonlyMap<string, number>;
  /** The events of the last day, newest first. */
  readonly recent: readonly LoggedEvent[];
}
