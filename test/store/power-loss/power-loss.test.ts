/**
 * Power loss. A process stores events under strace; from its writes and syncs we rebuild what the disk may hold at every
 * moment that matters, open the store there, and look for every event that had a receipt by then.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { capture, recover } from "../../../src/capture/index.js";
import { parseRecord } from "../../../src/core/records/read-record.js";
import { EmbeddedStore } from "../../../src/store/embedded-store.js";
import { removeFolder } from "../../support/remove-folder.js";
import { bundleProgram } from "../bundle-program.js";
import { countedCalls } from "../counted-calls.js";
import { DiskModel, type Fate } from "./disk-model.js";
import { readTrace, STRACE, type Step } from "./read-trace.js";

vi.setConfig({ testTimeout: 180_000 });
const canTrace = spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0;
const GROUPS = Number(process.env["SNAPHOOK_POWER_GROUPS"] ?? 40);

let program: string;
let spooler: string;
const folders: string[] = [];
beforeAll(async () => {
  const [writer, spooling] = [await bundleProgram("writer"), await bundleProgram("spool-writer")];
  [program, spooler] = [writer.program, spooling.program];
  folders.push(writer.folder, spooling.folder);
});
afterAll(() => folders.forEach((folder) => removeFolder(folder)));

describe.skipIf(!canTrace)(
  `power loss${canTrace ? "" : " (needs strace, which this machine lacks or forbids)"}`,
  () => {
    it("DA-11 every event with a receipt is there after the power failed, at whatever moment", async () => {
      const found = await check(await record("FULL"));
      expect(found.moments).toBeGreaterThan(GROUPS);
      expect(found.lost).toEqual([]);
      expect(found.damaged).toEqual([]);
    });

    it("a record spooled durably is there, whole, after the power failed", async () => {
      const steps = await recordProgram(spooler, (home) => [home]);
      const disk = new DiskModel();
      let promised = 0;
      for (const step of steps) {
        disk.apply(step);
        if (step.do !== "print") continue;
        promised++;
        const at = mkdtempSync(join(tmpdir(), "snaphook-image-"));
        disk.write(at, "lost");
        const names = readdirSync(at).filter((name) => name.endsWith(".json"));
        expect(names).toHaveLength(promised);
        for (const name of names) expect(parseRecord(readFileSync(join(at, name), "utf8"))).toBeDefined();
      }
      expect(promised).toBe(20);
    });

    it("the check sees what a store without fsync loses", async () => {
      const found = await check(await record("OFF"));
      expect(found.lost.length).toBeGreaterThan(0);
    });
  },
);

function record(synchronous: "FULL" | "OFF"): Promise<Step[]> {
  return recordProgram(program, (data) => [join(data, "store.db"), "e", String(GROUPS), synchronous]);
}

async function recordProgram(path: string, args: (data: string) => readonly string[]): Promise<Step[]> {
  const home = mkdtempSync(join(tmpdir(), "snaphook-power-"));
  const data = join(home, "data");
  mkdirSync(data, { mode: 0o700 });
  const trace = join(home, "trace");
  const run = [...STRACE, "-o", trace, process.execPath, path, ...args(data)];
  const { status, stderr } = spawnSync("strace", run, { encoding: "utf8" });
  if (status !== 0) throw new Error(`the traced process failed: ${stderr}`);
  return readTrace(trace, data);
}

/** The moments right after a receipt, and right before and after a sync. */
async function check(steps: readonly Step[]) {
  const disk = new DiskModel();
  const random = numbers(1);
  const promised: string[] = [];
  const found = { moments: 0, lost: [] as string[], damaged: [] as string[] };
  for (const step of steps) {
    if (step.do === "sync") await look([{ random }]);
    disk.apply(step);
    if (step.do === "print") promised.push(...step.text.trim().split(" "));
    if (step.do === "print") await look(["lost", "kept", { random }]);
    if (step.do === "sync") await look(["lost"]);
  }
  return found;

  async function look(fates: readonly Fate[]) {
    for (const fate of fates) {
      found.moments++;
      const at = mkdtempSync(join(tmpdir(), "snaphook-image-"));
      disk.write(at, fate);
      const { store, problem } = EmbeddedStore.open({
        file: join(at, "store.db"),
        capture,
        recover,
      });
      if (problem !== undefined) found.damaged.push(`${found.moments}: ${problem.message}`);
      const records = (await store?.events({ limit: 1e6 }))?.rows ?? [];
      const ids = new Set(records.map(({ id }) => id));
      found.lost.push(
        ...promised.filter((id) => id !== "end" && !ids.has(id)).map((id) => `${id} at ${found.moments}`),
      );
      if (records.length % 4 !== 0 || ids.size !== records.length)
        found.damaged.push(`${found.moments}: part of a group`);
      const counted = store === undefined ? 0 : await countedCalls(store);
      if (counted !== records.length) found.damaged.push(`${found.moments}: ${counted} calls of ${records.length}`);
      await store?.close();
      removeFolder(at);
    }
  }
}

/** The same row of numbers each time, so that a failure can be looked at again. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
