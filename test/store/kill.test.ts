/** kill -9 at any moment. `SNAPHOOK_KILL_ROUNDS=1000` for more than the few of every run. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { capture } from "../../src/capture/index.js";
import { removeFolder } from "../support/remove-folder.js";
import { bundleProgram } from "./bundle-program.js";
import { countedCalls } from "./counted-calls.js";
import { openStore, storeFile } from "./open-store.js";

const ROUNDS = Number(process.env["SNAPHOOK_KILL_ROUNDS"] ?? 30);
/** After the first receipt; a group takes about a millisecond. */
const LONGEST_MS = 60;

let program: string;
let folder: string;
beforeAll(async () => {
  ({ program, folder } = await bundleProgram("writer"));
});
afterAll(() => removeFolder(folder));

it(
  `DA-11 ${ROUNDS} times kill -9 while storing: no receipt is lost, nothing is there or counted twice`,
  async () => {
    const file = storeFile();
    const promised = new Set<string>();
    let from = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await writeUntilKilled(file, from, (LONGEST_MS * round) / ROUNDS);
      for (const id of ids) promised.add(id);
      // What has no receipt is brought again, and some that has one.
      from = Math.max(from, Number(ids.at(-1)?.split("-")[1] ?? 0) - 2);
    }
    const store = openStore({ file, capture });
    const stored = (await store.events({ limit: 1e9 })).rows.map(({ id }) => id);
    const unique = new Set(stored);
    expect(promised.size).toBeGreaterThan(ROUNDS * 4);
    expect([...promised].filter((id) => !unique.has(id))).toEqual([]);
    expect(unique.size).toBe(stored.length);
    expect((await store.size()).events).toBe(stored.length);
    expect(await countedCalls(store)).toBe(stored.length);
    await store.close();
  },
  30_000 + ROUNDS * 2_000,
);

async function writeUntilKilled(file: string, from: number, ms: number): Promise<string[]> {
  const child = spawn(process.execPath, [program, file, "e", "1000000", "FULL", String(from)]);
  let [printed, said] = ["", ""];
  child.stdout.on("data", (bytes) => (printed += bytes));
  child.stderr.on("data", (bytes) => (said += bytes));
  const closed = once(child, "close");
  await Promise.race([once(child.stdout, "data"), closed]);
  await wait(ms);
  child.kill("SIGKILL");
  await closed;
  if (child.signalCode !== "SIGKILL") throw new Error(`the writer ended by itself: ${said}`);
  return printed.slice(0, printed.lastIndexOf("\n")).split(/\s+/).filter(Boolean);
}
