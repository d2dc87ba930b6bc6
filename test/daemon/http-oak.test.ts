/** Scripts written for OAK's daemon, calling ours with nothing changed but the token. */
import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { OAK_AGENTS, OAK_EVENTS } from "../../src/daemon/oak/oak-events.js";
import { ApiPlace } from "../support/api-place.js";

const PREFIX = "/api/oak/ci";
const ENDPOINTS = [
  "session-start",
  "prompt-submit",
  "post-tool-use",
  "post-tool-use-failure",
  "stop",
  "session-end",
  "subagent-start",
  "subagent-stop",
  "pre-compact",
  "pre-tool-use",
  "before-prompt",
  "agent-thought",
  "notify",
  "something-new",
];

/** As OAK's client fills it: what it does not know is an empty text. */
const body = (more: object = {}) => ({
  agent: "claude",
  session_id: "s1",
  conversation_id: "",
  generation_id: "",
  hook_origin: "claude_config",
  ...more,
});

const tool = { tool_name: "Bash", tool_input: { command: "make" }, tool_use_id: "t1" };

async function opened(hooks: object = {}) {
  const place = await ApiPlace.open();
  place.writeHooks(hooks);
  const oak = (path: string, sent: unknown) => place.post(`${PREFIX}/${path}`, sent, { token: place.tokens.hooks });
  return { place, oak };
}

const says = (answer: object, id = "guard") => [{ id, command: `echo '${JSON.stringify(answer)}'` }];

