/** Released agents whose calls, questions and plans a person answers elsewhere. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { claudeAgentSdk } from "./claude-agent-sdk.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { copilot } from "./copilot.js";
import { gemini } from "./gemini.js";
import { pi } from "./pi.js";
import {
  answer,
  asksFirst,
  changePlan,
  leaveMark,
  MCP_SERVER,
  planning,
  planSteps,
  play,
  QUESTIONS,
  withHost,
} from "./play-approval.js";
import { qwen } from "./qwen.js";

const AGENTS = [claudeCode, codex, pi, qwen, copilot, gemini, claudeAgentSdk].map(
  (driver) => [driver.title, driver] as const,
);
const DONE = { text: "done" };

describe.each(AGENTS)("%s without a person", (_, driver) => {
  const steps = [leaveMark(driver), DONE];

  it("held and approved: the tool runs once", async () => {
    const { mark, asks, printed } = await play(driver, { steps, user: asksFirst, onAsk: answer("allow") });
    expect(mark, printed).toBe("ran\n");
    expect(asks).toMatchObject([{ state: "used", verdict: "allow", by: { user: "ann" } }]);
  });

  it("denied: the tool does not run, and the model reads the reason", async () => {
    const { mark, told } = await play(driver, {
      steps,
      user: asksFirst,
      onAsk: answer("deny", { reason: "not at low tide" }),
    });
    expect(mark).toBeUndefined();
    expect(told).toContain("not at low tide");
  });

  it("no answer: the tool does not run, the model reads that it is no rejection, and the question is kept", async () => {
    const settings = { approvals: { waitMinutes: 0.05 } };
    const { mark, told, asks } = await play(driver, { steps, user: asksFirst, settings });
    expect(mark).toBeUndefined();
    expect(told).toContain("No answer within 3 s");
    expect(told).not.toContain("said no");
    expect(asks).toMatchObject([{ state: "parked", parked: "expired" }]);
  });
});

describe("Claude Code with `snaphook mcp` as --permission-prompt-tool (AD-22)", () => {
  it("a call that it asks about runs once if approved, and not if denied", async () => {
    const steps = [leaveMark(claudeCode), DONE];
    const approved = await play(claudeCode, { steps, start: withHost, onAsk: answer("allow") });
    expect(approved.mark, approved.printed).toBe("ran\n");
    const denied = await play(claudeCode, {
      steps,
      start: withHost,
      onAsk: answer("deny", { reason: "not at low tide" }),
    });
    expect(denied.mark).toBeUndefined();
    expect(denied.told).toContain("not at low tide");
  });

  it("the answers to AskUserQuestion reach the model word for word", async () => {
    const steps = [{ tool: "AskUserQuestion", input: { questions: QUESTIONS } }, DONE];
    const answers = { "Which quay?": ["North quay", "South quay"] };
    const { told, asks, printed } = await play(claudeCode, {
      steps,
      start: withHost,
      onAsk: answer("allow", { answers }),
    });
    expect(asks, printed).toMatchObject([{ kind: "question", state: "used" }]);
    expect(told).toContain("North quay, South quay");
  });

  it("a plan that changed after it was shown is refused, and shown anew", async () => {
    const outcomes: unknown[] = [];
    const { asks, printed } = await play(claudeCode, {
      steps: [...planSteps("# Build the quay"), DONE],
      user: { version: 1, hooks: [{ builtin: "exit-plan-mode" }] },
      start: planning,
      async onAsk(ask, place) {
        if (ask.kind !== "plan") return place.answerAsk(ask, "allow");
        changePlan(place, "# Build the quay, twice as long");
        outcomes.push(ask.input, await place.answerAsk(ask, "allow"));
        const [again] = await place.asks();
        outcomes.push(again?.input);
        return again && place.answerAsk(again, "deny");
      },
    });
    expect(outcomes, printed).toMatchObject([
      "# Build the quay",
      { kind: "refused", status: 409 },
      "# Build the quay, twice as long",
    ]);
    expect(asks.filter(({ kind }) => kind === "plan")).toMatchObject([{ verdict: "deny", state: "used" }]);
  });
});

describe("Codex with `snaphook mcp` (AD-22)", () => {
  it("the answers to ask_user reach the model word for word", async () => {
    const { told, asks, printed } = await play(codex, {
      steps: [{ tool: "mcp__snaphook/ask_user", input: { questions: QUESTIONS } }, DONE],
      start(place, start) {
        const env = Object.entries(place.env).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
        const section = [
          "\n[mcp_servers.snaphook]",
          `command = ${JSON.stringify(MCP_SERVER.command)}`,
          `args = ${JSON.stringify(MCP_SERVER.args)}`,
          "tool_timeout_sec = 1800",
          "[mcp_servers.snaphook.env]",
          ...env,
        ];
        appendFileSync(join(place.home, ".codex/config.toml"), `${section.join("\n")}\n`);
        return start;
      },
      onAsk: answer("allow", { answers: { "Which quay?": ["South quay"] } }),
    });
    expect(asks, printed).toMatchObject([{ kind: "question", state: "used", agent: "mcp" }]);
    expect(told).toContain('South quay\\"}');
  });
});
