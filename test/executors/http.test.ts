import http from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Reach } from "../../src/core/hooks/grants.js";
import type { HookSpec, HttpRun } from "../../src/core/hooks/hook.js";
import { admitted } from "../support/hook-specs.js";
import { eventually, fireReal } from "../support/real-engine.js";

interface Received {
  readonly method: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

async function listen(answer: (response: http.ServerResponse, request: http.IncomingMessage) => void) {
  const received: Received[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ method: request.method, headers: request.headers, body: Buffer.concat(chunks).toString() });
      answer(response, request);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, server };
}

const hook = (run: Omit<HttpRun, "type">, over: Partial<HookSpec> = {}) =>
  admitted({ id: "remote", guard: true, timeoutMs: 20_000, ...over, run: { type: "http", ...run } });
const fire = (one: ReturnType<typeof hook>, env: Record<string, string> = {}, reach: Partial<Reach> = {}) =>
  fireReal([one], undefined, undefined, { env, reach });

describe("HT-04 an http hook", () => {
  it("HT-04 posts the payload, and a deny in the answer denies", async () => {
    const { url, received } = await listen((response) => response.end(`{"decision":"deny","reason":"by the server"}`));
    expect(await fire(hook({ url }))).toMatchObject({
      verdict: "deny",
      reason: "by the server",
      hooks: [{ outcome: "deny" }],
    });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ method: "POST", headers: { "content-type": "application/json" } });
    expect(JSON.parse(received[0]!.body)).toMatchObject({
      hook_event_name: "PreToolUse",
      tool_input: { command: "ls" },
    });
  });

  it("HT-04 an empty answer is no opinion", async () => {
    const { url } = await listen((response) => response.writeHead(204).end());
    expect(await fire(hook({ url }))).toMatchObject({ verdict: "none", hooks: [{ outcome: "none" }] });
  });

  it.each<[string, string, (response: http.ServerResponse) => void]>([
    ["a status of 500", "http-status", (response) => response.writeHead(500).end(`{"decision":"allow"}`)],
    ["a status of 403 with a body", "http-status", (response) => response.writeHead(403).end("{}")],
    ["an answer that is no JSON", "not-json", (response) => response.end("OK")],
    ["half an answer", "bad-json", (response) => response.end(`{"decision":`)],
    ["a redirect", "http-redirect", (response) => response.writeHead(307, { location: "http://127.0.0.1:9/" }).end()],
    ["a body over the limit", "output-limit", (response) => response.end("x".repeat(20_000))],
    [
      "a body that never ends",
      "output-limit",
      (response) => void setInterval(() => response.write("x".repeat(1000)), 1).unref(),
    ],
    ["a connection that breaks off", "http-unreachable", (response) => response.socket!.destroy()],
    [
      "an answer that breaks off",
      "http-unreachable",
      (response) => {
        response.writeHead(200, { "content-length": 100 });
        response.write("{", () => response.socket!.destroy());
      },
    ],
  ])(
    "HT-04 EX-14 %s is a failure: a guard answers its contract, an observer has no opinion",
    async (_what, cause, answer) => {
      const { url } = await listen(answer);
      const guard = await fire(hook({ url, bodyLimit: 10_000 }));
      expect(guard).toMatchObject({ verdict: "deny", hooks: [{ outcome: "failed", cause, answered: "deny" }] });
      const watcher = await fire(hook({ url, bodyLimit: 10_000 }, { guard: false }));
      expect(watcher.verdict).toBe("none");
    },
  );

  it("HT-04 EX-14 a server that is not there is a failure", async () => {
    const { url, server } = await listen(() => {});
    await new Promise((done) => server.close(done));
    for (const [over, verdict] of [
      [{}, "deny"],
      [{ guard: false }, "none"],
      [{ guard: false, onFailure: "deny" }, "deny"],
    ] as const) {
      const decision = await fire(hook({ url }, over));
      expect(decision).toMatchObject({ verdict, hooks: [{ outcome: "failed", cause: "http-unreachable" }] });
      expect(decision.hooks[0]!.detail).toContain("ECONNREFUSED");
    }
  });

  it("HT-04 a server that is too slow runs into the timeout, and the connection is closed", async () => {
    let closed = false;
    const { url } = await listen((_response, request) => {
      request.socket.once("close", () => {
        closed = true;
      });
    });
    expect(await fire(hook({ url }, { timeoutMs: 300 }))).toMatchObject({
      verdict: "deny",
      hooks: [{ cause: "timeout" }],
    });
    await eventually("the connection is closed", () => closed);
  });

  it("HT-04 headers are filled from the environment for listed names only", async () => {
    const { url, received } = await listen((response) => response.end("{}"));
    const headers = {
      authorization: "Bearer ${POLICY_TOKEN}",
      "x-other": "[$AWS_SECRET_ACCESS_KEY]",
      "x-plain": "as is",
    };
    await fire(hook({ url, headers, passEnv: ["POLICY_TOKEN"] }), {
      POLICY_TOKEN: "t0p",
      AWS_SECRET_ACCESS_KEY: "leak",
    });
    expect(received[0]!.headers).toMatchObject({ authorization: "Bearer t0p", "x-other": "[]", "x-plain": "as is" });
    expect(JSON.stringify(received)).not.toContain("leak");
  });

  it("a redirect that may be followed takes the payload along, but no headers to another server", async () => {
    const target = await listen((response) => response.end(`{"decision":"deny","reason":"moved"}`));
    const same = await listen((response, request) =>
      request.url === "/new"
        ? response.writeHead(308, { location: target.url }).end()
        : response.writeHead(307, { location: "/new" }).end(),
    );
    const decision = await fire(
      hook({ url: same.url, followRedirects: true, headers: { authorization: "Bearer ${T}" }, passEnv: ["T"] }),
      { T: "t0p" },
      { allowHosts: ["127.0.0.1"] },
    );
    expect(decision).toMatchObject({ verdict: "deny", reason: "moved" });
    expect(same.received.map(({ headers }) => headers.authorization)).toEqual(["Bearer t0p", "Bearer t0p"]);
    expect(target.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect(JSON.parse(target.received[0]!.body)).toMatchObject({ hook_event_name: "PreToolUse" });
  });

  it("T12 a refused address is a failure of its own: a guard answers its contract, with the way out", async () => {
    const { url, received } = await listen((response) => response.end("{}"));
    const project = admitted({ guard: true, run: { type: "http", url } }, { level: "project" });
    const decision = await fire(project);
    expect(decision).toMatchObject({ verdict: "deny", hooks: [{ outcome: "failed", cause: "http-refused" }] });
    expect(decision.reason).toContain("`allowHosts`");
    expect(received).toEqual([]);
    const granted = await fire(project, {}, { allowHosts: [new URL(url).host] });
    expect(granted).toMatchObject({ verdict: "none", hooks: [{ outcome: "none" }] });
    expect(received).toHaveLength(1);
  });

  it("T12 a hook cannot say which host it means, or where its call ends", async () => {
    const { url, received } = await listen((response) => response.end("{}"));
    const headers = { Host: "other.test", "Content-Length": "3", "Transfer-Encoding": "chunked", "x-own": "1" };
    expect(await fire(hook({ url, headers }))).toMatchObject({ hooks: [{ outcome: "none" }] });
    expect(received).toHaveLength(1);
    expect(received[0]!.headers).toMatchObject({ host: new URL(url).host, "x-own": "1" });
    expect(received[0]!.headers["transfer-encoding"]).toBeUndefined();
    expect(JSON.parse(received[0]!.body)).toMatchObject({ hook_event_name: "PreToolUse" });
  });

  it("T12 a header that no request may have is a failure, not a second header", async () => {
    const { url, received } = await listen((response) => response.end("{}"));
    const split = hook({ url, headers: { "x-a": "${V}" }, passEnv: ["V"] });
    expect((await fire(split, { V: "1\r\nx-b: 2" })).hooks).toMatchObject([{ cause: "broken" }]);
    expect(received).toEqual([]);
  });

  it("T11 a secret reaches a header of a project's hook only when it is granted by name", async () => {
    const { url, received } = await listen((response) => response.end("{}"));
    const headers = { authorization: "Bearer ${POLICY_TOKEN}", "x-region": "${REGION}" };
    const run = { type: "http", url, headers, passEnv: ["POLICY_TOKEN", "REGION"] } as const;
    const env = { POLICY_TOKEN: "t0p", REGION: "eu" };
    const allowHosts = ["127.0.0.1"];
    for (const level of ["project", "plugin"] as const) {
      await fire(admitted({ run }, { level }), env, { allowHosts });
      await fire(admitted({ run }, { level }), env, { allowHosts, grantEnv: ["POLICY_TOKENS", "OTHER_TOKEN"] });
      await fire(admitted({ run }, { level }), env, { allowHosts, grantEnv: ["POLICY_TOKEN"] });
      const seen = received.splice(0).map(({ headers }) => [headers.authorization, headers["x-region"]]);
      expect(seen).toEqual([
        ["Bearer", "eu"],
        ["Bearer", "eu"],
        ["Bearer t0p", "eu"],
      ]);
    }
  });
});
