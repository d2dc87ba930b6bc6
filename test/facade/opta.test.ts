import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { shellCommand } from "../../src/executors/command.js";
import {
  type HookContext,
  type HookDefinition,
  HookManager,
  OptaConfigError,
  OptaConfigSchema,
} from "../../src/opta.js";
import { eventually, groupMembers } from "../support/real-engine.js";

const managers: HookManager[] = [];
afterEach(async () => {
  await Promise.all(managers.splice(0).map((manager) => manager.close()));
});

function create(...definitions: HookDefinition[]): HookManager {
  const manager = HookManager.create(definitions);
  managers.push(manager);
  return manager;
}

const folder = () => mkdtempSync(join(tmpdir(), "opta-"));
const context = (more: Partial<HookContext> = {}): HookContext => ({
  session_id: "s1",
  cwd: folder(),
  model: "m1",
  ...more,
});
const command = (text: string): HookContext =>
  context({ tool_name: "run_command", tool_args: JSON.stringify({ command: text }) });
const wrote = (where: HookContext, name: string) =>
  existsSync(join(where.cwd, name)) ? readFileSync(join(where.cwd, name), "utf8") : "";

describe("HookManager of snaphook/opta", () => {
  it("EX-13 has one frozen instance for zero hooks, and one frozen result", async () => {
    const none = HookManager.create();
    expect(HookManager.create([])).toBe(none);
    expect(Object.isFrozen(none)).toBe(true);
    const first = none.fire("tool.pre", command("ls"));
    expect(none.fire("stop", context())).toBe(first);
    expect(await first).toEqual({ cancelled: false });
    expect(Object.isFrozen(await first)).toBe(true);
  });

  it("EX-13 gives the same result when hooks exist but none of them runs", async () => {
    const manager = create({ event: "tool.post", command: "exit 1" });
    expect(await manager.fire("tool.pre", command("ls"))).toBe(
      await HookManager.create().fire("tool.pre", command("ls")),
    );
  });

  it("OU-09 OU-10 cancels on any non-zero exit of tool.pre, and on nothing else", async () => {
    const manager = create(
      { event: "tool.pre", command: "echo ' bad idea ' >&2; exit 7" },
      { event: "tool.post", command: "exit 7" },
    );
    expect(await manager.fire("tool.pre", command("ls"))).toEqual({ cancelled: true, reason: "bad idea" });
    expect(await manager.fire("tool.post", command("ls"))).toEqual({ cancelled: false });
    expect(await create({ event: "tool.pre", command: "exit 1" }).fire("tool.pre", command("ls"))).toEqual({
      cancelled: true,
      reason: "Hook exited with non-zero status",
    });
  });

  it("OU-11 the reason reaches the model as the tool's result, and the loop goes on", async () => {
    const manager = create({
      event: "tool.pre",
      matcher: "run_command",
      command: "grep -q 'rm -rf' && echo 'use trash instead' >&2 && exit 1; exit 0",
    });
    const calls = ["rm -rf build", "trash build"];
    const heard: string[] = [];
    const ran: string[] = [];
    for (const call of calls) {
      const { cancelled, reason } = await manager.fire("tool.pre", command(call));
      if (!cancelled) ran.push(call);
      heard.push(cancelled ? reason! : "done");
    }
    expect(heard).toEqual(["use trash instead", "done"]);
    expect(ran).toEqual(["trash build"]);
  });

  it("EX-10 a timeout never cancels and does not hold up the call", async () => {
    const result = await create({ event: "tool.pre", command: "sleep 60", timeout: 200 }).fire(
      "tool.pre",
      command("ls"),
    );
    expect(result).toEqual({ cancelled: false });
  });

  it("EX-11 returns at once for a background hook, which still does its work", async () => {
    const where = command("ls");
    const manager = create({
      event: "tool.pre",
      command: "until [ -e go ]; do sleep 0.02; done; echo late >done; exit 1",
      background: true,
    });
    expect(await manager.fire("tool.pre", where)).toEqual({ cancelled: false });
    expect(wrote(where, "done")).toBe("");
    writeFileSync(join(where.cwd, "go"), "");
    await manager.close(600_000);
    expect(wrote(where, "done")).toBe("late\n");
  });

  it("EX-12 close() ends a background hook that would go on", async () => {
    const where = command("ls");
    const manager = create({
      event: "tool.pre",
      command: "echo $$ >pid; sleep 600; echo late >done",
      background: true,
    });
    await manager.fire("tool.pre", where);
    await eventually("the hook runs", () => wrote(where, "pid").endsWith("\n"));
    await manager.close();
    await eventually("it is gone", () => groupMembers(Number(wrote(where, "pid"))).length === 0);
    expect(wrote(where, "done")).toBe("");
  });

  it("EX-03 uses the platform's shell, from one helper, in the context's folder", async () => {
    const run = { type: "command", command: "echo hi" } as const;
    for (const platform of ["linux", "darwin"] as const)
      expect(shellCommand(run, platform)).toEqual({ file: "/bin/sh", args: ["-c", "echo hi"] });
    expect(shellCommand(run, "win32")).toEqual({
      file: "cmd.exe",
      args: ["/d", "/s", "/c", '"echo hi"'],
      verbatim: true,
    });
    const where = command("ls");
    await create({ event: "tool.pre", command: "echo here >mark" }).fire("tool.pre", where);
    expect(wrote(where, "mark")).toBe("here\n");
  });

  it("EV-18 an error of the embedder reaches its hook as OPTA_ERROR", async () => {
    const where = context();
    const manager = create({ event: "error", command: 'printf %s "$OPTA_ERROR" >seen' });
    try {
      throw new Error("model unreachable");
    } catch (cause) {
      await manager.fire("error", { ...where, error: (cause as Error).message });
    }
    expect(wrote(where, "seen")).toBe("model unreachable");
    await manager.fire("error", { ...where, error_message: "older name" });
    expect(wrote(where, "seen")).toBe("older name");
  });

  it("EV-19 tells turn.done the index of each turn", async () => {
    const where = context();
    const manager = create({ event: "turn.done", command: 'echo "$OPTA_TURN_INDEX" >>turns' });
    for (const turn_index of [1, 2, 3]) await manager.fire("turn.done", { ...where, turn_index });
    expect(wrote(where, "turns")).toBe("1\n2\n3\n");
  });

  it("IN-05 passes Opta's names through unchanged, in the environment and on stdin", async () => {
    const where = context({
      tool_name: "edit_file",
      tool_args: { path: "a.ts", old_text: "x" },
      tool_result: "ok",
    });
    await create({
      event: "tool.post",
      matcher: "^edit_file$",
      command: 'echo "$OPTA_TOOL_NAME $OPTA_TOOL_ARGS $OPTA_TOOL_RESULT" >env; cat >stdin',
    }).fire("tool.post", where);
    expect(wrote(where, "env")).toBe('edit_file {"path":"a.ts","old_text":"x"} ok\n');
    expect(JSON.parse(wrote(where, "stdin"))).toMatchObject({
      event: "tool.post",
      tool_name: "edit_file",
      tool_args: { path: "a.ts", old_text: "x" },
    });
  });

  it("IN-05 a JSON deny cancels, a question cancels, and changed arguments come back in Opta's names", async () => {
    const answering = (specific: object) =>
      create({ event: "tool.pre", command: `echo '${JSON.stringify({ hookSpecificOutput: specific })}'` });
    const write = context({ tool_name: "write_file", tool_args: { path: "a", content: "c" } });
    expect(
      await answering({ permissionDecision: "deny", permissionDecisionReason: "no" }).fire("tool.pre", write),
    ).toEqual({ cancelled: true, reason: "no" });
    expect(
      await answering({ permissionDecision: "ask", permissionDecisionReason: "sure?" }).fire("tool.pre", write),
    ).toEqual({ cancelled: true, reason: "sure?" });
    expect(await answering({ updatedInput: { path: "b", content: "c" } }).fire("tool.pre", write)).toEqual({
      cancelled: false,
      tool_args: { path: "b", content: "c" },
    });
  });

  it("IN-06 runs with 1 MB of arguments and does not cancel", async () => {
    const where = context({
      tool_name: "write_file",
      tool_args: { path: "a", content: "x".repeat(1_000_000) },
    });
    expect(await create({ event: "tool.pre", command: "echo ran >mark" }).fire("tool.pre", where)).toEqual({
      cancelled: false,
    });
    expect(wrote(where, "mark")).toBe("ran\n");
  });

  it("EV-20 stop may make the agent go on, and prompt.pre may block by JSON", async () => {
    const answer = `echo '{"decision":"block","reason":"tests first"}'`;
    const manager = create({ event: "stop", command: answer }, { event: "prompt.pre", command: answer });
    expect(await manager.fire("stop", context())).toEqual({ cancelled: true, reason: "tests first" });
    expect(await manager.fire("prompt.pre", context({ prompt: "hi" }))).toEqual({
      cancelled: true,
      reason: "tests first",
    });
  });

  it("MA-05 skips a hook with a matcher when the context names no tool", async () => {
    const manager = create({ event: "tool.pre", matcher: ".*", command: "exit 1" });
    expect(await manager.fire("tool.pre", context())).toEqual({ cancelled: false });
    expect(await manager.fire("tool.pre", command("ls"))).toMatchObject({ cancelled: true });
  });

  it("MA-07 compiles matchers once: 10k fires construct no RegExp", async () => {
    const manager = create({ event: "tool.pre", matcher: "^(edit|write)_(file|dir)$", command: "exit 1" });
    const spy = vi.spyOn(globalThis, "RegExp");
    try {
      // Names differ, so that no answer can come from a cache.
      for (let i = 0; i < 10_000; i++)
        await manager.fire("tool.pre", { session_id: "s1", cwd: "/", tool_name: `tool_${i}` });
      expect(spy).not.toHaveBeenCalled();
      create({ event: "tool.pre", matcher: "(?=x)y", command: "exit 1" });
      expect(spy).toHaveBeenCalled();
    } finally {
      spy.mockRestore();
    }
    expect(await manager.fire("tool.pre", context({ tool_name: "edit_file" }))).toMatchObject({
      cancelled: true,
    });
  });

  it("refuses wrong definitions by the name of the field", () => {
    expect(() => create({ event: "tool.pre", command: "true", timeout: 99 })).toThrow(/hooks\[0\]\.timeout/);
    expect(() => create({ event: "tool.pre", command: "true", matcher: "[invalid" })).toThrow(/hooks\[0\]\.matcher/);
  });
});

