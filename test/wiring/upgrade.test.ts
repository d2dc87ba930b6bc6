/** `snaphook upgrade`: each feature has a result, and a failure does not stop the rest. From a real installation of 0.1. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Features } from "../../src/cli/output/features.js";
import { storeFile } from "../../src/client/store-file.js";
import { storedVersion } from "../../src/store/open-database.js";
import { SCHEMA_VERSION } from "../../src/store/schema.js";
import { unpackOldProgram, writeOldStore } from "../support/old-program.js";
import { bash, PROGRAM } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const CLAUDE = ".claude/settings.json";
const CODEX = ".codex/hooks.json";
/** As a user whose permissions count: for root they do not. */
const LIMITED = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : [];

interface Upgraded {
  readonly from: string | null;
  readonly to: string;
  readonly features: Features;
}

let place: DaemonPlace;
let old: string;
beforeEach(async () => {
  place = new DaemonPlace();
  old = unpackOldProgram(join(place.root, "old"));
});

const upgrade = () => place.json<Upgraded>(["upgrade"]);
const ok = { state: "ok" };
const isUpgraded = () => expect(storedVersion(storeFile(place))).toBe(SCHEMA_VERSION);
const launcher = () => readFileSync(join(place.data, "launch"), "utf8");

/** Two agents call 0.1, whose daemon ran and left 6 events. */
async function installOld(): Promise<string> {
  const installed = await place.run(["install", "claude-code", "codex"], { program: old });
  expect(installed.code, installed.stderr).toBe(0);
  writeOldStore(place);
  return launcher();
}

describe("FL-07 upgrade", () => {
  it("FL-07 has a result for each feature, ends the old daemon and loses no event", async () => {
    const before = await installOld();
    await place.up({}, old);
    await place.launch("claude-code", "PreToolUse", { session_id: "s", tool_use_id: "before", ...bash("ls") });
    const { features } = await upgrade();
    expect(features).toEqual({
      launcher: ok,
      "claude-code": ok,
      codex: ok,
      backup: { state: "ok", message: expect.stringContaining("backups/snaphook-") },
      store: { state: "ok", message: `upgraded from version 2 to ${SCHEMA_VERSION}` },
      daemon: ok,
      approvals: ok,
      "test call": ok,
    });
    expect(launcher()).not.toBe(before);
    isUpgraded();
    const { pid } = await place.status();
    expect(pid).not.toBe(place.daemon!.pid);
    // 6 of the fixture, this one, and a test call of each agent.
    await expect.poll(async () => (await place.events()).length).toBe(9);
    expect((await place.events()).map(({ payload }) => payload["tool_use_id"])).toContain("before");
    const files = [CLAUDE, CODEX].map((file) => place.read(join(place.home, file)));
    const again = await upgrade();
    expect(again.features).toMatchObject({ backup: { state: "skipped" }, store: ok, daemon: ok, "test call": ok });
    expect([CLAUDE, CODEX].map((file) => place.read(join(place.home, file)))).toEqual(files);
    await place.run(["down"]);
  });

  it("FL-07 goes on if a config cannot be read and the backup fails, and says what to do about each", async () => {
    await installOld();
    place.write(join(place.home, CLAUDE), "{ broken");
    symlinkSync(place.root, join(place.data, "backups"));
    const ran = await place.run(["upgrade"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("Not everything was upgraded.");
    expect(place.read(join(place.home, CLAUDE))).toBe("{ broken");
    isUpgraded();
    const { features } = await upgrade();
    expect(features).toMatchObject({
      launcher: ok,
      "claude-code": { state: "error", message: expect.stringContaining("left unchanged"), next: expect.any(String) },
      codex: ok,
      store: ok,
      "test call": ok,
    });
    expect(ran.stdout).toMatch(/backup +error +it is a link; name the folder that it leads to\. Name another folder/);
    expect(ran.stdout).toMatch(/store +ok +upgraded from version 2/);
    expect((await place.run(["status"])).stderr).toContain("BACKUP_MISSED");
  });

  it.runIf(process.platform === "linux")("FL-07 goes on if an agent's config is read-only", async () => {
    await installOld();
    // The old entries, in another form than this version writes.
    const file = join(place.home, CODEX);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll('"timeout": 600', '"timeout": 5'));
    const before = readFileSync(file, "utf8");
    chmodSync(dirname(file), 0o555);
    const [program, ...args] = [...LIMITED, process.execPath, PROGRAM, "upgrade", "--json"];
    const ran = spawnSync(program!, args, { cwd: place.project, encoding: "utf8", env: place.env });
    chmodSync(dirname(file), 0o755);
    expect(ran.status, ran.stderr).toBe(1);
    expect((JSON.parse(ran.stdout) as Upgraded).features).toMatchObject({
      launcher: ok,
      "claude-code": ok,
      codex: { state: "error", message: expect.stringContaining("EACCES"), next: expect.any(String) },
      backup: ok,
      store: ok,
    });
    expect(readFileSync(file, "utf8")).toBe(before);
    isUpgraded();
  });

  it("FL-07 an empty file in place of the store was of no version", async () => {
    place.write(storeFile(place), "");
    const { backup, store } = (await upgrade()).features;
    expect({ backup, store }).toMatchObject({ backup: { state: "skipped" } });
    expect(store).toEqual(ok);
    isUpgraded();
  });

  it("FL-07 goes on if the store is damaged, and leaves it to the daemon", async () => {
    await installOld();
    const bytes = readFileSync(storeFile(place));
    bytes.fill(0xff, 4096, 3 * 4096);
    writeFileSync(storeFile(place), bytes);
    const { features } = await upgrade();
    expect(features).toMatchObject({
      launcher: ok,
      "claude-code": ok,
      codex: ok,
      backup: { state: "error" },
      store: { state: "error", next: expect.stringContaining("snaphook restore") },
      "test call": ok,
    });
    expect(readFileSync(storeFile(place)).equals(bytes)).toBe(true);
  });
});

/** A file system of this size, in a namespace of its own, so that nothing else sees it. */
const FULL = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"'];
const canMount = spawnSync("unshare", ["-rm", "true"]).status === 0;

// Needs user namespaces, which some systems forbid.
it.runIf(canMount)("FL-05 a full disk for the backup: the upgrade goes on and warns", async () => {
  await installOld();
  const disk = join(place.root, "disk");
  mkdirSync(disk);
  place.writeUser("daemon.json", { backup: { folder: join(disk, "backups") } });
  const [program, ...args] = [...FULL, disk, process.execPath, PROGRAM, "upgrade", "--json"];
  const ran = spawnSync(program!, args, { cwd: place.project, encoding: "utf8", env: place.env });
  expect(ran.status, ran.stderr).toBe(1);
  expect((JSON.parse(ran.stdout) as Upgraded).features).toMatchObject({
    backup: { state: "error", message: expect.stringMatching(/it needs \d+ MB, and 1 MB are free/) },
    store: { state: "ok" },
  });
  isUpgraded();
  expect((await place.run(["status"])).stderr).toMatch(/BACKUP_MISSED.*1 MB are free/s);
});
