/** Hooks that hang, whatever they do to stay: the agent has its answer in time, and they are gone. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { FaultPlace } from "../support/fault-calls.js";
import { markedProcesses } from "../support/processes.js";
import { bash } from "../support/program.js";

it.each([
  ["ignores the polite signal", "trap '' TERM INT HUP; while :; do sleep 1; done"],
  ["forks one that holds its output", "(trap '' TERM; sleep 60) & sleep 60"],
  ["ends, and leaves one that never stops writing", "(trap '' TERM; while :; do echo x; sleep 0.1; done) & wait"],
  ["closes its output and stays", "exec >&- 2>&-; trap '' TERM; while :; do sleep 1; done"],
  ["never reads, and stops itself", "kill -STOP $$"],
])("EX-09 a hook that %s is answered for at its time limit, and nothing of it is left", async (_what, command) => {
  const place = new FaultPlace();
  place.writeUser("hooks.json", {
    hooks: { PreToolUse: [{ id: "g", guard: true, timeoutMs: 400, command }] },
  });
  await place.wire();
  await place.up(place.marked);
  const payload = { session_id: "s", cwd: place.project, ...bash("ls"), padding: "x".repeat(200_000) };
  const answer = await place.launch("claude-code", "PreToolUse", payload, { env: { ...place.marked } });
  expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining("could not decide") });
  await expect.poll(() => markedProcesses(place.mark)).toEqual([place.daemon!.pid]);
  await expect.poll(async () => (await place.events())[0]?.hooks.find(({ id }) => id === "g")?.cause).toBe("timeout");
});

it.each(["command", "function"])("a %s that hangs ends with a daemon that is killed", async (type) => {
  const place = new FaultPlace();
  const command = "trap '' TERM; echo $$ > pid; sleep 60 & sleep 60; wait";
  if (type === "command") place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "g", guard: true, command }] } });
  else
    place.writeUser(
      "snaphook.config.ts",
      `import { defineConfig, defineHook } from "snaphook";
       import { writeFileSync } from "node:fs";
       const run = ({ cwd }) => { writeFileSync(cwd + "/pid", "1"); for (;;); };
       export default defineConfig({ hooks: [defineHook({ id: "g", event: "PreToolUse", guard: true, run })] });`,
    );
  await place.run(["list"]);
  await place.wire();
  await place.up(place.marked);
  const payload = { session_id: "s", cwd: place.project, ...bash("ls") };
  const answer = place.launch("claude-code", "PreToolUse", payload, { env: { ...place.marked } });
  await expect.poll(() => place.read("pid")).not.toBe("");
  await wait(200); // the daemon learns a moment later than the hook itself that it runs
  await place.kill();
  expect((await answer).stdout).toContain('"deny"');
  await expect.poll(() => markedProcesses(place.mark)).toEqual([]);
});
