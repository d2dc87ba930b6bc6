import { describe, expect, it } from "vitest";
import { ArawnPlace, bash, copySettings, group } from "../support/arawn-plugins.js";

const tool = (tool_name: string, tool_input: object = {}) => ({ tool_name, tool_input });

async function ran(matcher: string, event: string, payload: object): Promise<boolean> {
  const place = new ArawnPlace();
  const settings = place.settings("project", { hooks: { [event]: group("true", {}, { matcher }) } });
  return (await place.fire("arawn2", settings, event, payload)).hooks.length > 0;
}

describe("arawn2 matchers", () => {
  it.each([
    ["", tool("Read"), true],
    ["*", tool("Read"), true],
    ["Bash", bash("ls"), true],
    ["Bash", tool("Edit"), false],
    ["Edit", tool("MultiEdit"), false],
    ["Bash|Edit|Write", tool("Write"), true],
    ["Bash|Edit|Write", tool("Read"), false],
    ["file_*", tool("file_read"), true],
    ["file_*", tool("shell"), false],
    ["*Edit", tool("MultiEdit"), true],
    ["Rea?", tool("Read"), true],
    ["Rea?", tool("Reads"), false],
    ["mcp__*", tool("mcp__mem__save"), true],
    ["Bash(git *)", bash("git push origin main"), true],
    ["Bash(git *)", bash("rm -rf /"), false],
    ["Bash(git *)", tool("Edit", { file_path: "git push" }), false],
    ["Edit(*.rs)", tool("Edit", { file_path: "/src/deep/main.rs" }), true],
    ["Edit(*.rs)", tool("Edit", { file_path: "/src/main.py" }), false],
    ["Bash|Edit(*.rs)", bash("rustfmt main.rs"), true],
    ["Bash|Edit(*.rs)", tool("Read", { file_path: "main.rs" }), false],
    ["Bash(echo foo(bar))", bash("echo foo(bar)"), true],
    ["Bash(echo foo(bar))", bash("echo foobar"), false],
    [".*", bash("ls"), false],
  ])("MA-10 MA-01 MA-03 %s on %j: %s", async (matcher, payload, expected) => {
    expect(await ran(matcher, "PreToolUse", payload)).toBe(expected);
  });

  it("MA-10 the content is the primary argument of a real payload, end to end", async () => {
    const place = new ArawnPlace();
    const files = copySettings(place);
    const push = await place.fire("arawn2", files, "PreToolUse", bash("git push --force"));
    expect(push).toMatchObject({ verdict: "deny", reason: "Pushing is done by people." });
    expect((await place.fire("arawn2", files, "PreToolUse", bash("git pull"))).hooks).toEqual([]);
    expect(
      (await place.fire("arawn2", files, "PreToolUse", tool("Write", { file_path: "/p/Cargo.lock" }))).reason,
    ).toBe("Hook blocked the operation");
  });

  it("MA-06 EV-08 SessionStart tests the source, Notification its type", async () => {
    for (const source of ["startup", "resume", "clear", "compact"]) {
      expect(await ran("startup|resume|clear|compact", "SessionStart", { source })).toBe(true);
      expect(await ran("resume", "SessionStart", { source })).toBe(source === "resume");
    }
    expect(await ran("idle_*", "Notification", { notification_type: "idle_prompt" })).toBe(true);
    expect(await ran("idle_*", "Notification", { notification_type: "permission_prompt" })).toBe(false);
  });

  it.each(["Stop", "SubagentStart", "PreCompact", "UserPromptSubmit", "FileChanged"])(
    "MA-05 a matcher on %s is ignored",
    async (event) => {
      const payload = { agent_type: "tester", trigger: "auto", prompt: "hi", file_path: "/a" };
      expect(await ran("Bash(git *)", event, payload)).toBe(true);
    },
  );

  it("MA-08 a pattern that is none switches its hook off and is reported", async () => {
    const place = new ArawnPlace();
    const settings = place.settings("project", {
      hooks: { PreToolUse: [...group("exit 2", {}, { matcher: "[invalid" }), ...group("true")] },
    });
    expect(place.load("arawn2", settings).findings).toMatchObject([{ code: "MATCHER_INVALID", severity: "error" }]);
    expect(await place.fire("arawn2", settings, "PreToolUse", bash("ls"))).toMatchObject({
      verdict: "none",
      hooks: [{ outcome: "none" }],
    });
  });
});

describe("globs and regular expressions mixed up", () => {
  const lint = (dialect: string, matcher: string) => {
    const place = new ArawnPlace();
    const hooks = { PreToolUse: group("true", {}, { matcher }) };
    const path = dialect === "arawn" ? place.hooks(hooks) : place.settings("project", { hooks });
    return place.load(dialect, path).findings.map(({ code }) => code);
  };

  it.each([
    ["arawn", "file_*", ["MATCHER_LOOKS_LIKE_GLOB"]],
    ["arawn", "*.ts", ["MATCHER_INVALID", "MATCHER_LOOKS_LIKE_GLOB"]],
    ["arawn", "mcp__*", ["MATCHER_LOOKS_LIKE_GLOB"]],
    ["arawn", "*", []],
    ["arawn", ".*", []],
    ["arawn", "file_.*", []],
    ["arawn", "^shell$", []],
    ["arawn2", ".*", ["MATCHER_LOOKS_LIKE_REGEX"]],
    ["arawn2", "^Bash$", ["MATCHER_LOOKS_LIKE_REGEX"]],
    ["arawn2", "file_*", []],
    ["arawn2", "Edit(*.ts)", []],
  ])("MA-09 in %s, %s gives %j", (dialect, matcher, expected) => {
    expect(lint(dialect, matcher)).toEqual(expected);
  });
});
