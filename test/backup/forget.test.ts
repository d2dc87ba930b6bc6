/** What a person deletes goes from backups too, and from stores that a restore has replaced. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type CopyLook, forgetInCopies } from "../../src/daemon/backup/forget-in-copies.js";
import { knownCopies } from "../../src/daemon/backup/known-copies.js";
import { readManifest } from "../../src/daemon/backup/manifest.js";
import { hashFile } from "../../src/disk/plain-file.js";
import { eventRecord } from "../support/capture-rows.js";
import { MemoryPlace } from "../support/memory-place.js";
import { BackupPlace } from "./backup-place.js";

const WORD = "zanzibarquartz";
const NONE = { sessions: [], refs: [] };

describe("a copy of the store", () => {
  let place: BackupPlace;
  beforeEach(async () => {
    place = new BackupPlace();
    await place.session("s1");
    await place.session("s2", `the ${WORD}`);
  });
  const states = ({ copies }: { readonly copies: readonly CopyLook[] }) => copies.map(({ state }) => state);
  const look = (files: readonly string[], apply: boolean) =>
    forgetInCopies({ files, what: { session: "s2" }, also: NONE, apply, data: place.places.data });

  it("is rewritten without a session; its manifest is right, and looking changes nothing", async () => {
    const backup = place.made();
    const before = readFileSync(backup.file);
    expect(states(await look([backup.file], false))).toEqual(["holds"]);
    expect(readFileSync(backup.file).equals(before)).toBe(true);
    expect(states(await look([backup.file], true))).toEqual(["holds"]);
    expect(readFileSync(backup.file).includes(WORD)).toBe(false);
    const now = readManifest(place.places.data, backup.file);
    expect(now).toMatchObject({ origin: "own", at: backup.at, counts: { events: 3, sessions: 1 } });
    expect(now).toMatchObject(hashFile(backup.file));
    expect(states(await look([backup.file], true))).toEqual(["clean"]);
    expect(readdirSync(place.folder)).toHaveLength(2);
    await place.restore(backup.file);
    expect(await place.sessions()).toEqual(["s1"]);
  });

  it("has no evidence of a forgotten session, nor has the store", async () => {
    const evidence = { input: { command: `cat ${WORD}.txt ${"quartz ".repeat(2_000)}` }, marks: {} };
    const call = eventRecord("PostToolUse", { tool_name: "Bash" }, { session: "s2", id: "with-evidence", evidence });
    const other = eventRecord(
      "PostToolUse",
      { tool_name: "Bash" },
      { session: "s1", id: "kept", evidence: { input: {}, marks: {} } },
    );
    await place.take(call, other);
    const { file } = place.made();
    const read = (at: string) =>
      place.within(async (store) => [await store.evidence("with-evidence"), await store.evidence("kept")], at);
    expect(await read(file)).toEqual([evidence, other.evidence]);
    await look([file], true);
    await place.within((store) => store.forget({ session: "s2" }));
    for (const at of [file, place.store]) {
      expect(await read(at), at).toEqual([undefined, other.evidence]);
      expect(readFileSync(at).includes(WORD), at).toBe(false);
      expect(readFileSync(at).includes("quartz quartz"), at).toBe(false);
    }
  });

  it("of another installation is not signed by rewriting it", async () => {
    const { file } = place.made();
    const manifest = JSON.parse(readFileSync(`${file}.json`, "utf8")) as object;
    writeFileSync(`${file}.json`, JSON.stringify({ ...manifest, signature: "0" }));
    expect(states(await look([file], true))).toEqual(["holds"]);
    expect(readManifest(place.places.data, file)).toMatchObject({ origin: "foreign", ...hashFile(file) });
  });

  it("that a restore has replaced, that lies elsewhere, or that is damaged is known too", async () => {
    const { file } = place.made();
    const kept = await place.restore(file);
    const elsewhere = place.made({ to: join(place.root, "mine.db") }).file;
    const damaged = join(place.folder, "snaphook-20260101T000000Z-000000.db");
    writeFileSync(damaged, `not a store, ${WORD}`);
    const known = knownCopies(place.places, place.folder);
    expect(known.toSorted()).toEqual([file, kept!, elsewhere, damaged].toSorted());
    const { copies } = await look(known, true);
    expect(copies.filter(({ state }) => state === "unreadable").map((one) => one.file)).toEqual([damaged]);
    for (const one of [file, kept!, elsewhere]) expect(readFileSync(one).includes(WORD), one).toBe(false);
  });
});

describe("forget and private", () => {
  let place: MemoryPlace;
  beforeEach(async () => {
    place = new MemoryPlace();
    await place.begin();
    const a = place.session("a");
    await a.start();
    await a.prompt(`Always name the release ${WORD} in this repository.`);
    await a.stop();
    await a.end();
    await place.settled("a");
    await place.run(["backup"]);
    place.permitScripts("forget", "private", "restore");
  });

  /** Files below the data, state and cache folders that hold the word. */
  const filesWith = () =>
    [place.data, place.state, place.cache].flatMap((folder) =>
      place.has(folder)
        ? readdirSync(folder, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name))
            .filter((file) => !file.startsWith(join(place.data, "versions")))
            .filter((file) => readFileSync(file).includes(WORD))
        : [],
    );

  it("forget lists the backups that hold a memory and rewrites them; afterwards no file has it", async () => {
    const [row] = await place.memories();
    const dry = await place.run(["forget", row!.id, "--dry-run"]);
    expect(dry.stdout).toMatch(/1 copy of the store holds it too:\n {2}.*snaphook-.*\.db\n.*--backups delete/s);
    const done = await place.json<{ backups: CopyLook[]; left: CopyLook[] }>(["forget", row!.id]);
    expect(done).toMatchObject({ backups: [{ state: "holds" }], left: [] });
    await place.run(["down"]);
    expect(filesWith()).toEqual([]);
    const { backups } = await place.json<{ backups: { file: string; origin: string }[] }>(["backup", "list"]);
    expect(backups).toMatchObject([{ origin: "own" }]);
    // The backup can still be restored.
    expect(await place.json(["restore", backups[0]!.file])).toMatchObject({ restored: true });
    expect(await place.memories()).toEqual([]);
  });

  it("forget --backups delete deletes them, and keep says that they still hold it", async () => {
    const [row] = await place.memories();
    const wrong = await place.json(["forget", row!.id, "--backups", "burn"]);
    expect(wrong).toMatchObject({ error: { code: "USAGE", message: expect.stringContaining("burn") } });
    const kept = await place.run(["forget", row!.id, "--backups", "keep"]);
    expect(kept).toMatchObject({ code: 0, stderr: expect.stringMatching(/Still in, or perhaps in: .*snaphook-/) });
    expect(filesWith()).toHaveLength(1);
    // What only a backup holds can be deleted later.
    expect(await place.run(["forget", "--session", "a", "--backups", "delete"])).toMatchObject({ code: 0 });
    await place.run(["down"]);
    expect(filesWith()).toEqual([]);
    expect(await place.json(["backup", "list"])).toMatchObject({ backups: [], unusable: [] });
  });

  it("private takes a session out of backups", async () => {
    expect(await place.json(["private", "a"])).toMatchObject({ known: true, backups: [{ state: "holds" }], left: [] });
    await place.run(["down"]);
    expect(filesWith()).toEqual([]);
  });
});
