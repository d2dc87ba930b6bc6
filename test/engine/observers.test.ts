import { expect, it } from "vitest";
import type { HookObservation } from "../../src/engine/observers.js";
import { createHooks, deny } from "../../src/index.js";
import { command, realEngine } from "../support/real-engine.js";

it("OB-03 CF-27 a hook is started, makes progress and has answered: three observations with one id", async () => {
  const { engine, fire } = realEngine([
    command(`echo 'half way' >&2; sleep 0.1; echo '{"decision":"deny","reason":"no"}'`, {
      id: "guard",
      statusMessage: "Checking the command",
    }),
  ]);
  const seen: HookObservation[] = [];
  engine.observe((one) => seen.push(one));
  await fire();
  expect(seen).toMatchObject([
    { type: "hook_started", hook: "guard", event: "PreToolUse", statusMessage: "Checking the command" },
    { type: "hook_progress", hook: "guard", text: "half way\n" },
    { type: "hook_response", hook: "guard", run: { id: "guard", outcome: "deny" } },
  ]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(1);
});

it("OB-03 ids tell two runs of one hook apart, in the background too", async () => {
  const hooks = createHooks();
  hooks.on("PreToolUse", { id: "h" }, () => undefined);
  hooks.on("PreToolUse", { id: "b", background: true }, () => undefined);
  const ids: Record<string, Set<number>> = { h: new Set(), b: new Set() };
  hooks.observe(({ hook, id }) => ids[hook]!.add(id));
  for (let i = 0; i < 2; i++) await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: {} });
  await hooks.close(60_000);
  expect([ids["h"]!.size, ids["b"]!.size, new Set([...ids["h"]!, ...ids["b"]!]).size]).toEqual([2, 2, 4]);
});

it("an observer that throws or rejects disturbs neither the guard nor the other observers", async () => {
  const hooks = createHooks();
  const told = { throws: 0, rejects: 0, works: 0 };
  hooks.observe(() => {
    told.throws++;
    throw new Error("a broken view");
  });
  hooks.observe(async () => {
    told.rejects++;
    throw new Error("a broken connection");
  });
  const stop = hooks.observe(() => void told.works++);
  hooks.on("PreToolUse", { guard: true }, () => deny("no"));
  const call = { tool_name: "Bash", tool_input: {} };
  for (let i = 0; i < 3; i++) expect((await hooks.fire("PreToolUse", call)).verdict).toBe("deny");
  expect(told.throws).toBe(1);
  expect(told.rejects).toBeLessThanOrEqual(2);
  expect(told.works).toBe(6);
  stop();
  await hooks.fire("PreToolUse", call);
  expect(told.works).toBe(6);
});
