/** Session hooks of released Claude Code: at the end of its messages, and after `/clear` in a terminal. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ProgramPlace } from "../support/program.js";
import { AgentTerminal } from "./agent-terminal.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { type AgentDriver, snaphook } from "./driver.js";
import { installAgent } from "./install-agent.js";
import { ScriptedModel, type Step } from "./models/scripted-model.js";
import { runAgent } from "./run-agent.js";

const PROMPT = "Describe the harbour.";
const POLL = { timeout: 60_000, interval: 200 };

async function harbour(steps: readonly Step[], driver: AgentDriver = claudeCode) {
  const folder = await installAgent(driver);
  const place = new ProgramPlace();
  const model = await ScriptedModel.start(driver.model, { prompt: PROMPT, steps, subagent: [] });
  onTestFinished(() => model.close());
  const start = driver.prepare(place, model.url, PROMPT, folder);
  const env = { ...start.env, PATH: `${join(folder, "node_modules/.bin")}:${process.env["PATH"]}` };
  snaphook(place, ["install", driver.name], env);
  const bodies = () => model.requests.filter(({ main }) => main).map(({ body }) => body);
  return { place, model, agent: { driver, folder }, start: { ...start, env }, bodies };
}

describe("/clear in a live Claude Code", () => {
  it("the old session gets one turn with memory-flush and commits; the live session is a new one", async () => {
    const { place, model, agent, start, bodies } = await harbour([
      { text: "the harbour is closed" },
      claudeCode.shell("git add -A && git -c user.name=a -c user.email=a@b commit -qm flushed"),
      { text: "it is saved" },
      { text: "a new tide" },
    ]);
    execFileSync("git", ["init", "-q"], { cwd: place.project });
    place.write("draft.md", "unsaved");
    place.writeUser("hooks.json", { hooks: [{ event: "cortex:session.new", builtin: "memory-flush" }] });
    place.writeUser("threads/profiles.json", {
      defaultProfile: "own",
      profiles: { own: { agent: "claude-code", args: ["--allowedTools", "Bash"] } },
    });
    place.write(join(place.home, ".claude/.claude.json"), {
      hasCompletedOnboarding: true,
      theme: "dark",
      customApiKeyResponses: { approved: ["sk-dummy"], rejected: [] },
      projects: { [place.project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    });
    const terminal = new AgentTerminal(
      agent,
      { ...start, args: ["--permission-mode", "default", PROMPT] },
      place,
      model,
    );
    onTestFinished(() => terminal.end());
    await terminal.until("the harbour is closed");
    terminal.type("/clear");
    await new Promise((done) => setTimeout(done, 1_000));
    terminal.type("\r");
    await expect.poll(() => bodies().length, POLL).toBe(3);
    const log = () =>
      execFileSync("git", ["log", "--format=%s", "--all"], { cwd: place.project, stdio: "pipe" }).toString();
    await expect.poll(() => (place.has(".git/refs/heads") ? log() : ""), POLL).toContain("flushed");
    const [first, injected] = bodies();
    expect(injected).toContain("uncommitted changes in 1 file");
    // In the old conversation, by the old session's id.
    expect(injected).toContain("the harbour is closed");
    const idOf = (body: string) => /session_id\\+":\\+"([0-9a-f-]{36})/.exec(body)?.[1];
    expect(idOf(injected!)).toBe(idOf(first!));
    terminal.type("What is next?");
    await new Promise((done) => setTimeout(done, 1_000));
    terminal.type("\r");
    await terminal.until("a new tide");
    const live = bodies().at(-1)!;
    expect(live).not.toContain("the harbour is closed");
    expect(idOf(live)).not.toBe(idOf(first!));
    expect(place.read(join(place.state, "hooks.log")).split('"event":"cortex:session.new"')).toHaveLength(2);
  });
});

describe.each([claudeCode, codex])("onMessageEnd of $title", (driver) => {
  async function withHook(command: string) {
    const opened = await harbour([{ text: "a turn" }], driver);
    const { place, agent, start, model } = opened;
    place.writeUser("hooks.json", { dialects: ["cortex"], hooks: [] });
    const file = place.write(join(place.home, ".cortex/config/session-hooks.json"), { onMessageEnd: { command } });
    expect((await place.trust(file, ["--dialect", "cortex"])).code).toBe(0);
    const { code, printed } = await runAgent(agent, start, place, model, 10);
    expect(code, printed).toBe(0);
    return { ...opened, turns: opened.bodies() };
  }

  it("one that always prints: a bounded number of turns in the same conversation, and a note", async () => {
    const { turns, place } = await withHook("echo check the moorings");
    expect(turns.length).toBeGreaterThan(2);
    expect(turns.length).toBeLessThanOrEqual(9);
    expect(turns.at(-1)).toContain("check the moorings");
    expect(place.read(join(place.state, "hooks.log"))).toContain("CONTINUE_CAP");
  });

  it("one that prints blanks: no turn", async () => {
    const { turns } = await withHook("echo; echo '  '");
    expect(turns).toHaveLength(1);
  });
});
