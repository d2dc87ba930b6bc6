// Fuzzes for long, from a new seed: `npm run test:fuzz [-- FUZZER…]`. A failure names its seed, and its input is kept.
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const seed = process.env["SNAPHOOK_FUZZ_SEED"] ?? String(Date.now() % 2 ** 32);
const runs = process.env["SNAPHOOK_FUZZ_RUNS"] ?? "1000000";
const given = process.argv.slice(2);
const files = given.length > 0 ? given.map((name) => `test/fuzz/${name}`) : ["test/fuzz"];
console.log(`${runs} runs of SNAPHOOK_FUZZ_SEED=${seed}`);
const run = spawnSync(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", ...files], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, SNAPHOOK_FUZZ_SEED: seed, SNAPHOOK_FUZZ_RUNS: runs },
});
process.exit(run.status ?? 1);
