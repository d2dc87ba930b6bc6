import type { AgentProcesses } from "../contract.js";

/** Its command line agent. The editor's window has terminals for people too; there only the mark tells them apart. */
const processes: AgentProcesses = {
  programs: ["cursor-agent", "cursor-agent/versions"],
  marks: ["CURSOR_AGENT"],
};

export default processes;
