import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = dirname(fileURLToPath(import.meta.url));
const program = join(dirname(fileURLToPath(import.meta.resolve("snaphook/package.json"))), "dist/snaphook.cjs");

function snaphook(args, payload) {
  const input = payload === undefined ? undefined : JSON.stringify(payload);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args, "--json"], {
    cwd: folder,
    input,
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const fire = (tool_name, tool_input, ...args) =>
  snaphook(["fire", "PreToolUse", "--payload", "-", "--config", ".snaphook/hooks.json", ...args], {
    cwd: folder,
    tool_name,
    tool_input,
  });

assert.equal(snaphook(["validate", ".snaphook/hooks.json"]).valid, true);

const staging = fire("Bash", { command: "make deploy ENV=staging" });
assert.equal(staging.decision, "none");

const production = fire("Bash", { command: `cd ${folder} && make deploy ENV=production` });
assert.equal(production.decision, "deny");
assert.equal(production.decidedBy.hook, "no-production-deploy");

// The policy server is not there: the guard's failure contract decides.
const attended = fire("WebFetch", { url: "https://example.com" }, "--presence", "interactive");
const alone = fire("WebFetch", { url: "https://example.com" }, "--presence", "headless");
assert.deepEqual([attended.decision, alone.decision], ["ask", "deny"]);
assert.equal(alone.hooks[0].cause, "http-unreachable");

console.log(`staging: ${staging.decision}, production: ${production.decision} (${production.reason})`);
console.log(`server down: ${attended.decision} with a person, ${alone.decision} without`);
