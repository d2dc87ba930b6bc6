/** kill -9 at any moment of a backup and of a restore, and of a daemon that makes a backup by interval. `SNAPHOOK_KILL_ROUNDS=1000` for more than the few of every run. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { capture, recover } from "../../src/capture/index.js";
import { storeFile } from "../../src/client/store-file.js";
import { listBackups } from "../../src/daemon/backup/list-backups.js";
import { isAlive } from "../../src/runtime/platform/process-alive.js";
import { inspectCopy } from "../../src/store/backup/inspect-copy.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { eventRecord, START } from "../support/capture-rows.js";
import { collectGarbage } from "../support/collect-garbage.js";
import { PROGRAM } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";
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

it.each([
  ["daemon", false],
  ["daemon and the process that copies", true],
])("kill -9 of the %s during a backup by interval: one backup is made, none twice", async (_, both) => {
  const place = new DaemonPlace();
  place.writeUser("daemon.json", { backup: { auto: true } });
  await fillStore(storeFile(place));
  const folder = join(place.data, "backups");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const copying = new Promise<number>((done) => {
    const watcher = watch(folder, (_kind, name) => {
      const pid = /\.partial-(\d+)/.exec(String(name))?.[1];
      if (pid === undefined) return;
      watcher.close();
      done(Number(pid));
    });
  });
  const up = place.up();
  const pid = await copying;
  process.kill(pid, both ? "SIGKILL" : "SIGSTOP"); // stopped: it is still copying when the next daemon looks
  await up;
  await place.kill();
  await place.up();
  await place.events();
  if (!both) process.kill(pid, "SIGCONT");
  const good = () => listBackups(place.data, folder);
  await expect.poll(() => good().length).toBeGreaterThan(0);
  await expect.poll(() => isAlive(pid)).toBe(false);
  await place.run(["down"]);
  await place.up(); // looks again
  await place.events();
  await place.run(["down"]);
  expect(good()).toMatchObject([{ kind: "interval", counts: { events: rows.length } }]);
  expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
});

async function fillStore(file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await append(file);
  await collectGarbage();
}

async function append(file: string): Promise<void> {
  const { store } = EmbeddedStore.open({ file, capture, recover });
  await store!.append(rows);
  await store!.size();
  await store!.close();
}
