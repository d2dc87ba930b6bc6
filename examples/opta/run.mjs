import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { HookManager, OptaConfigSchema } from "snaphook/opta";

const folder = dirname(fileURLToPath(import.meta.url));
const config = OptaConfigSchema.parse(JSON.parse(readFileSync(join(folder, ".opta/config.json"), "utf8")));
const manager = HookManager.create(config.hooks);
const context = { session_id: "example", cwd: folder, model: "small" };

const removed = await manager.fire("tool.pre", {
  ...context,
  tool_name: "run_command",
  tool_args: { command: "rm -r build" },
});
assert.deepEqual(removed, { cancelled: true, reason: "Deleting folders needs a person." });

const listed = await manager.fire("tool.pre", {
  ...context,
  tool_name: "run_command",
  tool_args: { command: "ls" },
});
assert.deepEqual(listed, { cancelled: false });

const written = await manager.fire("tool.pre", {
  ...context,
  tool_name: "write_file",
  tool_args: { path: "notes.md", content: "draft" },
});
assert.deepEqual(written.tool_args, { path: "notes.md", content: "checked" });
await manager.close();

console.log("rm:", removed.reason);
console.log("write:", written.tool_args);
