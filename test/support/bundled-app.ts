/** An application that uses every entry point of the package, to be bundled by the bundlers that people use. */

/** The files of it, by name. It prints one line of JSON. */
export const BUNDLED_APP = {
  "policy.json": JSON.stringify({
    hooks: {
      PreToolUse: [
        { id: "no-curl", matcher: "Bash(curl *)", command: "echo 'Use the proxy.' >&2; exit 2" },
        { id: "protect-commands", builtin: "protect-commands" },
        { id: "slow", matcher: "^(?!Bash|Read)", command: "exit 2" },
      ],
    },
  }),
  "policy.yaml": "hooks:\n  PreToolUse:\n    - { id: no-nc, matcher: 'Bash(nc *)', command: 'exit 2' }\n",
  "policy.ts": `import { defineConfig, defineHook, deny } from "snaphook";
    export default defineConfig({
      hooks: [defineHook({ id: "no-wget", event: "PreToolUse", matcher: "Bash(wget *)", run: () => deny("Use curl.") })],
    });`,
  "app.js": `import { createHooks, defineHook, deny } from "snaphook";
    import { agentSdkHooks } from "snaphook/claude-agent-sdk";
    import { loadHooks } from "snaphook/load";
    import { HookManager } from "snaphook/opta";
    import { runHook, samplePayload } from "snaphook/testing";

    async function main() {
      const cwd = process.cwd();
      const files = ["policy.json", "policy.yaml", "policy.ts"].map((name) => ({ path: cwd + "/" + name }));
      const { entries, reach, findings } = await loadHooks({ cwd, files });
      const hooks = createHooks({ entries, reach });
      const verdicts = {};
      for (const [name, command] of Object.entries({ json: "curl x", yaml: "nc x", code: "wget x", builtin: "rm -rf ~", none: "ls" }))
        verdicts[name] = (await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: { command } })).verdict;
      verdicts.slow = (await hooks.fire("PreToolUse", { tool_name: "Edit", tool_input: { file_path: "a" } })).verdict;
      const sdk = await agentSdkHooks({ hooks });
      await hooks.close();
      const opta = await HookManager.create([{ event: "tool.pre", command: "exit 1" }]).fire("tool.pre", { session_id: "s", cwd, tool_name: "x" });
      const never = defineHook({ event: "PreToolUse", run: () => deny("Never.") });
      const tested = await runHook(never, samplePayload("PreToolUse"));
      const problems = findings.filter(({ severity }) => severity === "error").map(({ code, message }) => code + ": " + message);
      console.log(JSON.stringify({ verdicts, sdk: Object.keys(sdk), opta: opta.cancelled, tested: tested.verdict, problems }));
    }
    main();`,
} as const;

export const BUNDLED_APP_PRINTS = {
  verdicts: { json: "deny", yaml: "deny", code: "deny", builtin: "deny", none: "none", slow: "deny" },
  sdk: ["PreToolUse"],
  opta: true,
  tested: "deny",
  problems: [],
};
