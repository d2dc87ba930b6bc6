/** Automatic backups: before a new version changes the store, and by interval. Real daemons and programs. */
import { mkdirSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "../../src/client/store-file.js";
import type { Backup } from "../../src/core/records/backup.js";
import { writeManifest } from "../../src/daemon/backup/manifest.js";
import { storedVersion } from "../../src/store/open-database.js";
import { SCHEMA_VERSION } from "../../src/store/schema.js";
import { writeOldStore } from "../support/old-program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace();
});

const oldStore = () => writeOldStore(place);
const backups = async () => (await place.json<{ backups: Backup[] }>(["backup", "list"])).backups;
const daemonLog = () => place.read(join(place.folder, "daemon.log"));
const isMigrated = () => expect(storedVersion(storeFile(place))).toBe(SCHEMA_VERSION);

describe("an upgrade of the store", () => {
  it("FL-05 is preceded by a backup of the old version, in the daemon and in a command", async () => {
    oldStore();
    const before = storedVersion(storeFile(place));
    await place.up();
    await expect.poll(async () => (await place.events()).length).toBe(6);
    isMigrated();
    const [backup, ...more] = await backups();
    expect(backup).toMatchObject({ kind: "upgrade", schema: before, counts: { events: 6 }, activities: true });
    expect(more).toEqual([]);
    expect(daemonLog()).toContain(`backup before the upgrade of the store from version ${before} to`);
    await place.run(["down"]);
    rmSync(dirname(storeFile(place)), { recursive: true });
    oldStore();
    expect((await place.run(["sessions"])).code).toBe(0);
    isMigrated();
    expect((await backups()).map(({ kind }) => kind)).toEqual(["upgrade", "upgrade"]);
  });

  it("FL-05 goes on if the backup fails; status and doctor say so until one succeeds", async () => {
    oldStore();
    mkdirSync(place.data, { recursive: true });
    symlinkSync(place.root, join(place.data, "backups"));
    expect(await place.run(["sessions"])).toMatchObject({ code: 0 });
    isMigrated();
    for (const command of ["status", "doctor"]) {
      const { stdout, stderr } = await place.run([command]);
      expect(stdout + stderr, command).toMatch(/BACKUP_MISSED.*before an upgrade of the store failed: it is a link/s);
    }
    rmSync(join(place.data, "backups"));
    expect(await place.run(["backup"])).toMatchObject({ code: 0 });
    expect((await place.json<{ backup: null }>(["status"])).backup).toBeNull();
  });

  it("FL-05 has none if onUpgrade is false, in daemon.json", async () => {
    oldStore();
    place.writeUser("daemon.json", { backup: { onUpgrade: false } });
    expect(await place.run(["sessions"])).toMatchObject({ code: 0 });
    isMigrated();
    expect(await backups()).toEqual([]);
  });

  it("CF-34 on_upgrade and include_activities of OAK count if the user has approved them, and daemon.json goes first", async () => {
    const again = async () => {
      rmSync(dirname(storeFile(place)), { recursive: true, force: true });
      rmSync(join(place.data, "backups"), { recursive: true, force: true });
      oldStore();
      expect(await place.run(["sessions"])).toMatchObject({ code: 0 });
      isMigrated();
      return (await backups()).map(({ activities }) => activities);
    };
    const oak = (text: string) => place.write(".oak/config.yaml", `codebase_intelligence:\n  backup:\n    ${text}\n`);
    oak("on_upgrade: false");
    expect(await again()).toEqual([true]);
    place.writeUser("hooks.json", { dialects: ["oak"], hooks: {} });
    expect(await again()).toEqual([true]);
    await place.trust();
    expect(await again()).toEqual([]);
    place.writeUser("daemon.json", { backup: { onUpgrade: true } });
    expect(await again()).toEqual([true]);
    oak("include_activities: false");
    await place.trust();
    expect(await again()).toEqual([false]);
  });
});

describe("backups by interval", () => {
  it("FL-06 are made when the time has come and the store has changed", async () => {
    place.writeUser("daemon.json", { backup: { auto: true, intervalMinutes: 5, keep: 2 } });
    const change = async () => {
      await place.hook("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
      await place.run(["sessions"]);
    };
    /** As if this backup was made ten minutes ago, and the store was written before. */
    const age = async () => {
      const [{ file, origin: _, ...manifest }] = (await backups()) as [Backup];
      const { folder: __, ...kept } = manifest as typeof manifest & { folder?: string };
      writeManifest(place.data, file, { ...kept, at: Date.now() - 600_000 });
      const before = new Date(Date.now() - 1_200_000);
      utimesSync(storeFile(place), before, before);
    };
    await change();
    await place.up();
    await expect.poll(async () => (await backups()).map(({ kind }) => kind)).toEqual(["interval"]);
    await place.run(["down"]);
    const again = async () => {
      await place.up();
      await place.events();
      await place.run(["down"]);
      return (await backups()).length;
    };
    await change();
    expect(await again()).toBe(1); // not yet
    await age();
    expect(await again()).toBe(1); // nothing has changed
    await change();
    await place.up();
    await expect.poll(async () => (await backups()).length).toBe(2);
    await place.run(["down"]);
  });

  it("FL-06 are off unless the settings turn them on", async () => {
    await place.hook("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
    await place.run(["sessions"]);
    await place.up();
    expect(await place.run(["backup", "list"])).toMatchObject({
      stdout: expect.stringContaining("Automatic backups: off"),
    });
    await place.run(["down"]);
    expect(await backups()).toEqual([]);
  });
});
