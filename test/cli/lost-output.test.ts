/** Output that nobody can read any more: a closed pipe, a terminal that was closed, a full disk. No change is left half-way. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { capture, recover } from "../../src/capture/index.js";
import { storeFile } from "../../src/client/store-file.js";
import type { Backup } from "../../src/core/records/backup.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { eventRecord, START } from "../support/capture-rows.js";
import { collectGarbage } from "../support/collect-garbage.js";
import { MenuTerminal } from "../support/menu-terminal.js";
import { bash, PROGRAM, ProgramPlace } from "../support/program.js";

const CLAUDE = ".claude/settings.json";
const CODEX = ".codex/hooks.json";

let place: ProgramPlace;
beforeEach(() => {
  place = new ProgramPlace();
});

const config = (file: string) => place.read(join(place.home, file));
const backups = async () => (await place.json<{ backups: Backup[] }>(["backup", "list"])).backups;

/** Large enough that a copy of it takes a moment. */
async function fillStore(): Promise<void> {
  await appendEvents();
  await collectGarbage(); // the connection locks the file until its statements were collected
}

async function appendEvents(): Promise<void> {
  mkdirSync(dirname(storeFile(place)), { recursive: true, mode: 0o700 });
  const { store } = EmbeddedStore.open({ file: storeFile(place), capture, recover });
  const text = { tool_name: "Bash", output_summary: "x".repeat(400) };
  await store!.append(Array.from({ length: 4_000 }, (_, n) => eventRecord("PostToolUse", text, { at: START + n })));
  await store!.size();
  await store!.close();
}

/** Closes the terminal of a command as soon as a file of that name is there. Returns the exit code. */
async function closedWhile(args: readonly string[], folder: string, name: RegExp): Promise<number> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const terminal = new MenuTerminal(place, { program: [process.execPath, PROGRAM, ...args] });
  const watcher = watch(folder, (_, file) => {
    if (name.test(String(file))) terminal.hangUp();
  });
  const { code } = await terminal.ended;
  watcher.close();
  return code;
}

/** As a program that a signal ended, or that ended in an orderly way; not one that aborted. */
const HANGUP = [0, 129, -1];

describe("a pipe whose reader has gone", () => {
  const unread = (args: readonly string[], redirected: string) => {
    const line = `"$0" "$@" ${redirected} | true; echo "\${PIPESTATUS[0]}"`;
    const options = { cwd: place.project, env: place.env, encoding: "utf8" } as const;
    return spawnSync("bash", ["-c", line, process.execPath, PROGRAM, ...args], options);
  };

  it.each([
    ["stdout", ""],
    ["stdout and stderr", "2>&1"],
  ])("%s: setup does all its steps", async (_, redirected) => {
    const { stdout, stderr } = unread(["setup", "claude-code", "codex", "--yes"], redirected);
    expect({ stdout, stderr }).toEqual({ stdout: "0\n", stderr: "" });
    expect(config(CLAUDE)).toContain("launch claude-code PreToolUse");
    expect(config(CODEX)).toContain("launch codex PreToolUse");
    expect((await place.list()).map(({ id }) => id)).toContain("protect-commands");
  });

  it("stdout: uninstall --purge does all its steps", async () => {
    await place.run(["install", "claude-code", "codex"]);
    await place.hook("PreToolUse", bash("ls"));
    await place.run(["sessions"]);
    expect(unread(["uninstall", "--purge"], "2>&1").stdout).toBe("0\n");
    expect([config(CLAUDE), config(CODEX)]).toEqual(["", ""]);
    expect(existsSync(join(place.data, "launch"))).toBe(false);
    expect(await backups()).toHaveLength(1);
  });

  it("a command that follows something ends in an orderly way", async () => {
    await place.hook("PreToolUse", bash("ls"));
    const child = spawn(process.execPath, [PROGRAM, "log", "-f"], { cwd: place.project, env: place.env });
    let errors = "";
    child.stderr.on("data", (data) => {
      errors += String(data);
    });
    await once(child.stdout, "data");
    child.stdout.destroy();
    const ended = once(child, "exit");
    while (child.exitCode === null) await Promise.race([ended, place.hook("PreToolUse", bash("ls"))]);
    expect({ code: child.exitCode, errors }).toEqual({ code: 0, errors: "" });
  });

  it("a command that cannot print its result on a full disk says so by its exit code", () => {
    const line = '"$0" "$@" > /dev/full';
    const options = { cwd: place.project, env: place.env, encoding: "utf8" } as const;
    const ran = spawnSync("sh", ["-c", line, process.execPath, PROGRAM, "agents"], options);
    expect(ran.status).toBe(1);
    expect(ran.stderr).toMatch(/^snaphook: the output could not be written: ENOSPC/);
  });
});

