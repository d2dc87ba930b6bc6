/** Hooks that call an MCP tool or ask an agent, on released agents, judged by whether the tool ran. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ModelServer } from "../support/model-server.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import type { AgentDriver } from "./driver.js";
import { gemini } from "./gemini.js";
import type { Step } from "./models/scripted-model.js";
import { type AgentFacts, playJudged, storedSessions } from "./play-judge.js";

const SERVER = fileURLToPath(new URL("../support/tool-server.mjs", import.meta.url));
const DRIVERS = [claudeCode, codex, gemini].map((driver) => [driver.title, driver] as const);

describe.each(DRIVERS)("HT-11 an MCP server that judges calls of %s", (_title, driver) => {
  const run = (tool: string, guard = true) =>
    playJudged(driver, new DaemonPlace(), {
      setUp(place) {
        place.writeUser("mcp.json", { mcpServers: { policy: { command: process.execPath, args: [SERVER] } } });
        const input = { command: "refused: ${tool_input.command}" };
        const hook = { id: "policy", matcher: "Bash", type: "mcp_tool", server: "policy", tool, input, guard };
        place.writeUser("hooks.json", { hooks: { PreToolUse: [hook] } });
      },
    });

  it("HT-11 denies: the tool does not run, and the model reads the reason", async () => {
    const { marked, asked, printed } = await run("echo");
    expect(marked, printed).toBe(false);
    if (!driver.denyEndsRun) expect(asked.at(-1)).toContain("refused: touch mark");
  });

  it("HT-11 has no opinion: the tool runs", async () => {
    const { marked, printed } = await run("pass");
    expect(marked, printed).toBe(true);
  });

  it.each([
    ["a guard denies", true, false],
    ["an observer changes nothing", false, true],
  ])("HT-11 dies: %s", async (_what, guard, ran) => {
    const { marked, printed } = await run("dies", guard);
    expect(marked, printed).toBe(ran);
  });
});

describe.each(DRIVERS)("HT-03 an agent that judges calls of %s", (_title, driver) => {
  it.each([
    ["false stops the tool, and no session of it is stored", false],
    ["true leaves the call to the agent", true],
  ])("HT-03 %s", async (_what, ok) => {
    const place = new DaemonPlace();
    const verdict = { ok, reason: ok ? "" : "Marks are not wanted here.", impossible: false };
    const { marked, asked, judged, printed } = await playJudged(driver, place, {
      verdict: answerOf(driver, verdict),
      setUp(_, about) {
        place.write("CLAUDE.md", "Instruction of the project.");
        place.write("AGENTS.md", "Instruction of the project.");
        place.writeUser("models.json", {
          models: { judge: judgeOf(driver, about, place, verdict) },
          use: { agent: "judge" },
        });
        const hook = {
          id: "no-marks",
          matcher: "Bash",
          type: "agent",
          prompt: "A mark? $ARGUMENTS",
          guard: true,
          timeoutMs: 50_000,
        };
        const touch = { id: "seen", command: `echo "$SNAPHOOK_SESSION_ID" >> ${join(place.root, "prompts")}` };
        place.writeUser("hooks.json", { hooks: { PreToolUse: [hook], UserPromptSubmit: [touch] } });
      },
    });
    expect(marked, printed).toBe(ok);
    if (!driver.denyEndsRun) expect(asked.at(-1)!.includes("Marks are not wanted here.")).toBe(!ok);
    if (driver === gemini)
      expect(judged).toEqual([]); // a program judges for it
    else {
      expect(judged, printed).toHaveLength(1);
      expect(judged[0]).toContain("touch mark");
      expect(judged[0]).not.toContain("Instruction of the project.");
    }
    expect(await storedSessions(place, driver.name)).toEqual([driver.name]);
    expect(place.read(join(place.root, "prompts")).trim().split("\n")).toHaveLength(1);
    expect(existsSync(place.path("schema.json"))).toBe(false);
  });
});

it("HT-09 CP-18 evaluators whose model is silent: Claude Code completes its turn, and nothing is added", async () => {
  const server = await ModelServer.start(() => {});
  const place = new DaemonPlace();
  const { asked, printed } = await playJudged(claudeCode, place, {
    line: "exit 3",
    async setUp() {
      place.writeUser("models.json", server.settings());
      const limit = { options: { limitMs: 2_000 } };
      const failure = { event: "PostToolUseFailure", builtin: "failure-evaluator", ...limit };
      const stop = { event: "Stop", builtin: "capture-evaluator", ...limit };
      place.writeUser("hooks.json", { hooks: [failure, stop] });
      await place.up(); // outside the agent's network, in which the server is not
    },
  });
  expect(
    server.asked.map(({ text }) => /event (\w+)/.exec(text)?.[1]),
    printed,
  ).toEqual(["PostToolUseFailure", "Stop"]);
  expect(asked.at(-1)).not.toContain("advice");
  expect(asked.at(-1)).not.toContain("Call the tool");
  const hooks = (await place.events()).flatMap((one) => one.hooks).filter(({ id }) => id.endsWith("-evaluator"));
  expect(hooks.map(({ outcome }) => outcome)).toEqual(["none", "none"]);
});

function answerOf(driver: AgentDriver, verdict: object): Step {
  return driver === claudeCode
    ? { tool: "StructuredOutput", input: { ...verdict } }
    : { text: JSON.stringify(verdict) };
}

/** Claude Code and Codex judge their own calls; for Gemini CLI a program does. */
function judgeOf(driver: AgentDriver, { start, folder, url }: AgentFacts, place: DaemonPlace, verdict: object): object {
  if (driver === gemini) {
    const script = place.write(
      join(place.root, "judge.cjs"),
      `console.log(${JSON.stringify(JSON.stringify(verdict))})`,
    );
    return { kind: "command", program: process.execPath, args: [script] };
  }
  const [program] = driver.command(folder);
  const passEnv = Object.keys(start.env);
  if (driver === claudeCode) return { kind: "claude", program, passEnv };
  // It does not read the user's config, which names the provider.
  const provider = `model_providers.scripted={name="s", base_url="${url}/v1", env_key="SCRIPTED_MODEL_KEY"}`;
  const args = ["-c", 'model_provider="scripted"', "-c", "analytics.enabled=false", "-c", provider];
  return { kind: "codex", program, passEnv, model: "gpt-5.5", args };
}
