/** `backup` and `backup list`. */

import { basename, dirname, resolve } from "node:path";
import { storeFile } from "../../client/store-file.js";
import { finding } from "../../core/errors.js";
import type { Backup } from "../../core/records/backup.js";
import { listBackups, otherFiles } from "../../daemon/backup/list-backups.js";
import { failedBackup, noteBackup } from "../../daemon/backup/report-file.js";
import { runTask } from "../../daemon/backup/run-task.js";
import { loadBackupSettings } from "../../daemon/backup/settings.js";
import { replacedStores } from "../../daemon/backup/sweep.js";
import { packageVersion } from "../../runtime/platform/paths.js";
import { type Call, OK, PROBLEMS } from "../command.js";
import { refusingUnusable, withStore } from "../input/read-store.js";
import { importWaiting } from "../input/waiting-events.js";
import { amount, json, oneLine, paint, refuse, safeName } from "../output/print.js";
import { withProgress } from "../output/progress.js";
import { table } from "../output/table.js";
import { dayAndTime } from "../output/times.js";

export function makeHere(call: Call): Promise<number> {
  return refusingUnusable(call, async () => {
    await importWaiting(call);
    await withStore(call, (store) => store.sessions({ limit: 1 })); // derives sessions of the last events
    const to = call.flags["to"];
    const made = await makeBackupHere(call, "manual", typeof to === "string" ? resolve(call.cwd, to) : undefined);
    if ("problem" in made) {
      refuse(call, made.problem);
      return PROBLEMS;
    }
    if (call.json) json(call, backupJson(made.backup));
    else {
      call.out(`Wrote ${safeName(made.backup.file)}`);
      call.out(`${contentText(made.backup)}, ${sizeText(made.backup.bytes)}. It was opened, checked and counted.`);
      call.out(`Restore it with: snaphook restore ${restoreName(made.backup, to !== undefined)}`);
    }
    return OK;
  });
}

/** The backup, or why there is none. Remembered for `status` if it is of the usual folder. */
export async function makeBackupHere(call: Call, kind: "manual" | "uninstall", to?: string) {
  const { places, cwd, flags } = call;
  const { folder, activities, keep } = await loadBackupSettings(places, cwd);
  const request = {
    source: storeFile(places),
    folder,
    ...(to === undefined ? {} : { to }),
    kind,
    activities: activities && flags["no-activities"] !== true,
    keep,
    data: places.data,
    home: places.home,
    version: packageVersion(),
  };
  const made = await withProgress("Copying the store", () => runTask("make", request));
  if (to === undefined && !("problem" in made)) noteBackup(places, kind, undefined);
  return made;
}

export async function showList(call: Call): Promise<number> {
  const { folder, auto, intervalMs, keep } = await loadBackupSettings(call.places, call.cwd);
  const { data } = call.places;
  const backups = listBackups(data, folder);
  const unusable = otherFiles(data, folder);
  const replaced = replacedStores(storeFile(call.places));
  const failed = failedBackup(call.places);
  if (call.json) {
    json(call, { folder, backups: backups.map(backupJson), unusable, replaced, failed: failed ?? null });
    return OK;
  }
  call.out(`${amount(backups.length, "backup")} in ${safeName(folder)}`);
  if (backups.length > 0) call.raw(table(COLUMNS, backups.map(row)));
  for (const file of unusable) call.out(paint("yellow", `Not a complete backup: ${safeName(file)}`));
  for (const file of replaced) call.out(`Replaced by a restore, kept: ${safeName(file)}`);
  if (failed !== undefined) call.out(paint("red", `The last one failed: ${oneLine(failed.message)}`));
  const every = auto
    ? `every ${intervalMs / 60_000} minutes; the newest ${keep} are kept`
    : "off (backup.auto in daemon.json)";
  call.out(`Automatic backups: ${every}.`);
  call.out(backups.length > 0 ? "Restore one: snaphook restore NAME" : "Make one: snaphook backup");
  return OK;
}

const COLUMNS = [
  { head: "NAME" },
  { head: "MADE", drop: 1 },
  { head: "WHY", drop: 3 },
  { head: "EVENTS", align: "right" },
  { head: "SIZE", align: "right", drop: 2 },
] as const;

function row(backup: Backup): string[] {
  return [
    safeName(basename(backup.file)),
    dayAndTime(backup.at),
    backup.origin === "own" ? WHY[backup.kind] : "from elsewhere",
    String(backup.counts.events),
    sizeText(backup.bytes),
  ];
}

const WHY = { manual: "you", interval: "interval", upgrade: "upgrade", uninstall: "uninstall" } as const;

export function contentText({ counts, activities }: Pick<Backup, "counts" | "activities">): string {
  const { events, sessions, memories } = counts;
  const texts = [amount(events, "event"), amount(sessions, "session"), amount(memories, "memory", "memories")];
  return `${texts.join(", ")}${activities ? "" : ", without tool calls"}`;
}

export function sizeText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function restoreName({ file }: Backup, isElsewhere: boolean): string {
  return safeName(isElsewhere ? file : basename(file));
}

export function backupJson(backup: Backup) {
  return { ...backup, folder: dirname(backup.file) };
}

export const unknownBackup = (name: string) =>
  finding("BACKUP_INVALID", `there is no file and no backup with the name "${oneLine(name)}"`);
