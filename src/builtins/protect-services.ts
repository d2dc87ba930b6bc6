/** Stops what removes or changes things in clouds, clusters, containers, databases and package registries. */
import { effectGuard } from "./_shared/effect-guard.js";

export default effectGuard({
  name: "protect-services",
  summary: "Denies what destroys things in a cloud, cluster, container or database, asks about what changes them.",
  kinds: ["service"],
});
