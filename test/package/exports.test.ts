import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** What people may rely on. A name that is added or removed here is a change of the public interface. */
const NAMES = {
  ".": [
    "EVENTS",
    "EVENT_NAMES",
    "FULL_CAPABILITY",
    "NO_DECISION",
    "allow",
    "ask",
    "combine",
    "context",
    "createHooks",
    "createThreads",
    "defineConfig",
    "defineHook",
    "degrade",
    "deny",
    "forceContinue",
    "message",
    "replaceOutput",
    "resolveEvent",
    "rewrite",
    "stopAgent",
  ],
  "./load": ["loadHooks"],
  "./opta": ["HookManager", "OptaConfigError", "OptaConfigSchema"],
  "./claude-agent-sdk": ["agentSdkHooks"],
  "./testing": [
    "adapterContract",
    "checkIdempotentRewrite",
    "executorContract",
    "runHook",
    "samplePayload",
    "stateContract",
    "storeContract",
  ],
} as const;

const root = new URL("../../", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
  exports: Record<string, { default?: string } | string>;
};

describe("the public interface", () => {
  it.each(Object.entries(NAMES))("of %s is exactly what is listed here", async (entry, names) => {
    const target = manifest.exports[entry] as { default: string };
    const module = (await import(new URL(target.default, root).href)) as object;
    expect(Object.keys(module).sort()).toEqual(names);
  });

  it("has no other entry points", () => {
    const code = Object.entries(manifest.exports).filter(([, target]) => typeof target === "object");
    expect(code.map(([entry]) => entry)).toEqual(Object.keys(NAMES));
  });
});
