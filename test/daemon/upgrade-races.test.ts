/** The store is upgraded once, whatever runs at the same time: daemons and commands of this version, a daemon of an old one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { storeFile } from "../../src/client/store-file.js";
import type { Backup } from "../../src/core/records/backup.js";
import { storedVersion } from "../../src/store/open-database.js";
import { SCHEMA_VERSION } from "../../src/store/schema.js";
import { unpackOldProgram, writeOldStore } from "../support/old-program.js";
import { bash, PROGRAM } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const OLD_EVENTS = 6;
const OLD_VERSION = 2;

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace();
});

const version = () => storedVersion(storeFile(place));
const backups = async () => (await place.json<{ backups: Backup[] }>(["backup", "list"])).backups;

const calls = async () => (await place.events()).map(({ payload }) => payload["tool_use_id"]);

/** A daemon that may have to end at once: returns its exit code and what it said, when it has. */
function startDaemon() {
  const child = spawn(process.execPath, [PROGRAM, "up", "--serve"], {
    env: place.env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  place.atEnd(() => void child.kill("SIGKILL"));
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  return once(child, "close").then(([code]) => ({ code: code as number, said }));
}

it("an old daemon has the store open: commands and a new daemon leave it alone and say so, and nothing is lost", async () => {
  const program = unpackOldProgram(join(place.root, "old"));
  await place.run(["install", "claude-code"], { program });
  await place.up({}, program);
  const call = (id: string) =>
    place.launch("claude-code", "PreToolUse", { session_id: "s", tool_use_id: id, ...bash("ls") });
  await call("first");
  for (const args of [["sessions"], ["backup"], ["memory", "list"]])
    expect(await place.run(args), args.join(" ")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/STORE_OLDER.*of another version has it open.*\n.*snaphook upgrade/),
    });
  expect(await startDaemon()).toMatchObject({ code: 1, said: expect.stringContaining("DAEMON_RUNS") });
  await call("second");
  expect(version()).toBe(OLD_VERSION);
  expect(await calls()).toEqual(["second", "first"]);
  await place.run(["restart"]);
  await expect.poll(version).toBe(SCHEMA_VERSION);
  expect(await calls()).toEqual(["second", "first"]);
  await place.run(["down"]);
});

it("three daemons start at once: one upgrades the store and runs, the others say so and end", async () => {
  writeOldStore(place);
  const ended: { code: number; said: string }[] = [];
  for (let n = 0; n < 3; n++) void startDaemon().then((one) => ended.push(one));
  await expect.poll(() => ended.length).toBe(2);
  for (const { code, said } of ended) {
    expect(code).toBe(1);
    expect(said).toMatch(/DAEMON_RUNS.*is the daemon already/);
  }
  expect(await place.events()).toHaveLength(OLD_EVENTS);
  expect(version()).toBe(SCHEMA_VERSION);
  expect(await backups()).toHaveLength(1);
  await place.run(["down"]);
});

it("commands and a daemon start at once: one of them upgrades the store, the others wait for it", async () => {
  writeOldStore(place);
  const daemon = startDaemon();
  const ran = await Promise.all([["sessions"], ["stats"], ["sessions"], ["upgrade"]].map((args) => place.run(args)));
  for (const { code, stderr } of ran) expect(code, stderr).toBe(0);
  expect(version()).toBe(SCHEMA_VERSION);
  expect(await backups()).toHaveLength(1);
  await place.run(["down"]);
  await daemon;
});
