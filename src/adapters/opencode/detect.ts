import type { AgentTraces } from "../contract.js";

export const traces: AgentTraces = { program: "opencode" };
