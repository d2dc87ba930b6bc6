import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import type { EventRecord, Evidence } from "../../src/core/records/records.js";
import { spool } from "../../src/runtime/record/spool.js";
import { openDriver } from "../../src/store/open-driver.js";
import { SCHEMA_VERSION } from "../../src/store/schema.js";
import { sampleRecord } from "../../src/testing/store-samples.js";
import { DaemonPlace } from "../support/running-daemon.js";

const OLD = fileURLToPath(new URL("../fixtures/store-0.1/", import.meta.url));
const evidence: Evidence = { input: { command: "cat a.txt" }, marks: {} };

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace();
});

const storeFile = () => join(place.data, "store/snaphook.db");
function inStore<T>(sql: string): T[] {
  const db = openDriver(storeFile());
  try {
    return db.prepare(sql).all() as T[];
  } finally {
    db.close();
  }
}

describe("records of several versions", () => {
  it("upgrading a 0.1 store in place, with an old launcher still calling", async () => {
    mkdirSync(dirname(storeFile()), { recursive: true, mode: 0o700 });
    const db = openDriver(storeFile());
    db.exec(readFileSync(join(OLD, "store.sql"), "utf8"));
    db.close();
    const { ino } = statSync(storeFile());
    // As programs of version 0.1 leave them when they answer without a daemon.
    cpSync(join(OLD, "spool"), join(place.state, "spool"), { recursive: true });
    const spooled = readdirSync(join(OLD, "spool")).map((name) => name.slice(16, -".json".length));

    await place.up();
    await expect.poll(async () => (await place.events()).length).toBe(8);
    expect(place.spooled()).toEqual([]);
    const events: readonly EventRecord[] = await place.events();
    expect(events.slice(0, 2).map(({ id }) => id)).toEqual(spooled.toReversed());
    for (const record of events)
      for (const field of ["version", "sent", "marks", "input", "evidence", "engine", "policy"] as const)
        expect(record[field], `${record.event} ${field}`).toBeUndefined();
    expect(events.find(({ event }) => event === "PreToolUse")).toMatchObject({
      verdict: "deny",
      reason: "The harbour is closed.",
    });
    const session = await place.json<{ batches: object[]; activities: object[]; decisions: object[] }>([
      "session",
      "s1",
    ]);
    expect(session.batches).toMatchObject([{ prompt: "where is the harbour", response: "In the north." }]);
    expect([session.activities.length, session.decisions.length]).toEqual([2, 3]);
    expect((await place.run(["why", events[1]!.id])).stdout).toContain("The harbour is closed.");

    await place.kill();
    expect(statSync(storeFile()).ino).toBe(ino);
    expect(inStore("PRAGMA user_version")).toEqual([{ user_version: SCHEMA_VERSION }]);
    expect(inStore("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });

  it("evidence in the spool reaches its own table; with `evidenceDays` 0 it is dropped", async () => {
    const record = (id: string) => sampleRecord({ id, version: 2, session: "s", at: Date.now(), evidence });
    expect(spool(place.state, record("kept")).written).toBe(true);
    await place.up();
    await expect.poll(async () => (await place.events()).map(({ id }) => id)).toEqual(["kept"]);
    expect(JSON.stringify(await place.events())).not.toContain("cat a.txt");
    await place.kill();
    expect(inStore("SELECT body FROM evidence")).toEqual([{ body: JSON.stringify(evidence) }]);

    place.writeUser("daemon.json", { retention: { evidenceDays: 0 } });
    expect(spool(place.state, record("dropped")).written).toBe(true);
    await place.up();
    await expect.poll(async () => (await place.events()).length).toBe(2);
    await place.kill();
    expect(inStore("SELECT e.id FROM evidence JOIN events e USING (seq)")).toEqual([{ id: "kept" }]);
  });
});

it("a record whose evidence is too large for the spool is kept without it", () => {
  const large = sampleRecord({ evidence: { input: { text: "x".repeat(200_000) }, marks: {} } });
  const spooled = spool(place.state, large);
  if (!spooled.written) throw new Error(spooled.why);
  const { evidence: _, ...rest } = large;
  expect(JSON.parse(readFileSync(spooled.file, "utf8"))).toEqual(rest);
});
