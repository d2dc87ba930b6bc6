/** All executors, wired to the dialect profiles and this process's environment. */

import type { Reach } from "../../core/hooks/grants.js";
import type { HookType } from "../../core/hooks/hook.js";
import type { Executor, Executors, Profiles } from "../../core/ports.js";
import type { Environment } from "../../executors/environment.js";
import { functionExecutor, type LoadArtifact, type LoadBuiltin } from "../../executors/function.js";
import { unavailableExecutor } from "../../executors/unavailable.js";

export interface ExecutorOptions {
  /** Finds the functions of code configs. */
  readonly loadArtifact?: LoadArtifact;
  readonly loadBuiltin?: LoadBuiltin;
  /** Where commands run whose event names no folder. */
  readonly cwd?: string;
  /** What the person grants, and where the project is; no grants when absent. */
  readonly reach?: Reach;
}

export function createExecutors(
  profiles: Profiles,
  environment: Environment,
  { loadArtifact, loadBuiltin, cwd, reach }: ExecutorOptions = {},
): Executors {
  return {
    command: onDemand("command", async () => {
      const { commandExecutor } = await import("../../executors/command.js");
      const { findChangedFile } = await import("../platform/covered-files.js");
      return commandExecutor(profiles, environment, { folder: cwd, findChangedFile, reach });
    }),
    http: onDemand("http", async () => {
      const { httpExecutor } = await import("../../executors/http.js");
      return httpExecutor(profiles, environment, { reach });
    }),
    function: functionExecutor(loadArtifact, loadBuiltin),
    prompt: unavailableExecutor("prompt"),
    agent: unavailableExecutor("agent"),
    mcp_tool: unavailableExecutor("mcp_tool"),
  };
}

/** Comes with the first hook of its type: a call without one shall not wait for processes and sockets to be loaded. */
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
