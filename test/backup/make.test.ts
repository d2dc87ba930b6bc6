import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { goodBackup, listBackups, otherFiles } from "../../src/daemon/backup/list-backups.js";
import { ensureInstallKey } from "../../src/disk/install-key.js";
import { openDriver } from "../../src/store/open-driver.js";
import { BackupPlace } from "./backup-place.js";

let place: BackupPlace;
beforeEach(async () => {
  place = new BackupPlace();
  await place.session("s1");
});

describe("a backup", () => {
  it("is private, counted and signed, and holds no key of this installation", async () => {
    const key = ensureInstallKey(place.places.data)!;
    const backup = place.made();
    expect(backup).toMatchObject({
      origin: "own",
      kind: "manual",
      activities: true,
      counts: { events: 3, sessions: 1, memories: 0 },
      bytes: statSync(backup.file).size,
    });
    for (const file of [backup.file, `${backup.file}.json`]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(place.folder).mode & 0o777).toBe(0o700);
    expect(readFileSync(backup.file).includes(key)).toBe(false);
    expect(readdirSync(place.folder)).toHaveLength(2);
    expect(listBackups(place.places.data, place.folder)).toEqual([backup]);
  });

  it("without tool calls has none of their text, in no page", async () => {
    const text = "output of s1";
    expect(readFileSync(place.made().file).includes(text)).toBe(true);
    const backup = place.made({ activities: false });
    expect(backup).toMatchObject({ activities: false, counts: { events: 2, sessions: 1 } });
    expect(readFileSync(backup.file).includes(text)).toBe(false);
    expect(readFileSync(backup.file).includes("work of s1")).toBe(true);
    await place.restore(backup.file);
    expect((await place.within((store) => store.session("s1")))?.activities).toEqual([]);
    expect(await place.within((store) => store.search("output", 5))).toEqual([]);
  });

  it("holds no approval that still counts", async () => {
    const ask = { id: "a", hash: "h", agent: "codex", tool: "Bash", summary: "rm", askedAt: 1, expiresAt: 9e12 };
    await place.within((store) => store.addAsk({ ...ask, state: "waiting", verdict: "allow" }));
    await place.within((store) => store.addAsk({ ...ask, id: "b", state: "used", verdict: "allow" }));
    const { file } = place.made();
    const states = async (of?: string) =>
      (await place.within((store) => store.asks({ limit: 9 }), of)).rows
        .map(({ id, state }) => `${id} ${state}`)
        .sort();
    expect(await states()).toEqual(["a waiting", "b used"]);
    await place.restore(file);
    expect(await states()).toEqual(["a lapsed", "b used"]);
  });

  it("whose file was changed, cut off or never completed does not count", async () => {
    const { data } = place.places;
    const [cut, unsigned, orphan] = [place.made(), place.made(), place.made()];
    writeFileSync(cut.file, readFileSync(cut.file).subarray(0, 5000));
    const manifest = JSON.parse(readFileSync(`${unsigned.file}.json`, "utf8")) as object;
    writeFileSync(`${unsigned.file}.json`, JSON.stringify({ ...manifest, at: 1 }));
    const partial = `${orphan.file}.partial-999999999`;
    renameSync(orphan.file, partial);
    expect(goodBackup(data, cut.file)).toBeUndefined();
    expect(listBackups(data, place.folder)).toMatchObject([{ file: unsigned.file, origin: "foreign" }]);
    expect(otherFiles(data, place.folder)).toEqual([cut.file]);
    // What a kill has left goes with a later backup.
    const old = new Date(Date.now() - 3_600_000);
    utimesSync(`${orphan.file}.json`, old, old);
    place.made();
    expect([partial, `${orphan.file}.json`].some((file) => existsSync(file))).toBe(false);
    expect(existsSync(cut.file)).toBe(true);
  });

  it("only automatic ones of the same kind make room for newer ones", () => {
    const manual = place.made();
    const upgrade = place.made({ kind: "upgrade", keep: 2 });
    const intervals = [1, 2, 3, 4].map(() => place.made({ kind: "interval", keep: 2 }).file);
    const left = listBackups(place.places.data, place.folder).map(({ file }) => file);
    expect(left.toSorted()).toEqual([manual.file, upgrade.file, ...intervals.slice(-2)].toSorted());
  });

  it("of a damaged store fails, and leaves nothing", () => {
    const bytes = readFileSync(place.store);
    writeFileSync(place.store, Buffer.concat([bytes.subarray(0, 8192), Buffer.alloc(bytes.length - 8192, 7)]));
    expect(place.make()).toMatchObject({ problem: { code: "BACKUP_FAILED" } });
    expect(readdirSync(place.folder)).toEqual([]);
  });

  it("needs a store", () => {
    const empty = new BackupPlace();
    expect(empty.make()).toMatchObject({ problem: { code: "BACKUP_NOTHING" } });
    expect(existsSync(empty.store)).toBe(false);
  });
});

describe("the folder of backups", () => {
  const refused = (folder: string, message: RegExp) =>
    expect(place.make({ folder })).toMatchObject({
      problem: { code: "BACKUP_FOLDER", message: expect.stringMatching(message), file: folder },
    });

  it("may not be a link, a file or inside a project", () => {
    const at = (name: string) => join(place.root, name);
    mkdirSync(at("real"));
    symlinkSync(at("real"), at("link"));
    refused(at("link"), /link/);
    writeFileSync(at("file"), "");
    refused(at("file"), /not a folder/);
    refused(join(at("file"), "below"), /ENOTDIR|EEXIST/);
    mkdirSync(at("project"));
    execFileSync("git", ["init", "-q", at("project")]);
    refused(at("project/deep/backups"), /inside the project/);
    expect(existsSync(at("project/deep"))).toBe(false);
    expect(place.make({ to: join(at("project"), "b.db") })).toMatchObject({ problem: { code: "BACKUP_FOLDER" } });
    expect(readdirSync(at("real"))).toEqual([]);
  });

  it("may be a home that is a repository", () => {
    execFileSync("git", ["init", "-q", place.places.home]);
    expect(place.made().origin).toBe("own");
    expect(place.made({ folder: join(place.places.home, "backups") }).origin).toBe("own");
  });

  it("--to never replaces a file", () => {
    const to = join(place.root, "mine.db");
    writeFileSync(to, "mine");
    expect(place.make({ to })).toMatchObject({ problem: { code: "FILE_EXISTS", file: to } });
    expect(readFileSync(to, "utf8")).toBe("mine");
    expect(place.make({ to: join(place.root, "none/b.db") })).toMatchObject({ problem: { code: "BACKUP_FOLDER" } });
    expect(place.made({ to: join(place.root, "other.db") }).file).toBe(join(place.root, "other.db"));
  });
});

it("a store of an old version is copied as it is", () => {
  const old = new BackupPlace();
  mkdirSync(dirname(old.store), { recursive: true });
  const db = openDriver(old.store);
  db.exec(readFileSync(new URL("../store/version-1.sql", import.meta.url), "utf8"));
  db.close();
  expect(old.made({ kind: "upgrade" })).toMatchObject({ kind: "upgrade", schema: 1 });
});
