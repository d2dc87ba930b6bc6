import type { AgentProcesses } from "../contract.js";

const processes: AgentProcesses = {
  programs: ["copilot", "@github/copilot"],
  marks: ["COPILOT_CLI", "COPILOT_AGENT_SESSION_ID"],
  alone: { options: ["-p", "--prompt"], unless: ["-i", "--interactive", "--acp", "--server", "--connect"] },
};

export default processes;
