import { describe, expect, it } from "vitest";
import { command, realEngine } from "../support/real-engine.js";

describe("an executor that is loaded with its first hook", () => {
  it("EX-12 ends a process that was asked for before the engine was closed and started after it", async () => {
    const { fire, engine } = realEngine([command("sleep 600", { timeoutMs: 600_000 })]);
    const fired = fire();
    await engine.close();
    expect((await fired).hooks).toMatchObject([{ outcome: "failed", cause: "signal" }]);
  });

  it("starts hooks again after the engine was closed", async () => {
    const { fire, engine } = realEngine([command(`echo '{"decision":"deny","reason":"no"}'`)]);
    await fire();
    await engine.close();
    expect(await fire()).toMatchObject({ verdict: "deny", reason: "no" });
  });
});
