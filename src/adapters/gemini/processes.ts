import type { AgentProcesses } from "../contract.js";

const processes: AgentProcesses = {
  programs: ["gemini", "@google/gemini-cli"],
  marks: ["GEMINI_CLI"],
};

export default processes;
