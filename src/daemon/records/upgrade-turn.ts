/**
 * Which process upgrades the store: the daemon, or a command while no daemon runs. The others wait for it. An older program
 * that has the store open would write to tables that it does not know, so nothing is upgraded beside it.
 */
import { setTimeout as wait } from "node:timers/promises";
import {
  acquireDaemonLock,
  isHeldElsewhere,
  lockHolder,
  sayStillThere,
  stopBeingTheOne,
} from "../../client/daemon-lock.js";
import { type Finding, finding } from "../../core/errors.js";
import { daemonPlace, preparePlace } from "../../runtime/platform/daemon-paths.js";
import { type AppPaths, packageVersion } from "../../runtime/platform/paths.js";
import { needsUpgrade } from "../../store/open-database.js";

export type UpgradeTurn =
  /** This process upgrades it, then calls `end`. */
  | { readonly state: "own"; end(): void }
  /** It has this version by now. */
  | { readonly state: "done" }
  | { readonly state: "refused"; readonly problem: Finding };

/** A large store is copied and migrated within that time. */
const LIMIT_MS = 60_000;
const LOOK_MS = 50;
const HEARTBEAT_MS = 2_000;

/** Never rejects. */
export async function takeUpgradeTurn(file: string, places: AppPaths): Promise<UpgradeTurn> {
  const place = daemonPlace(places);
  for (const until = Date.now() + LIMIT_MS; needsUpgrade(file); await wait(LOOK_MS)) {
    const holder = lockHolder(place);
    if (holder?.pid === process.pid) return { state: "own", end: () => {} };
    if (isHeldElsewhere(place)) return refusal(file, "the daemon of another container has it open");
    if (holder !== undefined && holder.version !== packageVersion())
      return refusal(file, `process ${holder.pid} of another version has it open`);
    if (Date.now() > until) return refusal(file, `process ${holder?.pid} does not upgrade it`);
    if (holder !== undefined) continue;
    const isOurs = await acquire(places).catch(() => undefined);
    if (isOurs === undefined) return { state: "own", end: () => {} }; // the disk is full or read-only: the store may not be
    if (!isOurs) continue;
    const beat = setInterval(() => sayStillThere(place), HEARTBEAT_MS).unref();
    const end = () => {
      clearInterval(beat);
      stopBeingTheOne(place);
    };
    if (needsUpgrade(file)) return { state: "own", end };
    end(); // another process was faster
  }
  return { state: "done" };
}

async function acquire(places: AppPaths): Promise<boolean> {
  const place = daemonPlace(places);
  preparePlace(place);
  return acquireDaemonLock(place, "store");
}

function refusal(file: string, why: string): UpgradeTurn {
  const message = `it has to be upgraded, but ${why}; nothing was changed`;
  return { state: "refused", problem: finding("STORE_OLDER", message, { file }) };
}
