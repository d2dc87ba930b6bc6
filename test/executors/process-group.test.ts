import { spawn } from "node:child_process";
import { existsSync, readFileSync, stat } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { command, eventually, groupMembers, realEngine, tempFolder } from "../support/real-engine.js";
import { VirtualClock } from "../support/virtual-clock.js";

async function numberIn(file: string): Promise<number> {
  await eventually(`${file} is written`, () => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"));
  return Number(readFileSync(file, "utf8"));
}

describe("EX-09 a timeout", () => {
  it.each([
    ["one process", "sleep 600", 1],
    ["a process that left another behind", "(sleep 600 &); sleep 600", 2],
    ["processes that ignore the polite signal", "trap '' TERM; (trap '' TERM; sleep 600 &); sleep 600; sleep 600", 3],
    ["a process whose child holds its output open", "sleep 600 & wait", 2],
  ])("EX-09 ends the whole group and answers at once: %s", async (_what, script, processes) => {
    const folder = tempFolder();
    const clock = new VirtualClock();
    const hook = command(`echo $$ > '${folder}/pid'; ${script}`, { guard: true, timeoutMs: 200 });
    const { fire } = realEngine([hook], { clock });
    const fired = fire();
    const group = await numberIn(join(folder, "pid"));
    await eventually("its processes run", () => groupMembers(group).length >= processes);
    await clock.advance(200);
    expect(await fired).toMatchObject({ verdict: "deny", hooks: [{ cause: "timeout" }] });
    await eventually("nothing of the group is left", () => groupMembers(group).length === 0);
  });

  it("EX-09 a hook that ends while a child holds its output open is not waited for", async () => {
    const folder = tempFolder();
    const { fire } = realEngine([
      command(`(echo $$ > '${folder}/pid'; sleep 600 &) ; echo '{"decision":"deny","reason":"done"}'`),
    ]);
    expect(await fire()).toMatchObject({ verdict: "deny", reason: "done" });
    const group = await numberIn(join(folder, "pid"));
    expect(groupMembers(group)).toHaveLength(1); // the child still runs, and holds the pipe
    process.kill(-group, "SIGKILL");
  });
});

describe("the loop", () => {
  it("EX-23 goes on while a slow hook runs", async () => {
    const folder = tempFolder();
    const { fire } = realEngine([command(`until [ -e '${folder}/go' ]; do sleep 0.02; done`, { timeoutMs: 600_000 })]);
    const fired = fire();
    // The hook ends only because timers, disk and sockets of this process went on.
    for (let ticks = 0; ticks < 50; ticks++) await new Promise((done) => setTimeout(done, 2));
    await writeFile(join(folder, "go"), "");
    expect((await fired).hooks).toMatchObject([{ outcome: "none" }]);
  });

  it("a deny is not lost when the loop was busy while the hook ended", async () => {
    const block = (ms: number) => {
      for (const until = Date.now() + ms; Date.now() < until; );
    };
    const { fire } = realEngine([command(`sleep 0.25; echo '{"decision":"deny","reason":"no"}'`, { guard: true })]);
    for (let round = 0; round < 3; round++) {
      const fired = fire();
      // The end of another process and a long callback in one turn: the hook's end is seen before its output.
      spawn("sleep", ["0.1"], { stdio: "ignore" });
      setTimeout(() => {
        stat("/", () => {
          setImmediate(() => block(150));
          block(400);
        });
        block(120);
      }, 50);
      expect((await fired).verdict).toBe("deny");
    }
  });
});

describe("how a process ended", () => {
  it("EX-24 a hook that something else killed was not too slow", async () => {
    for (const signal of ["KILL", "TERM"]) {
      const { fire } = realEngine([command(`kill -${signal} $$`)]);
      expect((await fire()).hooks).toMatchObject([
        { outcome: "failed", cause: "signal", detail: `it was killed by SIG${signal}` },
      ]);
    }
  });

  it("EX-22 a hook that never stops printing is ended at the limit, and its failure contract holds", async () => {
    const folder = tempFolder();
    const { fire } = realEngine([command(`echo $$ > '${folder}/pid'; yes`, { guard: true, timeoutMs: 600_000 })]);
    const decision = await fire();
    expect(decision).toMatchObject({ verdict: "deny", hooks: [{ cause: "output-limit", answered: "deny" }] });
    expect(decision.hooks[0]!.detail).toContain("1000000 bytes");
    const group = Number(readFileSync(join(folder, "pid"), "utf8"));
    await eventually("nothing of the group is left", () => groupMembers(group).length === 0);
  });

  it("IN-16 a hook that never reads its 5 MB of stdin is not at fault", async () => {
    const folder = tempFolder();
    const payload = { tool_name: "Write", tool_input: { content: "x".repeat(5_000_000) } };
    const { fire } = realEngine([
      command("exit 0", { guard: true }),
      command(`wc -c > '${folder}/size'`, { id: "reads" }),
    ]);
    expect(await fire("PreToolUse", payload)).toMatchObject({
      verdict: "none",
      hooks: [{ outcome: "none" }, { outcome: "none" }],
    });
    expect(Number(readFileSync(join(folder, "size"), "utf8"))).toBeGreaterThan(5_000_000);
  });
});
