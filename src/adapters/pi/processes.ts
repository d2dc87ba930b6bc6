import type { AgentProcesses } from "../contract.js";

const processes: AgentProcesses = {
  programs: ["pi", "@mariozechner/pi-coding-agent", "@earendil-works/pi-coding-agent"],
  marks: ["PI_CODING_AGENT"],
};

export default processes;
