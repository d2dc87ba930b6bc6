import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { readTokens } from "../../src/daemon/lifecycle/tokens.js";
import { FakeSlack } from "../support/fake-slack.js";
import { movedClock } from "../support/moved-clock.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { configureSlack } from "../support/slack-place.js";

/** Cortex's `ask-user-question-hook.mjs` and `exit-plan-mode-hook.mjs`, if they are here; else a client of the same contract. */
const UPSTREAM = process.env["SNAPHOOK_CORTEX_HOOKS"];
const CLIENT = new URL("../fixtures/cortex-hook-client.mjs", import.meta.url).pathname;

const questions = [
  {
    question: "Which harbour?",
    header: "Harbour",
    multiSelect: false,
    options: [{ label: "North" }, { label: "South", description: "the old one" }],
  },
];

let place: DaemonPlace;
let port: number;
let token: string;
beforeEach(async () => {
  place = new DaemonPlace();
  port = await freePort();
  place.writeUser("daemon.json", { cortex: { port } });
  await place.up();
  await place.attend();
  token = readTokens(join(place.folder, "tokens.json"))!.hooks;
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port: free } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return free;
}

function post(path: string, body: unknown, headers: Record<string, string> = { "x-cortex-token": token }) {
  return new Promise<{ status: number; body: Record<string, unknown> }>((done, fail) => {
    const sent = request(
      { host: "127.0.0.1", port, path, method: "POST", headers: { "content-type": "application/json", ...headers } },
      async (response) => done({ status: response.statusCode!, body: JSON.parse(await text(response)) }),
    );
    sent.on("error", fail).end(JSON.stringify(body));
  });
}

