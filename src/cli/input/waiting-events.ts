/** Records that were left without a daemon. Commands that read the store import them first. */
import { ADAPTERS } from "../../adapters/_registry.js";
import { holderOf, isHeldElsewhere } from "../../client/daemon-lock.js";
import { finding } from "../../core/errors.js";
import { withoutEvidence } from "../../core/records/evidence.js";
import { lookUp } from "../../core/text/json.js";
import { loadSettings } from "../../daemon/lifecycle/settings.js";
import { FileReads } from "../../daemon/records/file-reads.js";
import { ingestSpool } from "../../daemon/records/ingest-spool.js";
import { ReadAhead } from "../../daemon/records/read-ahead.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import type { Call } from "../command.js";
import { amount, printFindings } from "../output/print.js";
import { withWritableStore } from "./read-store.js";
import { spooledFiles } from "./spooled.js";

/** None if a daemon runs: it is about to import them. */
export function waitingEvents({ places }: Pick<Call, "places">): number {
  const daemon = daemonPlace(places);
  return holderOf(daemon) === undefined && !isHeldElsewhere(daemon) ? spooledFiles(places.state).length : 0;
}

/**
 * Imports them as a daemon does, and reports those that could not be imported. Safe beside a daemon that starts now and
 * other commands: a record is stored once, by its id. Throws UnusableStore.
 */
export async function importWaiting(call: Call): Promise<void> {
  if (waitingEvents(call) === 0) return;
  const { settings } = await loadSettings(call.places);
  const keepsEvidence = settings.retention.evidenceDays > 0;
  const ahead = new ReadAhead((agent) => lookUp(ADAPTERS, agent), new FileReads().readEnd);
  const { problem, damaged } = await withWritableStore(call, (store) =>
    ingestSpool(call.places.state, (records) =>
      ahead.pass(keepsEvidence ? records : records.map(withoutEvidence), (complete) => store.append(complete)),
    ),
  );
  const left = waitingEvents(call);
  printFindings(call, [
    ...(problem === undefined || left === 0
      ? []
      : [finding("EVENTS_WAITING", `${amount(left, "event")} not imported: ${problem}`)]),
    ...damaged.map((file) => finding("SPOOL_DAMAGED", "an invalid record was moved aside", { file })),
  ]);
}
