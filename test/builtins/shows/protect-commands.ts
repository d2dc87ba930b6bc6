import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "T8",
  what: "denies what destroys, in the words of each agent",
  async show(place) {
    place.use("protect-commands");
    expect(await place.before("Bash", { command: "rm -rf /usr" })).toMatchObject({
      said: { hookSpecificOutput: { permissionDecision: "deny" } },
      reason: expect.stringMatching(/`rm -rf \/usr`.*Instead: /),
    });
    const gemini = { tool_name: "run_shell_command", tool_input: { command: "rm -rf /usr" } };
    expect((await place.tell("BeforeTool", gemini, { agent: "gemini" })).said).toMatchObject({ decision: "deny" });
    expect((await place.before("Bash", { command: "rm -rf build && npm run build" })).verdict).toBe("none");
  },
};

export default show;
