import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "T8",
  what: "denies what destroys in a cluster, and lets a look pass",
  async show(place) {
    place.use("protect-services");
    expect(await place.before("Bash", { command: "kubectl delete namespace prod" })).toMatchObject({
      said: { hookSpecificOutput: { permissionDecision: "deny" } },
      reason: expect.stringMatching(/Instead: /),
    });
    expect((await place.before("Bash", { command: "kubectl get pods" })).verdict).toBe("none");
  },
};

export default show;