/** Runs a script of Cortex as its hook. */
async function hook(name: "ask-user-question" | "exit-plan-mode", input: object, env: Record<string, string> = {}) {
  const [script, ...args] = UPSTREAM === undefined ? [CLIENT, name] : [join(UPSTREAM, `${name}-hook.mjs`)];
  const child = spawn(process.execPath, [script!, ...args], {
    env: {
      PATH: process.env["PATH"]!,
      SLACK_CHANNEL: "C1",
      WEBHOOK_PORT: String(port),
      CORTEX_WEBHOOK_TOKEN: token,
      ...env,
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify({ session_id: "s1", ...input }));
  const code = new Promise<number | null>((done) => child.on("close", done));
  return { stdout: await text(child.stdout), code: await code };
}

const opened = async () => {
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  return (await place.asks())[0]!;
};
const decision = ({ stdout }: { readonly stdout: string }) =>
  (JSON.parse(stdout) as { hookSpecificOutput: Record<string, unknown> }).hookSpecificOutput;

describe("Cortex's port", () => {
  it("BI-C3 DA-07 HL-01 its question script is answered; other keys of the input stay", async () => {
    const asking = hook("ask-user-question", { tool_input: { questions, note: "kept" } });
    const ask = await opened();
    expect(ask).toMatchObject({ kind: "question", agent: "cortex", session: "s1" });
    expect(await place.answerAsk(ask, "allow", { answers: { "Which harbour?": ["South"] } })).toMatchObject({
      kind: "ok",
    });
    expect(decision(await asking)).toMatchObject({
      permissionDecision: "allow",
      updatedInput: { note: "kept", questions, answers: { "Which harbour?": "South" } },
    });
  });

  it("BI-C3 declined or unanswered questions end its script with 1", async () => {
    const asking = hook("ask-user-question", { tool_input: { questions } });
    expect(await place.answerAsk(await opened(), "deny")).toMatchObject({ kind: "ok" });
    expect(await asking).toEqual({ code: 1, stdout: "" });
  });

  it("BI-C4 DA-07 S20-20 a plan is approved, rejected with and without words, and never approved by an error", async () => {
    const input = { tool_input: { plan: "1. dredge\n2. dock" } };
    const approved = hook("exit-plan-mode", input);
    const ask = await opened();
    expect(ask).toMatchObject({ kind: "plan", input: "1. dredge\n2. dock" });
    await place.answerAsk(ask, "allow");
    expect(decision(await approved)).toMatchObject({ permissionDecision: "allow" });
    for (const [reason, told] of [
      ["not on Sunday", "not on Sunday"],
      [undefined, "User rejected the plan."],
    ] as const) {
      const rejected = hook("exit-plan-mode", input);
      await place.answerAsk(await opened(), "deny", reason === undefined ? {} : { reason });
      expect(decision(await rejected)).toMatchObject({
        permissionDecision: "deny",
        permissionDecisionReason: told,
      });
    }
    // No plan, no channel, a wrong token.
    expect((await hook("exit-plan-mode", { tool_input: {} })).code).toBe(1);
    expect((await hook("exit-plan-mode", input, { SLACK_CHANNEL: "" })).code).toBe(1);
    expect((await hook("exit-plan-mode", input, { CORTEX_WEBHOOK_TOKEN: "x" })).code).toBe(1);
    expect(await place.asks("pending")).toEqual([]);
  });

  it("HL-02 S20-20 after 30 minutes without an answer it is a timeout: no answers, no approval, and its scripts end with 1", async () => {
    await place.kill();
    const clock = movedClock(place);
    await place.up(clock.env);
    await place.attend();
    const body = { sessionId: "s2", channel: "C1" };
    const asked = [
      post("/hook/ask-user-question", { ...body, questions }),
      post("/hook/exit-plan-mode", { ...body, planContent: "1. dredge" }),
    ];
    const scripts = [
      hook("ask-user-question", { tool_input: { questions } }),
      hook("exit-plan-mode", { tool_input: { plan: "1. dredge" } }),
    ];
    await expect.poll(async () => (await place.asks()).length).toBe(4);
    clock.move(29 * 60_000);
    expect(await place.asks()).toHaveLength(4);
    clock.move(30 * 60_000);
    expect(await Promise.all(asked)).toMatchObject([
      { status: 200, body: { error: "timeout", answers: {} } },
      { status: 200, body: { error: "timeout", approved: false } },
    ]);
    for (const script of scripts) expect(await script).toEqual({ code: 1, stdout: "" });
    await expect.poll(() => place.asks()).toEqual([]);
  });

  it("DA-06 DA-07 401 without its token, 400 without a channel or questions, and no other route", async () => {
    const body = { sessionId: "s", channel: "C1", questions };
    for (const headers of [{}, { "x-cortex-token": "" }, { "x-cortex-token": "x" }, { "x-snaphook-token": token }])
      expect((await post("/hook/ask-user-question", body, headers as never)).status).toBe(401);
    for (const bad of [{ ...body, channel: "" }, { ...body, questions: [] }, { channel: "C1" }, { questions }])
      expect((await post("/hook/ask-user-question", bad)).status).toBe(400);
    expect((await post("/hook/exit-plan-mode", { planContent: "x" })).status).toBe(400);
    expect((await post("/v1/asks", {})).status).toBe(404);
    expect((await post("/v1/stop", {})).status).toBe(404);
    expect(await place.asks("pending")).toEqual([]);
  });

  it("HL-08 a dry run answers at once, is logged, and asks nobody", async () => {
    const body = { sessionId: "s", channel: "C1", dryRun: true };
    expect(await post("/hook/ask-user-question", { ...body, questions })).toMatchObject({ body: { dryRun: true } });
    expect(await post("/hook/exit-plan-mode", { ...body, planContent: "" })).toMatchObject({ body: { dryRun: true } });
    expect(await place.asks("all")).toEqual([]);
    const log = () => readFileSync(join(place.folder, "daemon.log"), "utf8");
    await expect.poll(log).toContain("ask-user.requested");
    await expect.poll(log).toContain("plan.submitted");
  });

  it("HL-08 a dry run sends no card either: the first one is that of the next question", async () => {
    const slack = await FakeSlack.start();
    onTestFinished(() => slack.stop());
    await place.kill();
    configureSlack(place, slack, { notifyAfterSeconds: 0 }, { cortex: { port } });
    await place.up();
    const body = { sessionId: "s", channel: "C1" };
    expect(await post("/hook/ask-user-question", { ...body, questions, dryRun: true })).toMatchObject({
      body: { dryRun: true },
    });
    const asked = post("/hook/exit-plan-mode", { ...body, planContent: "# Build the quay" });
    await expect.poll(() => slack.messages.size).toBe(1);
    expect(JSON.stringify([...slack.messages])).toContain("Build the quay");
    await place.answerAsk(await opened(), "deny");
    expect(await asked).toMatchObject({ body: { approved: false } });
    expect(slack.messages.size).toBe(1);
  });

  it("HL-11 a script that goes away ends its question", async () => {
    const gone = new AbortController();
    const sent = request({
      host: "127.0.0.1",
      port,
      path: "/hook/ask-user-question",
      method: "POST",
      headers: { "content-type": "application/json", "x-cortex-token": token },
      signal: gone.signal,
    });
    sent.on("error", () => {}).end(JSON.stringify({ channel: "C1", questions }));
    await opened();
    gone.abort();
    await expect.poll(() => place.asks()).toEqual([]);
  });

  it("DA-06 WEBHOOK_PORT wins over the setting, and its own token over ours", async () => {
    await place.kill();
    const configured = port;
    port = await freePort();
    await place.up({ WEBHOOK_PORT: String(port), CORTEX_WEBHOOK_TOKEN: "a-token-of-cortex-itself" });
    const body = { channel: "C1", questions, dryRun: true };
    const own = { "x-cortex-token": "a-token-of-cortex-itself" };
    expect(await post("/hook/ask-user-question", body, own)).toMatchObject({ status: 200 });
    expect((await post("/hook/ask-user-question", body)).status).toBe(401);
    port = configured;
    await expect(post("/hook/ask-user-question", body, own)).rejects.toThrow("ECONNREFUSED");
  });

  it("DA-07 an empty plan is read from the file that the session wrote last", async () => {
    place.writeUser("hooks.json", { hooks: [{ id: "p", event: "PostToolUse", builtin: "exit-plan-mode" }] });
    const file = join(place.home, ".claude/plans/quay.md");
    mkdirSync(join(place.home, ".claude/plans"), { recursive: true });
    place.write(file, "# Build the quay");
    expect(existsSync(file)).toBe(true);
    await place.wire();
    const write = {
      session_id: "s1",
      cwd: place.project,
      tool_name: "Write",
      tool_input: { file_path: file, content: "x" },
    };
    await place.launch("claude-code", "PostToolUse", { hook_event_name: "PostToolUse", ...write, tool_response: {} });
    const asking = hook("exit-plan-mode", { tool_input: {} });
    const ask = await opened();
    expect(ask.input).toBe("# Build the quay");
    await place.answerAsk(ask, "deny");
    expect(decision(await asking)["permissionDecision"]).toBe("deny");
  });
});
