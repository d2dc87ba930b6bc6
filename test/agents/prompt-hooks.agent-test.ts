/** Prompt hooks on the released Claude Code, and released agents as the model that is asked. */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonObject } from "../../src/core/text/json.js";
import { PROGRAM, ProgramPlace } from "../support/program.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { type AgentDriver, snaphook } from "./driver.js";
import { installAgent } from "./install-agent.js";
import { ScriptedModel, type Step, type WireFormat } from "./models/scripted-model.js";
import { runAgent } from "./run-agent.js";

const PROMPT = "Do what the script says.";
const MCP_SERVER = fileURLToPath(new URL("mcp-server.mjs", import.meta.url));
const JUDGE = "judge-model";

/** The same server for the agent and for the hook, which asks another model. */
function judging({ model: format }: AgentDriver, verdict: Step): WireFormat {
  const isJudge = (body: JsonObject) => body["model"] === JUDGE;
  return {
    asks: format.asks,
    isMain: (body) => !isJudge(body) && format.isMain(body),
    answer: (step, body, number, path) => format.answer(isJudge(body) ? verdict : step, body, number, path),
  };
}

describe("HT-02 a prompt hook on Claude Code", () => {
  it.each([
    ["false stops the tool, and the model reads the reason", false],
    ["true leaves the call to the agent", true],
  ])("HT-02 %s", async (_what, ok) => {
    const folder = await installAgent(claudeCode);
    const place = new ProgramPlace();
    const input = { ok, reason: ok ? "" : "Marks are not wanted here.", impossible: false };
    const steps = [claudeCode.shell("touch mark"), { text: "done" }];
    const script = { prompt: PROMPT, steps, subagent: [] };
    const model = await ScriptedModel.start(judging(claudeCode, { tool: "answer", input }), script);
    onTestFinished(() => model.close());
    const start = claudeCode.prepare(place, model.url, PROMPT, folder);
    const judge = { kind: "anthropic", model: JUDGE, url: model.url, keyEnv: "ANTHROPIC_API_KEY" };
    place.writeUser("models.json", { models: { judge }, use: { prompt: "judge" } });
    const hook = { id: "no-marks", matcher: "Bash", type: "prompt", prompt: "A mark? $ARGUMENTS", guard: true };
    place.writeUser("hooks.json", { hooks: { PreToolUse: [hook] } });
    snaphook(place, ["install", "claude-code"], start.env);
    const { printed } = await runAgent({ driver: claudeCode, folder }, start, place, model);
    const asked = model.requests.filter(({ body }) => body.includes(JUDGE));
    expect(asked, printed).toHaveLength(1);
    expect(asked[0]!.body).toContain("touch mark");
    expect(existsSync(place.path("mark")), printed).toBe(ok);
    const last = model.requests.filter(({ main }) => main).at(-1)!.body;
    expect(last.includes("Marks are not wanted here.")).toBe(!ok);
  });
});

describe("HT-02 a released agent as the model", () => {
  /** `snaphook models test` with the agent as the model, which asks the scripted one. */
  async function testModel(driver: AgentDriver, step: Step, more: (url: string) => object = () => ({})) {
    const folder = await installAgent(driver);
    const place = new ProgramPlace();
    const format = { ...driver.model, isMain: () => true };
    const model = await ScriptedModel.start(format, { prompt: PROMPT, steps: [step], subagent: [] });
    onTestFinished(() => model.close());
    const plain = driver.prepare(place, model.url, PROMPT, folder);
    const server = [process.execPath, MCP_SERVER, place.project, "mcp-mark"];
    const start = driver === codex ? driver.mcp!.configure(place, server, plain) : plain;
    // Its own hooks are wired, and must not be called by the question.
    place.writeUser("hooks.json", {
      hooks: Object.fromEntries(
        ["SessionStart", "UserPromptSubmit", "Stop"].map((event) => [
          event,
          [{ id: `seen-${event}`, command: `touch ${place.path(`hook-${event}`)}` }],
        ]),
      ),
    });
    snaphook(place, ["install", driver.name], start.env);
    const own = { kind: driver === codex ? "codex" : "claude", passEnv: Object.keys(start.env), ...more(model.url) };
    place.writeUser("models.json", { models: { own }, use: { prompt: "own" } });
    const [program = ""] = driver.command(folder);
    const PATH = `${dirname(program)}${delimiter}${place.env["PATH"]}`;
    const asks = { args: [PROGRAM, "models", "test", "own", "--json"], env: { ...start.env, PATH } };
    const ours = { ...driver, command: () => [process.execPath] };
    const { printed, code } = await runAgent({ driver: ours, folder }, asks, place, model);
    const hooks = readdirSync(place.project).filter((name) => name.startsWith("hook-"));
    return { place, printed, code, hooks, requests: model.requests.filter(({ path }) => driver.model.asks(path)) };
  }

  it("HT-02 claude answers with one request, without tools, hooks or a session", async () => {
    const input = { ok: true, reason: "", impossible: false };
    const ran = await testModel(claudeCode, { tool: "StructuredOutput", input });
    expect(ran.code, ran.printed).toBe(0);
    expect(JSON.parse(ran.printed)).toMatchObject({ ok: true, answer: { ok: true } });
    expect(ran.requests).toHaveLength(1);
    expect(ran.requests[0]!.body).toContain("test of the connection");
    const { tools = [] } = JSON.parse(ran.requests[0]!.body) as { tools?: { name: string }[] };
    // The first one only keeps a feature of the interface active.
    expect(tools.map(({ name }) => name)).toEqual(["DeferredToolPlaceholder", "StructuredOutput"]);
    expect(ran.hooks).toEqual([]);
    expect(existsSync(join(ran.place.home, ".claude/projects"))).toBe(false);
  });

  it("HT-02 codex answers with one request, without hooks or a session", async () => {
    const answer = { text: '{"ok": true, "reason": "", "impossible": false}' };
    const ran = await testModel(codex, answer, (url) => ({
      model: "gpt-5.5",
      args: [
        ...["-c", 'model_provider="scripted"', "-c", "analytics.enabled=false"],
        ...["-c", `model_providers.scripted={name="s", base_url="${url}/v1", env_key="SCRIPTED_MODEL_KEY"}`],
      ],
    }));
    expect(ran.code, ran.printed).toBe(0);
    expect(JSON.parse(ran.printed)).toMatchObject({ ok: true, answer: { ok: true } });
    expect(ran.requests).toHaveLength(1);
    expect(ran.requests[0]!.body).toContain("test of the connection");
    // Neither a shell nor the user's MCP servers.
    const { tools } = JSON.parse(ran.requests[0]!.body) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(["request_user_input", "apply_patch"]);
    expect(ran.hooks).toEqual([]);
    expect(existsSync(join(ran.place.home, ".codex/sessions"))).toBe(false);
  });
});
