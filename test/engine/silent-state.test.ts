import { expect, it } from "vitest";
import { createHooks, forceContinue } from "../../src/index.js";

it("a state that never answers does not hold up an event", async () => {
  const silent = { read: () => new Promise(() => {}), update: () => new Promise(() => {}), sweep: async () => 0 };
  const hooks = createHooks({ state: silent });
  hooks.on("Stop", () => forceContinue("go on"));
  const decision = await hooks.fire("Stop", { session_id: "s" });
  expect(decision.forceContinue?.value.reason).toBe("go on");
  await hooks.close();
});
