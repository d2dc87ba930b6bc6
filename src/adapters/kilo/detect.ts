import type { AgentTraces } from "../contract.js";
import { configFolder } from "./install.js";

/** Its editor extension brings the program along where no PATH leads; both make the folder of its config. */
export const traces: AgentTraces = { program: "kilo", folders: (places) => [configFolder(places)] };
