import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { HookEvent } from "../../src/core/events/payload.js";
import { admit } from "../../src/core/hooks/admission.js";
import { HookTable } from "../../src/core/hooks/hook-table.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { PROFILES } from "../../src/sources/dialects/_profiles.js";
import { FixturePlace } from "../support/fixture-place.js";
import { matchMatrix } from "../support/match-matrix.js";

const REGISTRY = ".cortex/config/hooks";
const SETTINGS = "settings/generated.json";
const bash = { tool_name: "Bash", tool_input: { command: "ls" } };

describe("cortex registry entries at work", () => {
  it("CF-14 EX-02 EX-05 runs entries in the order of their files, one after the other, in the project", async () => {
    const place = new FixturePlace("cortex");
    const decision = await place.fire(place.list(REGISTRY), "PreToolUse", bash, { agent: "claude-code" });
    expect(place.read("order.log")).toBe("first\nsecond\n");
    expect(decision.verdict).toBe("none");
    expect(decision.hooks.map(({ id }) => id)).toEqual(["count-first", "count-second"]);
  });

  it("OU-17 EX-06 does the edit itself and denies with the words it wrote, from a script without the executable bit", async () => {
    const place = new FixturePlace("cortex");
    const file_path = place.path(".claude/notes.md");
    expect(statSync(place.path(".cortex/hooks/sensitive-file-edit.mjs")).mode & 0o111).toBe(0);
    const payload = { tool_name: "Write", tool_input: { file_path, content: "remember" } };
    const decision = await place.fire(place.list(REGISTRY), "PreToolUse", payload, { agent: "claude-code" });
    expect(place.read(".claude/notes.md")).toBe("remember");
    expect(decision).toMatchObject({
      verdict: "deny",
      reason: `[BYPASS OK] The edit was applied to ${file_path}. Do not try again.`,
    });
    expect(decision.hooks.find(({ id }) => id === "tasks-yaml-guard")).toMatchObject({ outcome: "skipped" });
  });

  it("EV-04 OU-08 answers a permission prompt with the one-line printf", async () => {
    const place = new FixturePlace("cortex");
    const request = { tool_name: "Edit", tool_input: { file_path: "a.md" } };
    const entry = `${REGISTRY}/30-auto-allow.json`;
    const decision = await place.fire(entry, "PermissionRequest", request, { agent: "claude-code" });
    expect(decision).toMatchObject({ verdict: "allow", verdictBy: { hook: "auto-allow" } });
    expect((await place.fire(entry, "PermissionRequest", request, { agent: "pi" })).hooks).toEqual([]);
  });

  it("IN-08 tells the result of a tool structured, as plain text, and whether it failed", async () => {
    const place = new FixturePlace("cortex");
    const told = async (event: string, result: object) => {
      const decision = await place.fire(`${REGISTRY}/40-echo-result.json`, event, { ...bash, ...result });
      return JSON.parse(decision.context!) as unknown;
    };
    const content = [
      { type: "text", text: "one " },
      { type: "image", data: "…" },
      { type: "text", text: "two" },
    ];
    expect(await told("PostToolUse", { content, isError: true })).toEqual({
      tool_response: { content, isError: true },
      tool_output: "one two",
      is_error: true,
    });
    const structured = { originalFile: "a", structuredPatch: [{ lines: ["-a", "+b"] }] };
    expect(await told("PostToolUse", { tool_response: structured, tool_output: "done" })).toEqual({
      tool_response: structured,
      tool_output: "done",
      is_error: false,
    });
    expect(await told("PostToolUse", { tool_response: { stdout: "out", stderr: "" } })).toMatchObject({
      tool_output: "out",
    });
  });

  it("MA-13 runs a hook of a server event only when every key of its matcher is there and equal", async () => {
    const place = new FixturePlace("cortex");
    const ran = async (payload: object) =>
      (await place.fire(`${REGISTRY}/60-dispatch-end.json`, "cortex:thread.end", payload)).hooks.length;
    expect(await ran({ threadId: "t", source: "task-dispatch" })).toBe(1);
    expect(await ran({ threadId: "t", source: "chat" })).toBe(0);
    expect(await ran({ threadId: "t" })).toBe(0);
    expect(await ran({ threadId: "t", source: ["task-dispatch"] })).toBe(0);
  });

  it("MA-14 tests canonical names whatever the agent calls a tool, and raw names for native hooks", async () => {
    const place = new FixturePlace("cortex");
    const matching = async (tool: string, raw: string) => {
      const hooks = place.load(place.list(REGISTRY)).hooks.flatMap((hook) => {
        const source = {
          key: "user",
          level: "user",
          rank: 0,
          state: "named",
          dialect: "cortex",
          why: "",
        } as const;
        const admission = admit({ hook, source, alsoFrom: [] });
        return "admitted" in admission ? [admission.admitted] : [];
      });
      const table = new HookTable(hooks, PROFILES, {
        regex: linearRegex,
        slow: { test: async () => false, close() {} },
      });
      const event: HookEvent = {
        name: "PreToolUse",
        payload: { hook_event_name: "PreToolUse", tool_name: tool, tool_input: {} },
        native: { agent: "pi", event: "tool_call", payload: { toolName: raw } },
      };
      return (await table.select(event)).stages.flatMap((stage) => stage.hooks.map(({ id }) => id));
    };
    expect(await matching("Edit", "edit")).toEqual(["sensitive-file-edit", "tasks-yaml-guard", "pi-edit"]);
    expect(await matching("Write", "write")).toEqual(["sensitive-file-edit", "tasks-yaml-guard"]);
    expect(await matching("mcp__x__edit", "mcp__x__edit")).toEqual([]);
  });

  it("EV-26 hands a native hook the raw payload of its agent and takes its words", async () => {
    const place = new FixturePlace("cortex");
    const call = { toolName: "edit", toolCallId: "c1", input: { path: "a.md" } };
    const decision = await place.fire(`${REGISTRY}/51-pi-edit.json`, "pi:tool_call", call, { agent: "pi" });
    expect(decision).toMatchObject({ verdict: "deny", reason: "not now" });
    const echo = place.write("raw.json", {
      id: "raw",
      event: "pi:tool_call",
      run: { command: "cat > raw.log" },
    });
    await place.fire(echo, "pi:tool_call", call, { agent: "pi" });
    expect(JSON.parse(place.read("raw.log"))).toEqual({ session_id: "s1", cwd: place.root, ...call });
  });

  it("CF-15 EX-05 gives scripts the data folder and the ids of Cortex, and runs server hooks in it", async () => {
    const place = new FixturePlace("cortex");
    const entry = (event: string) => ({
      id: event,
      event,
      run: { command: 'echo "$PWD $CORTEX_HOME $CORTEX_EXECUTION_ID" > "$CORTEX_HOME/seen.log"' },
    });
    const env = { CORTEX_EXECUTION_ID: "e7" };
    await place.fire(
      place.write(`${REGISTRY}/90-where.json`, entry("cortex:server.start")),
      "cortex:server.start",
      { version: "1", pid: 1 },
      { env },
    );
    const home = place.path(".cortex");
    expect(place.read(".cortex/seen.log")).toBe(`${home} ${home} e7\n`);
    await place.fire(place.write(`${REGISTRY}/90-where.json`, entry("agent:pre-tool")), "PreToolUse", bash, {
      env,
    });
    expect(place.read(".cortex/seen.log")).toBe(`${place.root} ${home} e7\n`);
  });
});

