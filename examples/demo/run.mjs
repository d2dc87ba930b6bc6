// Plays the demo and checks what was decided. Exits non-zero when something is off.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../dist/snaphook.cjs", import.meta.url));
const { status, stdout, stderr } = spawnSync(process.execPath, [program, "demo", "--json"], {
  encoding: "utf8",
});
assert.equal(status, 0, stderr);
const played = JSON.parse(stdout);
const hook = (id) => played.flatMap((step) => step.hooks).find((run) => run.id === id);

assert.ok(played.some((step) => step.decision === "deny" && step.decidedBy.hook === "frozen-output"));
assert.ok(played.some((step) => step.decision === "deny" && step.decidedBy.hook === "protect-commands"));
assert.ok(played.some((step) => step.rewritten && step.input.command.startsWith("timeout 120")));
assert.ok(played.some((step) => step.context?.includes("run the tests")));
assert.ok(played.some((step) => step.forceContinue?.reason.includes("Tests have not been run")));
assert.equal(hook("audit").outcome, "background");
assert.equal(hook("lint").cause, "not-found");
console.log(`demo: ${played.length} events played as expected`);
