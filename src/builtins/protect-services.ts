/** Blocks deletions and changes in clouds, clusters, containers, databases and package registries. */
import type { JsonObject } from "../core/text/json.js";
import { REGISTRY } from "../effects/services/package-registry.js";
import { ANSWERS, type Answer, effectGuard } from "./_shared/calls/effect-guard.js";

export default effectGuard({
  name: "protect-services",
  summary: "Blocks destructive commands for a cloud, cluster, container or database. Asks about other changes.",
  kinds: ["service"],
  options: {
    publishing: { type: ANSWERS, default: "pass", help: "Verdict for publishing a package" },
  },
  example: { publishing: "ask" },
  judge: ({ severity, target }, { publishing = "pass" }: JsonObject) =>
    severity === "ordinary" && target?.name === REGISTRY ? (publishing as Answer) : undefined,
});
