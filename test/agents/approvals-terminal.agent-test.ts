/**
 * Released agents in a terminal. Claude Code's own dialog and the queue ask together, and the first answer counts. Codex has no dialog:
 * its call waits, and its status line says so.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { stopDaemon } from "../../src/client/daemon-control.js";
import type { OpenAsk } from "../../src/daemon/api.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { AgentTerminal } from "./agent-terminal.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { type AgentDriver, snaphook } from "./driver.js";
import { installAgent, installNode22 } from "./install-agent.js";
import { ScriptedModel, type Step, type StepFor } from "./models/scripted-model.js";
import { pi } from "./pi.js";
import { asksFirst, changePlan, leaveMark, MARK, PROMPT, planSteps, QUESTIONS } from "./play-approval.js";

const ENTER = "\r";
const ESCAPE = "\u001b";
const DONE = { text: "the harbour is closed" };

interface Session {
  readonly place: DaemonPlace;
  readonly terminal: AgentTerminal;
  readonly model: ScriptedModel;
  /** The one question that is open. */
  only(): Promise<OpenAsk>;
  /** What became of all questions, the newest first. */
  ended(): Promise<readonly OpenAsk[]>;
  mark(): string | undefined;
}

interface Opening {
  readonly driver: AgentDriver;
  readonly args: readonly string[];
  /** Puts the first screens of the agent behind it. */
  seed?(place: DaemonPlace): void;
}

