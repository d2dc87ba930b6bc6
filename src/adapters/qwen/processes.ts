import type { AgentProcesses } from "../contract.js";

const processes: AgentProcesses = {
  programs: ["qwen", "@qwen-code/qwen-code"],
  marks: ["QWEN_CODE"],
};

export default processes;
