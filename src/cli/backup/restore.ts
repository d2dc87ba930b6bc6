/** `restore`: everything that takes time is done beside the store in use. Then the daemon is stopped for the exchange. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { startDetached, stopDaemon } from "../../client/daemon-control.js";
import { acquireDaemonLock, holderOf, stopBeingTheOne } from "../../client/daemon-lock.js";
import { storeFile } from "../../client/store-file.js";
import { type Finding, finding } from "../../core/errors.js";
import type { PreparedRestore } from "../../daemon/backup/prepare-restore.js";
import { runTask } from "../../daemon/backup/run-task.js";
import { loadBackupSettings } from "../../daemon/backup/settings.js";
import { daemonPlace, preparePlace } from "../../runtime/platform/daemon-paths.js";
import { removeDatabase } from "../../store/backup/copy-store.js";
import { StoreInUse, swapStore } from "../../store/backup/swap-store.js";
import { stableProgramPath } from "../agents/stable-program-path.js";
import { type Call, MISUSE, OK, PROBLEMS } from "../command.js";
import { amount, json, paint, refuse, safeName } from "../output/print.js";
import { withProgress } from "../output/progress.js";
import { dayAndTime } from "../output/times.js";
import { contentText, unknownBackup } from "./make.js";

export async function restore(call: Call, name: string): Promise<number> {
  const file = await findBackup(call, name);
  if (file === undefined) {
    refuse(call, unknownBackup(name));
    return MISUSE;
  }
  const dryRun = call.flags["dry-run"] === true;
  const current = storeFile(call.places);
  const request = { file, current, data: call.places.data, dryRun, pid: process.pid };
  const prepared = await withProgress("Checking the backup", () => runTask("prepare", request));
  if ("problem" in prepared) {
    refuse(call, prepared.problem);
    return PROBLEMS;
  }
  if (!call.json) describe(call, file, prepared);
  if (prepared.prepared === undefined) {
    if (call.json) json(call, resultOf(file, prepared));
    return OK;
  }
  const consent = await call.person.confirm("restore this backup");
  if (!consent.yes) {
    removeDatabase(prepared.prepared);
    refuse(call, consent.why);
    return PROBLEMS;
  }
  return exchange(call, file, prepared, prepared.prepared);
}

/** A file, or a name in the folder of backups. */
async function findBackup(call: Call, name: string): Promise<string | undefined> {
  const { folder } = await loadBackupSettings(call.places, call.cwd);
  return [resolve(call.cwd, name), join(folder, name)].find((file) => existsSync(file));
}

function describe(call: Call, file: string, { manifest, counts, origin }: PreparedRestore): void {
  call.out(safeName(file));
  if (manifest !== undefined) call.out(`Made ${dayAndTime(manifest.at)} by version ${manifest.version}.`);
  call.out(`It holds ${contentText({ counts, activities: manifest?.activities ?? true })}. It was opened and checked.`);
  if (origin === "foreign")
    call.out(
      paint(
        "yellow",
        "This installation did not make it as it is: its memories count as imported until you review them.",
      ),
    );
  call.out("Later events are not in it. The store in use is kept beside it under another name.");
}

async function exchange(call: Call, file: string, found: PreparedRestore, prepared: string): Promise<number> {
  const { places } = call;
  const place = daemonPlace(places);
  const ran = holderOf(place) !== undefined;
  const problem = await stopAndLock(call);
  let kept: string | undefined;
  let failed = problem;
  if (failed === undefined) {
    try {
      kept = swapStore(storeFile(places), prepared, new Date());
    } catch (error) {
      const code = error instanceof StoreInUse ? "STORE_IN_USE" : "RESTORE_FAILED";
      failed = finding(code, (error as Error).message, { file: storeFile(places) });
    }
    stopBeingTheOne(place);
  }
  if (failed !== undefined) removeDatabase(prepared);
  const started = ran ? await startDetached(places, stableProgramPath(call)) : undefined;
  if (failed !== undefined) {
    refuse(call, failed);
    return PROBLEMS;
  }
  if (call.json)
    json(call, { ...resultOf(file, found), restored: true, kept: kept ?? null, daemon: daemonText(started) });
  else {
    call.out(`Restored ${amount(found.counts.events, "event")}.`);
    if (kept !== undefined) call.out(`The store that was in use is ${safeName(kept)}`);
    if (started !== undefined && "problem" in started)
      call.err(paint("red", `The daemon did not start again: ${started.problem}. Run \`snaphook up --detach\`.`));
    else if (started !== undefined) call.out("The daemon was restarted.");
  }
  return OK;
}

/** Until the exchange is done no daemon can start: this process holds its lock. */
async function stopAndLock(call: Call): Promise<Finding | undefined> {
  const { places } = call;
  const place = daemonPlace(places);
  const where = { file: place.log };
  if ((await stopDaemon(places)) === "still there")
    return finding("DAEMON_FAILED", "nothing was restored: the daemon does not end", where);
  preparePlace(place);
  return (await acquireDaemonLock(place, "store").catch(() => false))
    ? undefined
    : finding(
        "DAEMON_RUNS",
        "nothing was restored: another daemon has started, or a command is upgrading the store",
        where,
      );
}

function resultOf(file: string, { origin, schema, counts, manifest }: PreparedRestore) {
  return { file, origin, schema, counts, manifest: manifest ?? null, restored: false };
}

function daemonText(started: Awaited<ReturnType<typeof startDetached>> | undefined): string {
  return started === undefined ? "was not running" : "problem" in started ? "did not start" : "restarted";
}
