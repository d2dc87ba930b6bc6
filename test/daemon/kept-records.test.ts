/** Every call that was answered stays explainable after the daemon has imported what was recorded without one. */
import { expect, it } from "vitest";
import { DaemonPlace } from "../support/running-daemon.js";

async function explained(place: DaemonPlace): Promise<string[]> {
  const all: string[] = [];
  for (const { id, agent } of await place.json<{ id: string; agent: string }[]>(["log"])) {
    const { code, stdout } = await place.run(["why", id]);
    all.push(`${agent} ${code} ${/tried +(.*)/.exec(stdout)?.[1]}`);
  }
  return all;
}

it("setup, twice, then up: `log` shows each test call and `why` explains it", async () => {
  const place = new DaemonPlace();
  for (let times = 0; times < 2; times++) {
    const { code, stderr } = await place.run(["setup", "claude-code", "codex", "--yes"]);
    expect([code, stderr]).toEqual([0, ""]);
  }
  const before = await explained(place);
  expect(before.map((line) => line.split(" ").slice(0, 2).join(" "))).toEqual([
    "claude-code 0",
    "codex 0",
    "claude-code 0",
    "codex 0",
  ]);
  await place.up();
  await expect.poll(() => place.spooled()).toEqual([]);
  expect(await explained(place)).toEqual(before);
  const { stdout } = await place.run(["log"]);
  expect(stdout).not.toContain("not recorded");
  expect((await place.run(["why"])).code).toBe(0);
});

it("calls with the same session and call id are all kept: of two agents, and of one that reuses ids", async () => {
  const place = new DaemonPlace();
  await place.wire();
  const call = (agent: string, command: string) =>
    place.launch(agent, "PreToolUse", {
      hook_event_name: "PreToolUse",
      session_id: "s1",
      cwd: place.project,
      tool_name: "Bash",
      tool_use_id: "call_0",
      tool_input: { command },
    });
  await call("claude-code", "ls");
  await call("codex", "ls");
  await call("claude-code", "cat a");
  await call("claude-code", "ls");
  const wanted = ["claude-code 0 ls", "codex 0 ls", "claude-code 0 cat a", "claude-code 0 ls"];
  expect(await explained(place)).toEqual(wanted);
  await place.up();
  await expect.poll(() => place.spooled()).toEqual([]);
  expect(await explained(place)).toEqual(wanted);
  await call("claude-code", "cat b");
  await expect.poll(() => explained(place)).toEqual([...wanted, "claude-code 0 cat b"]);
});
