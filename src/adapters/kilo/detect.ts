import type { AgentTraces } from "../contract.js";
import { configFolder } from "./install.js";

/** Its editor extension installs the program outside PATH; both create the config directory. */
export const traces: AgentTraces = { program: "kilo", folders: (places) => [configFolder(places)] };
