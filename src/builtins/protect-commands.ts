/** Blocks commands that destroy data, change the machine, or run unreviewed code. */
import { effectGuard } from "./_shared/calls/effect-guard.js";

export default effectGuard({
  name: "protect-commands",
  summary: "Blocks destructive commands. Asks when a command is risky or can't be analysed.",
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
