/** What our plugin sends before the model runs a shell command. */
import type { Adapter } from "../../contract.js";

export const openCodeShellCall: Adapter["shellCall"] = (command, cwd) => ({
  event: "tool.execute.before",
  payload: {
    input: { tool: "bash", sessionID: "snaphook-proof", callID: "snaphook-proof" },
    output: { args: { command } },
    directory: cwd,
  },
});
