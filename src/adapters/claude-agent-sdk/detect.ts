import type { AgentTraces } from "../contract.js";

/** A library inside somebody's program leaves no traces on the machine. */
export const traces: AgentTraces = {};
