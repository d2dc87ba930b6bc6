import type { AgentProcesses } from "../contract.js";

const processes: AgentProcesses = {
  programs: ["codex", "@openai/codex"],
  marks: ["CODEX_SANDBOX", "CODEX_THREAD_ID", "CODEX_CI", "CODEX_MANAGED_BY_NPM"],
};

export default processes;
