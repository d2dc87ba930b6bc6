/** `test/daemon/questions.test.ts` shows how a person reads and approves a plan. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import { planFileOf } from "../../src/builtins/_shared/plans/plan-file.js";
import { BuiltinPlace } from "../support/builtin-place.js";

function called() {
  const place = new BuiltinPlace();
  const run = BUILTINS["exit-plan-mode"]!.make(place.surroundings, {}, place.services);
  return {
    place,
    call: async (payload: object, presence = "headless") => run(payload as never, { presence } as never),
  };
}

it.each([
  ["PreToolUse", "headless", "ask"],
  ["PreToolUse", "interactive", undefined],
  ["PermissionRequest", "interactive", "ask"],
] as const)("BI-C4 on %s of an agent that is %s: %s", async (event, presence, verdict) => {
  const { call } = called();
  const submitted = { hook_event_name: event, tool_name: "ExitPlanMode", tool_input: {} };
  expect((await call(submitted, presence))?.verdict).toBe(verdict);
});

it("BI-C4 remembers the plan that a session wrote last, and no other file", async () => {
  const { place, call } = called();
  const { home, surroundings } = place;
  const plan = (name: string) => join(home, ".claude/plans", name);
  const write = (session_id: string, file_path: string) =>
    call({ hook_event_name: "PostToolUse", session_id, tool_name: "Write", tool_input: { file_path } });
  await write("s1", plan("first.md"));
  await write("s1", plan("second.md"));
  await write("s1", join(home, "notes.md"));
  await write("s2", plan("other.md"));
  await write("../s3", plan("outside.md"));
  expect(["s1", "s2", "../s3"].map((session) => planFileOf(surroundings.state, session))).toEqual([
    plan("second.md"),
    plan("other.md"),
    undefined,
  ]);
});
