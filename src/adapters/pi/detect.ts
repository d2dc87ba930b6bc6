/** The program name is short and may belong to another program, so its directory counts as well. */

import type { AgentTraces } from "../contract.js";
import { agentFolder } from "./install.js";

export const traces: AgentTraces = {
  program: "pi",
  folders: ({ home, environment }) => [agentFolder(home, environment)],
};
