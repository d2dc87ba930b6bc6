import { describe, expect, it } from "vitest";
import { createHooks, forceContinue } from "../../src/index.js";
import { FileState } from "../../src/runtime/platform/file-state.js";
import { MemoryState } from "../../src/runtime/platform/memory-state.js";
import { command, realEngine, tempFolder } from "../support/real-engine.js";

const goOn = `echo '{"decision":"block","reason":"tests fail"}'`;

describe("stopping", () => {
  it.each(["stop_hook_active", "stopHookActive"])(
    "EX-16 while %s is true stop hooks do not run, unless they ask to",
    async (flag) => {
      for (const event of ["Stop", "SubagentStop"]) {
        const { fire } = realEngine([
          command(goOn, { id: "usual", event }),
          command("true", { id: "always", event, runWhenActive: true }),
        ]);
        const decision = await fire(event, { session_id: "s1", [flag]: true });
        expect(decision.forceContinue).toBeUndefined();
        expect(decision.hooks).toMatchObject([
          { id: "usual", outcome: "skipped", cause: "already-continuing" },
          { id: "always", outcome: "none" },
        ]);
        expect((await fire(event, { session_id: "s1", [flag]: false })).forceContinue?.value.reason).toBe("tests fail");
      }
    },
  );

  it.each([
    ["memory", () => new MemoryState()],
    ["files", () => new FileState(tempFolder())],
  ])("EX-17 a hook that always wants to go on is let through after the cap (%s)", async (_name, open) => {
    const hooks = createHooks({ continueCap: 3, state: open() });
    hooks.on("Stop", { id: "again", runWhenActive: true }, () => forceContinue("not yet"));
    const stop = async () => {
      const { forceContinue: forced, notes } = await hooks.fire("Stop", { session_id: "s1" });
      return forced === undefined ? notes.map(({ code, hook }) => `${code} ${hook}`).join() : "goes on";
    };
    const row = ["goes on", "goes on", "goes on", "CONTINUE_CAP again"];
    for (const expected of row) expect(await stop()).toBe(expected);
    // It has stopped, so the next row begins anew.
    for (const expected of row.slice(0, 2)) expect(await stop()).toBe(expected);
    await hooks.fire("UserPromptSubmit", { session_id: "s1", prompt: "next" });
    for (const expected of row) expect(await stop()).toBe(expected);
  });

  it("EX-17 sessions and subagents are counted apart, and a stop without a wish ends the row", async () => {
    const hooks = createHooks({ continueCap: 1 });
    let wants = true;
    hooks.on("Stop", () => (wants ? forceContinue("not yet") : undefined));
    hooks.on("SubagentStop", () => forceContinue("not yet"));
    const forced = async (event: "Stop" | "SubagentStop", who: { session_id: string; agent_id?: string }) =>
      (await hooks.fire(event, who)).forceContinue !== undefined;
    expect(await forced("Stop", { session_id: "a" })).toBe(true);
    expect(await forced("Stop", { session_id: "b" })).toBe(true);
    expect(await forced("SubagentStop", { session_id: "a", agent_id: "x" })).toBe(true);
    expect(await forced("SubagentStop", { session_id: "a", agent_id: "x" })).toBe(false);
    wants = false;
    expect(await forced("Stop", { session_id: "a" })).toBe(false);
    wants = true;
    expect(await forced("Stop", { session_id: "a" })).toBe(true);
    expect(await forced("Stop", { session_id: "b" })).toBe(false);
  });

  it("EX-17 a reason that an agent puts to itself as a prompt does not end the row", async () => {
    const hooks = createHooks({ continueCap: 2 });
    hooks.on("Stop", { runWhenActive: true }, () => forceContinue("not yet"));
    const forced = async (prompt: string) => {
      await hooks.fire("UserPromptSubmit", { session_id: "s1", prompt });
      return (await hooks.fire("Stop", { session_id: "s1" })).forceContinue !== undefined;
    };
    const row = [await forced("begin"), await forced("not yet"), await forced("not yet")];
    expect(row).toEqual([true, true, false]);
    expect([await forced("begin"), await forced("next"), await forced("not yet")]).toEqual([true, true, true]);
  });

  it("EX-17 the first stop after a person spoke begins a new row", async () => {
    const hooks = createHooks({ continueCap: 1 });
    hooks.on("Stop", { runWhenActive: true }, () => forceContinue("not yet"));
    const forced = async (stop_hook_active: boolean) =>
      (await hooks.fire("Stop", { session_id: "s1", stop_hook_active })).forceContinue !== undefined;
    expect([await forced(false), await forced(true), await forced(false), await forced(false)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
  });
});

describe("once", () => {
  it("a hook with once runs once per session, also in the background", async () => {
    const hooks = createHooks();
    const ran: string[] = [];
    hooks.on("SessionStart", { id: "hello", once: true }, ({ session_id }) => void ran.push(`hello ${session_id}`));
    hooks.on(
      "SessionStart",
      { id: "later", once: true, background: true },
      ({ session_id }) => void ran.push(`later ${session_id}`),
    );
    for (const session_id of ["a", "b", "a"]) await hooks.fire("SessionStart", { session_id, source: "resume" });
    const last = await hooks.fire("SessionStart", { session_id: "b", source: "resume" });
    await hooks.close(60_000);
    expect(ran.sort()).toEqual(["hello a", "hello b", "later a", "later b"]);
    expect(last.hooks).toMatchObject([
      { id: "hello", outcome: "skipped", cause: "once-per-session" },
      { id: "later", outcome: "skipped", cause: "once-per-session" },
    ]);
  });

  it("the mark outlives the process that set it", async () => {
    const folder = tempFolder();
    const outcomes = [];
    for (let i = 0; i < 2; i++) {
      const hooks = createHooks({ state: new FileState(folder) });
      hooks.on("SessionStart", { id: "hello", once: true }, () => undefined);
      outcomes.push((await hooks.fire("SessionStart", { session_id: "a" })).hooks[0]!.outcome);
    }
    expect(outcomes).toEqual(["none", "skipped"]);
  });
});
