/** Stops secrets on their way out of the machine, and asks before files that hold them are read. */
import { effectGuard } from "./_shared/effect-guard.js";

export default effectGuard({
  name: "protect-secrets",
  summary: "Denies sending secrets away, asks before files and tools that give them out are read.",
  kinds: ["read", "send"],
});
