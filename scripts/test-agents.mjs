// Drives released agents: `npm run test:agents [-- [--daemon] AGENT… [vitest flags]]`; all of them when none is named.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const SUFFIX = ".agent-test.ts";
const known = readdirSync(join(root, "test/agents"))
  .filter((name) => name.endsWith(SUFFIX))
  .map((name) => name.slice(0, -SUFFIX.length));

const given = process.argv.slice(2);
const args = given.filter((arg) => arg !== "--daemon");
const firstFlag = args.findIndex((arg) => arg.startsWith("-"));
const names = firstFlag === -1 ? args : args.slice(0, firstFlag);
const flags = firstFlag === -1 ? [] : args.slice(firstFlag);
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`test:agents: no driver for ${unknown.join(", ")}; there are ${known.join(", ")}`);
  process.exit(2);
}

// Exact files: "pi" is also a part of "copilot".
const files = (names.length > 0 ? names : known).map((name) => `test/agents/${name}${SUFFIX}`);
const vitest = join(root, "node_modules/vitest/vitest.mjs");
const run = spawnSync(process.execPath, [vitest, "run", "--config", "vitest.agents.config.ts", ...files, ...flags], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, ...(given.length > args.length ? { SNAPHOOK_AGENTS_DAEMON: "1" } : {}) },
});
process.exit(run.status ?? 1);
