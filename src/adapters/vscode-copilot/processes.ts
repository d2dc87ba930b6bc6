import type { AgentProcesses } from "../contract.js";

/** The editor's terminals are for people and for the agent; only what the agent runs has the variable. */
const processes: AgentProcesses = {
  programs: [],
  marks: ["COPILOT_AGENT", "AI_AGENT"],
};

export default processes;
