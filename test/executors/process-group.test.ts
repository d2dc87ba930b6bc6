import { spawn } from "node:child_process";
import { readFileSync, stat } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { command, eventually, groupMembers, realEngine, tempFolder, timed } from "../support/real-engine.js";

describe("EX-09 a timeout", () => {
  it.each([
    ["one process", "sleep 60"],
    ["a process that left another behind", "(sleep 60 &); sleep 60"],
    ["processes that ignore the polite signal", "trap '' TERM; (trap '' TERM; sleep 60 &); sleep 60; sleep 60"],
    ["a process whose child holds its output open", "sleep 60 & wait"],
  ])("EX-09 ends the whole group and answers at once: %s", async (_what, script) => {
    const folder = tempFolder();
    const { fire } = realEngine([command(`echo $$ > '${folder}/pid'; ${script}`, { guard: true, timeoutMs: 200 })]);
    const { ms, value } = await timed(() => fire());
    expect(ms).toBeLessThan(1000);
    expect(value).toMatchObject({ verdict: "deny", hooks: [{ cause: "timeout" }] });
    const group = Number(readFileSync(join(folder, "pid"), "utf8"));
    await eventually("nothing of the group is left", () => groupMembers(group).length === 0, 3000);
  });

  it("EX-09 a hook that ends while a child holds its output open is not waited for", async () => {
    const { fire } = realEngine([command(`(sleep 20 &) ; echo '{"decision":"deny","reason":"done"}'`)]);
    const { ms, value } = await timed(() => fire());
    expect(value).toMatchObject({ verdict: "deny", reason: "done" });
    expect(ms).toBeLessThan(5000);
  });
});

describe("the loop", () => {
  it("EX-23 goes on while a slow hook runs", async () => {
    const { fire } = realEngine([command("sleep 2")]);
    let ticks = 0;
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      ticks++;
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 10);
    await fire();
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(50);
    expect(longest).toBeLessThan(1000);
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
        { outcome: "failed", cause: "signal", detail: `it was ended by SIG${signal}` },
      ]);
    }
  });

  it("EX-22 a hook that never stops printing is ended at the limit, and its failure contract holds", async () => {
    const folder = tempFolder();
    const { fire } = realEngine([command(`echo $$ > '${folder}/pid'; yes`, { guard: true, timeoutMs: 60_000 })]);
    const { ms, value } = await timed(() => fire());
    expect(value).toMatchObject({ verdict: "deny", hooks: [{ cause: "output-limit", answered: "deny" }] });
    expect(value.hooks[0]!.detail).toContain("1000000 bytes");
    expect(ms).toBeLessThan(15_000);
    const group = Number(readFileSync(join(folder, "pid"), "utf8"));
    await eventually("nothing of the group is left", () => groupMembers(group).length === 0, 3000);
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
