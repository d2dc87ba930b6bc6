import type { AgentTraces } from "../contract.js";

/** A library inside another program leaves no traces on the machine. */
export const traces: AgentTraces = {};