describe("OAK's dialect", () => {
  it.each(ENDPOINTS)("DA-01 POST %s answers ok", async (path) => {
    const { oak } = await opened();
    const got = await oak(path, body({ ...tool, prompt: "hello", agent_id: "a1", agent_type: "Explore", text: "hm" }));
    expect([got.status, got.json.status]).toEqual([200, "ok"]);
  });

  it("DA-01 the event of each endpoint is kept under its canonical name", async () => {
    const { place, oak } = await opened();
    for (const [path, { event }] of Object.entries(OAK_EVENTS)) {
      const about = { ...tool, tool_use_id: path, prompt: path, agent_id: path, text: path, context_tokens: 5 };
      const session = `session-of-${path}`;
      await oak(path, body({ session_id: session, ...about }));
      const kept = (await place.store.events({ session })).rows;
      expect([path, kept.map((one) => one.event)]).toEqual([path, [event]]);
    }
  });

  it("DA-01 an endpoint nobody knows is logged and keeps nothing", async () => {
    const { place, oak } = await opened();
    expect((await oak("brand-new", body())).json).toMatchObject({ status: "ok", event: "brand-new" });
    expect(place.logged.join("\n")).toContain("brand-new");
    expect(await place.events()).toEqual([]);
  });

  it("GET /api/health answers to the hooks' token, and to nobody without one", async () => {
    const place = await ApiPlace.open();
    expect((await place.get("/api/health", { token: place.tokens.hooks })).json).toEqual({ status: "healthy" });
    expect((await place.get("/api/health", { token: null })).status).toBe(401);
  });

  it("DA-02 a broken store still answers ok, and guards still decide", async () => {
    const { place, oak } = await opened({ PreToolUse: says({ decision: "deny", reason: "no" }) });
    await place.store.close();
    for (const path of ENDPOINTS) expect((await oak(path, body({ ...tool, prompt: "x" }))).json.status).toBe("ok");
    const { json } = await oak("pre-tool-use", body({ ...tool, tool_use_id: "t2" }));
    expect(json.hook_output.hookSpecificOutput.permissionDecision).toBe("deny");
  });

  it("DA-02 so does a fault of our own", async () => {
    const { place, oak } = await opened();
    Object.assign(place.services, { answer: () => Promise.reject(new Error("a bug")) });
    const got = await oak("session-start", body());
    expect([got.status, got.json]).toEqual([200, { status: "ok", context: {}, hook_output: {} }]);
    expect(place.logged).toEqual(["ERROR OAK session-start: Error: a bug"]);
  });

  it("DA-02 not even then without a token", async () => {
    const place = await ApiPlace.open();
    for (const path of ENDPOINTS)
      expect((await place.post(`${PREFIX}/${path}`, body(), { token: null })).status).toBe(401);
  });

  it("IN-13 an event without a session is dropped, logged, and answered ok", async () => {
    const { place, oak } = await opened();
    for (const sent of [{ agent: "claude" }, body({ session_id: "" }), body({ session_id: null })])
      expect((await oak("post-tool-use", sent)).json.status).toBe("ok");
    expect(place.logged).toEqual(Array(3).fill("[DROP] Dropped post-tool-use: missing session_id"));
    expect(await place.events()).toEqual([]);
  });

  it("IN-13 a tool that is about to run meets its guards all the same", async () => {
    const { place, oak } = await opened({ PreToolUse: says({ decision: "deny", reason: "no" }) });
    const { json } = await oak("pre-tool-use", body({ session_id: "", ...tool }));
    expect(json.hook_output.hookSpecificOutput.permissionDecision).toBe("deny");
    expect(place.logged).toEqual(["[DROP] Dropped pre-tool-use: missing session_id"]);
  });

  it("IN-14 a body that is no JSON counts as an empty one", async () => {
    const { place, oak } = await opened();
    for (const sent of ["not json", "[1]", "", '"text"', Buffer.from([0xff])]) {
      const got = await oak("session-start", sent);
      expect([got.status, got.json]).toEqual([200, { status: "ok", context: {}, hook_output: {} }]);
    }
    expect(await place.events()).toEqual([]);
  });

  it("OU-18 the envelope has the context and what the agent shall be told", async () => {
    const context = "Use pnpm here.";
    const { oak } = await opened({
      SessionStart: says({ context }, "greeter"),
      PreToolUse: says({ decision: "deny", reason: "no" }),
    });
    const started = (await oak("session-start", body({ source: "startup" }))).json;
    expect(started).toEqual({
      status: "ok",
      session_id: "s1",
      context: { session_id: "s1", agent: "claude", injected_context: context },
      hook_output: { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: context } },
    });
    const denied = (await oak("pre-tool-use", body({ agent: "cursor", ...tool, hook_event_name: "preToolUse" }))).json;
    expect(denied.hook_output).toEqual({ permission: "deny", user_message: "no", agent_message: "no" });
  });

  it("an agent that hears a denial only from the end of the hook is told how to end", async () => {
    const { oak } = await opened({ PreToolUse: says({ decision: "deny", reason: "no" }) });
    const { json } = await oak("pre-tool-use", body({ agent: "windsurf", ...tool }));
    expect(json).toMatchObject({ status: "ok", exit_code: 2, stderr: expect.stringContaining("no") });
  });

  it("a denial is told whatever else is printed, whoever the agent is, and whatever can be read of its call", async () => {
    const { oak } = await opened({
      PreToolUse: [...says({ systemMessage: "look" }, "talker"), ...says({ decision: "deny", reason: "no" })],
    });
    const copilot = (await oak("pre-tool-use", body({ agent: "copilot", ...tool }))).json;
    expect(JSON.stringify(copilot)).toContain('"deny"');
    const unknown = (await oak("pre-tool-use", body({ agent: "claude-next", ...tool }))).json;
    expect(unknown.hook_output.hookSpecificOutput.permissionDecision).toBe("deny");
  });

  it("CP-14 the end of a session tells what it came to", async () => {
    const { oak } = await opened();
    await oak("session-start", body());
    const prompt = (await oak("prompt-submit", body({ prompt: "change it" }))).json;
    expect(prompt.prompt_batch_id).toEqual(expect.any(String));
    const input = { file_path: "/w/a.ts" };
    for (const id of ["1", "2"]) {
      const output = Buffer.from(JSON.stringify({ ok: id })).toString("base64");
      await oak(
        "post-tool-use",
        body({ tool_name: "Edit", tool_input: input, tool_use_id: id, tool_output_b64: output }),
      );
    }
    await oak("post-tool-use-failure", body({ ...tool, tool_use_id: "3", error_message: "exit 2" }));
    const stopped = (await oak("stop", body({ response_summary: "Done.", transcript_path: "" }))).json;
    expect(stopped.prompt_batch_id).toBe(prompt.prompt_batch_id);
    expect((await oak("session-end", body())).json.activity_stats).toMatchObject({
      files_touched: 1,
      tool_counts: { Edit: 2, Bash: 1 },
      activity_count: 3,
      prompt_count: 1,
      errors: 1,
      low_value: false,
    });
  });

  it("the batch of a prompt is its own, also when it is stored after the answer", async () => {
    const { place, oak } = await opened();
    place.recordsAre = "stored when asked";
    const batch = async (prompt: string) => (await oak("prompt-submit", body({ prompt }))).json.prompt_batch_id;
    const first = await batch("the first");
    const second = await batch("the second");
    expect([typeof first, typeof second, first === second]).toEqual(["string", "string", false]);
    place.recordsAre = "left out";
    expect(await batch("the third")).toBeUndefined();
    const { storeRecord } = place;
    expect((await oak("session-end", body())).json.activity_stats).toMatchObject({ prompt_count: 2 });
    await storeRecord();
    await place.storeRecord();
    await expect.poll(async () => (await place.events()).length).toBe(4);
  });

  it("what OAK calls otherwise is kept under our names", async () => {
    const { place, oak } = await opened();
    await oak("stop", body({ response_summary: "Done." }));
    const notice = {
      agent: "codex",
      type: "agent-turn-complete",
      "thread-id": "s2",
      "last-assistant-message": "Ready.",
    };
    await oak("notify", notice);
    const said = async (session: string) =>
      (await place.store.events({ session })).rows[0]?.payload["last_assistant_message"];
    expect([await said("s1"), await said("s2")]).toEqual(["Done.", "Ready."]);
  });

  it("every name OAK has for an agent is one of ours; another one is dropped and logged", async () => {
    for (const agent of Object.values(OAK_AGENTS)) expect(Object.keys(ADAPTERS)).toContain(agent);
    const { place, oak } = await opened();
    expect((await oak("stop", body({ agent: "nobody" }))).json.status).toBe("ok");
    expect(place.logged).toEqual(['[DROP] Dropped stop: unknown agent "nobody"']);
  });

  it("the folder is the caller's, else that of the address", async () => {
    const place = await ApiPlace.open({ project: "/the/project" });
    const send = (more: object) => place.post(`${PREFIX}/stop`, body(more));
    await send({ session_id: "s1" });
    await send({ session_id: "s2", cwd: place.project });
    const folder = async (session: string) => (await place.store.events({ session })).rows[0]?.project;
    expect([await folder("s1"), await folder("s2")]).toEqual(["/the/project", place.project]);
  });

  it("OU-18 a script with curl prints hook_output and nothing else", async () => {
    const { place } = await opened({ PreToolUse: says({ decision: "deny", reason: "no" }) });
    const script = `curl -s -X POST "http://localhost:$PORT${PREFIX}/pre-tool-use" -H "Content-Type: application/json" \
      -H "Authorization: Bearer $OAK_CI_TOKEN" -d @- | node -pe 'JSON.stringify(JSON.parse(fs.readFileSync(0)).hook_output)'`;
    const environment = { PATH: process.env["PATH"], PORT: String(place.port), OAK_CI_TOKEN: place.tokens.hooks };
    const printed = await runScript(script, JSON.stringify(body(tool)), environment);
    expect(JSON.parse(printed)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  });
});

function runScript(script: string, input: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn("sh", ["-c", script], { env });
  let printed = "";
  child.stdout.on("data", (part) => {
    printed += part;
  });
  child.stdin.end(input);
  return new Promise((done) => child.on("close", () => done(printed)));
}
