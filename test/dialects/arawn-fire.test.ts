import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ArawnPlace, bash, group } from "../support/arawn-plugins.js";
import { fencedTexts } from "../support/fenced-texts.js";

const LS = bash("ls -la");

describe("arawn hooks as processes", () => {
  it.each([
    ["exit 0", "none", undefined],
    ["exit 1", "deny", undefined],
    ["exit 2", "deny", undefined],
    ["exit 3", "deny", undefined],
    ["exit 126", "none", "not-executable"],
    ["exit 127", "none", "not-found"],
    ["/nonexistent", "none", "not-found"],
    ["kill -9 $$", "none", "signal"],
  ])("OU-09 EX-20 reads `%s` before a tool as %s", async (command, verdict, cause) => {
    const place = new ArawnPlace();
    const decision = await place.fire("arawn", place.hooks({ PreToolUse: group(command) }), "PreToolUse", LS);
    expect([decision.verdict, decision.hooks[0]!.cause]).toEqual([verdict, cause]);
  });

  it.each([
    ["echo out; echo err >&2; exit 1", "out"],
    ["echo err >&2; exit 1", "err"],
    ["exit 1", "Hook blocked this and gave no reason"],
  ])("OU-10 takes the reason of `%s` from stdout, else from stderr", async (command, reason) => {
    const place = new ArawnPlace();
    const decision = await place.fire("arawn", place.hooks({ PreToolUse: group(command) }), "PreToolUse", LS);
    expect(decision).toMatchObject({ verdict: "deny", reason });
  });

  it("OU-12 EX-02 runs one after the other, and the first that blocks is the last to run", async () => {
    const place = new ArawnPlace();
    const manifest = place.hooks({
      PreToolUse: [...group("sleep 0.1; echo a >> log"), ...group("echo b >> log; exit 1"), ...group("echo c >> log")],
    });
    expect((await place.fire("arawn", manifest, "PreToolUse", LS)).verdict).toBe("deny");
    expect(place.read("plugins/p/log")).toBe("a\nb\n");
  });

  it("OU-15 joins what hooks say at the start of a session line by line", async () => {
    const place = new ArawnPlace();
    const manifest = place.hooks({
      SessionStart: [...group("echo a"), ...group("true"), ...group("echo b")],
    });
    const { context } = await place.fire("arawn", manifest, "SessionStart");
    expect(fencedTexts(context)).toEqual(["a", "b"]);
    expect(context).not.toContain("\n\n");
  });

  it.each([
    "PostToolUse",
    "SessionStart",
    "SessionEnd",
    "Stop",
    "SubagentStarted",
    "PermissionRequest",
    "UserPromptSubmit",
  ])("EX-19 EV-28 a failure on %s is on record with its code and changes nothing", async (event) => {
    const place = new ArawnPlace();
    const decision = await place.fire("arawn", place.hooks({ [event]: group("echo no; exit 3") }), event, {
      ...LS,
      prompt: "hi",
    });
    expect(decision).toMatchObject({
      verdict: "none",
      messages: [],
      hooks: [{ outcome: "failed", cause: "exit", detail: "it exited with code 3" }],
    });
    expect(decision.context).toBeUndefined();
    expect(decision.forceContinue).toBeUndefined();
    expect(decision.notes.filter(({ code }) => code === "HOOK_FAILED")).toHaveLength(1);
  });

  it("EX-08 EX-10 EX-07 ends a hook at its timeout in milliseconds, and the call passes", async () => {
    const place = new ArawnPlace();
    const manifest = place.hooks({ PreToolUse: group("sleep 60; exit 1", { timeout: 500 }) });
    const decision = await place.fire("arawn", manifest, "PreToolUse", LS);
    expect(decision).toMatchObject({
      verdict: "none",
      hooks: [{ outcome: "failed", cause: "timeout", answered: "allow" }],
    });
  });

  it("CF-32 MA-02 fires a hook for `shell` on Bash only, and shows it Arawn's names", async () => {
    const place = new ArawnPlace();
    const manifest = place.hooks({ PreToolUse: group("cat > seen", {}, { matcher: "^shell$" }) });
    await place.fire("arawn", manifest, "PreToolUse", { tool_name: "Read", tool_input: { file_path: "/a" } });
    expect(existsSync(place.path("plugins/p/seen"))).toBe(false);
    await place.fire("arawn", manifest, "PreToolUse", LS);
    expect(JSON.parse(place.read("plugins/p/seen"))).toEqual({
      tool: "shell",
      params: { command: "ls -la" },
    });
  });

  it("CF-32 a canonical name in a matcher is not one of Arawn's", async () => {
    const place = new ArawnPlace();
    const manifest = place.hooks({ PreToolUse: group("exit 1", {}, { matcher: "Bash" }) });
    expect((await place.fire("arawn", manifest, "PreToolUse", LS)).hooks).toEqual([]);
  });

  it("MA-05 a matcher on an event without a tool is ignored, whatever it says", async () => {
    const place = new ArawnPlace();
    const manifest = place.hooks({
      SessionStart: group("echo one", {}, { matcher: "resume" }),
      Stop: group("echo two", {}, { matcher: "shell", match_pattern: "git" }),
    });
    const { context } = await place.fire("arawn", manifest, "SessionStart", { source: "startup" });
    expect(fencedTexts(context)).toEqual(["one"]);
    expect((await place.fire("arawn", manifest, "Stop")).messages).toMatchObject([{ value: "two" }]);
  });

  it.each(["match_pattern", "params"])(
    "MA-11 `%s` is tested on the serialised parameters, and the tool must fit too",
    async (key) => {
      const place = new ArawnPlace();
      const manifest = place.hooks({
        PreToolUse: group("exit 1", {}, { matcher: "shell", [key]: '"command":"git (push|fetch)' }),
      });
      const verdict = async (payload: object) => (await place.fire("arawn", manifest, "PreToolUse", payload)).verdict;
      expect(await verdict(bash("git push"))).toBe("deny");
      expect(await verdict(bash("git log"))).toBe("none");
      expect(await verdict({ tool_name: "Other", tool_input: { command: "git push" } })).toBe("none");
    },
  );

  it("MA-08 MA-11 a hook with a parameter pattern that is none is off", async () => {
    const place = new ArawnPlace();
    const manifest = place.hooks({ PreToolUse: group("exit 1", {}, { match_pattern: "[invalid" }) });
    expect(place.load("arawn", manifest).findings).toMatchObject([
      { code: "MATCHER_INVALID", field: "hooks.PreToolUse[0].match_pattern" },
    ]);
    expect((await place.fire("arawn", manifest, "PreToolUse", LS)).hooks).toEqual([]);
  });

  it("EV-12 both names of the subagent event fire for one event, each with its own payload", async () => {
    const place = new ArawnPlace();
    const manifest = place.hooks({
      SubagentStart: group("cat > canonical"),
      SubagentStarted: group("cat > arawn"),
    });
    const payload = { agent_id: "a1", agent_type: "researcher", prompt: "Find papers" };
    expect((await place.fire("arawn", manifest, "SubagentStart", payload)).hooks).toHaveLength(2);
    expect(JSON.parse(place.read("plugins/p/arawn"))).toEqual({
      parent_session_id: "s1",
      subagent_name: "researcher",
      task_preview: "Find papers",
    });
    expect(JSON.parse(place.read("plugins/p/canonical"))).toMatchObject({
      hook_event_name: "SubagentStart",
      session_id: "s1",
      ...payload,
    });
  });

  it("EV-13 a subagent that failed is told apart", async () => {
    const place = new ArawnPlace();
    const manifest = place.hooks({
      SubagentCompleted: group("cat > done"),
      SubagentStop: group("touch stopped"),
    });
    const result = { agent_type: "researcher", result_preview: "gave up", duration_ms: 12, success: false };
    await place.fire("arawn", manifest, "SubagentCompleted", result);
    expect(JSON.parse(place.read("plugins/p/done"))).toEqual({
      parent_session_id: "s1",
      subagent_name: "researcher",
      result_preview: "gave up",
      duration_ms: 12,
      success: false,
    });
    expect(existsSync(place.path("plugins/p/stopped"))).toBe(false);
  });
});
