/** Setting up and taking away, feature by feature: a failure of one does not stop the others, and files get their bytes back. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { Features } from "../../src/cli/output/features.js";
import { storeFile } from "../../src/client/store-file.js";
import type { Backup } from "../../src/core/records/backup.js";
import { bash, ProgramPlace } from "../support/program.js";

let place: ProgramPlace;
let env: Record<string, string>;
beforeEach(() => {
  place = new ProgramPlace();
  for (const [name, says] of [
    ["claude", "2.1.325 (Claude Code)"],
    ["codex", "codex-cli 0.170.0"],
  ])
    chmodSync(place.write(join(place.root, "bin", name!), `#!/bin/sh\necho '${says}'\n`), 0o755);
  env = { PATH: `${join(place.root, "bin")}:/usr/bin:/bin` };
  execFileSync("git", ["init", "-q", place.project]);
});

const status = () => execFileSync("git", ["status", "--porcelain"], { cwd: place.project, encoding: "utf8" });
const starter = () => join(place.project, ".snaphook/hooks.jsonc");
const CLAUDE = ".claude/settings.json";

interface Done {
  readonly features: Features;
  readonly rules?: string | null;
  readonly backup?: string | null;
}

it("FL-01 setup on a bare repository: agents, guards, a starter file for its rules, and a result for each", async () => {
  const done = await place.json<Done>(["setup", "--yes", "--rules"], { env });
  expect(done.features).toEqual({
    "claude-code": { state: "ok" },
    codex: { state: "ok" },
    guards: { state: "ok" },
    "test call": { state: "ok" },
    memory: { state: "skipped", message: "off" },
    rules: { state: "ok" },
  });
  expect(done.rules).toBe(starter());
  expect(await place.validate([starter()])).toMatchObject({ valid: true });
  expect(existsSync(join(place.data, "launch"))).toBe(true);
  // The file is the user's from now on: it stays as it is.
  place.write(starter(), '{ "hooks": {} }');
  expect(await place.json<Done>(["setup", "--yes", "--rules"], { env })).toMatchObject({
    rules: null,
    features: { rules: { state: "skipped", message: expect.stringContaining("already") } },
  });
  expect(readFileSync(starter(), "utf8")).toBe('{ "hooks": {} }');
});

it("FL-01 setup writes nothing into a repository unless it is asked to", async () => {
  const { features } = await place.json<Done>(["setup", "--yes"], { env });
  expect(features["rules"]).toEqual({ state: "skipped", message: "not asked for" });
  expect(status()).toBe("");
});

it("FL-07 an agent whose config cannot be edited does not stop the others", async () => {
  place.write(join(place.home, CLAUDE), "{ broken");
  const ran = await place.run(["setup", "--yes"], { env });
  expect(ran.code).toBe(1);
  expect(ran.stdout).toMatch(/Not everything was set up:\n {2}claude-code +error .*\n {2}codex +ok/);
  expect(place.read(join(place.home, CLAUDE))).toBe("{ broken");
  const { features } = await place.json<Done>(["setup", "--yes"], { env });
  expect(features).toMatchObject({
    "claude-code": { state: "error" },
    codex: { state: "ok" },
    guards: { state: "ok" },
  });
  expect(place.has(join(place.user, "hooks.d/protect-commands.jsonc"))).toBe(true);
  expect(place.read(join(place.home, ".codex/hooks.json"))).toContain("launch codex PreToolUse");
});

it("FL-03 what uninstall --purge would remove is named by a dry run, and what stays", async () => {
  await place.run(["setup", "--yes", "--rules"], { env });
  await place.hook("PreToolUse", bash("ls"), { env });
  await place.run(["sessions"]);
  const dry = async (...more: string[]) => (await place.run(["uninstall", "--purge", "--dry-run", ...more])).stdout;
  const removes = (path: string) => `\nWould remove ${path}\n`;
  const deletes = (path: string) => `\n  rm -r ${path}\n`;
  const store = dirname(storeFile(place));
  const plain = await dry();
  for (const text of [removes(starter()), deletes(place.state)]) expect(plain).toContain(text);
  for (const path of [store, place.state]) expect(plain).not.toContain(removes(path));
  const all = await dry("--data");
  for (const path of [starter(), store, place.state]) expect(all).toContain(removes(path));
  expect(all).not.toContain(deletes(place.state));
  expect(all).toContain(deletes(place.data)); // with the backup
  expect([starter(), store].map((path) => existsSync(path))).toEqual([true, true]);
  const { stdout } = await place.run(["uninstall", "--purge"]);
  expect(stdout.slice(0, stdout.indexOf("A backup of the store is made first."))).toContain(`\n  ${starter()}\n`);
  expect(existsSync(starter())).toBe(false);
});

it("FL-02 FL-03 uninstall --purge makes a backup, and gives the repository and the agents' config their bytes back", async () => {
  const theirs = '{\n  // mine\n  "model": "opus",\n  "hooks": {}\n}\n';
  place.write(join(place.home, CLAUDE), theirs);
  await place.run(["setup", "--yes", "--rules"], { env });
  await place.hook("PreToolUse", bash("ls"), { env });
  await place.run(["sessions"]);
  expect(status()).not.toBe("");
  expect(place.read(join(place.home, CLAUDE))).not.toBe(theirs);
  const done = await place.json<Done>(["uninstall", "--purge"], { env });
  expect(done.features).toEqual({
    backup: { state: "ok" },
    "claude-code": { state: "ok" },
    codex: { state: "ok" },
    launcher: { state: "ok" },
    "starter files": { state: "ok", message: expect.stringContaining("hooks.jsonc") },
  });
  expect(status()).toBe("");
  expect(place.read(join(place.home, CLAUDE))).toBe(theirs);
  expect(existsSync(join(place.home, ".codex/hooks.json"))).toBe(false);
  expect(existsSync(join(place.project, ".snaphook"))).toBe(false);
  const { backups } = await place.json<{ backups: Backup[] }>(["backup", "list"]);
  expect(backups).toMatchObject([{ kind: "uninstall", file: done.backup, origin: "own" }]);
  expect(backups[0]!.counts.events).toBeGreaterThan(0);
  expect(existsSync(storeFile(place))).toBe(true);
});

it("FL-02 FL-07 without a backup the rest goes on, and data stays also with --data", async () => {
  await place.run(["install", "claude-code"], { env });
  await place.hook("PreToolUse", bash("ls"), { env });
  await place.run(["sessions"]);
  const folder = join(place.data, "backups");
  mkdirSync(dirname(folder), { recursive: true });
  symlinkSync(place.root, folder);
  const failed = await place.json<Done>(["uninstall", "--purge", "--data"], { env });
  expect(failed.features).toMatchObject({
    backup: { state: "error", message: expect.stringContaining("link") },
    "claude-code": { state: "ok" },
    launcher: { state: "ok" },
    "starter files": { state: "skipped" },
    data: { state: "skipped", message: expect.stringContaining("no backup") },
  });
  expect(existsSync(join(place.data, "launch"))).toBe(false);
  expect(existsSync(storeFile(place))).toBe(true);
  rmSync(folder);
  const ran = await place.run(["uninstall", "--purge", "--data"], { env });
  expect(ran.stdout).toMatch(
    /Backup of the store: .*\n\n {2}backup +ok\n {2}launcher +ok\n {2}starter files +skipped .*\n {2}data +ok/,
  );
  for (const gone of [dirname(storeFile(place)), place.state, place.cache]) expect(existsSync(gone), gone).toBe(false);
  place.permitScripts("restore");
  const { backups } = await place.json<{ backups: Backup[] }>(["backup", "list"]);
  expect(await place.json(["restore", backups[0]!.file])).toMatchObject({ restored: true, origin: "own" });
  expect((await place.run(["sessions"])).stdout).toContain("claude-code");
});

it("FL-02 --data needs --purge", async () => {
  expect(await place.json(["uninstall", "--data"], { env })).toMatchObject({ error: { code: "USAGE" } });
});

it("FL-07 upgrade has nothing to do where nothing is installed, and writes nothing", async () => {
  const { features } = await place.json<Done>(["upgrade"]);
  expect(features).toEqual({
    launcher: { state: "skipped", message: "no agent is wired", next: expect.stringContaining("snaphook setup") },
    daemon: { state: "skipped", message: "none was running" },
    store: { state: "skipped", message: "there is none yet" },
    approvals: { state: "ok" },
    "test call": { state: "skipped", message: "no agent is wired" },
  });
  expect(existsSync(place.data)).toBe(false);
});
