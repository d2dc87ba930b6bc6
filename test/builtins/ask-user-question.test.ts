/** `test/daemon/questions.test.ts` shows the answers of a person. */
import { expect, it } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import { BuiltinPlace } from "../support/builtin-place.js";

it.each([
  ["PreToolUse", "headless", "ask"],
  ["PreToolUse", "interactive", undefined],
  ["PermissionRequest", "interactive", "ask"],
  ["PermissionRequest", "headless", "ask"],
] as const)("BI-C3 on %s of an agent that is %s: %s", async (event, presence, verdict) => {
  const place = new BuiltinPlace();
  const { make } = BUILTINS["ask-user-question"]!;
  const run = make(place.surroundings, {}, place.services);
  const payload = { hook_event_name: event, tool_name: "AskUserQuestion", tool_input: { questions: [] } };
  expect((await run(payload as never, { presence } as never))?.verdict).toBe(verdict);
});
