import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { askDaemon, type DaemonAddress } from "../../src/client/daemon-http.js";
import { watchDaemon } from "../../src/client/daemon-stream.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { ApiPlace } from "../support/api-place.js";

const addressOf = ({ socket, tokenFile }: ApiPlace): DaemonAddress => ({ socket, tokenFile });

/** Something else on the socket. */
async function stranger(listener: RequestListener): Promise<DaemonAddress> {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-stranger-"));
  const address = { socket: join(folder, "control.sock"), tokenFile: join(folder, "tokens.json") };
  writeFileSync(address.tokenFile, JSON.stringify({ control: "c".repeat(64) }));
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(address.socket, done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return address;
}

describe("asking the daemon", () => {
  it("gets an answer over the socket with the control token", async () => {
    const address = addressOf(await ApiPlace.open());
    expect(await askDaemon(address, { path: "/v1/health" })).toEqual({ kind: "ok", body: { status: "ok" } });
    const body = { agent: "codex", event: "Stop", session: "a b&c", payload: {} };
    expect(await askDaemon(address, { method: "POST", path: "/v1/events", body })).toMatchObject({ kind: "ok" });
    const query = { session: "a b&c", limit: 5, agent: undefined };
    const { body: found } = (await askDaemon(address, { path: "/v1/events", query })) as { body: JsonObject };
    expect(found).toMatchObject({ events: [{ session: "a b&c" }] });
  });

  it("tells why it was refused", async () => {
    const address = addressOf(await ApiPlace.open());
    const reply = await askDaemon(address, { path: "/v1/sessions/nobody" });
    expect(reply).toMatchObject({ kind: "refused", status: 404, code: "SESSION_UNKNOWN", message: expect.any(String) });
  });

  it("says when nobody is there", async () => {
    const { socket, tokenFile } = await stranger(() => {});
    expect(await askDaemon({ socket: `${socket}.gone`, tokenFile }, { path: "/v1/health" })).toMatchObject({
      kind: "down",
    });
    expect(await askDaemon({ socket, tokenFile: `${tokenFile}.gone` }, { path: "/v1/health" })).toMatchObject({
      kind: "down",
    });
    writeFileSync(tokenFile, "{ half");
    expect(await askDaemon({ socket, tokenFile }, { path: "/v1/health" })).toMatchObject({ kind: "down" });
  });

  it("DA-03 gives up when no answer comes", async () => {
    const address = await stranger(() => {}); // takes the call and stays silent
    expect(await askDaemon(address, { path: "/v1/health", timeoutMs: 50 })).toEqual({
      kind: "down",
      message: "no answer in time",
    });
  });

  it("is not fooled by what is no answer", async () => {
    for (const text of ["", "<html>", "[1]", '{"half":'])
      expect(await askDaemon(await stranger((_, response) => response.end(text)), { path: "/" })).toMatchObject({
        kind: "strange",
      });
    const cut = await stranger((_, response) => {
      response.writeHead(200, { "content-length": 100 }).write("{");
      setTimeout(() => response.destroy(), 20);
    });
    expect(await askDaemon(cut, { path: "/" })).toMatchObject({ kind: "down" });
    const odd = await stranger((_, response) => response.writeHead(500).end('{"error": 5}'));
    expect(await askDaemon(odd, { path: "/" })).toMatchObject({ kind: "refused", status: 500, code: "" });
  });
});

describe("watching the daemon", () => {
  it("gets every line, and ends when told to", async () => {
    const place = await ApiPlace.open();
    const lines: JsonObject[] = [];
    const watching = watchDaemon(addressOf(place), (line) => void lines.push(line));
    await expect.poll(() => lines.length).toBe(1);
    await place.post("/v1/events", { agent: "codex", event: "Stop", session: "häagen", payload: {} });
    await expect.poll(() => lines).toMatchObject([{ kind: "asks" }, { kind: "event", record: { session: "häagen" } }]);
    watching.stop();
    expect(await watching.over).toEqual({ why: "stopped" });
    await expect.poll(() => place.watchers).toBe(0);
  });

  it("reads lines that come in pieces, and passes over heartbeats", async () => {
    const bytes = Buffer.from('{"kind":"heartbeat"}\nnoise\n{"kind":"ä"}\n{"kind":"half');
    const address = await stranger((_, response) => {
      response.writeHead(200);
      const parts = [...bytes].map((byte) => Buffer.from([byte]));
      const timer = setInterval(() => {
        const part = parts.shift();
        if (part !== undefined) return void response.write(part);
        clearInterval(timer);
        response.end();
      }, 1);
    });
    const lines: JsonObject[] = [];
    expect(await watchDaemon(address, (line) => void lines.push(line)).over).toEqual({ why: "ended" });
    expect(lines).toEqual([{ kind: "ä" }]);
  });

  it("says why there is nothing to watch", async () => {
    const { socket, tokenFile } = await stranger((_, response) => response.writeHead(401).end("{}"));
    const over = (address: DaemonAddress, silentMs?: number) =>
      watchDaemon(address, () => {}, silentMs === undefined ? {} : { silentMs }).over;
    expect(await over({ socket, tokenFile })).toMatchObject({ why: "refused" });
    expect(await over({ socket: `${socket}.gone`, tokenFile })).toMatchObject({ why: "down" });
    expect(await over({ socket, tokenFile: `${tokenFile}.gone` })).toMatchObject({ why: "down" });
    const silent = await stranger((_, response) => void response.writeHead(200).write("\n"));
    expect(await over(silent, 100)).toEqual({ why: "silent" });
  });
});