describe("settings as Cortex generates them", () => {
  const use = (tool: string) => ({ tool_name: tool, tool_input: {} });

  it("OU-01 OU-09 takes a JSON deny, and any other exit code than 0 as a failure", async () => {
    const place = new FixturePlace("cortex");
    expect(await place.fire(SETTINGS, "PreToolUse", use("Bash"))).toMatchObject({
      verdict: "deny",
      reason: "no shell today",
    });
    const failed = await place.fire(SETTINGS, "PreToolUse", use("Edit"));
    expect(failed.verdict).toBe("none");
    expect(failed.hooks).toMatchObject([{ outcome: "failed", cause: "exit", answered: "allow" }]);
  });

  it("OU-16 takes text for what it is, and names the hook whose JSON does not parse", async () => {
    const place = new FixturePlace("cortex");
    const text = await place.fire(SETTINGS, "PreToolUse", use("Read"));
    expect(text.hooks).toMatchObject([{ outcome: "none" }]);
    expect(text.notes).toMatchObject([{ code: "HOOK_WARNING", hook: text.hooks[0]!.id }]);
    const broken = await place.fire(SETTINGS, "PreToolUse", use("Grep"));
    expect(broken.hooks).toMatchObject([{ outcome: "failed", cause: "bad-json" }]);
    expect(broken.notes).toMatchObject([{ code: "HOOK_FAILED", hook: broken.hooks[0]!.id }]);
  });

  it("EX-07 CF-12 gives hooks that wait for a person an hour, others 30 s, in seconds", () => {
    const { hooks, findings } = new FixturePlace("cortex").load(SETTINGS);
    expect(findings).toEqual([]);
    expect(hooks.map((hook) => [hook.extra?.["matcher"], hook.timeoutMs, hook.requiresTool])).toEqual([
      ["Edit", 10_000, undefined],
      ["Bash", 30_000, undefined],
      ["Read", 30_000, undefined],
      ["Grep", 30_000, undefined],
      ["AskUserQuestion", 3_600_000, "AskUserQuestion"],
      ["ExitPlanMode", 3_600_000, "ExitPlanMode"],
      ["startup|resume|clear|compact", 30_000, undefined],
    ]);
  });

  it("EX-05 MA-06 runs hooks of an agent in the project, for each way a session can start", async () => {
    const place = new FixturePlace("cortex");
    for (const source of ["startup", "resume", "clear", "compact"]) {
      expect((await place.fire(SETTINGS, "SessionStart", { source, cwd: join(place.root, "settings") })).context).toBe(
        place.root,
      );
    }
    expect((await place.fire(SETTINGS, "SessionStart", { source: "fork" })).hooks).toEqual([]);
  });

  it("MA-03 searches for a matcher anywhere in the name", () => {
    const all = "Edit MultiEdit NotebookEdit Write Bash mcp__mem__save";
    expect(matchMatrix("cortex")).toEqual({
      "": all,
      "*": all,
      Edit: "Edit MultiEdit NotebookEdit",
      "Edit|Write": "Edit MultiEdit NotebookEdit Write",
      "^Edit$": "Edit",
      Edit$: "Edit MultiEdit NotebookEdit",
      ".*": all,
      "mcp__.*": "mcp__mem__save",
      "(Multi|Notebook)Edit": "MultiEdit NotebookEdit",
      edit: "",
    });
  });

  it("EV-28 turns a block where Cortex cannot block into a warning", async () => {
    const place = new FixturePlace("cortex");
    const command = `printf '{"decision":"block","reason":"no"}'`;
    const path = place.write("s.json", { hooks: { UserPromptSubmit: [{ hooks: [{ command }] }] } });
    const decision = await place.fire(path, "UserPromptSubmit", { prompt: "hi" });
    expect(decision.verdict).toBe("none");
    expect(decision.notes).toMatchObject([
      {
        code: "HOOK_WARNING",
        message: "A hook of cortex cannot block on UserPromptSubmit; its deny was not applied: no",
      },
    ]);
  });

  it("CF-09 has no hooks for settings without any, and says what is wrong with malformed ones", () => {
    const place = new FixturePlace("cortex");
    expect(place.load(place.write("empty.json", { model: "x" }))).toMatchObject({ hooks: [], findings: [] });
    const malformed = place.load(place.write("bad.json", '{"hooks": '));
    expect(malformed.hooks).toEqual([]);
    expect(malformed.findings.length).toBeGreaterThan(0);
  });
});
