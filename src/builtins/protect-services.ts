/** Blocks deletions and changes in clouds, clusters, containers, databases and package registries. */
import type { JsonObject } from "../core/text/json.js";
import { REGISTRY } from "../effects/services/package-registry.js";
import { ANSWERS, type Answer, effectGuard } from "./_shared/calls/effect-guard.js";

export default effectGuard({
  name: "protect-services",
  summary: "Blocks destructive commands for a cloud, cluster, container or database. Asks about other changes.",
  kinds: ["service"],
  options: {
    publishing: {
      type: ANSWERS,
      default: "pass",
      help: "Verdict for publishing a package that can be replaced; `deny` holds for all",
    },
  },
  example: { publishing: "ask" },
  // What asks anyway is denied too where publishing is denied.
  judge: ({ severity, target }, { publishing = "pass" }: JsonObject) =>
    target?.name === REGISTRY && (severity === "ordinary" || publishing === "deny")
      ? (publishing as Answer)
      : undefined,
});
