import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { bash, PROGRAM, ProgramPlace, says } from "../support/program.js";
import { eventually, groupMembers } from "../support/real-engine.js";

let place: ProgramPlace;
beforeEach(() => {
  place = new ProgramPlace();
});

const GUARD = {
  hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ id: "g", guard: true, command: "echo no >&2; exit 2" }] }] },
};
const CALL = { session_id: "s", tool_name: "Bash", tool_input: { command: "ls" } };

describe("an agent's call", () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("that is ended by %s ends its hooks with it", async (signal) => {
    const started = place.path("started");
    place.writeUser("hooks.json", {
      hooks: { Stop: [{ hooks: [{ command: `echo $$ > ${started}; sleep 600` }] }] },
    });
    const child = spawn(process.execPath, [PROGRAM, "hook", "claude-code", "Stop"], {
      cwd: place.project,
      env: place.env,
    });
    child.stdin.end("{}");
    await eventually("the hook runs", () => place.read(started).endsWith("\n"));
    child.kill(signal);
    await new Promise((done) => child.once("exit", done));
    await eventually("its hook is gone", () => groupMembers(Number(place.read(started))).length === 0);
  });

  it("from a folder the agent changed to is still judged by its project's guards", async () => {
    place.write(".snaphook/hooks.json", GUARD);
    mkdirSync(place.path(".git"));
    const nested = place.path("vendor/other");
    mkdirSync(join(nested, ".git"), { recursive: true });
    const { hash } = JSON.parse((await place.run(["trust", "--json"])).stdout) as { hash: string };
    await place.run(["trust", "--hash", hash]);
    for (const cwd of [nested, place.home]) {
      const input = { ...CALL, cwd };
      const told = await place.run(["hook", "claude-code", "PreToolUse"], {
        cwd,
        input,
        env: { CLAUDE_PROJECT_DIR: place.project },
      });
      expect(told.stdout, cwd).toContain('"deny"');
      const untold = await place.run(["hook", "claude-code", "PreToolUse"], { cwd, input });
      // Approved guards of a folder above hold; nothing is known of a project elsewhere.
      if (cwd === nested) expect(untold.stdout).toContain('"deny"');
      else expect(untold.stdout).toBe("{}");
    }
  });

  it("that comes from a hook of its own, over and over, is not let through", async () => {
    place.writeUser("hooks.json", GUARD);
    const ran = await place.run(["hook", "claude-code", "Stop"], { input: {}, env: { SNAPHOOK_DEPTH: "4" } });
    expect(ran.stdout).toBe("{}");
    const deep = await place.run(["hook", "claude-code", "PreToolUse"], { input: CALL, env: { SNAPHOOK_DEPTH: "5" } });
    expect(deep.stdout).toContain("endlessly");
    expect(deep.stdout).toContain('"deny"');
  });

  it("is no hook to run: our own entry in an agent's config is skipped and named", async () => {
    const file = place.write(".claude/settings.json", {
      hooks: {
        PreToolUse: [
          {
            hooks: [
              { type: "command", command: "snaphook hook claude-code PreToolUse" },
              { type: "command", command: "/data/snaphook/launch claude-code PreToolUse" },
              { type: "command", command: "true" },
            ],
          },
        ],
      },
    });
    const ran = await place.run(["list", "--config", file]);
    expect(ran.stderr).toContain("CONFIG_OWN_ENTRY");
    expect((JSON.parse((await place.run(["list", "--config", file, "--json"])).stdout) as unknown[]).length).toBe(1);
  });

  it.each([
    ["Glob", "a.ts", true],
    ["Grep", "b.ts", true],
    ["Grep", "a.ts", false],
    ["Edit", "anything", true],
  ])("a matcher of several tools with contents of their own: %s on %s → %s", async (tool_name, pattern, fits) => {
    place.writeUser("hooks.json", {
      hooks: { PreToolUse: [{ matcher: "Glob(a*)|Grep(b*)|Edit", hooks: [{ id: "m", command: "true" }] }] },
    });
    const ran = await place.run(["fire", "PreToolUse", "--payload", "-", "--json"], {
      input: { tool_name, tool_input: { pattern, file_path: pattern } },
    });
    const { hooks } = JSON.parse(ran.stdout) as { hooks: { id: string }[] };
    expect(hooks.some(({ id }) => id === "m")).toBe(fits);
  });

  it("nobody reading a command's output any more ends it, on stdout and stderr alike", async () => {
    place.write(".snaphook/hooks.json", GUARD);
    const line = `"${process.execPath}" "${PROGRAM}" trust 2>&1 </dev/null | head -1`;
    const child = spawn("/bin/sh", ["-c", line], { cwd: place.project, env: place.env, timeout: 170_000 });
    expect(await new Promise((done) => child.once("exit", done))).toBe(0);
  });

  it("OU-25 a warning lets the tool run and tells the agent", async () => {
    place.writeUser("hooks.json", {
      hooks: { PreToolUse: [{ id: "w", guard: true, command: says("warn", "the lock file is generated") }] },
    });
    expect(await place.hook("PreToolUse", bash("rm package-lock.json"))).toEqual({
      hookSpecificOutput: { hookEventName: "PreToolUse", additionalContext: "Warning: the lock file is generated" },
    });
  });

  it("advice about a call is not given if another hook denies the call", async () => {
    const write = { tool_name: "Write", tool_input: { file_path: "package-lock.json", content: "x" } };
    const late = { id: "late", matcher: "Write", guard: true };
    for (const [verdict, advised] of [
      ["allow", true],
      ["deny", false],
    ] as const) {
      const PreToolUse = [{ builtin: "protect-paths" }, { ...late, command: says(verdict, "so it is") }];
      place.writeUser("hooks.json", { hooks: { PreToolUse } });
      const { hookSpecificOutput } = (await place.hook("PreToolUse", write)) as { hookSpecificOutput: object };
      expect(hookSpecificOutput).toMatchObject({ permissionDecision: verdict });
      expect("additionalContext" in hookSpecificOutput, verdict).toBe(advised);
    }
  });
});
