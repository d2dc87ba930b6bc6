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
const cwd = "/home/ann/shop";
for (const [path, expected] of [
  ["/home/ann/shop/src/index.ts", "none"],
  ["src/index.ts", "none"],
  ["/home/ann/shop/config/.env.local", "deny"],
  ["/home/ann/other/readme.md", "ask"],
  ["../other/readme.md", "ask"],
]) {
  const { verdict, reason = "" } = await hooks.fire("PreToolUse", {
    cwd,
    tool_name: "Read",
    tool_input: { file_path: path },
  });
  console.log(`${path}: ${verdict} ${reason}`.trim());
  assert.equal(verdict, expected);
}
await hooks.close();
