import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { functionExecutor } from "../../src/executors/function.js";
import { fireConfig, loadConfig } from "../support/fire-config.js";
import { admitted } from "../support/hook-specs.js";
import { tempFolder } from "../support/real-engine.js";

describe("types nobody knows", () => {
  it.each(["native", "claude"])(
    "HT-06 a wasm hook of %s is named in a warning, and the others run",
    async (dialect) => {
      const path = join(tempFolder(), "hooks.json");
      const deny = `echo '{"decision":"deny","reason":"still here"}'`;
      writeFileSync(
        path,
        JSON.stringify({
          hooks: {
            PreToolUse: [
              {
                hooks: [
                  { type: "wasm", module: "x.wasm" },
                  { type: "command", command: deny },
                ],
              },
            ],
          },
        }),
      );
      const config = { dialect, files: [{ path, scope: "user" as const }] };
      const { hooks, findings } = loadConfig(config);
      expect(hooks).toHaveLength(1);
      expect(findings.map(({ severity, message }) => `${severity}: ${message}`).join("\n")).toContain("wasm");
      const decision = await fireConfig({
        ...config,
        event: "PreToolUse",
        payload: { tool_name: "Bash", tool_input: {} },
      });
      expect(decision).toMatchObject({ verdict: "deny", reason: "still here" });
    },
  );
});

describe("functions of a code config", () => {
  const EVENT = { name: "PreToolUse", payload: { hook_event_name: "PreToolUse" } };
  const hook = admitted({ run: { type: "function", artifact: { sha256: "0", index: 0, path: "/c.ts" } } });
  const context = {
    hookId: "h",
    presence: "headless" as const,
    signal: new AbortController().signal,
    progress: () => {},
    askUser: async () => ({ outcome: "none" as const }),
  };

  it("a bundle that is gone is a failure of the hook", async () => {
    const absent = functionExecutor(() => Promise.reject(new Error("the bundle is gone")));
    for (const [executor, message] of [
      [absent, "the bundle is gone"],
      [functionExecutor(), "its function does not exist"],
    ] as const) {
      const result = executor.read(await executor.run(hook, EVENT, context), hook, EVENT);
      expect(result).toEqual({ ok: false, failure: { cause: "artifact-missing", message } });
    }
  });

  it("a bundle that is there gives its function the payload", async () => {
    const executor = functionExecutor(async () => (payload) => ({ verdict: "deny", reason: payload.hook_event_name }));
    expect(executor.read(await executor.run(hook, EVENT, context), hook, EVENT)).toMatchObject({
      ok: true,
      output: { reason: "PreToolUse" },
    });
  });
});
