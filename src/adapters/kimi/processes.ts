import type { AgentProcesses } from "../contract.js";

const processes: AgentProcesses = {
  programs: ["kimi", "@moonshot-ai/kimi-code"],
  marks: [],
};

export default processes;
