import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/text/json.js";
import { DaemonPlace } from "../support/running-daemon.js";

const FIXTURES = new URL("../../src/adapters/cursor/fixtures/", import.meta.url);
const cursor = (file: string) => JSON.parse(readFileSync(new URL(`${file}.json`, FIXTURES), "utf8")) as JsonObject;

const NO_NPM = {
  id: "no-npm",
  guard: true,
  matcher: "Bash",
  command: `grep -q npm && echo '{"decision":"deny","reason":"no npm here"}'`,
};

let place: DaemonPlace;
beforeEach(async () => {
  place = new DaemonPlace();
  place.writeUser("hooks.json", { hooks: { PreToolUse: [NO_NPM] } });
  await place.up();
});

async function post(path: string, body: JsonObject): Promise<JsonObject> {
  const reply = await place.ask({ method: "POST", path, body });
  if (reply.kind !== "ok") throw new Error(JSON.stringify(reply));
  return reply.body;
}

describe("who calls by HTTP", () => {
  it("IN-20 Cursor, reading Claude Code's config, is answered and recorded as Cursor", async () => {
    const body = { ...cursor("preToolUse.via-claude-settings"), cwd: place.project };
    expect(await post("/v1/hooks/claude-code/PreToolUse", body)).toMatchObject({
      permission: "deny",
      user_message: expect.stringContaining("no npm here"),
    });
    await expect
      .poll(() => place.events())
      .toMatchObject([{ agent: "cursor", origin: "claude_config", event: "PreToolUse" }]);
  });

  it("Claude Code is answered as itself", async () => {
    const body = { session_id: "s1", cwd: place.project, tool_name: "Bash", tool_input: { command: "npm test" } };
    expect(await post("/v1/hooks/claude-code/PreToolUse", body)).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny" },
    });
  });

  it.each([
    ["Opta", "tool.pre", { tool_name: "run_command", tool_args: { command: "npm test" } }],
    ["Arawn", "PreToolUse", { tool: "shell", params: { command: "npm test" } }],
  ])("AX-15 a call in the words of %s is denied", async (_, event, payload) => {
    const call = { agent: "claude-code", event, cwd: place.project, payload: { session_id: "s1", ...payload } };
    expect(await post("/v1/fire", call)).toMatchObject({ decision: { verdict: "deny" } });
    expect(await post(`/v1/hooks/claude-code/${event}`, call.payload)).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny" },
    });
  });
});

describe("the model's reply in Cursor", () => {
  const SESSION = "c0ffee00-0000-4000-8000-000000000001";

  async function expectReply(): Promise<void> {
    await expect
      .poll(async () => (await place.run(["session", SESSION])).stdout)
      .toMatch(/fix the tests[\s\S]*→ all done/);
    const session = await place.json(["session", SESSION]);
    expect(session["activities"]).toEqual([]);
    expect(await place.json(["status"])).toMatchObject({ ungated: [] });
  }

  it("AX-07 is the response to the prompt and no call without a verdict", async () => {
    await place.wire();
    await place.launch("cursor", "beforeSubmitPrompt", { ...cursor("beforeSubmitPrompt"), prompt: "fix the tests" });
    await place.launch("cursor", "afterAgentResponse", { ...cursor("afterAgentResponse"), text: "I will look." });
    await place.launch("cursor", "afterAgentResponse", cursor("afterAgentResponse"));
    await place.launch("cursor", "stop", cursor("stop"));
    await expectReply();
  });

  it("AX-07 is that too when OAK's client reports it", async () => {
    const told = { agent: "cursor", session_id: SESSION, cwd: place.project };
    await post("/api/oak/ci/prompt-submit", { ...told, prompt: "fix the tests" });
    const reply = {
      ...told,
      hook_event_name: "afterAgentResponse",
      tool_name: "agent_response",
      tool_output: "all done",
    };
    await post("/api/oak/ci/post-tool-use", reply);
    await post("/api/oak/ci/stop", told);
    await expectReply();
  });
});
