import type { AgentProcesses } from "../contract.js";

const processes: AgentProcesses = {
  programs: ["opencode", "opencode-ai/bin"],
  marks: ["OPENCODE", "OPENCODE_PID"],
};

export default processes;
