import type { AgentProcesses } from "../contract.js";

const processes: AgentProcesses = {
  programs: ["qwen", "@qwen-code/qwen-code"],
  marks: ["QWEN_CODE"],
  alone: {
    options: ["-p", "--prompt", "--json-schema"],
    needsTerminal: true,
    unless: ["-i", "--prompt-interactive", "--acp", "--experimental-acp", "--input-format", "--channel", "serve"],
  },
};

export default processes;
