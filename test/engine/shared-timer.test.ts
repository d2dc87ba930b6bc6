import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { HookFunction } from "../../src/core/hooks/hook.js";
import { HookTable } from "../../src/core/hooks/hook-table.js";
import type { Executors } from "../../src/core/ports.js";
import { Engine } from "../../src/engine/engine.js";
import { functionExecutor } from "../../src/executors/function.js";
import { MemoryState } from "../../src/runtime/platform/memory-state.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { admitted } from "../support/hook-specs.js";

const never: HookFunction = () => new Promise(() => {});
const later: HookFunction = () => new Promise((done) => setTimeout(done, 20));

/** One engine; the tool's name chooses the hook. */
function engineOf(hooks: Readonly<Record<string, { readonly fn: HookFunction; readonly timeoutMs: number }>>) {
  const list = Object.entries(hooks).map(([tool, { fn, timeoutMs }]) =>
    admitted({
      id: tool,
      timeoutMs,
      match: { subject: { kind: "literals", exact: [tool] } },
      run: { type: "function", fn },
    }),
  );
  const slow = { test: async () => "timeout" as const, close() {} };
  const engine = new Engine({
    table: new HookTable(list, {}, { regex: linearRegex, slow }),
    executors: { function: functionExecutor() } as unknown as Executors,
    state: new MemoryState(),
  });
  return async (tool: string) => {
    const startedAt = performance.now();
    const decision = await engine.fire({
      name: "PreToolUse",
      payload: { hook_event_name: "", tool_name: tool, tool_input: {} },
    });
    return { cause: decision.hooks[0]?.cause, ms: performance.now() - startedAt };
  };
}

describe("the timer that all fires of an engine share", () => {
  it("ends each hook at its own limit, whichever was started first", async () => {
    const fire = engineOf({ Long: { fn: never, timeoutMs: 400 }, Short: { fn: never, timeoutMs: 100 } });
    const [long, short] = await Promise.all([fire("Long"), fire("Short")]);
    expect([long.cause, short.cause]).toEqual(["timeout", "timeout"]);
    expect(short.ms).toBeGreaterThanOrEqual(99);
    expect(short.ms).toBeLessThan(long.ms - 200);
    expect(long.ms).toBeGreaterThanOrEqual(399);
  });

  it("ends a hook that was started while the timer ran for a later one", async () => {
    const fire = engineOf({ Long: { fn: never, timeoutMs: 600 }, Short: { fn: never, timeoutMs: 100 } });
    const long = fire("Long");
    await new Promise((done) => setTimeout(done, 50));
    const short = await fire("Short");
    expect(short).toMatchObject({ cause: "timeout" });
    expect(short.ms).toBeLessThan(400);
    expect(await long).toMatchObject({ cause: "timeout" });
  });

  it("is not put off by other fires that come and go", async () => {
    const fire = engineOf({
      Hang: { fn: never, timeoutMs: 150 },
      Quick: { fn: async () => {}, timeoutMs: 5000 },
      Later: { fn: later, timeoutMs: 5000 },
    });
    let over = false;
    const hang = fire("Hang").finally(() => {
      over = true;
    });
    while (!over) await Promise.all([fire("Quick"), fire("Later")]);
    const { cause, ms } = await hang;
    expect(cause).toBe("timeout");
    expect(ms).toBeLessThan(1000);
  });

  it("does not keep a process alive when everything has settled", () => {
    const index = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
    const script = `import { createHooks } from ${JSON.stringify(index)};
      const hooks = createHooks();
      hooks.on("PreToolUse", { timeoutMs: 60_000 }, () => new Promise((done) => setTimeout(done, 20)));
      const { hooks: [run] } = await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: {} });
      console.log(run.outcome);`;
    const { stdout, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
      timeout: 10_000,
    });
    expect({ stdout, signal }).toEqual({ stdout: "none\n", signal: null });
  });
});
