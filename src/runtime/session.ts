/**
 * A plan put to work: admitted hooks in an engine with real executors and shared state. What the CLI and agents
 * run events with; embedders use create-hooks.ts.
 */
import { join } from "node:path";
import { type AdmittedHook, admit } from "../core/admission.js";
import type { HookEvent, Presence } from "../core/payload.js";
import { HookTable } from "../core/plan.js";
import type { StatePort } from "../core/ports.js";
import { Engine } from "../engine/engine.js";
import { ArtifactStore } from "../sources/artifacts.js";
import { PROFILES } from "../sources/dialects/_profiles.js";
import type { Plan } from "../sources/plan-file.js";
import { createExecutors } from "./executors.js";
import { monotonicClock } from "./platform/clock.js";
import { FileState } from "./platform/file-state.js";
import type { Places } from "./platform/places.js";
import { enginesFor } from "./regex-engines.js";

export interface SessionOptions {
  readonly plan: Plan;
  readonly places: Places;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly presence: Presence;
  readonly deadlineMs?: number;
  /** Only hooks of these events are prepared: a process that lives for one event needs no others. */
  readonly only?: ReadonlySet<string>;
  readonly handOff?: (hooks: readonly AdmittedHook[], event: HookEvent) => void;
  /** Where counters and once-per-session marks live; in files that all calls share when absent. */
  readonly state?: StatePort;
}

export interface Refused {
  readonly id: string;
  readonly event: string;
  readonly why: string;
}

export interface Session {
  readonly engine: Engine;
  readonly refused: readonly Refused[];
  readonly state: StatePort;
  close(): Promise<void>;
}

export async function openSession(options: SessionOptions): Promise<Session> {
  const { plan, places, environment } = options;
  const admitted: AdmittedHook[] = [];
  const refused: Refused[] = [];
  for (const entry of plan.entries) {
    if (options.only !== undefined && !options.only.has(entry.hook.event)) continue;
    const admission = admit(entry);
    if ("admitted" in admission) admitted.push(admission.admitted);
    else refused.push({ id: entry.hook.id, event: entry.hook.event, why: admission.refused });
  }
  const engines = await enginesFor(admitted);
  const artifacts = new ArtifactStore(places.data);
  const state = options.state ?? new FileState(join(places.state, "sessions"));
  const engine = new Engine({
    table: new HookTable(admitted, PROFILES, engines),
    executors: createExecutors(PROFILES, environment, async (artifact) => artifacts.load(artifact, "by-plan")),
    state,
    clock: monotonicClock,
    presence: options.presence,
    ...(options.deadlineMs === undefined ? {} : { deadlineMs: options.deadlineMs }),
    ...(options.handOff === undefined ? {} : { handOff: options.handOff }),
  });
  return {
    engine,
    refused,
    state,
    async close() {
      engines.slow.close();
      await engine.close();
    },
  };
}
