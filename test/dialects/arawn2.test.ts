import { describe, expect, it } from "vitest";
import { LOADERS } from "../../src/sources/dialects/_loaders.js";
import { arawn2Payload } from "../../src/sources/dialects/arawn2/payload.js";
import { ArawnPlace, bash, copySettings, group } from "../support/arawn-plugins.js";

const LS = bash("ls");
const fire = (hooks: object, event: string, payload: object = LS, place = new ArawnPlace()) =>
  place.fire("arawn2", place.settings("project", { hooks }), event, payload);

describe("arawn2 settings", () => {
  it("CF-08 reads the user's file, then the project's, and appends", async () => {
    const places = { home: "/h", configHome: "/h/.config", project: "/p" };
    expect(LOADERS["arawn2"]!.locations(places)).toEqual([
      { path: "/h/.arawn/settings.json", scope: "user" },
      { path: "/p/.arawn/settings.json", scope: "project" },
    ]);
    expect(LOADERS["arawn2"]!.detect("/p/.arawn/settings.json", {})).toBe(true);
    expect(LOADERS["arawn2"]!.detect("/p/.claude/settings.json", {})).toBe(false);
    const place = new ArawnPlace();
    const { hooks } = place.load("arawn2", ...copySettings(place));
    expect(
      hooks
        .filter(({ event }) => event === "Stop")
        .map(({ run }) => (run as { command: string }).command.includes("user")),
    ).toEqual([true, false]);
    const [user, project] = copySettings(place) as [string, string];
    const files = [
      { path: user, scope: "user" },
      { path: project, scope: "project" },
    ] as const;
    const decision = await place.fire("arawn2", [], "Stop", {}, { files });
    expect(decision.hooks.map(({ source }) => source)).toEqual(["user", "project"]);
    expect(place.read("home/order.log")).toBe("user\nproject\n");
  });

  it("EV-22 EV-05 EV-11 loads all 26 events, warns of unknown ones and goes on", () => {
    const place = new ArawnPlace();
    const names = [
      ...[
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "PermissionRequest",
        "PermissionDenied",
        "SessionStart",
        "SessionEnd",
        "Setup",
        "Stop",
      ],
      ...[
        "StopFailure",
        "UserPromptSubmit",
        "SubagentStart",
        "SubagentStop",
        "PreCompact",
        "PostCompact",
        "Notification",
        "WorktreeCreate",
      ],
      ...[
        "WorktreeRemove",
        "CwdChanged",
        "FileChanged",
        "TeammateIdle",
        "TaskCreated",
        "TaskCompleted",
        "Elicitation",
        "ElicitationResult",
        "PromptInjectionVerdict",
      ],
    ];
    const hooks = Object.fromEntries(["BeforeLunch", ...names].map((name) => [name, group("true")]));
    const loaded = place.load("arawn2", place.settings("project", { hooks }));
    expect(names).toHaveLength(26);
    expect(loaded.hooks.map(({ event }) => event)).toEqual(names);
    // Each has fields of its own: nothing of another payload is passed on.
    for (const name of names)
      expect(arawn2Payload(name, { hook_event_name: name, other: 1 })).not.toHaveProperty("other");
    expect(loaded.findings).toMatchObject([{ code: "EVENT_UNKNOWN", severity: "warning" }]);
  });

  it.each([
    ["no hooks", '{ "theme": "dark" }', "CONFIG_NOT_HOOKS"],
    ["no JSON", "not valid json {{", "CONFIG_SYNTAX"],
    ["half a file", '{"hooks": {"Stop": [{"hooks": [{"command": "true"}]}]', "CONFIG_SYNTAX"],
    ["nothing", "", "CONFIG_SYNTAX"],
  ])("CF-09 a file with %s is empty, with one finding", (_, text, code) => {
    const place = new ArawnPlace();
    const loaded = place.load("arawn2", place.settings("project", text));
    expect(loaded.hooks).toEqual([]);
    expect(loaded.findings.map((found) => found.code)).toEqual([code]);
  });

  it("EX-07 HT-06 counts seconds, waits ten by default, and skips types it does not know", () => {
    const place = new ArawnPlace();
    const hooks = {
      Stop: [{ hooks: [{ command: "a" }, { command: "b", timeout: 3 }, { type: "wasm" }, { type: "command" }] }],
    };
    const loaded = place.load("arawn2", place.settings("project", { hooks }));
    expect(loaded.hooks.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000, 3000]);
    expect(loaded.findings.map(({ code }) => code)).toEqual(["HOOK_TYPE_UNKNOWN", "HOOK_FIELD_MISSING"]);
  });
});

