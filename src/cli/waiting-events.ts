/** What was recorded without a daemon, and is in no view of the store before one takes it in. */
import { readdirSync } from "node:fs";
import { holderOf } from "../client/single.js";
import { finding } from "../core/errors.js";
import { daemonPlace } from "../runtime/platform/daemon-place.js";
import { spoolFolder } from "../runtime/spool.js";
import type { Call } from "./command.js";
import { amount, printFindings } from "./print.js";

/** None where a daemon runs: it is about to take them in. */
export function waitingEvents({ places }: Pick<Call, "places">): number {
  if (holderOf(daemonPlace(places)) !== undefined) return 0;
  try {
    return readdirSync(spoolFolder(places.state)).filter((name) => name.endsWith(".json")).length;
  } catch {
    return 0; // nothing was ever left there
  }
}

/** Beside the answer, also of a command that gives JSON. */
export function sayWaiting(call: Call): void {
  const n = waitingEvents(call);
  if (n > 0)
    printFindings(call, [finding("EVENTS_WAITING", `${amount(n, "event")} wait${n === 1 ? "s" : ""} to be taken in`)]);
}
