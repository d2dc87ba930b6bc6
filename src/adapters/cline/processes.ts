import type { AgentProcesses } from "../contract.js";

const processes: AgentProcesses = {
  programs: ["cline"],
  marks: ["CLINE_ACTIVE"],
};

export default processes;
