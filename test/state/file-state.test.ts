import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHooks, forceContinue } from "../../src/index.js";
import { FileState } from "../../src/runtime/platform/file-state.js";
import { bundleModule } from "../support/bundle-module.js";
import { tempFolder } from "../support/real-engine.js";

const fileOf = (folder: string, key: string) =>
  join(folder, `${createHash("sha256").update(key).digest("hex").slice(0, 32)}.json`);
/** Also for root, who may write to any folder that is one. */
const UNWRITABLE = "/dev/null/state";
const add = (old: unknown) => (typeof old === "number" ? old : 0) + 1;

/** Processes that all count up one key at the same moment. */
async function countTogether(folder: string, processes: number, times: number): Promise<void> {
  const module = await bundleModule("runtime/platform/file-state.ts", folder);
  const script = join(folder, "count.mjs");
  writeFileSync(
    script,
    `import { FileState } from ${JSON.stringify(module)};
     const state = new FileState(${JSON.stringify(join(folder, "state"))}, { holderMs: 120_000, allMs: 240_000 });
     process.stdout.write("ready");
     process.stdin.once("data", async () => {
       for (let i = 0; i < ${times}; i++) await state.update("k", (old) => (typeof old === "number" ? old : 0) + 1);
       process.exit(0);
     });`,
  );
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] }),
  );
  await Promise.all(children.map((child) => new Promise((done) => child.stdout!.once("data", done))));
  const ended = children.map((child) => new Promise((done) => child.once("exit", done)));
  for (const child of children) child.stdin!.write("go");
  expect(await Promise.all(ended)).toEqual(children.map(() => 0));
}

describe("processes that share a key", () => {
  it("lose no update", async () => {
    const folder = tempFolder();
    await countTogether(folder, 6, 20);
    expect(await new FileState(join(folder, "state")).read("k")).toBe(120);
  });

  it("break a lock that a dead process left, and lose no update over it", async () => {
    const folder = tempFolder();
    const lock = `${fileOf(join(folder, "state"), "k")}.lock`;
    mkdirSync(join(folder, "state"));
    for (const age of [60, -3600]) {
      writeFileSync(lock, "");
      utimesSync(lock, Date.now() / 1000 - age, Date.now() / 1000 - age);
      await countTogether(folder, 6, 15);
      expect(existsSync(lock)).toBe(false);
    }
    expect(await new FileState(join(folder, "state")).read("k")).toBe(180);
    expect(readdirSync(join(folder, "state"))).toHaveLength(1);
  });
});

describe("a store in a bad way", () => {
  it("a lock that somebody holds costs a moment, then the event goes on without the mark", async () => {
    const folder = tempFolder();
    const state = new FileState(folder);
    await state.update("k", () => 5);
    writeFileSync(`${fileOf(folder, "k")}.lock`, "");
    expect(await state.update("k", add)).toBe(6);
    expect(await state.read("k")).toBe(5);
  });

  it("an update that changes nothing neither waits for a lock nor writes, but shows once an hour that the key is in use", async () => {
    const folder = tempFolder();
    const state = new FileState(folder, { holderMs: 600_000, allMs: 600_000 });
    await state.update("k", () => ({ n: 5 }));
    const file = fileOf(folder, "k");
    const written = statSync(file).ino;
    writeFileSync(`${file}.lock`, "");
    expect(await state.update("k", (old) => old)).toEqual({ n: 5 });
    rmSync(`${file}.lock`);
    expect(statSync(file).ino).toBe(written);
    utimesSync(file, 1, 1);
    expect(await state.update("k", (old) => old)).toEqual({ n: 5 });
    expect(await state.sweep(60_000)).toBe(0);
    expect(await state.read("k")).toEqual({ n: 5 });
  });

  it.each([
    ["damaged", '{"format": 1, "key": "k", "val'],
    ["empty", ""],
    ["of another version", '{"format": 99, "key": "k", "value": 7}'],
    ["of another shape", "[1, 2]"],
  ])("a file that is %s counts as absent and is replaced", async (_what, text) => {
    const folder = tempFolder();
    const state = new FileState(folder);
    writeFileSync(fileOf(folder, "k"), text);
    expect(await state.read("k")).toBeUndefined();
    expect(await state.update("k", add)).toBe(1);
    expect(await state.read("k")).toBe(1);
  });

  it("a folder that cannot be written to throws nothing", async () => {
    const file = join(tempFolder(), "file");
    writeFileSync(file, "");
    for (const folder of [UNWRITABLE, join(file, "inside")]) {
      const state = new FileState(folder);
      expect(await state.update("k", add)).toBe(1);
      expect(await state.update("k", () => undefined)).toBeUndefined();
      expect(await state.read("k")).toBeUndefined();
      expect(await state.sweep(0)).toBe(0);
    }
  });

  it("a folder in the place of a file costs the mark, not the event", async () => {
    const folder = tempFolder();
    mkdirSync(fileOf(folder, "k"));
    const state = new FileState(folder);
    expect(await state.update("k", add)).toBe(1);
    expect(await state.read("k")).toBeUndefined();
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("an engine over such a store still decides", async () => {
    const hooks = createHooks({ state: new FileState(UNWRITABLE) });
    hooks.on("Stop", { once: true }, () => forceContinue("not yet"));
    expect((await hooks.fire("Stop", { session_id: "s" })).forceContinue?.value.reason).toBe("not yet");
  });

  it("a sweep takes old locks and half-written files along", async () => {
    const folder = tempFolder();
    const state = new FileState(folder);
    await state.update("new", () => 1);
    for (const name of ["a.json", "a.json.lock", "a.json.0a.tmp"]) {
      writeFileSync(join(folder, name), "");
      utimesSync(join(folder, name), 1, 1);
    }
    expect(await state.sweep(3_600_000)).toBe(3);
    expect(await state.read("new")).toBe(1);
  });
});

describe("names that others chose", () => {
  it.each(["../../x", "..", ".", "/etc/passwd", "a/../../b", "C:\\x", "\0", "x".repeat(10_000)])(
    "SE-11 a session called %j writes nothing outside its folder",
    async (session_id) => {
      const top = tempFolder();
      const folder = join(top, "a/b/state");
      const hooks = createHooks({ state: new FileState(folder) });
      hooks.on("Stop", { id: session_id, once: true, runWhenActive: true }, () => forceContinue("not yet"));
      await hooks.fire("Stop", { session_id, agent_id: session_id, turn_id: session_id });
      const written = readdirSync(top, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      expect(written.length).toBe(2);
      for (const entry of written) {
        expect(entry.parentPath).toBe(folder);
        expect(entry.name).toMatch(/^[0-9a-f]{32}\.json$/);
        expect(statSync(join(entry.parentPath, entry.name)).mode & 0o777).toBe(0o600);
        expect(JSON.parse(readFileSync(join(entry.parentPath, entry.name), "utf8")).format).toBe(1);
      }
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    },
  );
});
