import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { openLibsql } from "../../src/store/driver-libsql.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { openDriver } from "../../src/store/open-driver.js";
import { sampleCapture, sampleRecord, sampleRecover } from "../../src/testing/store-samples.js";
import { openStore, storeFile } from "./open-store.js";

const open = (file: string) => EmbeddedStore.open({ file, capture: sampleCapture, recover: sampleRecover });
const bytes = (file: string) => readFileSync(file);

async function filled(file: string, events: number): Promise<void> {
  const store = openStore({ file });
  for (let i = 0; i < events; i += 50)
    await store.append(Array.from({ length: 50 }, () => sampleRecord({ payload: { text: "y".repeat(900) } })));
  await store.close();
}

describe("a damaged store", () => {
  it("that is no database is set aside, told, and a new one is used", async () => {
    const file = storeFile();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "not a database ".repeat(1000));
    const { store, problem } = open(file);
    expect(problem?.code).toBe("STORE_DAMAGED");
    const aside = /file is now (.*)$/.exec(problem!.message)![1]!;
    expect(aside).toMatch(/store\.db\.damaged-\d{4}-\d\d-\d\dT/);
    expect(bytes(aside).toString()).toContain("not a database");
    expect(await store!.append([sampleRecord()])).toHaveLength(1);
    await store!.close();
    expect(open(file).problem).toBeUndefined();
  });

  it("whose pages were overwritten is found out when it is opened", async () => {
    const file = storeFile();
    await filled(file, 400);
    const content = bytes(file);
    content.fill(0xa5, 8192, content.length - 8192);
    writeFileSync(file, content);
    const { store, problem } = open(file);
    expect(problem?.code).toBe("STORE_DAMAGED");
    expect((await store!.size()).events).toBe(0);
    await store!.close();
  });

  it("that breaks while it is in use goes on with a new one", async () => {
    const file = storeFile();
    await filled(file, 18_000); // so large that opening it does not look at every page
    const store = openStore({ file });
    const content = bytes(file);
    content.fill(0xa5, content.length / 4, content.length / 2);
    writeFileSync(file, content);
    expect((await store.events({ limit: 1e6 })).rows).toEqual([]);
    expect(store.problem?.code).toBe("STORE_DAMAGED");
    expect(await store.append([sampleRecord({ id: "after" })])).toEqual([{ id: "after", outcome: "stored" }]);
    await store.close();
  });

  it("that only looked so: texts that were replaced or removed do not make it one", async () => {
    const file = storeFile();
    for (let round = 0; round < 3; round++) {
      const { store, problem } = open(file);
      expect(problem).toBeUndefined();
      await store!.append([sampleRecord({ session: `s${round}` }), sampleRecord({ session: "private" })]);
      await store!.makePrivate("private");
      await store!.close();
    }
    expect((await openStore({ file }).size()).events).toBe(3);
  });

  it("that somebody only looks at is left where it is", () => {
    const file = storeFile();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "not a database ".repeat(1000));
    const looked = EmbeddedStore.open({ file, capture: sampleCapture, recover: sampleRecover, mayReplace: false });
    expect(looked.problem?.code).toBe("STORE_UNUSABLE");
    expect(bytes(file).toString()).toContain("not a database");
  });

  it("DA-10 whose search index is gone makes it again", async () => {
    const file = storeFile();
    const first = openStore({ file });
    await first.append([sampleRecord({ event: "UserPromptSubmit", payload: { prompt: "where is the harbour" } })]);
    const hits = await first.search("harbour", 5);
    expect(hits).toHaveLength(1);
    await first.close();
    const db = openDriver(file);
    db.exec("DROP TABLE search");
    db.close();
    const second = openStore({ file });
    expect(await second.search("harbour", 5)).toEqual(hits);
    await second.close();
  });

  it("with a broken search index still stores", async () => {
    const file = storeFile();
    const store = openStore({ file });
    const prompt = (words: string) => sampleRecord({ event: "UserPromptSubmit", payload: { prompt: words } });
    await store.append([prompt("first words")]);
    const db = openLibsql(file); // the other engine forbids it
    db.exec("UPDATE search_data SET block = zeroblob(40)");
    db.close();
    await store.append([prompt("second words")]);
    expect((await store.search("second", 5)).map(({ text }) => text)).toEqual(["second words"]);
    expect((await store.size()).events).toBe(2);
    await store.close();
  });
});

describe("a store of another version", () => {
  it("that is newer is not touched", async () => {
    const file = storeFile();
    await filled(file, 50);
    const db = openDriver(file);
    db.exec("PRAGMA user_version = 999");
    db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
    db.close();
    const state = () => [
      statSync(file).mtimeMs,
      ...readdirSync(dirname(file)).map((name) => bytes(join(dirname(file), name))),
    ];
    const before = state();
    const { store, problem } = open(file);
    expect(store).toBeUndefined();
    expect(problem).toMatchObject({ code: "STORE_NEWER", file });
    expect(state()).toEqual(before);
  });

  it("that is newer by what its journal says is not written to either", async () => {
    const file = storeFile();
    await filled(file, 50);
    const db = openDriver(file);
    db.exec("PRAGMA user_version = 999");
    const copy = join(dirname(file), "copy.db");
    copyFileSync(file, copy);
    copyFileSync(`${file}-wal`, `${copy}-wal`);
    db.close();
    expect(open(copy)).toMatchObject({ problem: { code: "STORE_NEWER" } });
    const after = openDriver(copy);
    expect(after.prepare("SELECT count(*) AS n FROM events").get()?.["n"]).toBe(50);
    expect(after.prepare("PRAGMA user_version").get()?.["user_version"]).toBe(999);
    after.close();
  });
});
