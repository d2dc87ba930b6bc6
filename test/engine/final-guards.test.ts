import { afterEach, describe, expect, it } from "vitest";
import { createHooks, deny, type Hooks, rewrite } from "../../src/index.js";

let hooks: Hooks;
afterEach(() => hooks.close());

const call = { session_id: "s", tool_name: "Bash", tool_input: { command: "ls" } };

describe("guards judge the final input", () => {
  it("a guard that the original call would not concern stops what a rewrite made of it", async () => {
    hooks = createHooks();
    hooks.on("PreToolUse", () => rewrite({ command: "git push --force" }));
    hooks.on("PreToolUse", { id: "no-push", matcher: "Bash(git push*)", guard: true }, () => deny("no pushing"));
    expect(await hooks.fire("PreToolUse", call)).toMatchObject({ verdict: "deny", reason: "no pushing" });
  });

  it("a guard that no longer fits the final call stays out", async () => {
    hooks = createHooks();
    hooks.on("PreToolUse", () => rewrite({ command: "git status" }));
    hooks.on("PreToolUse", { id: "no-ls", matcher: "Bash(ls*)", guard: true }, () => deny("no listing"));
    const decision = await hooks.fire("PreToolUse", call);
    expect(decision.verdict).toBe("none");
    expect(decision.hooks.map(({ id }) => id)).not.toContain("no-ls");
  });

  it("holds for guards whose pattern needs the worker", async () => {
    hooks = createHooks();
    hooks.on("PreToolUse", async () => rewrite({ command: "git push --force" }));
    hooks.on("PreToolUse", { matcher: { params: "push(?!.*dry-run)" }, guard: true }, () => deny("no pushing"));
    expect(await hooks.fire("PreToolUse", call)).toMatchObject({ verdict: "deny" });
  });

  it("an answer that holds itself is a failure with a cause, at once or later", async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    hooks = createHooks();
    hooks.on("PreToolUse", { id: "now" }, () => rewrite(cyclic));
    hooks.on(
      "PreToolUse",
      { id: "later", guard: true },
      async () => ({ verdict: "deny", reason: "x", input: cyclic }) as never,
    );
    const decision = await hooks.fire("PreToolUse", call);
    expect(decision.hooks).toMatchObject([
      { id: "now", outcome: "failed" },
      { id: "later", outcome: "failed", answered: "deny" },
    ]);
  });
});
