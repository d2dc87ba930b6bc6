/**
 * All executors, connected to the dialect profiles, this process's environment, built-in hooks and functions of code
 * configs.
 */
import type { HookEvent } from "../../core/events/payload.js";
import type { Builtin, Services, Surroundings } from "../../core/hooks/builtin.js";
import type { Reach } from "../../core/hooks/grants.js";
import type { FunctionRun, HookFunction, HookType } from "../../core/hooks/hook.js";
import type { Executor, Executors, Profiles } from "../../core/ports.js";
import { lookUp } from "../../core/text/json.js";
import { type Environment, passedEnvironment } from "../../executors/environment.js";
import { functionExecutor, type LoadArtifact, type LoadBuiltin, TookTooLong } from "../../executors/function.js";
import type { ServerPool } from "../../executors/mcp/server-pool.js";
import { callWithin } from "../../sources/code/call-within.js";
import { daemonPlace } from "../platform/daemon-paths.js";
import type { AppPaths } from "../platform/paths.js";

export interface ExecutorOptions {
  /** Loads the functions of code configs. */
  readonly loadArtifact?: LoadArtifact;
  readonly loadBuiltin?: LoadBuiltin;
  /** Working directory for events without one. */
  readonly cwd?: string;
  /** Cache directory for interpreters of approved scripts. */
  readonly compiledIn?: string;
  /** The user's grants, and the project root (default: no grants). */
  readonly reach?: Reach;
  /** Where the user's models are configured (default: by the environment). */
  readonly places?: AppPaths;
  /** Connections to MCP servers that outlive the executors (default: their own). */
  readonly pool?: ServerPool;
}

export function createExecutors(
  profiles: Profiles,
  environment: Environment,
  { loadArtifact, loadBuiltin, cwd, compiledIn, reach, places, pool }: ExecutorOptions = {},
): Executors {
  return {
    command: onDemand("command", async () => {
      const { commandExecutor } = await import("../../executors/command.js");
      const { findChangedFile } = await import("../platform/covered-files.js");
      return commandExecutor(profiles, environment, { folder: cwd, compiledIn, findChangedFile, reach });
    }),
    http: onDemand("http", async () => {
      const { httpExecutor } = await import("../../executors/http.js");
      return httpExecutor(profiles, environment, { reach });
    }),
    function: functionExecutor(loadArtifact, loadBuiltin),
    prompt: onDemand("prompt", async () => {
      const { openPromptExecutor } = await import("../models/prompt-hooks.js");
      return openPromptExecutor("prompt", profiles, { environment, reach, places });
    }),
    agent: onDemand("agent", async () => {
      const { openPromptExecutor } = await import("../models/prompt-hooks.js");
      return openPromptExecutor("agent", profiles, { environment, reach, places });
    }),
    mcp_tool: onDemand("mcp_tool", async () => {
      const { openToolExecutor } = await import("../mcp/tool-hooks.js");
      return openToolExecutor(profiles, { environment, reach, places, pool });
    }),
  };
}

/** Loaded with the first hook of its type: other calls do not wait for process and socket modules. */
function onDemand(type: HookType, load: () => Promise<Executor>): Executor {
  let loading: Promise<Executor> | undefined;
  let executor: Executor | undefined;
  let closings = 0;
  return {
    type,
    async run(hook, event, context) {
      const before = closings;
      loading ??= load();
      executor = await loading;
      const answer = executor.run(hook, event, context);
      if (closings > before) executor.close?.(); // closed while it was loaded
      return answer;
    },
    read: (raw, hook, event) => executor!.read(raw, hook, event),
    close() {
      closings++;
      executor?.close?.();
    },
  };
}

const loaded = new Map<string, Builtin>();

export interface BuiltinHost {
  readonly environment: Environment;
  readonly state: Services["state"];
  /** The directory and project of an event. */
  where(event: HookEvent): Pick<Surroundings, "project" | "cwd">;
  /** Receives an event that a built-in fires while it handles `cause`. */
  emit(cause: HookEvent, ...emitted: Parameters<Services["emit"]>): void;
}

/** Built-in hooks run in this process, also in the daemon: they are part of it. Each is loaded with its first call. */
export function builtinsFor(places: AppPaths, { environment, state, where, emit }: BuiltinHost): LoadBuiltin {
  return ({ name, options = {} }, level, event) => {
    const sockets = daemonPlace(places).socketFolder;
    const make = (found: Builtin) =>
      found.make({ ...places, ...where(event), environment, sockets, platform: process.platform }, options, {
        state,
        emit: (...emitted) => emit(event, ...emitted),
        level,
        now: Date.now,
        models: async () => {
          const { openModels } = await import("../models/open-models.js");
          return openModels({ places, environment, root: where(event).project });
        },
        regex: async () => (await import("../platform/re2.js")).linearRegex,
      });
    const known = loaded.get(name);
    return known === undefined ? load(name).then(make) : make(known);
  };
}

async function load(name: string): Promise<Builtin> {
  // The list grows with every built-in; calls without one do not read it.
  const { BUILTIN_LOADERS } = await import("../../builtins/_lazy.js");
  const { default: found } = (await lookUp(BUILTIN_LOADERS, name)?.()) ?? {};
  if (found === undefined) throw new Error(`this version has no built-in "${name}"`);
  loaded.set(name, found);
  return found;
}

type Load = (artifact: NonNullable<FunctionRun["artifact"]>) => HookFunction;

/**
 * Runs functions of code configs in this process, for calls without a daemon. They see the same environment as other
 * hooks. One that does not return is terminated at its limit, because no timer could fire. Without `environment` the
 * process keeps its own.
 */
export function ownFunctions(load: Load, environment?: Environment): LoadArtifact {
  return async (artifact, { limitMs }) => {
    const within = <T>(call: () => T) => callWithin(limitMs, call, () => new TookTooLong(limitMs));
    if (environment !== undefined) process.env = passedEnvironment(environment); // before anything of it is evaluated
    const run = within(() => load(artifact));
    return (payload, context) => within(() => run(payload, context));
  };
}
