import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { createHooks } from "snaphook";
import { loadHooks } from "snaphook/load";

const { entries, findings } = await loadHooks({
  cwd: process.cwd(),
  files: [{ path: fileURLToPath(new URL("snaphook.config.ts", import.meta.url)) }],
});
assert.deepEqual(findings, []);

const hooks = createHooks({ entries, presence: "interactive" });
for (const [path, expected] of [
  ["src/index.ts", "none"],
  ["config/.env.local", "deny"],
  ["../other/readme.md", "ask"],
]) {
  const { verdict, reason = "" } = await hooks.fire("PreToolUse", {
    tool_name: "Read",
    tool_input: { file_path: path },
  });
  console.log(`${path}: ${verdict} ${reason}`.trim());
  assert.equal(verdict, expected);
}
await hooks.close();
