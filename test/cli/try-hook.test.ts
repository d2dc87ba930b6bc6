import { chmodSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FAILURE_HINTS } from "../../src/core/decision/failure.js";
import { bash, ProgramPlace } from "../support/program.js";

interface Tried {
  readonly ok: boolean;
  readonly exit_code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly error: string | null;
}

function placeWith(hook: object): ProgramPlace {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "x", ...hook }] } });
  return place;
}

const test = (place: ProgramPlace, args: string[] = []) =>
  place.run(["test", "--id", "x", "--payload", "-", ...args], { input: bash("ls") });

describe("test", () => {
  it.each([0, 1, 2, 7, 126, 127])("OB-07 ends with the hook's own code %d and prints the five keys", async (code) => {
    const place = placeWith({ command: `cat > got.json; echo out; echo err >&2; exit ${code}` });
    const ran = await test(place, ["--json"]);
    expect(ran.code).toBe(code);
    const tried = JSON.parse(ran.stdout) as Tried;
    expect(Object.keys(tried)).toEqual(expect.arrayContaining(["ok", "exit_code", "stdout", "stderr", "error"]));
    expect(tried).toMatchObject({ exit_code: code, stdout: "out\n", stderr: "err\n", ok: code === 0 || code === 2 });
    expect(tried.error === null).toBe(tried.ok);
    expect(JSON.parse(place.read("got.json"))).toMatchObject({ hook_event_name: "PreToolUse", ...bash("ls") });
  });

  it("OB-07 prints the same for people", async () => {
    const ran = await test(placeWith({ command: "echo out; exit 3" }));
    expect(ran.code).toBe(3);
    expect(ran.stdout).toMatch(/^ok +false\nexit_code +3\nstdout +out\nstderr +\nerror +exit: it exited with code 3\n/);
  });

  it("judges by the project's root, also in a folder below it, as an agent's call does", async () => {
    const place = placeWith({ builtin: "protect-paths", options: { deny: ["infra/**"] } });
    place.write(".git/HEAD", "");
    place.write("packages/api/a.txt", "");
    const input = { tool_name: "Write", tool_input: { file_path: "../../infra/main.tf", content: "" } };
    const cwd = place.path("packages/api");
    const args = ["test", "--id", "x", "--payload", "-"];
    expect(await place.json(args, { cwd, input })).toMatchObject({ answer: { verdict: "deny" } });
  });

  it("OB-07 reports what has no exit code with 1: a timeout, a broken guard", async () => {
    const slow = await test(placeWith({ command: "sleep 30", timeoutMs: 200 }), ["--json"]);
    expect(slow.code).toBe(1);
    expect(JSON.parse(slow.stdout)).toMatchObject({
      ok: false,
      exit_code: null,
      error: "timeout: it did not answer within 200 ms",
    });
    const broken = await test(placeWith({ guard: true, matcher: "(", command: "touch ran.txt" }), ["--json"]);
    expect(broken.code).toBe(1);
    expect(JSON.parse(broken.stdout)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^broken: .*not a valid pattern/),
    });
  });

  it("OB-07 runs a function of a code config, and ends one that never answers", async () => {
    const place = new ProgramPlace();
    place.writeUser(
      "snaphook.config.ts",
      `export default [
        { id: "x", event: "PreToolUse", run: () => ({ verdict: "deny", reason: "no" }) },
        { id: "never", event: "PreToolUse", timeoutMs: 200, run: () => new Promise(() => {}) },
      ];`,
    );
    const ran = await test(place, ["--json"]);
    expect(ran.code).toBe(0);
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: true, answer: { verdict: "deny", reason: "no" } });
    const never = await place.run(["test", "never", "--payload", "-", "--json"], { input: bash("ls") });
    expect(never.code).toBe(1);
    expect(JSON.parse(never.stdout)).toMatchObject({ ok: false, error: "timeout: it did not answer within 200 ms" });
  });

  it("refuses what may not run, and what is not there", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook/hooks.json", { hooks: { PreToolUse: [{ id: "x", command: "touch ran.txt" }] } });
    const untrusted = await test(place);
    expect(untrusted.code).toBe(2);
    expect(untrusted.stderr).toMatch(/HOOK_REFUSED: "x" cannot run: not approved yet: review it with `snaphook trust`/);
    expect(place.has("ran.txt")).toBe(false);
    expect((await place.run(["test", "y", "--payload", "-"], { input: "{}" })).stderr).toMatch(
      /No hook "y" applies here/,
    );
  });
});

describe("failures", () => {
  it("OB-06 have words and a hint of their own: not found, bad JSON, timeout, not executable", async () => {
    const place = new ProgramPlace();
    chmodSync(place.write("forbidden.sh", "#!/bin/sh\n"), 0o644);
    const commands = {
      "not-found": "./missing.sh",
      "bad-json": `echo '{"decision": '`,
      timeout: "sleep 30",
      "not-executable": "./forbidden.sh",
    };
    const hooks = Object.entries(commands).map(([id, command]) => ({
      id,
      event: "PreToolUse",
      guard: true,
      command,
      matcher: id,
      timeoutMs: 300,
    }));
    place.writeUser("hooks.json", { hooks });
    const reasons = await Promise.all(
      (Object.keys(commands) as (keyof typeof commands)[]).map(async (tool_name) => {
        const fired = await place.fire("PreToolUse", { tool_name, tool_input: {} });
        expect(fired).toMatchObject({
          decision: "deny",
          hooks: [{ id: tool_name, outcome: "failed", cause: tool_name }],
        });
        expect(fired.reason).toContain(FAILURE_HINTS[tool_name]);
        return fired.reason;
      }),
    );
    expect(new Set(reasons).size).toBe(4);
    await place.hook("PreToolUse", { tool_name: "not-executable", tool_input: {} });
    expect(JSON.parse(place.read(`${place.state}/hooks.log`))).toMatchObject({
      hooks: [{ id: "self-protection" }, { id: "not-executable", cause: "not-executable", answered: "deny" }],
    });
  });
});
