/** Passive proof of coverage: what is told of calls afterwards, against the verdicts that were given before. */
import { describe, expect, it } from "vitest";
import type { Checked } from "../../src/cli/doctor/run-checks.js";
import type { Ungated } from "../../src/cli/health/unguarded-calls.js";
import { DaemonPlace } from "../support/running-daemon.js";

const call = (tool_name: string, command: string, tool_use_id?: string) => ({
  session_id: "s1",
  tool_name,
  tool_input: { command },
  ...(tool_use_id === undefined ? {} : { tool_use_id }),
});

async function running(): Promise<DaemonPlace> {
  const place = new DaemonPlace();
  await place.wire();
  await place.up();
  return place;
}

async function post(place: DaemonPlace, agent: string, event: string, payload: object): Promise<void> {
  const body = { agent, event, session: "s1", cwd: place.project, payload };
  expect(await place.ask({ method: "POST", path: "/v1/events", body })).toMatchObject({ kind: "ok" });
}

async function settled(place: DaemonPlace, count: number): Promise<void> {
  await expect.poll(async () => (await place.events()).length).toBe(count);
}

const status = (place: DaemonPlace) => place.json<{ ungated: Ungated[] }>(["status"]);
async function findings(place: DaemonPlace) {
  const { checks } = await place.json<{ checks: Checked[] }>(["doctor"]);
  return checks.find(({ name }) => name === "calls without a verdict")!.findings;
}

describe("ungated calls", () => {
  it("T7 are found among calls of hooks, told with agent, tool, count and time, and marked in the session", async () => {
    const place = await running();
    await place.launch("claude-code", "PreToolUse", call("Bash", "ls", "toolu_1"));
    await place.launch("claude-code", "PostToolUse", call("Bash", "ls", "toolu_1"));
    await settled(place, 2);
    expect((await status(place)).ungated).toEqual([]);
    expect(await findings(place)).toEqual([]);
    const before = Date.now();
    await place.launch("claude-code", "PostToolUse", call("Bash", "rm -rf build", "toolu_2"));
    await place.launch("claude-code", "PostToolUseFailure", call("Bash", "false", "toolu_3"));
    await settled(place, 4);
    expect((await status(place)).ungated).toMatchObject([{ agent: "claude-code", tool: "Bash", count: 2 }]);
    expect((await status(place)).ungated[0]!.since).toBeGreaterThanOrEqual(before - 5);
    expect((await place.run(["status"])).stdout).toContain("2 tool calls of the last day had no verdict (claude-code)");
    expect(await findings(place)).toMatchObject([
      {
        code: "UNGATED_CALLS",
        message: expect.stringMatching(/^Claude Code.* made 2 calls of Bash without a verdict .* since 20/),
        fix: expect.stringContaining("doctor --prove"),
      },
    ]);
    const { stdout } = await place.run(["session", "s1"]);
    expect(stdout).toContain("2 calls without a verdict");
    expect(stdout.split("\n").filter((line) => line.includes("no verdict"))).toEqual([
      expect.stringContaining("rm -rf build"),
      expect.stringContaining("false"),
    ]);
    expect(await place.json(["session", "s1"])).toMatchObject({ ungated: [expect.any(String), expect.any(String)] });
  });

  it("T7 are found among events that were posted", async () => {
    const place = await running();
    await post(place, "codex", "PreToolUse", call("Bash", "ls", "a"));
    await post(place, "codex", "PostToolUse", call("Bash", "ls", "a"));
    await post(place, "codex", "PostToolUse", call("apply_patch", "x", "b"));
    expect((await status(place)).ungated).toMatchObject([{ agent: "codex", tool: "apply_patch", count: 1 }]);
  });

  it("T7 of an agent without ids are told by tool and order", async () => {
    const place = await running();
    const tool = (event: string) => ({ hook_event_name: event, session_id: "s1", tool_name: "run_shell_command" });
    const said = { ...tool("AfterTool"), tool_input: { command: "ls" }, tool_response: { llmContent: "x" } };
    await place.launch("gemini", "BeforeTool", { ...tool("BeforeTool"), tool_input: { command: "ls" } });
    await place.launch("gemini", "AfterTool", said);
    await settled(place, 2);
    expect((await status(place)).ungated).toEqual([]);
    await place.launch("gemini", "AfterTool", { ...said, tool_input: { command: "other" } });
    await settled(place, 3);
    expect((await status(place)).ungated).toMatchObject([{ agent: "gemini", tool: "Bash", count: 1 }]);
  });

  it("T7 of somebody who only tells are no surprise", async () => {
    const place = await running();
    await post(place, "my-own", "PostToolUse", call("Bash", "ls", "a"));
    expect((await status(place)).ungated).toMatchObject([
      { agent: "my-own", expected: expect.stringContaining("only reports") },
    ]);
    expect((await place.run(["status"])).stdout).not.toContain("without a verdict");
    expect(await findings(place)).toMatchObject([
      { code: "CALLS_ONLY_TOLD", message: expect.stringContaining("my-own") },
    ]);
  });
});
