import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { takeShortLock } from "../../src/disk/short-lock.js";
import { bundleModule } from "../support/bundle-module.js";
import { tempFolder } from "../support/real-engine.js";

const WAIT_MS = 400;

it("who waits outlasts one that takes the lock again at once, and again", async () => {
  const folder = tempFolder();
  const lock = join(folder, "lock");
  const hog = join(folder, "hog.mjs");
  writeFileSync(
    hog,
    `import { takeShortLock } from ${JSON.stringify(await bundleModule("disk/short-lock.ts", folder))};
     for (let turn = 0; turn < 12; turn++) {
       const release = await takeShortLock(${JSON.stringify(lock)});
       if (turn === 0) process.stdout.write("held");
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
       release();
     }`,
  );
  const child = spawn(process.execPath, [hog], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => child.once("exit", done));
  await new Promise((done) => child.stdout.once("data", done));
  (await takeShortLock(lock))(); // twelve turns are longer than it waits for one holder
  expect(await ended).toBe(0);
  expect(existsSync(lock)).toBe(false);
});

it("one that is kept by the same holder is given up, and so is one that never stays free", async () => {
  const lock = join(tempFolder(), "lock");
  const release = await takeShortLock(lock);
  await expect(takeShortLock(lock, WAIT_MS)).rejects.toThrow("it is locked");
  await expect(takeShortLock(lock, 60_000, WAIT_MS)).rejects.toThrow("it is locked");
  release();
  (await takeShortLock(lock, WAIT_MS))();
});
