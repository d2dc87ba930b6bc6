/** The program's name is short enough to be another's, so its folder counts as well. */

import type { AgentTraces } from "../contract.js";
import { agentFolder } from "./install.js";

export const traces: AgentTraces = {
  program: "pi",
  folders: ({ home, environment }) => [agentFolder(home, environment)],
};