describe("arawn2 hooks as processes", () => {
  it.each([
    ["exit 0", "none", undefined],
    ["exit 1", "none", "exit"],
    ["exit 2", "deny", undefined],
    ["exit 3", "none", "exit"],
    ["exit 126", "none", "not-executable"],
    ["exit 127", "none", "not-found"],
    ["/nonexistent", "none", "not-found"],
    ["kill -9 $$", "none", "signal"],
  ])("OU-09 EX-20 EX-14 reads `%s` before a tool as %s", async (command, verdict, cause) => {
    const decision = await fire({ PreToolUse: group(command) }, "PreToolUse");
    expect([decision.verdict, decision.hooks[0]!.cause]).toEqual([verdict, cause]);
    expect(decision.notes.filter(({ code }) => code === "HOOK_FAILED")).toHaveLength(cause === undefined ? 0 : 1);
  });

  it.each([
    ["echo out; echo ' err ' >&2; exit 2", "err"],
    ["echo out; exit 2", "Hook blocked the operation"],
  ])("OU-10 takes the reason of `%s` from stderr only", async (command, reason) => {
    expect(await fire({ PreToolUse: group(command) }, "PreToolUse")).toMatchObject({
      verdict: "deny",
      reason,
    });
  });

  it.each([
    ["PreToolUse", "deny"],
    ["PermissionRequest", "deny"],
    ["UserPromptSubmit", "deny"],
    ["PostToolUse", "none"],
    ["SessionStart", "none"],
    ["Stop", "none"],
    ["PreCompact", "none"],
    ["TaskCreated", "none"],
  ])("EV-28 OU-09 EX-19 exit 2 on %s gives %s", async (event, verdict) => {
    const decision = await fire({ [event]: group("echo no >&2; exit 2") }, event, { ...LS, prompt: "hi" });
    expect(decision.verdict).toBe(verdict);
    expect(decision.forceContinue).toBeUndefined();
    expect(decision.hooks[0]!.outcome).toBe(verdict === "deny" ? "deny" : "failed");
  });

  it("OU-06 what a hook prints when it passes is no opinion", async () => {
    const decision = await fire({ PreToolUse: group(`echo '{"decision":"allow"}'`) }, "PreToolUse");
    expect(decision).toMatchObject({ verdict: "none", hooks: [{ outcome: "none" }], messages: [] });
  });

  it("OU-13 EX-02 runs all at once, and the first in the file gives the reason", async () => {
    const place = new ArawnPlace();
    const hooks = {
      PreToolUse: [
        ...group("until [ -e b ]; do sleep 0.02; done; echo ran > a; echo first >&2; exit 2"),
        ...group("until [ -e b ]; do sleep 0.02; done; echo warn >&2; exit 1"),
        ...group("echo ran > b; echo second >&2; exit 2"),
      ],
    };
    const decision = await fire(hooks, "PreToolUse", LS, place); // the first two end only if the third runs too
    expect(decision).toMatchObject({ verdict: "deny", reason: "first" });
    expect(decision.notes.map(({ message }) => message).join()).toContain("warn");
    expect([place.read("a"), place.read("b")]).toEqual(["ran\n", "ran\n"]);
  });

  it("EX-10 EX-08 a hook that takes too long blocks and says so", async () => {
    const decision = await fire({ PreToolUse: group("sleep 30", { timeout: 1 }) }, "PreToolUse");
    expect(decision).toMatchObject({
      verdict: "deny",
      reason: "Hook timed out after 1s: sleep 30",
      hooks: [{ cause: "timeout" }],
    });
  });

  it("EX-10 where it cannot block, a timeout blocks nothing", async () => {
    const decision = await fire({ PreCompact: group("sleep 30", { timeout: 0.2 }) }, "PreCompact", {
      trigger: "auto",
    });
    expect(decision).toMatchObject({ verdict: "none", hooks: [{ cause: "timeout", answered: "allow" }] });
  });

  it("CF-01 runs in the project with the whole payload on stdin", async () => {
    const place = new ArawnPlace();
    await fire({ PreToolUse: group("cat > seen.json") }, "PreToolUse", LS, place);
    expect(JSON.parse(place.read("seen.json"))).toEqual({
      hook_event: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "ls" },
    });
  });
});
