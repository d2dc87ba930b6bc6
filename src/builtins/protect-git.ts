/** Stops what rewrites or loses history and uncommitted work, and what changes a remote repository for everybody. */
import { effectGuard } from "./_shared/effect-guard.js";

export default effectGuard({
  name: "protect-git",
  summary: "Denies lost history and forced pushes, asks about what only a person may want.",
  kinds: ["history", "remote"],
});