describe("a terminal that is closed", () => {
  it("backup: it is made all the same", async () => {
    await fillStore();
    const folder = join(place.data, "backups");
    expect(HANGUP).toContain(await closedWhile(["backup"], folder, /partial/));
    expect(await backups()).toMatchObject([{ counts: { events: 4_000 } }]);
  });

  it("uninstall --purge: all its steps are done", async () => {
    await fillStore();
    await place.run(["install", "claude-code", "codex"]);
    expect(HANGUP).toContain(await closedWhile(["uninstall", "--purge"], join(place.data, "backups"), /partial/));
    expect([config(CLAUDE), config(CODEX)]).toEqual(["", ""]);
    expect(existsSync(join(place.data, "launch"))).toBe(false);
    expect(await backups()).toHaveLength(1);
  });

  it("restore: nothing is changed before the code was typed, and nothing is left", async () => {
    await fillStore();
    const { file } = await place.json<Backup>(["backup"]);
    const store = dirname(storeFile(place));
    expect([1, 129, -1]).toContain(await closedWhile(["restore", file], store, /restoring/));
    expect(readdirSync(store).filter((name) => /restor/.test(name))).toEqual([]);
  });

  it("restore, scripted: it is done", async () => {
    await fillStore();
    const { file } = await place.json<Backup>(["backup"]);
    await place.hook("PreToolUse", bash("ls"));
    expect((await place.json<Backup>(["backup"])).counts.events).toBe(4_001);
    place.permitScripts("restore");
    const store = dirname(storeFile(place));
    expect(HANGUP).toContain(await closedWhile(["restore", file], store, /restoring/));
    expect(readdirSync(store).filter((name) => name.includes("before-restore"))).toHaveLength(1);
    expect((await place.json<Backup>(["backup"])).counts.events).toBe(4_000);
  });

  it("a command that only shows something ends, and does not abort", async () => {
    await place.hook("PreToolUse", bash("ls"));
    const terminal = new MenuTerminal(place, { program: [process.execPath, PROGRAM, "log", "-f"] });
    await terminal.until(/claude-code/);
    terminal.hangUp();
    expect(HANGUP).toContain((await terminal.ended).code);
  });

  it("a question is not answered by it", async () => {
    const terminal = new MenuTerminal(place, { program: [process.execPath, PROGRAM, "setup", "claude-code"] });
    await terminal.until(/Type yes to continue/);
    terminal.hangUp();
    expect([1, 129, -1]).toContain((await terminal.ended).code);
    expect(config(CLAUDE)).toBe("");
  });
});

it("a command whose stdout is closed from the start does what it does", async () => {
  const line = 'exec "$0" "$@" >&- 2>&-';
  const child = spawn("sh", ["-c", line, process.execPath, PROGRAM, "install", "claude-code"], {
    cwd: place.project,
    env: place.env,
    stdio: "ignore",
  });
  expect(await once(child, "close")).toEqual([0, null]);
  expect(config(CLAUDE)).toContain("launch claude-code PreToolUse");
});
