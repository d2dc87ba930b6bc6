import { describe, expect, it } from "vitest";
import { defineHook, deny, forceContinue, rewrite } from "../../src/index.js";
import { MemoryState } from "../../src/runtime/platform/memory-state.js";
import { checkIdempotentRewrite, runHook, samplePayload } from "../../src/testing/index.js";

const noForce = defineHook({
  id: "no-force",
  event: "PreToolUse",
  matcher: "Bash(git push*)",
  guard: true,
  run: ({ tool_input }) => (String(tool_input["command"]).includes("--force") ? deny("no force") : undefined),
});
const bash = (command: string) => ({ ...samplePayload("PreToolUse"), tool_input: { command } });

describe("runHook", () => {
  it("runs one hook as it will be run: matched and merged", async () => {
    expect(await runHook(noForce, bash("git push --force"))).toMatchObject({
      verdict: "deny",
      reason: "no force",
      verdictBy: { hook: "no-force" },
    });
    expect((await runHook(noForce, bash("git push"))).verdict).toBe("none");
    expect((await runHook(noForce, bash("ls --force"))).hooks).toEqual([]);
  });

  it("applies timeouts and failure contracts for whoever is there", async () => {
    const slow = defineHook({
      event: "PreToolUse",
      guard: true,
      timeoutMs: 50,
      run: () => new Promise<undefined>(() => {}),
    });
    expect((await runHook(slow, bash("ls"), { presence: "interactive" })).verdict).toBe("ask");
    expect((await runHook(slow, bash("ls"), { presence: "headless" })).verdict).toBe("deny");
  });

  it("runs hooks on native events for their agent", async () => {
    const native = defineHook({ event: "pi:tool_call", run: (payload) => deny(String(payload["toolName"])) });
    expect(await runHook(native, { toolName: "bash" })).toMatchObject({ verdict: "deny", reason: "bash" });
  });

  it("starts afresh each time, unless it is given a state", async () => {
    const once = defineHook({ event: "Stop", once: true, run: () => forceContinue("not yet") });
    const forced = async (state?: MemoryState) =>
      (await runHook(once, samplePayload("Stop"), state && { state })).forceContinue !== undefined;
    expect([await forced(), await forced()]).toEqual([true, true]);
    const state = new MemoryState();
    expect([await forced(state), await forced(state)]).toEqual([true, false]);
  });
});

describe("checkIdempotentRewrite", () => {
  const rewriter = (change: (command: string) => string) =>
    defineHook({
      id: "prefix",
      event: "PreToolUse",
      run: ({ tool_input }) => rewrite({ ...tool_input, command: change(String(tool_input["command"])) }),
    });

  it("accepts a rewrite that leaves its own output alone, and a hook that rewrites nothing", async () => {
    await checkIdempotentRewrite(
      rewriter((text) => (text.startsWith("unset T; ") ? text : `unset T; ${text}`)),
      bash("ls"),
    );
    await checkIdempotentRewrite(
      rewriter((text) => text),
      bash("ls"),
    );
    await checkIdempotentRewrite(noForce, bash("git push"));
  });

  it("shows both inputs of one that does not", async () => {
    const check = checkIdempotentRewrite(
      rewriter((text) => `unset T; ${text}`),
      bash("ls"),
    );
    await expect(check).rejects.toThrow(
      'The hook "prefix" changes its own output again:\n  first  {"command":"unset T; ls"}\n  second {"command":"unset T; unset T; ls"}',
    );
  });

  it("does not pass over a hook that fails", async () => {
    const broken = defineHook({
      event: "PreToolUse",
      run: () => {
        throw new Error("boom");
      },
    });
    await expect(checkIdempotentRewrite(broken, bash("ls"))).rejects.toThrow(
      "The hook on PreToolUse failed (threw): it threw Error: boom",
    );
  });
});
