import type { AgentProcesses } from "../contract.js";

const processes: AgentProcesses = {
  programs: ["kilo", "kilocode", "@kilocode/cli"],
  marks: ["KILO", "KILO_PID"],
};

export default processes;
