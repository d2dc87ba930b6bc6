/** Each key of `backup` in daemon.json through the program: it takes effect, and a bad value is reported and replaced by the default. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { Backup } from "../../src/core/records/backup.js";
import { bash, ProgramPlace } from "../support/program.js";

let place: ProgramPlace;
beforeEach(async () => {
  place = new ProgramPlace();
  await place.hook("PreToolUse", bash("ls"));
});

const settings = (backup: object) => place.writeUser("daemon.json", { backup });

it("CF-34 includeActivities and folder apply to a backup, auto, intervalMinutes and keep to its schedule", async () => {
  const folder = join(place.home, "copies");
  settings({ includeActivities: false, folder, auto: true, intervalMinutes: 7, keep: 3 });
  expect(await place.json<Backup>(["backup"])).toMatchObject({ activities: false, folder });
  const { stdout } = await place.run(["backup", "list"]);
  expect(stdout).toContain(`1 backup in ${folder}`);
  expect(stdout).toContain("Automatic backups: every 7 minutes; the newest 3 are kept.");
  settings({});
  expect(await place.json<Backup>(["backup"])).toMatchObject({ activities: true, folder: join(place.data, "backups") });
});

it("CF-34 a bad value is reported by doctor, and the default applies", async () => {
  const bad = { auto: "yes", intervalMinutes: 4, onUpgrade: 1, includeActivities: "no", keep: 0, folder: "copies" };
  settings(bad);
  const { stdout, stderr } = await place.run(["doctor"]);
  for (const key of Object.keys(bad))
    expect(stdout + stderr, key).toMatch(new RegExp(`CONFIG_TYPE at backup\\.${key}:`));
  expect(await place.json<Backup>(["backup"])).toMatchObject({ activities: true, folder: join(place.data, "backups") });
  expect((await place.run(["backup", "list"])).stdout).toContain("Automatic backups: off");
});

it("CF-34 a folder inside a project is refused, and nothing is written there", async () => {
  mkdirSync(join(place.project, ".git"), { recursive: true });
  settings({ folder: join(place.project, "copies") });
  expect(await place.json(["backup"])).toMatchObject({ error: { code: "BACKUP_FOLDER" } });
  expect(place.has("copies")).toBe(false);
});
