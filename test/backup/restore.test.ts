import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openDriver } from "../../src/store/open-driver.js";
import { SCHEMA_VERSION } from "../../src/store/schema.js";
import { BackupPlace } from "./backup-place.js";

let place: BackupPlace;
beforeEach(async () => {
  place = new BackupPlace();
  await place.session("s1");
});

describe("restore", () => {
  it("puts the backup in place and keeps the old store beside it", async () => {
    const { file } = place.made();
    const bytes = readFileSync(file);
    await place.session("s2");
    const kept = await place.restore(file);
    expect(await place.sessions()).toEqual(["s1"]);
    expect(readFileSync(file).equals(bytes)).toBe(true);
    const { rows } = await place.within((store) => store.sessions({ limit: 9 }), kept!);
    expect(rows.map(({ id }) => id).sort()).toEqual(["s1", "s2"]);
    // What was in use can be restored in turn; it has no manifest.
    await place.restore(kept!);
    expect(await place.sessions()).toEqual(["s1", "s2"]);
  });

  it("makes a store where there is none, of an older version too", async () => {
    const old = new BackupPlace();
    const db = openDriver(join(old.root, "old.db"));
    db.exec(readFileSync(new URL("../store/version-1.sql", import.meta.url), "utf8"));
    db.close();
    expect(await old.restore(join(old.root, "old.db"))).toBeUndefined();
    expect((await old.within((store) => store.size())).events).toBeGreaterThan(0);
  });

  it("a session that was made private since stays private", async () => {
    await place.session("hidden", "the blue harbour");
    const { file } = place.made();
    await place.within((store) => store.makePrivate("hidden"));
    await place.restore(file);
    expect(await place.sessions()).toEqual(["s1"]);
    expect(readFileSync(place.store).includes("blue harbour")).toBe(false);
    await place.session("hidden", "again");
    expect(await place.sessions()).toEqual(["s1"]);
  });

  it("memories of a backup that this installation did not make wait for a person", async () => {
    const memory = { scope: "/p", type: "rule", trust: "user", text: "always run it", createdAt: 1 } as never;
    await place.within((store) => store.addMemory(memory));
    const backup = place.made();
    const trusts = async () => (await place.within((store) => store.memories({}))).map(({ trust }) => trust);
    await place.restore(backup.file);
    expect(await trusts()).toEqual(["user"]);
    const copy = join(place.root, "copy.db");
    writeFileSync(copy, readFileSync(backup.file));
    expect(await place.prepare(copy, true)).toMatchObject({ origin: "foreign" });
    await place.restore(copy);
    expect(await trusts()).toEqual(["imported"]);
  });
});

describe("what is no backup is refused, and the store stays as it is", () => {
  const at = (name: string) => join(place.root, name);
  const sqlite = (name: string, sql: string) => {
    const db = openDriver(at(name));
    db.exec(sql);
    db.close();
    return at(name);
  };
  const changed = (change: (bytes: Buffer) => Buffer, keepManifest = true) => {
    const { file } = place.made();
    const copy = at("changed.db");
    if (keepManifest) writeFileSync(`${copy}.json`, readFileSync(`${file}.json`));
    writeFileSync(copy, change(readFileSync(file)));
    return copy;
  };
  const text = (name: string, content: string) => {
    writeFileSync(at(name), content);
    return at(name);
  };
  const flipped = (bytes: Buffer) => {
    bytes.writeUInt8(bytes.readUInt8(9_000) ^ 1, 9_000);
    return bytes;
  };
  const fifo = () => {
    execFileSync("mkfifo", [at("fifo")]);
    return at("fifo");
  };
  const folder = () => {
    mkdirSync(at("folder"));
    return at("folder");
  };
  const withSql = (sql: string) => () => {
    const copy = changed((bytes) => bytes, false);
    const db = openDriver(copy);
    db.exec(sql);
    db.close();
    return copy;
  };
  const cases: readonly (readonly [string, () => string, string, RegExp])[] = [
    ["a pipe", fifo, "BACKUP_INVALID", /plain file/],
    ["a folder", folder, "BACKUP_INVALID", /plain file|EISDIR/],
    ["nothing", () => at("none"), "BACKUP_INVALID", /ENOENT/],
    ["an empty file", () => text("empty", ""), "BACKUP_INVALID", /empty/],
    ["a text", () => text("text", "x".repeat(200)), "BACKUP_INVALID", /not a SQLite/],
    ["/dev/zero", () => "/dev/zero", "BACKUP_INVALID", /plain file/],
    ["another database", () => sqlite("other.db", "CREATE TABLE t (a)"), "BACKUP_INVALID", /not a store/],
    [
      "tables of the same name",
      () => sqlite("alike.db", "CREATE TABLE events (a); PRAGMA user_version = 3"),
      "BACKUP_INVALID",
      /not a store/,
    ],
    [
      "a newer version",
      () => sqlite("newer.db", `CREATE TABLE events (a); PRAGMA user_version = ${SCHEMA_VERSION + 1}`),
      "BACKUP_NEWER",
      /newer version/,
    ],
    ["one byte changed", () => changed(flipped), "BACKUP_INVALID", /hash/],
    ["one cut off", () => changed((bytes) => bytes.subarray(0, 20_000), false), "BACKUP_INVALID", /damaged/],
    [
      "one with a trigger",
      withSql("CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM asks; END"),
      "BACKUP_INVALID",
      /contains "t"/,
    ],
    ["one that lacks events", withSql("DELETE FROM events WHERE seq = 1"), "BACKUP_INVALID", /says that it holds 3/],
  ];
  it.each(cases)("%s", async (_, make, code, message) => {
    const file = make();
    const before = readFileSync(place.store);
    expect(await place.prepare(file)).toMatchObject({
      problem: { code, message: expect.stringMatching(message), file },
    });
    expect(readFileSync(place.store).equals(before)).toBe(true);
    expect(place.beside().filter((name) => name.includes("restoring"))).toEqual([]);
    expect(readdirSync(place.root)).not.toContain("none");
  });
});
