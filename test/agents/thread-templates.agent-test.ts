/** The templates that come with Snaphook, and threads with Pi and Gemini CLI, on released agents: judged by the files and by what models were sent. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import type { AgentDriver } from "./driver.js";
import { gemini } from "./gemini.js";
import type { Step } from "./models/scripted-model.js";
import { pi } from "./pi.js";
import { PROMPT, says, ThreadHarbour } from "./thread-harbour.js";

const FREE = { agent: "claude-code", args: ["--allowedTools", "Bash"] };
const CLAUDE = { defaultProfile: "claude", profiles: { claude: FREE } };
const PI = { defaultProfile: "pi", profiles: { pi: { agent: "pi", model: "scripted/scripted-model" } } };

const shell = (driver: AgentDriver, line: string) => driver.shell(line) as Step;

async function stepsOf(place: ThreadHarbour) {
  const thread = await place.last();
  expect(thread).toMatchObject({ status: "completed", stopReason: "converged" });
  const sessions = thread.steps.map(({ sessionId }) => sessionId);
  const names = thread.steps.map(({ agentSlotId, stage }) =>
    stage === null ? agentSlotId : `${agentSlotId}:${stage}`,
  );
  return { names, sessions };
}

describe("review", () => {
  it("Claude Code builds, Codex finds a mistake and approves its repair", async () => {
    const place = await ThreadHarbour.open({
      models: {
        claude: [
          shell(claudeCode, "echo 'three bollards' > quay.txt"),
          ...says("Built the quay."),
          shell(claudeCode, "echo 'four bollards' > quay.txt"),
          ...says("There are four now."),
        ],
        codex: [
          shell(codex, "cat quay.txt"),
          ...says("quay.txt:1 has three bollards; four are needed."),
          shell(codex, "cat quay.txt"),
          ...says("Nothing has to be changed. [APPROVED]"),
        ],
      },
      profiles: CLAUDE,
    });
    expect(await place.thread(["run", "review", PROMPT])).toBe(0);
    const { names, sessions } = await stepsOf(place);
    expect(names).toEqual(["coder:implement", "reviewer", "coder:revise", "reviewer"]);
    expect(sessions.slice(2)).toEqual(sessions.slice(0, 2));
    expect(place.read("quay.txt")).toBe("four bollards\n");
    expect(place.bodies("claude")[2]).toContain("quay.txt:1 has three bollards; four are needed.");
    // The reviewer reads the work, not only its summary.
    expect(place.bodies("codex")[1]).toContain("three bollards");
    expect(place.bodies("codex").at(-1)).toContain("four bollards");
  });
});

describe("plan-then-build", () => {
  it("the planner's plan is what the builder gets, and its check finds what is missing", async () => {
    const place = await ThreadHarbour.open({
      models: {
        claude: [
          ...says("PLAN: write quay.txt, then pier.txt."),
          shell(claudeCode, "echo built > quay.txt"),
          ...says("Built the quay."),
          shell(claudeCode, "ls"),
          ...says("pier.txt is missing."),
          shell(claudeCode, "echo built > pier.txt"),
          ...says("Built the pier."),
          shell(claudeCode, "ls"),
          ...says("All of the plan is built. [DONE]"),
        ],
      },
      profiles: CLAUDE,
    });
    expect(await place.thread(["run", "plan-then-build", PROMPT])).toBe(0);
    const { names, sessions } = await stepsOf(place);
    expect(names).toEqual(["planner:plan", "builder:build", "planner:check", "builder:fix", "planner:check"]);
    const [planner, builder] = sessions;
    expect(sessions).toEqual([planner, builder, planner, builder, planner]);
    expect(planner).not.toBe(builder);
    for (const file of ["quay.txt", "pier.txt"]) expect(place.read(file)).toBe("built\n");
    const bodies = place.bodies("claude");
    expect(bodies[1]).toContain("PLAN: write quay.txt, then pier.txt.");
    expect(bodies[5]).toContain("pier.txt is missing.");
    expect(bodies.at(-1)).toContain("pier.txt");
  });
});

describe("test-until-green", () => {
  const RED = "grep -q moored quay.txt && grep -q lit quay.txt";

  it.each([
    { driver: claudeCode, name: "claude", profiles: CLAUDE },
    { driver: codex, name: "codex", profiles: { defaultProfile: "codex", profiles: { codex: { agent: "codex" } } } },
  ] as const)("$driver.title repeats until the tests of the project pass", async ({ driver, name, profiles }) => {
    const place = await ThreadHarbour.open({
      models: {
        [name]: [
          shell(driver, "sh test.sh; echo moored >> quay.txt; sh test.sh"),
          ...says("Moored. The light is still missing."),
          shell(driver, "echo lit >> quay.txt; sh test.sh && echo all passed"),
          ...says("All tests passed. [GREEN]"),
        ],
      },
      profiles,
    });
    place.write("quay.txt", "");
    place.write("test.sh", `${RED}\n`);
    expect(() => execFileSync("sh", ["test.sh"], { cwd: place.project, stdio: "pipe" })).toThrow();
    expect(await place.thread(["run", "test-until-green", PROMPT])).toBe(0);
    const { names, sessions } = await stepsOf(place);
    expect(names).toEqual(["fixer:first", "fixer:again"]);
    expect(new Set(sessions).size).toBe(1);
    execFileSync("sh", ["test.sh"], { cwd: place.project });
    expect(place.bodies(name).at(-1)).toContain("all passed");
  });
});

describe("Pi as an agent of a thread", () => {
  it("codes in turns with Codex, in one session of its own, with costs of each step", async () => {
    const place = await ThreadHarbour.open({
      models: {
        pi: [
          shell(pi, "echo built > quay.txt"),
          ...says("Built the quay."),
          shell(pi, "echo repaired >> quay.txt"),
          ...says("Repaired the quay."),
        ],
        codex: says("Repair it.", "Nothing has to be changed. [APPROVED]"),
      },
      profiles: PI,
    });
    expect(await place.thread(["run", "review", PROMPT])).toBe(0);
    const { names, sessions } = await stepsOf(place);
    expect(names).toEqual(["coder:implement", "reviewer", "coder:revise", "reviewer"]);
    expect(sessions.slice(2)).toEqual(sessions.slice(0, 2));
    expect(place.read("quay.txt")).toBe("built\nrepaired\n");
    const last = place.bodies("pi").at(-1)!;
    for (const text of ["Built the quay.", "Repair it."]) expect(last).toContain(text);
    const { steps, totalTokens } = await place.last();
    expect(totalTokens).toBe(steps.reduce((sum, { tokens }) => sum + (tokens ?? 0), 0));
    expect(steps[2]!.tokens).toBeGreaterThan(0);
  });
});

describe("Gemini CLI as an agent of a thread", () => {
  it("codes in turns with Codex, and continues its session", async () => {
    const place = await ThreadHarbour.open({
      models: {
        gemini: [
          shell(gemini, "echo built > quay.txt"),
          ...says("Built the quay."),
          shell(gemini, "echo repaired >> quay.txt"),
          ...says("Repaired the quay."),
        ],
        codex: says("Repair it.", "Nothing has to be changed. [APPROVED]"),
      },
      profiles: {
        defaultProfile: "gemini",
        profiles: { gemini: { agent: "gemini", model: "gemini-2.5-flash", args: ["--approval-mode", "yolo"] } },
      },
    });
    expect(await place.thread(["run", "review", PROMPT])).toBe(0);
    const { names, sessions } = await stepsOf(place);
    expect(names).toEqual(["coder:implement", "reviewer", "coder:revise", "reviewer"]);
    expect(sessions.slice(2)).toEqual(sessions.slice(0, 2));
    expect(place.read("quay.txt")).toBe("built\nrepaired\n");
    const last = place.bodies("gemini").at(-1)!;
    for (const text of ["Built the quay.", "Repair it."]) expect(last).toContain(text);
    expect((await place.last()).steps.map(({ tokens }) => tokens)).toEqual([4, 2, 4, 2]);
  });
});
