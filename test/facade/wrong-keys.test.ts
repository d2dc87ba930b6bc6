/** What a program without types gets told: keys and values that a compiler would have refused. */
import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { agentSdkHooks } from "../../src/claude-agent-sdk.js";
import { createHooks, defineHook, deny } from "../../src/index.js";
import { loadHooks } from "../../src/load.js";
import { removeFolder } from "../support/remove-folder.js";

const run = () => deny("Never.");
const hook = (fields: object) => ({ id: "h", event: "PreToolUse", run, ...fields }) as never;

const WRONG: readonly [fields: object, message: RegExp][] = [
  [{ macher: "Bash" }, /CONFIG_UNKNOWN_KEY.*Unknown key "macher"\. Did you mean "matcher"\?/],
  [{ tool_name: "Bash" }, /Unknown key "tool_name"\. Did you mean "matcher"\?/],
  [{ timeout: 5 }, /Unknown key "timeout"\. Did you mean "timeoutMs"\?/],
  [{ onfailure: "deny" }, /Unknown key "onfailure"\. Did you mean "onFailure"\?/],
  [
    { matcher: { tool_name: "Bash" } },
    /MATCHER_INVALID.*in the matcher: Unknown key "tool_name"\. Did you mean "tool"\?/,
  ],
  [{ matcher: { tool: "Bash", pth: "**" } }, /in the matcher: Unknown key "pth"\. Did you mean "path"\?/],
  [
    { matcher: { weekday: "Monday" } },
    /Unknown key "weekday"\. Keys are tool, content, path, params, fields, equals\./,
  ],
  [{ matcher: { tool: ["Bash"] } }, /in the matcher: `tool` must be a string, not \["Bash"\]/],
  [{ matcher: ["Bash", "Edit"] }, /the matcher must be a string or an object, not \["Bash","Edit"\]/],
  [{ matcher: 3 }, /the matcher must be a string or an object, not 3/],
  [{ timeoutMs: "5" }, /HOOK_FIELD_INVALID.*`timeoutMs` must be a positive number, not "5"/],
  [{ mode: "observed" }, /`mode` must be "enforce" or "observe", not "observed"/],
  [{ onFailure: "block" }, /`onFailure` must be "allow" or "ask" or "deny", not "block"/],
  [{ agents: "codex" }, /`agents` must be a list of strings, not "codex"/],
  [{ run: undefined }, /HOOK_FIELD_MISSING.*needs an `event` and a function `run`/],
  [{ event: undefined }, /HOOK_FIELD_MISSING.*needs an `event` and a function `run`/],
];

function place(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-keys-")));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** Loads one file of this name and text in a home of its own. */
async function load(name: string, text: string) {
  const cwd = place();
  const path = join(cwd, name);
  writeFileSync(path, text);
  return loadHooks({ cwd, files: [{ path }], environment: { HOME: cwd } });
}

describe("a wrong definition in code", () => {
  it.each(WRONG)("%j throws a TypeError that names it", (fields, message) => {
    expect(() => createHooks({ hooks: [defineHook(hook(fields))] })).toThrow(TypeError);
    expect(() => createHooks({ hooks: [defineHook(hook(fields))] })).toThrow(message);
  });

  it("throws for a guard as well, and from `on`", () => {
    expect(() => createHooks({ hooks: [hook({ guard: true, matcher: { tool_name: "Bash" } })] })).toThrow(
      /"tool_name"/,
    );
    expect(() => createHooks().on("PreToolUse", { macher: "Bash" } as never, run)).toThrow(/"macher"/);
    expect(() => createHooks().on("PreToolUse", { matcher: "Bash" }, undefined as never)).toThrow(/function `run`/);
  });

  it("fields without a value are absent", () => {
    const hooks = createHooks({ hooks: [hook({ matcher: undefined, timeoutMs: undefined, guard: undefined })] });
    expect(hooks.has("PreToolUse")).toBe(true);
  });
});

describe("a misspelt option", () => {
  it("throws where its hooks or files would have been ignored", async () => {
    expect(() => createHooks({ hoks: [] } as never)).toThrow(
      new TypeError('createHooks: Unknown key "hoks". Did you mean "hooks"?'),
    );
    await expect(loadHooks({ cwd: "/", file: [] } as never)).rejects.toThrow(/loadHooks: Unknown key "file".*"files"/);
    await expect(agentSdkHooks({ hook: {} } as never)).rejects.toThrow(/agentSdkHooks: Unknown key "hook".*"hooks"/);
  });

  it("an object with other fields can be passed", async () => {
    const loaded = await load("hooks.json", "{}");
    expect(() => createHooks(loaded)).not.toThrow();
    expect(() => createHooks({ hooks: [], description: "mine" } as never)).not.toThrow();
  });
});

describe("wrong keys in files", () => {
  it("are findings that name the key and the right one", async () => {
    const { findings } = await load(
      "hooks.json",
      JSON.stringify({
        hooks: {
          PreToolUse: [
            { id: "a", macher: "Bash", command: "true" },
            { id: "b", matcher: { tool_name: "Bash" }, command: "true" },
          ],
        },
      }),
    );
    expect(findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'CONFIG_UNKNOWN_KEY Unknown key "macher". Did you mean "matcher"?',
      'MATCHER_INVALID in the matcher: Unknown key "tool_name". Did you mean "tool"?',
    ]);
  });

  it("are findings of a code config too; a guard with a wrong matcher stays and denies", async () => {
    const { entries, reach, findings } = await load(
      "policy.mjs",
      `export default { hooks: [
         { id: "a", event: "PreToolUse", macher: "Bash", run: () => ({ context: "ran" }) },
         { id: "b", event: "PreToolUse", guard: true, matcher: { tool_name: "Bash" }, run: () => undefined },
       ] };`,
    );
    expect(findings.map(({ code, field }) => `${code} ${field}`)).toEqual([
      "CONFIG_UNKNOWN_KEY hooks[0]",
      "MATCHER_INVALID hooks[1]",
    ]);
    const hooks = createHooks({ entries, reach });
    const decision = await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
    await hooks.close();
    expect(decision.verdict).toBe("deny");
    expect(decision.reason).toContain('Unknown key "tool_name". Did you mean "tool"?');
  });
});
