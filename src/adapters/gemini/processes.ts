import type { AgentProcesses } from "../contract.js";

const processes: AgentProcesses = {
  programs: ["gemini", "@google/gemini-cli"],
  marks: ["GEMINI_CLI"],
  alone: {
    options: ["-p", "--prompt"],
    needsTerminal: true,
    unless: ["-i", "--prompt-interactive", "--acp", "--experimental-acp"],
  },
};

export default processes;
