/** Files of threads, and of background turns, that several processes use. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { claimNewFolder, ownerOf, removeClaimed, ThreadFiles } from "../../src/runtime/threads/thread-files.js";
import { sessionHooksFolder, threadsFolder } from "../../src/runtime/threads/thread-places.js";
import { sweepTurns } from "../../src/runtime/threads/turn-files.js";
import type { Thread } from "../../src/threads/types.js";
import { removeFolder } from "../support/remove-folder.js";

let paths: { readonly state: string; readonly data: string };
let files: ThreadFiles;
beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), "snaphook-threads-"));
  onTestFinished(() => removeFolder(root));
  paths = { state: join(root, "state"), data: join(root, "data") };
  files = new ThreadFiles(threadsFolder(paths));
});

const fields = { templateName: "t", status: "completed", cwd: "/", activeAgent: "a", steps: [], slots: {} };
const save = async (createdAt: string) => {
  const id = files.create();
  await files.save({ ...fields, id, position: {}, createdAt } as unknown as Thread);
  return id;
};

it("the newest threads are those that began last, whichever was written last", async () => {
  const ids = [];
  for (const day of [3, 1, 4, 2]) ids[day] = await save(`2026-01-0${day}T00:00:00.000Z`);
  const written = new Date("2026-01-05");
  for (const id of ids.filter((one) => one !== undefined))
    utimesSync(join(files.folderOf(id), "thread.json"), 0, written);
  utimesSync(join(files.folderOf(ids[1]!), "thread.json"), 0, new Date("2026-01-06"));
  for (const limit of [1, 2, 4, 9])
    expect((await files.newest(limit)).map(({ id }) => id)).toEqual([ids[4], ids[3], ids[2], ids[1]].slice(0, limit));
  expect((await files.list()).map(({ id }) => id)).toEqual([ids[4], ids[3], ids[2], ids[1]]);
});

it("a background turn begins also while what a killed one left is swept, and its files stay", async () => {
  const sessions = sessionHooksFolder(paths);
  const folder = join(sessions, "0".repeat(32));
  for (let n = 0; n < 20; n++) {
    mkdirSync(folder, { recursive: true });
    const [, release] = await Promise.all([sweepTurns(files, paths), claimNewFolder(folder)]);
    expect(release).toBeTypeOf("function");
    expect(ownerOf(folder)).toBe(process.pid);
    await sweepTurns(files, paths);
    expect(existsSync(folder)).toBe(true);
    removeClaimed(folder);
    expect(readdirSync(sessions)).toEqual([]);
  }
});
