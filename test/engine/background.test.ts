import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { HookObservation } from "../../src/engine/observers.js";
import { createHooks } from "../../src/index.js";
import { admitted } from "../support/hook-specs.js";
import { command, eventually, groupMembers, realEngine, tempFolder } from "../support/real-engine.js";
import { VirtualClock } from "../support/virtual-clock.js";

const pidOf = (folder: string) => Number(readFileSync(join(folder, "pid"), "utf8"));

it("EX-11 a background hook is not waited for, and its outcome still reaches observers", async () => {
  const folder = tempFolder();
  const { engine, fire } = realEngine([
    command(`until [ -e '${folder}/go' ]; do sleep 0.02; done; touch '${folder}/done'`, {
      id: "late",
      event: "PostToolUse",
      background: true,
    }),
  ]);
  const seen: HookObservation[] = [];
  engine.observe((one) => seen.push(one));
  const decision = await fire("PostToolUse"); // the hook only ends after this
  expect(decision).toMatchObject({ verdict: "none", hooks: [{ id: "late", outcome: "background" }] });
  writeFileSync(join(folder, "go"), "");
  await engine.close(600_000);
  expect(existsSync(join(folder, "done"))).toBe(true);
  expect(seen.at(-1)).toMatchObject({ type: "hook_response", run: { id: "late", outcome: "background" } });
});

it("EX-11 a background hook can never block, and its failure is told to observers only", async () => {
  const { engine, fire } = realEngine([
    command(`echo '{"decision":"deny","reason":"too late"}'`, { id: "deny", background: true }),
    command("exit 9", { id: "fails", background: true }),
    admitted({
      id: "throws",
      background: true,
      run: {
        type: "function",
        fn: () => {
          throw new Error("boom");
        },
      },
    }),
    command("true", { id: "broken", background: true, broken: { code: "CONFIG_TYPE", message: "no command" } }),
  ]);
  const causes: Record<string, string | undefined> = {};
  engine.observe((one) => {
    if (one.type === "hook_response") causes[one.hook] = one.run.cause;
  });
  expect((await fire()).verdict).toBe("none");
  await engine.close(600_000);
  expect(causes).toEqual({ deny: undefined, fails: "exit", throws: "threw", broken: "broken" });
});

it("EX-12 what still runs in the background ends with the engine, and leaves no zombie", async () => {
  const folder = tempFolder();
  const { engine, fire } = realEngine([
    command(`echo $$ > '${folder}/pid'; (sleep 60 &) ; sleep 60`, { background: true, timeoutMs: 60_000 }),
  ]);
  await fire();
  await eventually("the hook runs", () => existsSync(join(folder, "pid")) && pidOf(folder) > 0);
  expect(groupMembers(pidOf(folder)).length).toBeGreaterThan(0);
  await engine.close();
  await eventually("the group is gone", () => groupMembers(pidOf(folder)).length === 0);
  const states = () =>
    execFileSync("sh", ["-c", `ps --ppid ${process.pid} -o stat= | grep Z || true`], { encoding: "utf8" });
  await eventually("no zombie is left", () => states().trim() === "");
});

it("EX-12 a background hook that is too slow is ended at its own timeout", async () => {
  const folder = tempFolder();
  const clock = new VirtualClock();
  const { engine, fire } = realEngine(
    [command(`echo $$ > '${folder}/pid'; sleep 60`, { background: true, timeoutMs: 400 })],
    { clock },
  );
  const causes: unknown[] = [];
  engine.observe((one) => one.type === "hook_response" && causes.push(one.run.cause));
  await fire();
  await eventually("the hook runs", () => existsSync(join(folder, "pid")) && pidOf(folder) > 0);
  await clock.advance(399);
  expect(causes).toEqual([]);
  await clock.advance(1);
  await eventually("it is ended", () => causes.length === 1);
  expect(causes).toEqual(["timeout"]);
  await eventually("the group is gone", () => groupMembers(pidOf(folder)).length === 0);
});

it("EX-12 a hook that is fired after the engine was closed is ended at once", async () => {
  const { engine, fire } = realEngine([command("sleep 60", { background: true, timeoutMs: 60_000 })]);
  const causes: unknown[] = [];
  engine.observe((one) => one.type === "hook_response" && causes.push(one.run.cause));
  await engine.close();
  await fire();
  await eventually("it is ended", () => causes.length === 1);
  expect(causes).toEqual(["aborted"]);
});

it("two engines in one process do not end each other's processes", async () => {
  const folder = tempFolder();
  const one = realEngine([command("sleep 60", { background: true })]);
  const other = realEngine([
    command(
      `until [ -e '${folder}/go' ]; do sleep 0.02; done; touch '${folder}/done'; echo '{"decision":"deny","reason":"finished"}'`,
    ),
  ]);
  await one.fire();
  const fired = other.fire();
  await one.engine.close();
  writeFileSync(join(folder, "go"), "");
  expect(await fired).toMatchObject({ verdict: "deny", reason: "finished" });
  expect(existsSync(join(folder, "done"))).toBe(true);
});

it("closing twice, or with nothing to close, is fine", async () => {
  const hooks = createHooks();
  await hooks.close();
  await hooks.close(10);
});
