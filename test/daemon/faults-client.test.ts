/** kill -9 of whoever asks the daemon, at any moment: what ran for it ends, what was held for it goes, nothing leaks. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { FaultPlace } from "../support/fault-calls.js";
import { commandOf, markedProcesses, openHandles, threadsOf } from "../support/processes.js";
import { bash, says } from "../support/program.js";

const CLIENTS = 200;
const AT_ONCE = 8;
/** Node takes that long to come to its point; Perl is long done. */
const LONGEST_MS = { perl: 60, node: 300 };
/** Sockets and pipes that close a moment later, a thread of the pool that came up meanwhile. */
const SLACK = 6;

/** What functions of code configs run in is kept for the next call. */
const isNoRunner = (pid: number) => !commandOf(pid).includes("function-");

it(`${CLIENTS} clients that are killed leave no process, no question, no handle and no thread`, async () => {
  const place = new FaultPlace();
  await place.prepare();
  place.writeUser("hooks.json", {
    hooks: {
      PreToolUse: [
        { id: "hangs", matcher: "Bash(guarded*)", guard: true, command: "trap '' TERM; sleep 30" },
        { id: "asks", matcher: "Bash(slow*)", command: says("ask", "release?") },
      ],
    },
  });
  place.writeUser(
    "snaphook.config.ts",
    `import { defineConfig, defineHook } from "snaphook";
     export default defineConfig({ hooks: [
       defineHook({ id: "f", event: "PreToolUse", matcher: "Bash(appending*)", run: () => new Promise((done) => setTimeout(done, 2_000)) }),
     ] });`,
  );
  await place.run(["list"]);
  await place.up(place.marked);
  await place.attend();
  const { pid } = place.daemon!;
  const kinds = ["guarded", "slow", "appending"] as const;
  const killOne = async (n: number) => {
    const client = n % 4 === 3 ? "node" : "perl";
    const child = place.begin({ id: "k", agent: "codex", kind: kinds[n % 3]!, client });
    const gone = new Promise((done) => child.once("exit", done));
    await wait(Math.random() * LONGEST_MS[client]);
    // Its group, as an agent does that gives up; some have their answer already.
    if (child.exitCode === null) process.kill(-child.pid!, "SIGKILL");
    await gone;
  };
  const killMany = async (from: number, to: number) => {
    for (let n = from; n < to; n += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, more) => killOne(n + more)));
    await expect.poll(() => markedProcesses(place.mark).filter(isNoRunner)).toEqual([pid]);
    await expect.poll(async () => (await place.asks()).length).toBe(0);
    return { handles: openHandles(pid!), threads: threadsOf(pid!) };
  };
  const before = await killMany(0, AT_ONCE * 5);
  const after = await killMany(AT_ONCE * 5, CLIENTS);
  expect(after.handles).toBeLessThanOrEqual(before.handles + SLACK);
  expect(after.threads).toBeLessThanOrEqual(before.threads + SLACK);
  // Some came as far as their hooks, and the daemon goes on.
  expect((await place.status()).events).toBeGreaterThan(CLIENTS / 10);
  const { stdout } = await place.launch("codex", "PreToolUse", { session_id: "s", cwd: place.project, ...bash("ls") });
  expect(stdout).toBe("");
});
