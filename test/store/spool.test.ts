import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ingestSpool } from "../../src/daemon/records/ingest-spool.js";
import { spool, spoolFolder } from "../../src/runtime/record/spool.js";
import { sampleRecord } from "../../src/testing/store-samples.js";
import { bundleProgram } from "./bundle-program.js";
import { openStore, storeFile } from "./open-store.js";

const stateFolder = () => mkdtempSync(join(tmpdir(), "snaphook-spool-"));
const left = (state: string) => readdirSync(spoolFolder(state)).sort();

describe("the spool", () => {
  it("keeps one private file per record, in the order of time", () => {
    const state = stateFolder();
    for (const at of [20, 3, 100])
      expect(spool(state, sampleRecord({ at, id: `r${at}` }), { durable: at === 3 }).written).toBe(true);
    expect(left(state)).toEqual(["000000000000003-r3.json", "000000000000020-r20.json", "000000000000100-r100.json"]);
    expect(statSync(spoolFolder(state)).mode & 0o777).toBe(0o700);
    expect(statSync(join(spoolFolder(state), left(state)[0]!)).mode & 0o777).toBe(0o600);
  });

  it("SE-11 an id never leads out of the folder", () => {
    const state = stateFolder();
    for (const id of ["../../x", "..", "a/b", "\0", "x".repeat(5000)])
      expect(spool(state, sampleRecord({ id })).written).toBe(true);
    expect(left(state)).toHaveLength(5);
    expect(readdirSync(state)).toEqual(["spool"]);
  });

  it("says why when it cannot keep a record, and never throws", () => {
    const state = stateFolder();
    writeFileSync(spoolFolder(state), "a file in its place");
    expect(spool(state, sampleRecord())).toMatchObject({
      written: false,
      why: expect.stringMatching(/ENOTDIR|EEXIST/),
    });
    expect(spool("/proc/nowhere", sampleRecord())).toMatchObject({ written: false });
    const large = sampleRecord({ payload: { text: "x".repeat(200_000) } });
    expect(spool(stateFolder(), large)).toEqual({ written: false, why: "the record is too large" });
  });

  it("is bounded: what is there stays, new records are refused with a word", () => {
    const many = stateFolder();
    mkdirSync(spoolFolder(many));
    for (let i = 0; i < 10_000; i++)
      writeFileSync(join(spoolFolder(many), `${String(i).padStart(15, "0")}-x.json`), "");
    expect(spool(many, sampleRecord())).toMatchObject({ written: false, why: expect.stringContaining("is full") });
    expect(left(many)).toHaveLength(10_000);
    const large = stateFolder();
    mkdirSync(spoolFolder(large));
    for (let i = 0; i < 1_003; i++) {
      writeFileSync(join(spoolFolder(large), `${i}.json`), "");
      truncateSync(join(spoolFolder(large), `${i}.json`), 99_999);
    }
    expect(spool(large, sampleRecord()).written).toBe(false);
    rmSync(large, { recursive: true });
  });
});

describe("taking the spool in", () => {
  it("stores every record once, in order, and removes its file", async () => {
    const [state, store] = [stateFolder(), openStore()];
    const times = Array.from({ length: 150 }, (_, i) => 1000 + i);
    for (const at of [...times].reverse()) spool(state, sampleRecord({ at }));
    expect(await ingestSpool(state, (records) => store.append(records))).toEqual({ taken: 150, damaged: [] });
    expect(left(state)).toEqual([]);
    expect((await store.events({ limit: 1e3, oldestFirst: true })).rows.map(({ at }) => at)).toEqual(times);
    expect(await ingestSpool(stateFolder(), (records) => store.append(records))).toEqual({ taken: 0, damaged: [] });
    await store.close();
  });

  it("keeps the files while the store refuses", async () => {
    const state = stateFolder();
    spool(state, sampleRecord());
    const refused = await ingestSpool(state, () => Promise.reject(new Error("no room")));
    expect(refused).toEqual({ taken: 0, damaged: [], problem: "no room" });
    expect(left(state)).toHaveLength(1);
  });

  it("a folder that looks like a file is set aside too, and stops nothing", async () => {
    const state = stateFolder();
    spool(state, sampleRecord({ at: 5, id: "good" }));
    mkdirSync(join(spoolFolder(state), "000000000000001-folder.json"));
    const store = openStore({ file: storeFile() });
    const { taken, damaged } = await ingestSpool(state, (records) => store.append(records));
    expect([taken, damaged.length]).toEqual([1, 1]);
    expect(left(state)).toEqual(["damaged"]);
  });

  it("a damaged file is set aside and told; the others are taken in", async () => {
    const [state, store] = [stateFolder(), openStore()];
    spool(state, sampleRecord());
    const bad = ["{", "", "[]", '{"id":"x"}', JSON.stringify({ ...sampleRecord(), at: "now" })];
    for (const [i, text] of bad.entries()) writeFileSync(join(spoolFolder(state), `00000000000000${i}-bad.json`), text);
    const { taken, damaged } = await ingestSpool(state, (records) => store.append(records));
    expect([taken, damaged.length]).toEqual([1, bad.length]);
    expect(left(state)).toEqual(["damaged"]);
    expect(readdirSync(join(spoolFolder(state), "damaged"))).toHaveLength(bad.length);
    await store.close();
  });

  it("a file that is being written is left alone, until its writer must have ended", async () => {
    const [state, store] = [stateFolder(), openStore()];
    mkdirSync(spoolFolder(state));
    const file = (name: string) => join(spoolFolder(state), name);
    writeFileSync(file("1-a.json.abc.tmp"), JSON.stringify(sampleRecord({ id: "whole" })));
    writeFileSync(file("2-b.json.abc.tmp"), '{"id":');
    expect((await ingestSpool(state, (records) => store.append(records))).taken).toBe(0);
    const old = Date.now() / 1000 - 61;
    for (const name of left(state)) utimesSync(file(name), old, old);
    expect(await ingestSpool(state, (records) => store.append(records))).toMatchObject({
      taken: 1,
      damaged: [file("damaged/2-b.json.abc.tmp")],
    });
    await store.close();
  });

  it("kill -9 between receipt and removal stores nothing twice and loses nothing", async () => {
    const { program, folder } = await bundleProgram("spool-taker");
    const [state, file] = [stateFolder(), storeFile()];
    const ids = Array.from({ length: 400 }, (_, at) => `r${at}`);
    for (const [at, id] of ids.entries()) spool(state, sampleRecord({ at, id }));
    let rounds = 0;
    for (; left(state).length > 0 && rounds < 60; rounds++) {
      const child = spawn(process.execPath, [program, state, file], { stdio: ["ignore", "pipe", "inherit"] });
      const closed = once(child, "close");
      await Promise.race([once(child.stdout, "data"), closed]);
      await wait(rounds % 7);
      child.kill("SIGKILL");
      await closed;
    }
    const store = openStore({ file });
    expect((await store.events({ limit: 1e4, oldestFirst: true })).rows.map(({ id }) => id)).toEqual(ids);
    expect(rounds).toBeGreaterThan(2);
    await store.close();
    rmSync(folder, { recursive: true });
  });
});
