/** A program in CommonJS TypeScript that uses every entry point, and how it is compiled. */

export const COMMONJS_TYPESCRIPT = `import { createHooks, type Decision, defineHook, deny } from "snaphook";
  import { agentSdkHooks } from "snaphook/claude-agent-sdk";
  import { type LoadedHooks, loadHooks } from "snaphook/load";
  import { HookManager } from "snaphook/opta";
  import { runHook, samplePayload } from "snaphook/testing";

  export const others: [typeof HookManager, typeof agentSdkHooks, typeof createHooks] = [HookManager, agentSdkHooks, createHooks];
  export async function load(): Promise<LoadedHooks> {
    return loadHooks({ cwd: "." });
  }
  const hook = defineHook({ event: "PreToolUse", run: () => deny("Never.") });
  // @ts-expect-error a tool that has run cannot be denied
  defineHook({ event: "PostToolUse", run: () => deny("too late") });
  runHook(hook, samplePayload("PreToolUse")).then(({ verdict }: Decision) => console.log(verdict));
`;

export const NODE16 = {
  strict: true,
  target: "ES2023",
  lib: ["ES2023", "DOM"],
  module: "node16",
  types: [],
  skipLibCheck: false,
};
