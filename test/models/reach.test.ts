import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { block, json, ModelServer, PASS } from "../support/model-server.js";
import { eventually } from "../support/real-engine.js";
import { VirtualClock } from "../support/virtual-clock.js";
import { call, PromptPlace } from "./prompt-place.js";

describe("how a model is reached", () => {
  it("HT-02 a hang ends with the hook's time, and so does the connection", async () => {
    const server = await ModelServer.start(() => {});
    const clock = new VirtualClock();
    const { fire } = new PromptPlace(server.settings()).engine({ timeoutMs: 5_000 }, {}, { clock });
    const fired = fire("PreToolUse", call("ls"));
    await eventually("the model is asked", () => server.asked.length === 1);
    await clock.advance(5_001);
    expect(await fired).toMatchObject({ verdict: "deny", hooks: [{ cause: "timeout" }] });
    await eventually("the connection is closed", () => server.open.size === 0);
  });

  it("HT-02 a model that hangs is charged, so that hangs cannot exceed the budget [charged hangs]", async () => {
    const server = await ModelServer.start(() => {});
    const place = new PromptPlace(server.settings({}, { budget: { tokensPerDay: 5_000 } }));
    const clock = new VirtualClock();
    const fired = place.engine({ timeoutMs: 5_000 }, {}, { clock }).fire("PreToolUse", call("ls 1"));
    await eventually("the model is asked", () => server.asked.length === 1);
    await clock.advance(5_001);
    await fired;
    expect((await place.fire({}, "ls 2")).hooks).toMatchObject([{ cause: "model-budget" }]);
  });

  it("HT-02 Anthropic's format: key and version in headers, the answer in a tool call", async () => {
    const server = await ModelServer.start((response) =>
      json(response, 200, {
        content: [{ type: "tool_use", name: "answer", input: { ok: false, reason: "no", impossible: false } }],
        usage: { input_tokens: 200, cache_read_input_tokens: 50, output_tokens: 9 },
      }),
    );
    const model = { kind: "anthropic", url: server.url, model: "claude-x", keyEnv: "MY_KEY" };
    const place = new PromptPlace({ models: { small: model }, use: { prompt: "small" } });
    place.env["MY_KEY"] = "k-123";
    expect(await place.fire()).toMatchObject({ verdict: "deny", reason: "no" });
    const [{ path, headers, body } = { path: "", headers: {}, body: {} }] = server.asked;
    expect(path).toBe("/v1/messages");
    expect(headers).toMatchObject({ "x-api-key": "k-123", "anthropic-version": "2023-06-01" });
    expect(body).toMatchObject({ model: "claude-x", tool_choice: { type: "tool", name: "answer" } });
  });

  it.each([
    ["a refusal", { content: [], stop_reason: "refusal" }],
    ["no content", { content: [] }],
    ["content of the wrong type", { content: "yes" }],
    ["a tool call without input", { content: [{ type: "tool_use" }] }],
  ])("HT-02 Anthropic's format: %s is a failure", async (_what, body) => {
    const server = await ModelServer.start((response) => json(response, 200, body));
    const model = { kind: "anthropic", url: server.url, model: "claude-x" };
    const place = new PromptPlace({ models: { small: model }, use: { prompt: "small" } });
    expect(await place.fire()).toMatchObject({ verdict: "deny", hooks: [{ cause: "model-answer" }] });
  });

  const echoingKey = () =>
    ModelServer.start((response, { headers }) =>
      json(response, 401, { error: { message: `bad key ${headers.authorization?.slice("Bearer ".length)}` } }),
    );

  it("HT-02 a key from a private file is sent and appears nowhere else [key in errors]", async () => {
    const server = await echoingKey();
    const place = new PromptPlace({});
    place.writeSettings(server.settings({ keyFile: join(place.home, "key") }));
    writeFileSync(join(place.home, "key"), "plainword\n", { mode: 0o600 });
    const decision = await place.fire();
    expect(server.asked[0]!.headers.authorization).toBe("Bearer plainword");
    expect(decision.reason).toContain("rejects the key (401): bad key [key]");
    expect(JSON.stringify(decision)).not.toContain("plainword");
  });

  it("HT-02 a key file that others can read is not used [private key file]", async () => {
    const server = await echoingKey();
    const place = new PromptPlace({});
    place.writeSettings(server.settings({ keyFile: join(place.home, "key") }));
    writeFileSync(join(place.home, "key"), "plainword\n");
    chmodSync(join(place.home, "key"), 0o644);
    expect((await place.fire()).reason).toContain("chmod 600");
    expect(server.asked).toEqual([]);
  });

  it("HT-02 a variable that is not set is named, and nothing is sent", async () => {
    const server = await ModelServer.start(PASS);
    const decision = await new PromptPlace(server.settings({ keyEnv: "MY_KEY" })).fire();
    expect(decision.reason).toContain("MY_KEY");
    expect(server.asked).toEqual([]);
  });

  it.each([
    ["a name of this machine's network", "http://metadata.internal/v1", /private|name of this machine/],
    ["another spelling of this machine", "http://2130706433:PORT/v1", /public address|this machine/],
    ["credentials", "http://u:p@127.0.0.1:PORT/v1", /credentials/],
  ])("T12 a model's url with %s is refused [checked address]", async (_what, url, message) => {
    const server = await ModelServer.start(PASS);
    const place = new PromptPlace(server.settings({ url: url.replace("PORT", new URL(server.url).port) }));
    const decision = await place.fire();
    expect(decision).toMatchObject({ verdict: "deny", hooks: [{ cause: "http-refused" }] });
    expect(decision.reason).toMatch(message);
    expect(server.asked).toEqual([]);
  });

  it("T12 a project's hook cannot name a model, a url or a key [the user's model]", async () => {
    const users = await ModelServer.start(block("from the user's model"));
    const projects = await ModelServer.start(PASS);
    const other = { kind: "openai", url: `${projects.url}/v1`, model: "big" };
    const { models, use } = users.settings() as { models: object; use: object };
    const place = new PromptPlace({ models: { ...models, other }, use });
    const project = join(place.home, "project");
    mkdirSync(join(project, ".snaphook"), { recursive: true });
    writeFileSync(join(project, ".snaphook/models.json"), JSON.stringify(projects.settings()));
    const extra = { model: "other", url: projects.url, keyEnv: "HOME", headers: { a: "$HOME" } };
    const run = { type: "prompt", prompt: "Safe?", ...extra } as const;
    const source = { level: "project", key: "project", root: project } as const;
    expect(await place.fire({ run }, "ls", source)).toMatchObject({ verdict: "deny", reason: "from the user's model" });
    expect(projects.asked).toEqual([]);
    // The user's own hook may choose among the user's models.
    await place.fire({ run: { type: "prompt", prompt: "Safe?", model: "other" } });
    expect(projects.asked).toHaveLength(1);
  });

  it("HT-02 without a model the hook says what is missing and answers its failure contract", async () => {
    const place = new PromptPlace({});
    const decision = await place.fire();
    expect(decision).toMatchObject({ verdict: "deny", hooks: [{ cause: "unavailable" }] });
    expect(decision.reason).toContain("use.prompt");
    expect(await place.fire({ guard: false })).toMatchObject({ verdict: "none" });
  });
});
