import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "T8",
  what: "denies a forced push, and lets an ordinary one pass",
  async show(place) {
    place.use("protect-git");
    expect(await place.before("Bash", { command: "git push --force upstream main" })).toMatchObject({
      said: { hookSpecificOutput: { permissionDecision: "deny" } },
      reason: expect.stringMatching(/Instead: .*`git push --force-with-lease upstream main`/),
    });
    // What it recommends is not stopped.
    expect((await place.before("Bash", { command: "git push --force-with-lease upstream main" })).verdict).toBe("none");
    expect((await place.before("Bash", { command: "git push origin feature" })).verdict).toBe("none");
  },
};

export default show;
