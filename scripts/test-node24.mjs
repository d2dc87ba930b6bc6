/** Runs the store's tests on Node 24, whose own SQLite the store uses there. Further arguments go to vitest. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "snaphook-node24");
// The package `node` fetches this one in an install script; without the detour no script has to run.
const carrier = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const node = join(cache, "node_modules", carrier, "bin", process.platform === "win32" ? "node.exe" : "node");

if (!existsSync(node)) {
  mkdirSync(cache, { recursive: true });
  const install = ["install", "--prefix", cache, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
  run("npm", [...install, `${carrier}@24`]);
}
run(node, ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "test/store", ...process.argv.slice(2)]);

function run(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: "inherit" });
  if (status === 0) return;
  console.error(error === undefined ? `${program} ended with ${status}` : `${program}: ${error.message}`);
  process.exit(1);
}