describe("OptaConfigSchema of snaphook/opta", () => {
  it("CF-02 fills in an empty list and keeps what else the config holds", () => {
    expect(OptaConfigSchema.parse({}).hooks).toEqual([]);
    expect(OptaConfigSchema.parse({ model: "m", hooks: [{ event: "stop", command: "true" }] })).toEqual({
      model: "m",
      hooks: [{ event: "stop", command: "true" }],
    });
  });

  it.each([
    [{ event: "tool.pre", command: "true", timeout: 99 }, "hooks[0].timeout"],
    [{ event: "tool.pre", command: "true", timeout: 60_001 }, "hooks[0].timeout"],
    [{ event: "invalid", command: "true" }, "hooks[0].event"],
    [{ event: "tool.pre" }, "hooks[0].command"],
    [{ event: "tool.pre", command: "true", matcher: "[" }, "hooks[0].matcher"],
  ])("CF-03 EV-20 refuses %j and names %s", (hook, field) => {
    const result = OptaConfigSchema.safeParse({ hooks: [hook] });
    expect(result.success === false && result.error.issues.map((issue) => issue.field)).toEqual([field]);
    expect(() => OptaConfigSchema.parse({ hooks: [hook] })).toThrow(OptaConfigError);
    expect(() => OptaConfigSchema.parse({ hooks: [hook] })).toThrow(field);
  });

  it("CF-09 returns an error for what is no config at all", () => {
    for (const value of [undefined, null, 7, "text", []]) expect(OptaConfigSchema.safeParse(value).success).toBe(false);
    expect(OptaConfigSchema.safeParse({ hooks: "no" }).success).toBe(false);
  });
});
