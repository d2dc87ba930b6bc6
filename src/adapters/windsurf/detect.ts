import { join } from "node:path";
import type { AgentTraces } from "../contract.js";

/** The editor's command line program is optional; its directory in the home is not. */
export const traces: AgentTraces = { program: "windsurf", folders: ({ home }) => [join(home, ".codeium/windsurf")] };
