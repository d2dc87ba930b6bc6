import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { HookFunction } from "../../src/core/hooks/hook.js";
import { admitted } from "../support/hook-specs.js";
import { realEngine } from "../support/real-engine.js";
import { VirtualClock } from "../support/virtual-clock.js";

const never: HookFunction = () => new Promise(() => {});

/** One engine; the tool's name chooses the hook. `ended` says which fires ended, when, and why. */
function engineOf(hooks: Readonly<Record<string, { readonly fn: HookFunction; readonly timeoutMs: number }>>) {
  const clock = new VirtualClock();
  const list = Object.entries(hooks).map(([tool, { fn, timeoutMs }]) =>
    admitted({
      id: tool,
      timeoutMs,
      match: { subject: { kind: "literals", exact: [tool] } },
      run: { type: "function", fn },
    }),
  );
  const { fire } = realEngine(list, { clock });
  const ended: string[] = [];
  return {
    clock,
    ended,
    async fire(tool: string): Promise<void> {
      const decision = await fire("PreToolUse", { tool_name: tool, tool_input: {} });
      ended.push(`${tool} ${decision.hooks[0]?.cause ?? "answered"} at ${clock.now()}`);
    },
  };
}

describe("the timer that all fires of an engine share", () => {
  it("ends each hook at its own limit, whichever was started first", async () => {
    const { fire, clock, ended } = engineOf({
      Long: { fn: never, timeoutMs: 400 },
      Short: { fn: never, timeoutMs: 100 },
    });
    const both = [fire("Long"), fire("Short")];
    await clock.advance(98);
    expect(ended).toEqual([]);
    await clock.advance(1_000);
    await Promise.all(both);
    expect(ended).toEqual(["Short timeout at 100", "Long timeout at 400"]);
  });

  it("ends a hook that was started while the timer ran for a later one", async () => {
    const { fire, clock, ended } = engineOf({
      Long: { fn: never, timeoutMs: 600 },
      Short: { fn: never, timeoutMs: 100 },
    });
    const long = fire("Long");
    await clock.advance(50);
    const short = fire("Short");
    await clock.advance(1_000);
    await Promise.all([long, short]);
    expect(ended).toEqual(["Short timeout at 150", "Long timeout at 600"]);
  });

  it("is not put off by other fires that come and go", async () => {
    let answer: () => void = () => {};
    const { fire, clock, ended } = engineOf({
      Hang: { fn: never, timeoutMs: 150 },
      Quick: { fn: async () => {}, timeoutMs: 5000 },
      Later: {
        fn: () =>
          new Promise<void>((done) => {
            answer = done;
          }),
        timeoutMs: 5000,
      },
    });
    const hang = fire("Hang");
    for (let round = 0; round < 8; round++) {
      const others = [fire("Quick"), fire("Later")];
      await clock.advance(20);
      answer();
      await Promise.all(others);
    }
    await hang;
    expect(ended.filter((one) => one.startsWith("Hang"))).toEqual(["Hang timeout at 150"]);
    expect(ended).toHaveLength(17);
  });

  it("does not keep a process alive when everything has settled", () => {
    const index = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
    // The hook's limit is longer than this test may take.
    const script = `import { createHooks } from ${JSON.stringify(index)};
      const hooks = createHooks();
      hooks.on("PreToolUse", { timeoutMs: 3_600_000 }, () => new Promise((done) => setTimeout(done, 20)));
      const { hooks: [run] } = await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: {} });
      console.log(run.outcome);`;
    const { stdout, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect({ stdout, signal }).toEqual({ stdout: "none\n", signal: null });
  });
});
