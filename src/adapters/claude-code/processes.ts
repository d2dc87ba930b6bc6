import type { AgentProcesses } from "../contract.js";

const processes: AgentProcesses = {
  programs: ["claude", "@anthropic-ai/claude-code"],
  marks: ["CLAUDECODE", "AI_AGENT"],
};

export default processes;
