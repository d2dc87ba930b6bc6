import { spawnSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bash, expectNoStack, PROGRAM, ProgramPlace, says } from "../support/program.js";

const denies = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } };

/** A user's code config; `more` are hooks that stand before its guard. */
async function placeWithCode(more: string): Promise<ProgramPlace> {
  const place = new ProgramPlace();
  place.writeUser(
    "snaphook.config.ts",
    `import { deny } from "snaphook";
     export default [${more} { id: "guard", event: "PreToolUse", guard: true, run: () => deny("never") }];`,
  );
  expect((await place.run(["validate"])).code).toBe(0);
  return place;
}

describe("an agent's call", () => {
  it("gets exactly one JSON answer, whatever hooks print", async () => {
    const place = await placeWithCode(
      `{ event: "PreToolUse", run() { console.log("noise"); process.stdout.write("more noise\\n"); console.error("a log"); } },`,
    );
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ command: "echo plain text; echo log >&2" }] } });
    const ran = await place.run(["hook", "claude-code", "PreToolUse"], {
      input: { cwd: place.project, ...bash("ls") },
    });
    expect(JSON.parse(ran.stdout)).toMatchObject(denies);
    expect(ran.stderr).toContain("noise\nmore noise\na log\n");
    const fired = await place.fire("PreToolUse", bash("ls"));
    expect(fired.decision).toBe("deny");
  });

  it("is answered by the guards although another hook leaves a failure behind", async () => {
    const place = await placeWithCode(
      `{ event: "PreToolUse", run: () => { Promise.reject(new Error("left behind")); setTimeout(() => { throw new Error("later"); }); return new Promise((done) => setTimeout(done, 50)); } },`,
    );
    for (const args of [
      ["hook", "claude-code", "PreToolUse"],
      ["fire", "PreToolUse", "--payload", "-"],
    ]) {
      const ran = await place.run(args, { input: { cwd: place.project, ...bash("ls") } });
      expect(ran.code).toBe(0);
      expect(ran.stdout).toContain("deny");
      expect(ran.stderr).toContain("code of a hook failed outside its answer: left behind");
      expectNoStack(ran);
    }
  });

  it.skipIf(process.getuid?.() !== 0)("is answered for a user the system does not know, who has no home", () => {
    const { status, stdout } = spawnSync(process.execPath, [PROGRAM, "hook", "claude-code", "PreToolUse"], {
      cwd: "/",
      env: {},
      uid: 54_321,
      input: JSON.stringify(bash("ls")),
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, "{}"]);
  });

  it("is denied when a hook ends the process", async () => {
    const place = await placeWithCode(`{ id: "exit", event: "PreToolUse", run: () => process.exit(0) },`);
    const answer = await place.hook("PreToolUse", bash("ls"));
    expect(answer).toMatchObject(denies);
    expect(answer).toMatchObject({
      hookSpecificOutput: { permissionDecisionReason: expect.stringContaining("a hook ended the process") },
    });
  });

  it("is answered in time although a guard never answers", async () => {
    const place = await placeWithCode(
      `{ id: "never", event: "Stop", timeoutMs: 100, guard: true, run: () => new Promise(() => {}) },`,
    );
    const stopped = await place.hook("Stop", {});
    expect(stopped).not.toHaveProperty("decision");
    expect(stopped).toMatchObject({ systemMessage: expect.stringContaining('guard "never" could not run (timeout)') });
    place.writeUser(
      "snaphook.config.ts",
      `export default [{ id: "never", event: "PreToolUse", timeoutMs: 100, guard: true, run: () => new Promise(() => {}) }];`,
    );
    await place.run(["validate"]);
    expect(await place.hook("PreToolUse", bash("ls"))).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: "deny",
        permissionDecisionReason: expect.stringContaining('Guard "never" could not decide'),
      },
    });
  });

  it("uses the hooks of the folder the payload names, also a relative one or one behind a link", async () => {
    const place = new ProgramPlace();
    place.write("a/.snaphook/hooks.json", { hooks: { PreToolUse: [{ command: says("deny", "a") }] } });
    await place.trust("a");
    symlinkSync(place.path("a"), place.path("link"));
    for (const cwd of [place.path("a"), "a", place.path("link")])
      expect(await place.hook("PreToolUse", { cwd, ...bash("ls") })).toMatchObject(denies);
    for (const cwd of [place.path("b"), "", 5])
      expect(await place.hook("PreToolUse", { ...bash("ls"), cwd })).toEqual({});
  });

  it("is answered although the folder of the process is gone", () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ command: says("deny", "still here") }] } });
    const line = `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${PROGRAM}" hook claude-code PreToolUse`;
    const ran = spawnSync("sh", ["-c", line], {
      cwd: place.project,
      env: place.env,
      input: JSON.stringify(bash("ls")),
      encoding: "utf8",
    });
    expect(JSON.parse(ran.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecisionReason: "still here" } });
  });

  it("tells the person at the start of a session what does not run", async () => {
    const place = new ProgramPlace();
    const notice = async () => (await place.hook("SessionStart", { source: "startup" })) as { systemMessage?: string };
    expect(await notice()).toEqual({});
    place.write(".snaphook/hooks.json", { hooks: { Stop: [{ command: "true" }] } });
    expect(await notice()).toEqual({
      systemMessage: "Snaphook: hooks of 1 file are not approved and will not run; see `snaphook trust`.",
    });
    place.write("snaphook.config.ts", "export default [];");
    place.writeUser("hooks.json", "{");
    expect((await notice()).systemMessage).toMatch(
      /^Snaphook: hooks of 2 files are not approved .* config files have \d errors?; see `snaphook validate`\.$/,
    );
    await place.run(["deny", "."]);
    place.writeUser("hooks.json", {});
    expect(await notice()).toEqual({});
  });

  it("is logged without payloads or reasons", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "no", command: says("deny", "a secret reason") }] } });
    await place.hook("PreToolUse", bash("echo hunter2"));
    const log = place.read(`${place.state}/hooks.log`);
    expect(JSON.parse(log)).toMatchObject({
      agent: "claude-code",
      event: "PreToolUse",
      session: "s1",
      decision: "deny",
      hooks: [
        { id: "no", outcome: "deny" },
        { id: "self-protection", outcome: "skipped" },
      ],
    });
    expect(log).not.toMatch(/hunter2|secret/);
  });
});
