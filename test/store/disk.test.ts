/** Disks that refuse, and who may read what they hold. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { sampleCapture, sampleRecord, sampleRecover } from "../../src/testing/store-samples.js";
import { removeFolder } from "../support/remove-folder.js";
import { bundleProgram } from "./bundle-program.js";
import { openStore, storeFile } from "./open-store.js";

let program: string;
let folder: string;
beforeAll(async () => {
  ({ program, folder } = await bundleProgram("writer"));
});
afterAll(() => removeFolder(folder));

const idsIn = (printed: string) => printed.split(/\s+/).filter((word) => word.startsWith("e-"));

describe("a disk that refuses", () => {
  it("for want of room fails the append and keeps all that had a receipt", async () => {
    const file = storeFile();
    const limited = `ulimit -f 6000; exec "$0" "$1" "$2" e 1000000`; // blocks of 512 bytes or of 1,024
    const { stdout, stderr, signal } = spawnSync("sh", ["-c", limited, process.execPath, program, file], {
      encoding: "utf8",
    });
    expect(signal).toBeNull();
    expect(stderr).toMatch(/full|disk I\/O|FULL|IOERR/i);
    expect(idsIn(stdout).length).toBeGreaterThan(20);
    const store = openStore({ file });
    const stored = new Set((await store.events({ limit: 1e6 })).rows.map(({ id }) => id));
    expect(idsIn(stdout).filter((id) => !stored.has(id))).toEqual([]);
    expect(stored.size % 4).toBe(0);
    expect(await store.append([sampleRecord({ id: "room again" })])).toEqual([{ id: "room again", outcome: "stored" }]);
    await store.close();
  });

  it("from the beginning is told as a value", () => {
    const below = storeFile();
    mkdirSync(dirname(dirname(below)), { recursive: true });
    writeFileSync(dirname(below), "a file where the folder should be");
    for (const file of [below, "/proc/snaphook/store.db"]) {
      const { store, problem } = EmbeddedStore.open({ file, capture: sampleCapture, recover: sampleRecover });
      expect(store).toBeUndefined();
      expect(problem).toMatchObject({ code: "STORE_UNUSABLE", file });
    }
  });
});

describe("two processes with one store", () => {
  it("take turns and lose nothing", async () => {
    const file = storeFile();
    await openStore({ file }).close();
    const writers = ["e-a", "e-b"].map((name) => spawn(process.execPath, [program, file, name, "60"]));
    const printed = writers.map(() => "");
    for (const [i, writer] of writers.entries()) writer.stdout.on("data", (bytes) => (printed[i] += bytes));
    const codes = await Promise.all(writers.map(async (writer) => (await once(writer, "close"))[0]));
    expect(codes).toEqual([0, 0]);
    const store = openStore({ file });
    const stored = new Set((await store.events({ limit: 1e6 })).rows.map(({ id }) => id));
    expect(stored.size).toBe(2 * 60 * 4);
    expect(printed.flatMap(idsIn).filter((id) => !stored.has(id))).toEqual([]);
    await store.close();
  });
});

describe("what is on the disk", () => {
  it("is for its owner alone, whatever the umask and whatever it was before", async () => {
    const umask = process.umask(0);
    try {
      const file = storeFile();
      const store = openStore({ file });
      await store.append([sampleRecord()]);
      const mode = (path: string) => statSync(path).mode & 0o777;
      expect(mode(dirname(file))).toBe(0o700);
      expect([file, `${file}-wal`, `${file}-shm`].map(mode)).toEqual([0o600, 0o600, 0o600]);
      await store.close();
      chmodSync(file, 0o644);
      await openStore({ file }).close();
      expect(mode(file)).toBe(0o600);
    } finally {
      process.umask(umask);
    }
  });

  it("holds no word of a session that was made private", async () => {
    const file = storeFile();
    const store = openStore({ file });
    const secret = (event: string, payload: object) => sampleRecord({ session: "p", event, payload: { ...payload } });
    for (let i = 0; i < 20; i++)
      await store.append([
        secret("UserPromptSubmit", { prompt: `about zanzibar ${i}` }),
        secret("PostToolUse", { tool_name: "Bash", output_summary: "zanzibar ".repeat(40) }),
        secret("Stop", { response: "zanzibar it is" }),
        sampleRecord({ session: "q", event: "UserPromptSubmit", payload: { prompt: `about lisbon ${i}` } }),
      ]);
    const text = () =>
      readdirSync(dirname(file))
        .map((name) => readFileSync(join(dirname(file), name), "latin1"))
        .join();
    expect(text()).toContain("zanzibar");
    await store.makePrivate("p");
    expect(text()).not.toMatch(/zanzibar/i);
    expect(text()).toContain("lisbon");
    await store.close();
  });
});
