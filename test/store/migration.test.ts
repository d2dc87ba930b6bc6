import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { openDriver } from "../../src/store/open-driver.js";
import { SCHEMA_VERSION } from "../../src/store/schema.js";
import { sampleRecord } from "../../src/testing/store-samples.js";
import { openStore, storeFile } from "./open-store.js";

/** A file as the first version left it: one session, with a prompt, a call and an answer. */
function oldStore(): string {
  const file = storeFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = openDriver(file);
  db.exec(readFileSync(new URL("version-1.sql", import.meta.url), "utf8"));
  db.close();
  return file;
}

it("a store of the first version keeps all it holds, and nothing is made of its events again", async () => {
  const file = oldStore();
  const store = openStore({ file });
  expect((await store.events({})).rows.map(({ id }) => id)).toEqual(["d", "c", "b", "a"]);
  const detail = await store.session("s1");
  expect(detail?.batches).toMatchObject([{ prompt: "where is the harbour", response: "In the north." }]);
  expect(detail?.activities).toMatchObject([{ id: "c", summary: "ships and cranes" }]);
  expect(await store.captureNext()).toBe(false);
  expect(await store.search("harbour", 5)).toHaveLength(1);
  await store.append([
    sampleRecord({ id: "e", at: 1_700_000_001_000, payload: { tool_name: "Bash", output_summary: "new cranes" } }),
  ]);
  expect((await store.session("s1"))?.activities.map(({ id }) => id)).toEqual(["c", "e"]);
  expect(await store.search("cranes", 5)).toHaveLength(2);
  await store.close();
  const db = openDriver(file);
  expect(db.prepare("PRAGMA user_version").get()?.["user_version"]).toBe(SCHEMA_VERSION);
  expect(db.prepare("PRAGMA integrity_check").get()?.["integrity_check"]).toBe("ok");
  db.close();
});

it("a second delivery of what the first version stored is still one", async () => {
  const store = openStore({ file: oldStore() });
  const again = await store.append([
    sampleRecord({ dedupe: "call 1", origin: "cursor" }),
    sampleRecord({ event: "UserPromptSubmit", at: 1_700_000_000_500, dedupe: "prompt", dedupeMs: 10_000 }),
    sampleRecord({ dedupe: "call 2" }),
  ]);
  expect(again.map(({ outcome }) => outcome)).toEqual(["duplicate", "duplicate", "stored"]);
  await store.close();
});
