import type { AgentProcesses } from "../contract.js";

/** Its command line agent. The editor also has terminals for people; only the variable distinguishes them. */
const processes: AgentProcesses = {
  programs: ["cursor-agent", "cursor-agent/versions"],
  marks: ["CURSOR_AGENT"],
};

export default processes;
