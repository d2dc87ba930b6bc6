/** The executor of `mcp_tool` hooks. Loaded with the first of them; the client comes with the first connection. */
import type { Executor, Profiles } from "../../core/ports.js";
import { mcpToolExecutor } from "../../executors/mcp/mcp-tool.js";
import type { ServerPool } from "../../executors/mcp/server-pool.js";
import { findChangedFile } from "../platform/covered-files.js";
import type { AppPaths } from "../platform/paths.js";
import { findPlaces, packageVersion } from "../platform/paths.js";
import { type FindServerOptions, findServer } from "./find-server.js";

export interface ToolHooksOptions extends Omit<FindServerOptions, "places"> {
  /** Default: by the environment. */
  readonly places: AppPaths | undefined;
  readonly pool: ServerPool | undefined;
}

export function openToolExecutor(profiles: Profiles, { pool, ...options }: ToolHooksOptions): Executor {
  const places = options.places ?? findPlaces(options.environment);
  return mcpToolExecutor(profiles, {
    pool,
    findServer: (hook) => findServer(hook, { ...options, places }),
    async connect(launch) {
      const { connectTo } = await import("../../executors/mcp/connect.js");
      return connectTo(launch, packageVersion());
    },
    findChangedFile,
  });
}
