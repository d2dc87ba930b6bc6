import { describe, expect, it } from "vitest";
import { bash, ProgramPlace, says } from "../support/program.js";

describe("validate", () => {
  it("EV-20 names file, line and field of an Opta event that does not exist", async () => {
    const place = new ProgramPlace();
    const file = place.write(".opta/config.json", {
      hooks: [
        { event: "tool.pre", command: "true" },
        { event: "invalid", command: "true" },
      ],
    });
    const ran = await place.run(["validate", file]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/\.opta\/config\.json:\d+:\d+: error \w+ at hooks\[1\]\.event: .*tool\.pre/);
    expect(ran.stdout).toMatch(/^not ok: 1 hooks? in 1 file, 1 error/);
    place.write(".opta/config.json", {
      hooks: ["prompt.pre", "stop", "turn.done"].map((event) => ({ event, command: "true" })),
    });
    expect(await place.validate([file])).toMatchObject({ valid: true, hooks: 3, findings: [] });
  });

  it("EV-22 takes all names of Arawn's rewrite, and only warns of others", async () => {
    const names = [
      "PreToolUse",
      "PostToolUse",
      "PostToolUseFailure",
      "PermissionRequest",
      "PermissionDenied",
      "UserPromptSubmit",
      "Notification",
      "SessionStart",
      "SessionEnd",
      "Stop",
      "StopFailure",
      "SubagentStart",
      "SubagentStop",
      "PreCompact",
      "PostCompact",
      "Setup",
      "WorktreeCreate",
      "WorktreeRemove",
      "CwdChanged",
      "FileChanged",
      "TeammateIdle",
      "TaskCreated",
      "TaskCompleted",
      "Elicitation",
      "ElicitationResult",
      "PromptInjectionVerdict",
    ];
    const place = new ProgramPlace();
    const hooks = Object.fromEntries(
      [...names, "Frobnicate"].map((name) => [name, [{ hooks: [{ type: "command", command: "true" }] }]]),
    );
    const file = place.write(".arawn/settings.json", { hooks });
    const report = await place.validate([file, "--dialect", "arawn2"]);
    expect(report).toMatchObject({ valid: true, hooks: 26 });
    expect(report.findings).toMatchObject([
      { code: "EVENT_UNKNOWN", severity: "warning", field: "hooks.Frobnicate[0].hooks[0]" },
      { code: "PERMISSION_UNGUARDED", severity: "warning" },
    ]);
  });

  it("MA-08 exits with 1 for an invalid pattern; the observer is off and the guard answers its contract", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: [
        { id: "watch", event: "PreToolUse", matcher: "[invalid", command: "touch ran.txt" },
        {
          id: "guard",
          event: "PreToolUse",
          matcher: "[invalid",
          guard: true,
          onFailure: "ask",
          command: "touch ran.txt",
        },
        { id: "fine", event: "PreToolUse", matcher: "Bash", command: "true" },
      ],
    });
    const ran = await place.run(["validate"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr.match(/error MATCHER_INVALID at hooks\[\d\]\.matcher/g)).toHaveLength(2);
    const decision = await place.fire("PreToolUse", bash("ls"));
    expect(decision).toMatchObject({ decision: "ask", decidedBy: { hook: "guard" } });
    expect(decision.hooks.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["fine", "none"],
      ["guard", "failed"],
    ]);
    expect(place.has("ran.txt")).toBe(false);
  });

  it.each([
    ["claude", ".claude/settings.json", "file_*", "MATCHER_LOOKS_LIKE_GLOB"],
    ["claude", ".claude/settings.json", "*.ts", "MATCHER_LOOKS_LIKE_GLOB"],
    ["arawn2", ".arawn/settings.json", ".*", "MATCHER_LOOKS_LIKE_REGEX"],
    ["arawn2", ".arawn/settings.json", "^shell$", "MATCHER_LOOKS_LIKE_REGEX"],
  ])("MA-09 warns in %s (%s) of the matcher %s: %s", async (dialect, path, matcher, code) => {
    const place = new ProgramPlace();
    const file = place.write(path, {
      hooks: { PreToolUse: [{ matcher, hooks: [{ type: "command", command: "true" }] }] },
    });
    const { findings } = await place.validate([file, "--dialect", dialect]);
    expect(findings).toContainEqual(
      expect.objectContaining({ code, line: expect.any(Number), field: expect.stringContaining("matcher") }),
    );
    expect((await place.run(["validate", file, "--dialect", dialect, "--strict"])).code).toBe(1);
  });

  it("CF-09 takes a missing file, one without hooks and a malformed one without a crash", async () => {
    const place = new ProgramPlace();
    expect(await place.run(["validate"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("0 hooks in 0 files"),
    });
    place.writeUser("hooks.json", {});
    expect(await place.validate()).toMatchObject({ valid: true, hooks: 0, findings: [] });
    expect(await place.fire("PreToolUse", bash("ls"))).toMatchObject({ decision: "none" });
    place.writeUser("hooks.json", "{ not json"); // once a config without guards
    const report = await place.validate();
    expect(report).toMatchObject({ valid: false, hooks: 0 });
    expect(new Set(report.findings.map(({ code }) => code))).toEqual(new Set(["CONFIG_SYNTAX"]));
    expect(await place.fire("PreToolUse", bash("ls"))).toMatchObject({ decision: "none" });
  });

  it("CF-17 skips a bad file and a second use of an id, says why, and counts the rest", async () => {
    const place = new ProgramPlace();
    for (const id of ["a", "b", "c"])
      place.writeUser(`hooks.d/${id}.json`, { id, event: "Stop", command: `echo ${id}` });
    expect((await place.run(["validate"])).stdout).toMatch(/^ok: 3 hooks in 3 files/);
    await place.fire("PreToolUse", bash("ls")); // no guards were ever there
    place.writeUser("hooks.d/b.json", "{");
    place.writeUser("hooks.json", {
      hooks: {
        Stop: [
          { id: "x", command: "true" },
          { id: "x", command: "false" },
        ],
      },
    });
    const ran = await place.run(["validate"]);
    expect(ran).toMatchObject({ code: 1, stdout: expect.stringMatching(/^not ok: 3 hooks in 4 files, \d errors/) });
    expect(ran.stderr).toMatch(/hooks\.d\/b\.json:1:\d+: error CONFIG_SYNTAX/);
    expect(ran.stderr).toMatch(/hooks\.json: error CONFIG_DUPLICATE_ID: skipped a second hook with the id "x"/);
    expect((await place.list()).map(({ id }) => id)).toEqual(["x", "a", "c"]);
  });

  it("does not call a project invalid because nobody has approved it yet", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook/hooks.json", { hooks: { Stop: [{ command: "true" }] } });
    place.write("snaphook.config.ts", "export default { hooks: [] };");
    expect(await place.run(["validate", "--strict"])).toMatchObject({ code: 0, stderr: "" });
  });

  it("finds the same problems again in code that was built before", async () => {
    const place = new ProgramPlace();
    place.writeUser(
      "snaphook.config.ts",
      `export default [{ event: "PreTolUse", run() {} }, { id: "ok", event: "Stop", run() {} }];`,
    );
    for (const _ of [1, 2]) {
      const report = await place.validate();
      expect(report).toMatchObject({ valid: false, hooks: 1 });
      expect(report.findings).toMatchObject([
        { code: "EVENT_UNKNOWN", field: "hooks[0]", message: expect.stringContaining('Did you mean "PreToolUse"') },
      ]);
    }
  });

  it("checks a guard with a wrong field as what it is: a guard that answers its contract", async () => {
    const place = new ProgramPlace();
    const guard = { event: "PreToolUse", guard: true, command: says("allow", "fine") };
    place.writeUser("hooks.json", { hooks: [{ ...guard, id: "g", onFailure: "explode" }] });
    expect((await place.run(["validate"])).stderr).toMatch(
      /hooks\.json:\d+:\d+: error CONFIG_TYPE at hooks\[0\]\.onFailure/,
    );
    expect(await place.fire("PreToolUse", bash("ls"), ["--presence", "headless"])).toMatchObject({ decision: "deny" });
    expect(await place.fire("PreToolUse", bash("ls"), ["--presence", "interactive"])).toMatchObject({
      decision: "ask",
    });
    place.writeUser("hooks.json", { hooks: [{ ...guard, id: "g", guard: "yes" }] });
    expect(await place.fire("PreToolUse", bash("ls"))).toMatchObject({ decision: "deny" });
  });
});
