/** What was recorded without a daemon, and is in no view of the store before one takes it in. */
import { holderOf } from "../../client/daemon-lock.js";
import { finding } from "../../core/errors.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import type { Call } from "../command.js";
import { amount, printFindings } from "../output/print.js";
import { spooledFiles } from "./spooled.js";

/** None where a daemon runs: it is about to take them in. */
export function waitingEvents({ places }: Pick<Call, "places">): number {
  return holderOf(daemonPlace(places)) === undefined ? spooledFiles(places.state).length : 0;
}

/** Beside the answer, also of a command that gives JSON. */
export function sayWaiting(call: Call): void {
  const n = waitingEvents(call);
  if (n > 0) printFindings(call, [finding("EVENTS_WAITING", `${amount(n, "event")} not imported yet`)]);
}
