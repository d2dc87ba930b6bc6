/**
 * Creates an engine from a plan: admitted hooks with real executors and shared state. Used by the CLI and agents'
 * calls; embedders use create-hooks.ts.
 */

import { join } from "node:path";
import { failsClosed } from "../../core/decision/failure.js";
import type { CustomEventName, EventName } from "../../core/events/events.js";
import type { HookEvent, Presence } from "../../core/events/payload.js";
import type { ToolTable } from "../../core/events/tools.js";
import type { AdmittedHook } from "../../core/hooks/admission.js";
import type { AskQueue } from "../../core/hooks/ask-user.js";
import { reachOf } from "../../core/hooks/grants.js";
import type { StatePort } from "../../core/ports.js";
import type { JsonObject } from "../../core/text/json.js";
import { Engine } from "../../engine/engine.js";
import type { Observer } from "../../engine/observers.js";
import type { Environment } from "../../executors/environment.js";
import type { LoadArtifact } from "../../executors/function.js";
import type { ServerPool } from "../../executors/mcp/server-pool.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import { PROFILES } from "../../sources/dialects/_profiles.js";
import { ArtifactStore } from "../../sources/trust/artifacts.js";
import { builtinsFor, createExecutors, ownFunctions } from "../compose/executors.js";
import { plannedHooks, type Refused } from "../plan/admitted-hooks.js";
import { monotonicClock } from "../platform/clock.js";
import { FileState } from "../platform/file-state.js";
import type { AppPaths } from "../platform/paths.js";
import { handOff, idsOf } from "./background-hand-off.js";
import type { Prepared } from "./types.js";

export interface CallEngineOptions {
  readonly plan: Plan;
  readonly places: AppPaths;
  readonly environment: Environment;
  readonly presence: Presence;
  /** The directory of events without one. */
  readonly cwd: string;
  readonly deadlineMs?: number;
  /** Only hooks of these events are prepared: a process for one event needs no others. */
  readonly only?: ReadonlySet<string>;
  /** The tools of the events' agent. */
  readonly tools?: ToolTable;
  readonly handOff?: (hooks: readonly AdmittedHook[], event: HookEvent) => void;
  /** Loads the functions of code configs, for hooks with this environment (default: evaluated in this process). */
  readonly functionsIn?: (environment: Environment) => LoadArtifact;
  readonly beforeOwnCode?: () => void;
  /** Connections to MCP servers that calls share (default: one for this engine). */
  readonly servers?: ServerPool;
  /** Storage of counters and once-per-session marks (default: files that all calls share). */
  readonly state?: StatePort;
  readonly observer?: Observer;
  /** Where hooks can ask the user. */
  readonly askQueue?: AskQueue;
}

export interface Emitted {
  readonly name: EventName | CustomEventName;
  readonly payload: JsonObject;
}

export interface CallEngine extends UsedEngine {
  readonly engine: Engine;
  readonly refused: readonly Refused[];
}

/** What is left to do with an engine once its hooks have answered. */
export interface UsedEngine {
  readonly state: StatePort;
  /** Events that built-in hooks emit, in order. The owner of the engine fires them. */
  readonly emitted: readonly Emitted[];
  close(): Promise<void>;
}

export async function createCallEngine(options: CallEngineOptions): Promise<CallEngine> {
  const { plan, places, environment, cwd } = options;
  const { table, refused } = await plannedHooks(plan, options.only);
  let artifacts: ArtifactStore | undefined;
  const state = options.state ?? new FileState(join(places.state, "sessions"));
  const emitted: Emitted[] = [];
  const engine = new Engine({
    table,
    executors: createExecutors(PROFILES, environment, {
      reach: reachOf(plan),
      compiledIn: join(places.cache, "python"),
      places,
      ...(options.servers === undefined ? {} : { pool: options.servers }),
      loadArtifact:
        options.functionsIn?.(environment) ??
        ownFunctions((one) => {
          options.beforeOwnCode?.();
          artifacts ??= new ArtifactStore(places.data);
          return artifacts.load(one, "by-plan");
        }, environment),
      loadBuiltin: builtinsFor(places, {
        environment,
        state,
        where: () => ({ project: plan.root, cwd }),
        emit: (_cause, name, payload) => emitted.push({ name, payload }),
      }),
      cwd,
    }),
    folder: () => cwd,
    state,
    clock: monotonicClock,
    presence: options.presence,
    ...(options.deadlineMs === undefined ? {} : { deadlineMs: options.deadlineMs }),
    ...(options.tools === undefined ? {} : { tools: options.tools }),
    ...(options.handOff === undefined ? {} : { handOff: options.handOff }),
    askQueue: options.askQueue,
  });
  if (options.observer !== undefined) engine.observe(options.observer);
  return {
    engine,
    refused,
    state,
    emitted,
    close: () => engine.close(),
  };
}

/** The engine for one agent's call, with only the hooks of its event. */
export function engineForCall(prepared: Prepared): Promise<CallEngine> {
  return createCallEngine({
    ...engineOptions(prepared),
    ...(prepared.call.host?.observer === undefined ? {} : { observer: prepared.call.host.observer }),
    deadlineMs: prepared.leftMs(),
    only: eventsNeeded(prepared.event.name, prepared.names),
  });
}

export function engineOptions({ call, plan, environment, presence, cwd, startedIn }: Prepared): CallEngineOptions {
  const { payload, places, program, named, host, adapter } = call;
  return {
    plan: payload === undefined ? guardsOnly(plan) : plan,
    places,
    environment,
    presence,
    cwd: call.cwd,
    tools: adapter.tools,
    ...(host?.functionsIn === undefined ? {} : { functionsIn: host.functionsIn }),
    ...(host?.servers === undefined ? {} : { servers: host.servers }),
    ...(host?.beforeOwnCode === undefined ? {} : { beforeOwnCode: host.beforeOwnCode }),
    ...(host?.askQueue === undefined ? {} : { askQueue: host.askQueue }),
    handOff: (hooks, event) => {
      const job = {
        cwd,
        ...(startedIn === undefined ? {} : { startedIn }),
        hooks: idsOf(hooks),
        event,
        ...(named === undefined ? {} : { named }),
      };
      handOff({ program, environment }, job);
    },
  };
}

/** Without a payload nothing can be matched: each hook that must not fail open counts as matched and failed. */
function guardsOnly(plan: Plan): Plan {
  const broken = { code: "PAYLOAD_SYNTAX", message: "the agent's payload could not be read" };
  return {
    ...plan,
    entries: plan.entries
      .filter(({ hook }) => failsClosed(hook))
      .map((entry) => ({ ...entry, hook: { ...entry.hook, match: {}, broken } })),
  };
}

/** A prompt resets the count of forced continues, so hooks that force them must be known. */
function eventsNeeded(event: string, names: ReadonlySet<string>): ReadonlySet<string> {
  return event === "UserPromptSubmit" ? new Set([...names, "Stop", "SubagentStop"]) : names;
}
