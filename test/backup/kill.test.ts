/** kill -9 at any moment of a backup and of a restore. `SNAPHOOK_KILL_ROUNDS=1000` for more than the few of every run. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { statSync, watch } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { listBackups } from "../../src/daemon/backup/list-backups.js";
import { inspectCopy } from "../../src/store/backup/inspect-copy.js";
import { eventRecord, START } from "../support/capture-rows.js";
import { PROGRAM } from "../support/program.js";
import { BackupPlace } from "./backup-place.js";

const ROUNDS = Number(process.env["SNAPHOOK_KILL_ROUNDS"] ?? 12);
/** Names that appear or go while a store is copied or exchanged. */
const STEPS = 12;
const MOMENT_MS = 20;

/**
 * Runs a command with its processes, and kills them all a moment after the n-th name has appeared in the folder or gone from
 * it. Returns whether the command was still running.
 */
async function killed(place: BackupPlace, args: readonly string[], folder: string, nth: number): Promise<boolean> {
  const env = { HOME: place.places.home, PATH: process.env["PATH"] ?? "" };
  let names = 0;
  const watcher = watch(folder, (kind) => {
    if (kind === "rename" && ++names === nth) setTimeout(kill, Math.random() * MOMENT_MS);
  });
  const child = spawn(process.execPath, [PROGRAM, ...args], { env, detached: true, stdio: "ignore" });
  const kill = () => {
    if (child.exitCode === null) process.kill(-child.pid!, "SIGKILL");
  };
  const [, signal] = (await once(child, "exit")) as [number | null, string | null];
  watcher.close();
  return signal !== null;
}

const rows = Array.from({ length: 3_000 }, (_, n) =>
  eventRecord(
    "PostToolUse",
    { tool_name: "Bash", tool_use_id: `t${n}`, output_summary: "x".repeat(400) },
    { at: START + n },
  ),
);

it(
  `${ROUNDS} times kill -9 during a backup: no file that is not complete counts as one`,
  async () => {
    const place = new BackupPlace();
    await place.take(...rows);
    place.made(); // creates the folder
    let interrupted = 0;
    for (let round = 0; round < ROUNDS; round++)
      interrupted += Number(await killed(place, ["backup"], place.folder, (round % STEPS) + 1));
    const good = listBackups(place.places.data, place.folder);
    expect(interrupted).toBeGreaterThan(0);
    expect(good.length).toBeGreaterThan(0);
    for (const { file, counts } of good) expect(inspectCopy(file).counts).toEqual(counts);
    expect((await place.within((store) => store.size())).events).toBe(rows.length);
  },
  60_000 + ROUNDS * 10_000,
);

it(
  `${ROUNDS} times kill -9 during a restore: the store is the old one or the new one`,
  async () => {
    const place = new BackupPlace();
    await place.take(...rows.slice(0, 1_000));
    const { file } = place.made();
    await place.take(...rows.slice(1_000));
    place.permitScripts("restore");
    const newer = place.made();
    let interrupted = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const wanted = round % 2 === 0 ? newer.file : file;
      interrupted += Number(await killed(place, ["restore", wanted], dirname(place.store), (round % STEPS) + 1));
      expect(statSync(place.store).size).toBeGreaterThan(0);
      const { events } = await place.within((store) => store.size());
      expect([1_000, rows.length]).toContain(events);
    }
    expect(interrupted).toBeGreaterThan(0);
    await place.restore(file);
    expect((await place.within((store) => store.size())).events).toBe(1_000);
    expect(place.beside().filter((name) => name.includes("restoring"))).toEqual([]);
  },
  60_000 + ROUNDS * 10_000,
);
