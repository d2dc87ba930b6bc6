import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import type { HttpRun } from "../../src/core/hooks/hook.js";
import { httpExecutor } from "../../src/executors/http.js";
import { PROFILES } from "../../src/sources/dialects/_profiles.js";
import { admitted } from "../support/hook-specs.js";
import { eventually, fireReal } from "../support/real-engine.js";

/** A server that sends these bytes as soon as it is called, and goes on with `more` every few milliseconds. */
async function sends(first: string, more = "") {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {}).on("close", () => open.delete(socket));
    socket.resume().write(first);
    const timer = setInterval(() => more !== "" && socket.write(more), 5);
    socket.on("close", () => clearInterval(timer));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`, open };
}

const guard = (run: Omit<HttpRun, "type">, timeoutMs: number) =>
  admitted({ guard: true, timeoutMs, run: { type: "http", ...run } });

const OK = "HTTP/1.1 200 OK\r\n";

describe("T12 what a server may cost", () => {
  it.each([
    ["a body that trickles", `${OK}content-length: 900000\r\n\r\n`, "x"],
    ["headers that trickle", OK, "x-a: 1\r\n"],
    ["a first line that never ends", "HTTP/1.1 200 ", "O"],
    ["chunks that trickle", `${OK}transfer-encoding: chunked\r\n\r\n`, "1\r\nx\r\n"],
    ["news before an answer that never comes", "", "HTTP/1.1 103 Early Hints\r\n\r\n"],
    ["nothing at all", "", ""],
  ])("T12 %s: ends with the hook's time, and so does the connection", async (_what, first, more) => {
    const { url, open } = await sends(first, more);
    expect(await fireReal([guard({ url }, 250)])).toMatchObject({ verdict: "deny", hooks: [{ cause: "timeout" }] });
    await eventually("the connection is closed", () => open.size === 0);
  });

  it.each([
    ["a flood of headers", `${OK}${"x-a: 1\r\n".repeat(100_000)}\r\n`, "http-unreachable"],
    ["one huge header", `${OK}x-a: ${"y".repeat(1_000_000)}\r\n\r\n`, "http-unreachable"],
    [
      "a flood in the name of a chunk",
      `${OK}transfer-encoding: chunked\r\n\r\n1;${"y".repeat(1_000_000)}\r\n`,
      "http-unreachable",
    ],
    [
      "an endless stream of chunks",
      `${OK}transfer-encoding: chunked\r\n\r\n${`400\r\n${"z".repeat(1024)}\r\n`.repeat(2000)}`,
      "output-limit",
    ],
    [
      "a change of the protocol",
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n",
      "http-unreachable",
    ],
    ["no HTTP", "SSH-2.0-OpenSSH_9\r\n", "http-unreachable"],
    ["two lengths", `${OK}content-length: 2\r\ncontent-length: 9\r\n\r\n{}`, "http-unreachable"],
  ])("T12 %s: is a failure at once", async (_what, answer, cause) => {
    const { url, open } = await sends(answer);
    expect(await fireReal([guard({ url }, 20_000)])).toMatchObject({ verdict: "deny", hooks: [{ cause }] });
    await eventually("the connection is closed", () => open.size === 0);
  });

  it("T12 a resolver that never answers ends with the hook's time", async () => {
    const executor = httpExecutor(PROFILES, {}, { resolve: () => new Promise(() => {}) });
    const hook = guard({ url: "http://name.test/" }, 200);
    const event = { name: "PreToolUse", payload: { hook_event_name: "PreToolUse" } };
    const signal = AbortSignal.timeout(200);
    const context = {
      hookId: "it",
      presence: "headless",
      signal,
      progress: () => {},
      askUser: async () => ({ outcome: "none" as const }),
    } as const;
    expect(await executor.run(hook, event, context)).toMatchObject({ ok: false, failure: { cause: "aborted" } });
  });

  it("T12 a certificate is asked for by the name, although the connection goes to the checked address", async () => {
    const asked: string[] = [];
    const server = createTlsServer({
      SNICallback(name, done) {
        asked.push(name);
        done(new Error("there is none"));
      },
    });
    server.on("tlsClientError", () => {});
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const reach = { allowHosts: ["policy.test"], grantEnv: [] };
    const executor = httpExecutor(PROFILES, {}, { reach, resolve: async () => ["127.0.0.1"] });
    const hook = guard({ url: `https://policy.test:${port}/` }, 20_000);
    const event = { name: "PreToolUse", payload: { hook_event_name: "PreToolUse" } };
    const context = {
      hookId: "it",
      presence: "headless",
      signal: AbortSignal.timeout(20_000),
      progress: () => {},
      askUser: async () => ({ outcome: "none" as const }),
    } as const;
    expect(await executor.run(hook, event, context)).toMatchObject({ failure: { cause: "http-unreachable" } });
    expect(asked).toEqual(["policy.test"]);
  });
});
