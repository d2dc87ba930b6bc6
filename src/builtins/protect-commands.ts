/** Stops commands that lose what cannot be brought back, change the machine, or run what nobody has seen. */
import { effectGuard } from "./_shared/calls/effect-guard.js";

export default effectGuard({
  name: "protect-commands",
  summary: "Denies what destroys files or the machine, asks about what is risky or cannot be told.",
  kinds: [
    "delete",
    "overwrite",
    "move",
    "permissions",
    "remote-code",
    "machine",
    "persistence",
    "process",
    "escalate",
    "unknown",
  ],
});