const claude = (mode: string): Opening => ({
  driver: claudeCode,
  args: ["--permission-mode", mode, PROMPT],
  seed: (place) =>
    void place.write(join(place.home, ".claude/.claude.json"), {
      hasCompletedOnboarding: true,
      theme: "dark",
      customApiKeyResponses: { approved: ["sk-dummy"], rejected: [] },
      projects: { [place.project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    }),
});

/** The agent as a person starts it. */
async function open(
  steps: readonly (Step | StepFor)[],
  user: object = asksFirst,
  { driver, args, seed }: Opening = claude("default"),
): Promise<Session> {
  const folder = await installAgent(driver);
  const node = driver.node22 ? { node: await installNode22() } : {};
  const place = new DaemonPlace();
  place.writeUser("hooks.json", user);
  const model = await ScriptedModel.start(driver.model, { prompt: PROMPT, steps, subagent: [] });
  onTestFinished(() => model.close());
  const { env } = driver.prepare(place, model.url, PROMPT, folder);
  seed?.(place);
  snaphook(place, ["install", driver.name], env);
  await place.up();
  onTestFinished(async () => void (await stopDaemon(findPlaces(place.env))));
  await place.attend();
  const terminal = new AgentTerminal({ driver, folder, ...node }, { args, env }, place, model);
  onTestFinished(() => terminal.end());
  const file = join(place.project, MARK);
  return {
    place,
    terminal,
    model,
    async only() {
      await expect.poll(async () => (await place.asks()).length, POLL).toBe(1);
      return (await place.asks())[0]!;
    },
    async ended() {
      await expect.poll(async () => (await place.asks()).length, POLL).toBe(0);
      return place.asks("all");
    },
    mark: () => (existsSync(file) ? readFileSync(file, "utf8") : undefined),
  };
}

const POLL = { timeout: 60_000, interval: 50 };
const DIALOG = "Do you want to proceed?";
const said = ({ model }: Session) => model.requests.map(({ body }) => body).join("\n");

describe("Claude Code in a terminal", () => {
  it("held beside its dialog and approved elsewhere: the tool runs once, and no key was typed", async () => {
    const session = await open([leaveMark(claudeCode), DONE]);
    await session.terminal.until(DIALOG);
    await session.place.answerAsk(await session.only(), "allow");
    await session.terminal.until(DONE.text);
    expect(session.mark()).toBe("ran\n");
    expect(await session.ended()).toMatchObject([{ state: "used", verdict: "allow", by: { user: "ann" } }]);
  });

  it("denied elsewhere: the dialog closes, the tool does not run, and the model reads the reason", async () => {
    const session = await open([leaveMark(claudeCode), DONE]);
    await session.terminal.until(DIALOG);
    await session.place.answerAsk(await session.only(), "deny", { reason: "not at low tide" });
    await session.terminal.until(DONE.text);
    expect(session.mark()).toBeUndefined();
    expect(said(session)).toContain("not at low tide");
  });

  it("Yes in the dialog: the tool runs once, the question ends as answered in the agent, and a later answer changes nothing", async () => {
    const session = await open([leaveMark(claudeCode), DONE]);
    await session.terminal.until(DIALOG);
    const ask = await session.only();
    session.terminal.type(ENTER);
    await session.terminal.until(DONE.text);
    expect(await session.ended()).toMatchObject([{ id: ask.id, state: "elsewhere" }]);
    expect(await session.place.answerAsk(ask, "deny")).toMatchObject({ kind: "refused", status: 410 });
    expect(session.mark()).toBe("ran\n");
  });

  it("Escape in the dialog: the tool does not run, and the question ends as answered in the agent", async () => {
    const session = await open([leaveMark(claudeCode), DONE]);
    await session.terminal.until(DIALOG);
    const ask = await session.only();
    session.terminal.type(ESCAPE);
    expect(await session.ended()).toMatchObject([{ id: ask.id, state: "elsewhere" }]);
    expect(await session.place.answerAsk(ask, "allow")).toMatchObject({ kind: "refused", status: 410 });
    expect(session.mark()).toBeUndefined();
  });

  it("the answers to AskUserQuestion that came from elsewhere reach the model word for word", async () => {
    const session = await open([{ tool: "AskUserQuestion", input: { questions: QUESTIONS } }, DONE], {
      version: 1,
      hooks: [{ builtin: "ask-user-question" }],
    });
    await session.terminal.until("South quay");
    const answers = { "Which quay?": ["North quay", "South quay"] };
    await session.place.answerAsk(await session.only(), "allow", { answers });
    await session.terminal.until(DONE.text);
    expect(said(session)).toContain("North quay, South quay");
    expect(await session.ended()).toMatchObject([{ kind: "question", state: "used" }]);
  });

  it("a plan that changed after it was shown is refused; the new text is shown, and approved", async () => {
    const session = await open(
      [...planSteps("# Build the quay"), DONE],
      { version: 1, hooks: [{ builtin: "exit-plan-mode" }] },
      claude("plan"),
    );
    const shown = await session.only();
    expect(shown).toMatchObject({ kind: "plan", input: "# Build the quay" });
    changePlan(session.place, "# Build the quay, twice as long");
    expect(await session.place.answerAsk(shown, "allow")).toMatchObject({ kind: "refused", status: 409 });
    const again = await session.only();
    expect(again.input).toBe("# Build the quay, twice as long");
    await session.place.answerAsk(again, "allow");
    await session.terminal.until(DONE.text);
    expect(await session.ended()).toMatchObject([{ kind: "plan", state: "used", verdict: "allow" }]);
  });
});

describe("Codex in a terminal", () => {
  it("a call that waits is named in its status line, and runs once if approved", async () => {
    const args = ["--dangerously-bypass-hook-trust", PROMPT];
    const session = await open([leaveMark(codex), DONE], asksFirst, { driver: codex, args });
    await session.terminal.until("Use existing model");
    session.terminal.type("2");
    await wait(500);
    session.terminal.type(ENTER);
    const ask = await session.only();
    await session.terminal.until("It may wait for you: snaphook asks");
    await session.place.answerAsk(ask, "allow");
    await session.terminal.until(DONE.text);
    expect(session.mark()).toBe("ran\n");
    expect(await session.ended()).toMatchObject([{ state: "used", verdict: "allow" }]);
  });
});

describe("Pi in a terminal", () => {
  const opening: Opening = { driver: pi, args: ["--approve", "--model", "scripted/scripted-model", PROMPT] };

  it("HL-14 asks in its own dialog: Enter approves, the tool runs once, and nothing waits in the queue", async () => {
    const session = await open([leaveMark(pi), DONE], asksFirst, opening);
    await session.terminal.until("ask the harbour master");
    expect(await session.place.asks("pending")).toEqual([]);
    session.terminal.type(ENTER);
    await session.terminal.until(DONE.text);
    expect(session.mark()).toBe("ran\n");
  });

  it("HL-14 Escape in its dialog: the tool does not run", async () => {
    const session = await open([leaveMark(pi), DONE], asksFirst, opening);
    await session.terminal.until("ask the harbour master");
    session.terminal.type(ESCAPE);
    await session.terminal.until(DONE.text);
    expect(session.mark()).toBeUndefined();
  });
});
