/** All executors, wired to the dialect profiles and this process's environment. */
import type { Executors, Profiles } from "../core/ports.js";
import { commandExecutor } from "../executors/command.js";
import type { Environment } from "../executors/environment.js";
import { functionExecutor, type LoadArtifact } from "../executors/function.js";
import { httpExecutor } from "../executors/http.js";
import { unavailableExecutor } from "../executors/unavailable.js";

export function createExecutors(profiles: Profiles, environment: Environment, loadArtifact?: LoadArtifact): Executors {
  return {
    command: commandExecutor(profiles, environment),
    http: httpExecutor(profiles, environment),
    function: functionExecutor(loadArtifact),
    prompt: unavailableExecutor("prompt"),
    agent: unavailableExecutor("agent"),
    mcp_tool: unavailableExecutor("mcp_tool"),
  };
}
