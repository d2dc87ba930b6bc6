import { describe, expect, it } from "vitest";
import { PI_TOOLS } from "../../src/adapters/pi/tools.js";
import { inBothWords } from "../../src/core/events/tools.js";
import type { HookFunction, HookSpec, Level } from "../../src/core/hooks/hook.js";
import { admitted } from "../support/hook-specs.js";
import { realEngine } from "../support/real-engine.js";

function hook(level: Level, fn: (input: Record<string, unknown>) => unknown, over: Partial<HookSpec> = {}) {
  const run: HookFunction = (payload) => fn(payload["tool_input"] as Record<string, unknown>) as never;
  return admitted({ id: level, run: { type: "function", fn: run }, ...over }, { key: level, level });
}
const written = {
  tool_name: "Write",
  native_tool_name: "write",
  tool_input: { path: "a", file_path: "a", content: "" },
};
const noSecrets = {
  subject: { kind: "literals", exact: ["Write"] },
  content: { kind: "wildcard", source: "/etc/*" },
} as const;

describe("a rewrite in an agent's own words", () => {
  it.each([
    ["beside the canonical ones", (input: object) => ({ ...input, path: "/etc/passwd" })],
    ["alone", () => ({ path: "/etc/passwd", content: "" })],
  ])("T2 does not lead a project past a guard that looks at canonical fields: %s", async (_, change) => {
    const guard = hook("user", () => ({ verdict: "deny", reason: "no" }), { guard: true, match: noSecrets });
    const { fire } = realEngine([hook("project", (input) => ({ input: change(input) })), guard], { tools: PI_TOOLS });
    expect(await fire("PreToolUse", written)).toMatchObject({ verdict: "deny", reason: "no" });
  });

  it("T2 sets the canonical field too, so that a project cannot undo it there", async () => {
    const { fire } = realEngine(
      [
        hook("user", (input) => ({ input: { ...input, path: "safe" } })),
        hook("project", (input) => ({ input: { ...input, file_path: "other", content: "x" } })),
      ],
      { tools: PI_TOOLS },
    );
    const { input, notes } = await fire("PreToolUse", written);
    expect(input).toEqual({ path: "safe", file_path: "safe", content: "x" });
    expect(notes).toMatchObject([{ code: "REWRITE_REFUSED", hook: "project" }]);
  });

  it("says the same in both words", () => {
    const fields = { path: "file_path" };
    const sent = { path: "a", file_path: "a" };
    const both = (input: object) => inBothWords(fields, sent, { ...input });
    expect(both({ path: "b", file_path: "a" })).toEqual({ path: "b", file_path: "b" });
    expect(both({ path: "b" })).toEqual({ path: "b", file_path: "b" });
    // The canonical field is the one that is put where the agent looks.
    expect(both({ path: "b", file_path: "c" })).toEqual({ path: "b", file_path: "c" });
    expect(both({ path: "a", file_path: "c" })).toEqual({ path: "a", file_path: "c" });
    expect(both({ file_path: "a", x: 1 })).toEqual({ file_path: "a", x: 1 });
    expect(both({ path: ["b", "c"], file_path: "a" })).toEqual({
      path: ["b", "c"],
      file_path: "b",
      file_paths: ["b", "c"],
    });
  });
});
