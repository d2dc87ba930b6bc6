/** The first call of a session, answered by this program, starts the daemon for those that follow (DA-03). */
import { launchDaemon, wasStopped } from "../../client/daemon-control.js";
import { isCi } from "../../core/text/is-ci.js";
import type { AppPaths } from "../../runtime/platform/paths.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs after the agent has its answer, so it delays no call. Never throws. */
export function startDaemonFor(environment: Environment, places: AppPaths, program: string): void {
  // What runs in CI ends with its job, and a daemon would outlive it.
  if (environment["SNAPHOOK_DAEMON"] === "off" || isCi(environment)) return;
  try {
    // Where one listens, the launcher has asked it in vain: what is started here replaces it if it hangs, or leaves.
    if (!wasStopped(places)) launchDaemon(places, program);
  } catch {
    // No place for it (a read-only home): calls go on being answered one by one.
  }
}
