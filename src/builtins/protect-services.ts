/** Stops what removes or changes things in clouds, clusters, containers, databases and package registries. */
import type { JsonObject } from "../core/text/json.js";
import { REGISTRY } from "../effects/programs/dev/publishing.js";
import { ANSWERS, type Answer, effectGuard } from "./_shared/calls/effect-guard.js";

export default effectGuard({
  name: "protect-services",
  summary: "Denies what destroys things in a cloud, cluster, container or database, asks about what changes them.",
  kinds: ["service"],
  options: {
    publishing: { type: ANSWERS, default: "pass", help: "what to answer when a package is published" },
  },
  example: { publishing: "ask" },
  judge: ({ severity, target }, { publishing = "pass" }: JsonObject) =>
    severity === "ordinary" && target?.name === REGISTRY ? (publishing as Answer) : undefined,
});
