import { describe, expect, it } from "vitest";
import { createHooks } from "../../src/index.js";
import { loadHooks } from "../../src/load.js";
import { bash, ProgramPlace, says } from "../support/program.js";

describe("fire", () => {
  it("CF-14 runs the files of hooks.d in the order of their names", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.d/02-b.json", { event: "Stop", command: "echo b >> order.txt" });
    place.writeUser("hooks.d/10-c.yaml", "event: Stop\ncommand: echo c >> order.txt\n");
    place.writeUser("hooks.d/01-a.jsonc", `{ /* first */ "event": "Stop", "command": "echo a >> order.txt", }`);
    place.writeUser("hooks.d/README.md", "no hook");
    place.writeUser("hooks.d/.00-draft.json", "{");
    await place.fire("Stop", {});
    expect(place.read("order.txt")).toBe("a\nb\nc\n");
    expect((await place.list()).map(({ source }) => source)).toEqual(["user/01-a", "user/02-b", "user/10-c"]);
  });

  it("CF-31 takes a hook without a type for a command", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ command: says("deny", "no") }] } });
    expect(await place.list()).toMatchObject([{ type: "command" }]);
    expect(await place.fire("PreToolUse", bash("ls"))).toMatchObject({ decision: "deny", reason: "no" });
  });

  it.each([
    ["no matcher", {}],
    ["an empty one", { matcher: "" }],
    ["a star", { matcher: "*" }],
  ])("MA-01 fires for every tool with %s", async (_name, matcher) => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ ...matcher, command: says("deny", "no") }] } });
    const tools = ["Bash", "mcp__a__b", "Weird Tool"];
    const fired = await Promise.all(tools.map((tool_name) => place.fire("PreToolUse", { tool_name, tool_input: {} })));
    expect(fired.map(({ decision }) => decision)).toEqual(["deny", "deny", "deny"]);
  });

  it("MA-06 tests the source of a session start and the type of a notification", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: {
        SessionStart: [
          { id: "all", matcher: "startup|resume|clear|compact", command: "true" },
          { id: "one", matcher: "resume", command: "echo" },
        ],
        Notification: [{ id: "idle", matcher: "idle_prompt", command: "true" }],
      },
    });
    const ran = async (event: string, payload: object) => (await place.fire(event, payload)).hooks.map(({ id }) => id);
    const sources = ["startup", "resume", "clear", "compact"];
    const starts = await Promise.all(sources.map((source) => ran("SessionStart", { source })));
    expect(starts).toEqual([["all"], ["all", "one"], ["all"], ["all"]]);
    expect(await ran("Notification", { notification_type: "idle_prompt" })).toEqual(["idle"]);
    expect(await ran("Notification", { notification_type: "other" })).toEqual([]);
  });

  it.each(["echo '{}'", "true", `echo '{"ok":true}'`])("OU-06 makes no opinion of `%s`", async (command) => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "h", guard: true, command }] } });
    const fired = await place.fire("PreToolUse", bash("ls"));
    expect(fired).toMatchObject({ decision: "none", decidedBy: null, hooks: [{ id: "h", outcome: "none" }] });
    expect(await place.hook("PreToolUse", bash("ls"))).toEqual({});
    expect((await place.run(["fire", "PreToolUse", "--payload", "-"], { input: bash("ls") })).stdout).toMatch(
      /^PreToolUse: no opinion/,
    );
  });

  it("EX-26 finishes with the hooks it began with, whatever happens to the file", async () => {
    const place = new ProgramPlace();
    const config = (second: string) => ({
      hooks: {
        Stop: [
          { command: `cp next.json "${place.user}/hooks.json"; echo first >> ran.txt` },
          { command: `echo ${second} >> ran.txt` },
        ],
      },
    });
    place.writeUser("hooks.json", config("old"));
    place.write("next.json", config("new"));
    await place.fire("Stop", {});
    expect(place.read("ran.txt")).toBe("first\nold\n");
    await place.fire("Stop", {});
    expect(place.read("ran.txt")).toBe("first\nold\nfirst\nnew\n");
  });

  it("CF-27 tells observers the status message of a hook of a file", async () => {
    const place = new ProgramPlace();
    const statusMessage = "Checking the command …";
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "h", command: "true", statusMessage }] } });
    const { entries } = await loadHooks({ cwd: place.project, environment: place.env });
    const hooks = createHooks({ entries });
    const seen: object[] = [];
    hooks.observe((one) => seen.push(one));
    await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: {} });
    await hooks.close();
    expect(seen).toContainEqual(expect.objectContaining({ type: "hook_started", statusMessage }));
  });

  it("says who decided, what was rewritten and what did not run", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: {
        PreToolUse: [
          {
            id: "rw",
            matcher: "Bash",
            command: `echo '{"updatedInput":{"command":"ls -l"},"additionalContext":"be kind"}'`,
          },
          { id: "off", command: "true", enabled: false },
          { id: "ask", guard: true, command: says("ask", "really?") },
        ],
      },
    });
    const fired = await place.fire("PreToolUse", bash("ls"));
    expect(fired).toMatchObject({
      event: "PreToolUse",
      decision: "ask",
      reason: "really?",
      decidedBy: { hook: "ask", source: "user" },
      input: { command: "ls -l" },
      originalInput: { command: "ls" },
      rewritten: true,
      rewrittenBy: [{ hook: "rw" }],
      context: "be kind",
      notes: [{ code: "NOT_ADMITTED", hook: "off", message: 'Hook "off" does not run: disabled.' }],
    });
    const text = await place.run(["fire", "pre-tool-use", "--payload", "-"], { input: bash("ls") });
    expect(text.stdout).toMatch(/^PreToolUse: ask {2}\(ask from user\)\n {2}reason {3}really\?/);
    expect(text.stdout).toContain("note NOT_ADMITTED");
  });
});
