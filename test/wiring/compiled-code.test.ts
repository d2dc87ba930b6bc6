import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { bash, ProgramPlace } from "../support/program.js";

let place: ProgramPlace;
let copy: string;
let compiled: string;
beforeEach(async () => {
  place = new ProgramPlace();
  place.writeUser("hooks.json", { version: 1, hooks: { PreToolUse: [{ id: "g", guard: true, command: "exit 2" }] } });
  await place.run(["install", "claude-code"]);
  copy = join(place.data, "versions", readdirSync(join(place.data, "versions"))[0]!);
  compiled = join(copy, "compiled");
});

function reasonGiven(command = join(place.data, "launch"), ...args: string[]): string {
  const payload = JSON.stringify({ session_id: "s", cwd: place.project, ...bash("make") });
  const options = { cwd: place.project, env: { ...place.env, SNAPHOOK_DAEMON: "off" }, input: payload };
  const { stdout, stderr } = spawnSync(command, [...args, "claude-code", "PreToolUse"], {
    ...options,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason;
}

function run(command: string) {
  const options = { cwd: place.project, env: place.env };
  return spawnSync(process.execPath, [join(copy, "dist/snaphook.cjs"), command], options);
}

const REASON = 'Hook "g" blocked this and gave no reason.';
const files = () => readdirSync(compiled).map((name) => join(compiled, name));

describe("the compiled code beside the program", () => {
  it("is made by the first call and used by the next, for nobody else to read", () => {
    expect([reasonGiven(), reasonGiven()]).toEqual([REASON, REASON]);
    const made = files().map((file) => ({ file, mode: statSync(file).mode & 0o777 }));
    expect(made.length).toBeGreaterThan(5);
    expect(new Set(made.map(({ mode }) => mode))).toEqual(new Set([0o600]));
    // A later call may need more code, such as for files that were written just before.
    const isUsed = () => {
      const before = files().map((file) => statSync(file).mtimeMs);
      expect(reasonGiven()).toBe(REASON);
      return files().every((file, at) => statSync(file).mtimeMs === before[at]);
    };
    expect([isUsed, isUsed, isUsed].some((call) => call())).toBe(true);
  });

  it("is kept where a link leads to the copy", () => {
    symlinkSync(copy, join(place.root, "link"));
    expect(reasonGiven(process.execPath, join(place.root, "link/dist/snaphook.cjs"), "hook")).toBe(REASON);
    expect(files().length).toBeGreaterThan(5);
  });

  it("is made anew when a byte of it has changed, it was cut off, or is of something else", () => {
    reasonGiven();
    const intact = new Map(files().map((file) => [file, readFileSync(file)]));
    const damages: ((bytes: Buffer) => Buffer)[] = [
      (bytes) => Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 0x55 : byte))),
      (bytes) => bytes.subarray(0, bytes.length >> 1),
      () => Buffer.from("nothing of ours"),
    ];
    for (const damage of damages) {
      for (const [file, bytes] of intact) writeFileSync(file, damage(bytes));
      expect(reasonGiven()).toBe(REASON);
      const event = files().find((file) => /\/hook-event-/.test(file))!;
      expect(readFileSync(event).length).toBeGreaterThan(10_000);
    }
  });

  it("is not used for a source that has changed, though it is as long", () => {
    reasonGiven();
    for (const name of readdirSync(join(copy, "dist/bin"))) {
      const chunk = join(copy, "dist/bin", name);
      writeFileSync(chunk, readFileSync(chunk, "utf8").replace("gave no reason", "gave NO reason"));
    }
    expect(reasonGiven()).toBe(REASON.replace("no", "NO"));
  });

  it("is done without where it cannot be kept", () => {
    rmSync(compiled, { recursive: true });
    writeFileSync(compiled, "a file in the way");
    expect(reasonGiven()).toBe(REASON);
    rmSync(compiled);
    expect([reasonGiven(), files().length > 5, statSync(compiled).mode & 0o777]).toEqual([REASON, true, 0o700]);
  });

  it("is neither read nor kept where others may write", () => {
    reasonGiven();
    const event = files().find((file) => /\/hook-event-/.test(file))!;
    writeFileSync(event, "whatever another user left here");
    chmodSync(compiled, 0o770);
    expect(reasonGiven()).toBe(REASON);
    expect(readFileSync(event, "utf8")).toBe("whatever another user left here");
  });

  it("is kept for each command by itself, and for none that does not exist", () => {
    expect([run("list").status, run("lost").status]).toEqual([0, 2]);
    const kinds = () => new Set(readdirSync(compiled).map((name) => name.split("-")[0]));
    expect(kinds()).toEqual(new Set(["list"]));
    reasonGiven();
    expect(kinds()).toEqual(new Set(["list", "hook"]));
  });

  it("does not keep a changed code config from being built", async () => {
    const config = (reason: string) =>
      `import { defineConfig, defineHook, deny } from "snaphook";
      export default defineConfig({
        hooks: [defineHook({ id: "g", event: "PreToolUse", guard: true, run: () => deny("${reason}") })],
      });`;
    place.writeUser("hooks.json", { version: 1, hooks: {} });
    for (const reason of ["First.", "Second.", "Third."]) {
      place.writeUser("snaphook.config.ts", config(reason));
      expect((await place.run(["validate"])).code).toBe(0);
      expect(reasonGiven()).toBe(reason);
    }
  });

  it("comes to hold what later calls needed, too", () => {
    const started = () =>
      spawnSync(join(place.data, "launch"), ["claude-code", "SessionStart"], {
        cwd: place.project,
        env: { ...place.env, SNAPHOOK_DAEMON: "off" },
        input: JSON.stringify({
          session_id: "s",
          cwd: place.project,
          hook_event_name: "SessionStart",
          source: "startup",
        }),
      });
    expect(started().status).toBe(0);
    const event = files().find((file) => /\/hook-event-/.test(file))!;
    const first = statSync(event).size;
    // One in sixteen looks.
    for (let calls = 0; statSync(event).size === first && calls < 400; calls++) reasonGiven();
    expect(statSync(event).size).toBeGreaterThan(first);
  });
});
