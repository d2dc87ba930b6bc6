import assert from "node:assert/strict";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { createHooks } from "snaphook";
import { loadHooks } from "snaphook/load";
import { checkIdempotentRewrite, runHook, samplePayload } from "snaphook/testing";
import { noPager, testsFirst } from "./hooks.mjs";

const bash = (command) => ({ ...samplePayload("PreToolUse"), tool_input: { command } });

test("git runs without a pager", async () => {
  const { input } = await runHook(noPager, bash("git log"));
  assert.equal(input?.["command"], "git --no-pager log");
});

test("other commands stay as they are", async () => {
  const decision = await runHook(noPager, bash("ls"));
  assert.deepEqual(decision.hooks, []);
});

test("the rewrite does not pile up", () => checkIdempotentRewrite(noPager, bash("git log")));

test("the agent continues until the tests pass", async () => {
  const stop = { ...samplePayload("Stop"), last_assistant_message: "I am done." };
  assert.equal((await runHook(testsFirst, stop)).forceContinue?.value.reason, "Run the tests first.");
  assert.equal((await runHook(testsFirst, samplePayload("Stop"))).forceContinue, undefined);
});

test("generated files are guarded by the hooks file", async () => {
  const path = fileURLToPath(new URL("hooks.json", import.meta.url));
  const { entries, findings } = await loadHooks({ cwd: process.cwd(), files: [{ path }] });
  assert.deepEqual(findings, []);
  const hooks = createHooks({ entries });
  const write = (file_path) => hooks.fire("PreToolUse", { tool_name: "Write", tool_input: { file_path } });
  // Agents send absolute paths.
  assert.equal((await write("/home/ann/shop/src/generated/api.ts")).reason, "Change the template instead.");
  assert.equal((await write("/home/ann/shop/src/api.ts")).verdict, "none");
  await hooks.close();
});
