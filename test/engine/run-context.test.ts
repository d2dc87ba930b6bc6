import { describe, expect, it } from "vitest";
import { createHooks } from "../../src/index.js";

describe("what a function hook is given", () => {
  it("OB-03 works when it is taken apart: run(payload, { progress, signal })", async () => {
    const hooks = createHooks();
    const seen: string[] = [];
    hooks.observe((one) => one.type === "hook_progress" && seen.push(one.text));
    hooks.on("SessionStart", (_payload, { progress, signal }) => {
      progress(signal.aborted ? "aborted" : "half done");
    });
    const { hooks: runs } = await hooks.fire("SessionStart", { source: "startup" });
    await hooks.close();
    expect(runs.map(({ outcome }) => outcome)).toEqual(["none"]);
    expect(seen).toEqual(["half done"]);
  });
});
