import { once } from "node:events";
import { statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { ApiPlace } from "../support/api-place.js";

const MEGABYTE = 1024 * 1024;

describe("limits of the API", () => {
  it("SE-09 without a token every path answers 401, known or not", async () => {
    const place = await ApiPlace.open();
    for (const path of ["/", "/v1/health", "/api/health", "/v1/stop", "/api/oak/ci/stop", "/nothing/here", "/v1/../x"])
      for (const method of ["GET", "POST", "PUT"])
        expect([path, (await place.send(method, path, { token: null })).status]).toEqual([path, 401]);
  });

  it("SE-09 a daemon without tokens lets nobody in", async () => {
    const place = await ApiPlace.open({ tokens: { hooks: "", control: "" } });
    expect((await place.get("/v1/health", { token: "" })).status).toBe(401);
    expect((await place.get("/v1/health", { token: null })).status).toBe(401);
    expect((await place.get("/v1/health", { token: null, headers: { "x-snaphook-token": "" } })).status).toBe(401);
  });

  it("SE-09 the file of the tokens is for its owner only", async () => {
    const place = await ApiPlace.open();
    expect(statSync(place.tokenFile).mode & 0o777).toBe(0o600);
  });

  it("SE-10 our own origin may call, and no answer opens the door to another", async () => {
    const place = await ApiPlace.open();
    for (const origin of [`http://localhost:${place.port}`, "https://evil.example"]) {
      const { status, headers } = await place.get("/v1/health", { headers: { origin } });
      expect([origin, status]).toEqual([origin, origin.includes("evil") ? 403 : 200]);
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });

  it("SE-10 a body of 100 MB is 413 and never held in memory", async () => {
    const place = await ApiPlace.open();
    const before = process.memoryUsage().rss;
    const announced = await place.post("/v1/events", "", { headers: { "content-length": String(100 * MEGABYTE) } });
    expect([announced.status, announced.json.error.code]).toEqual([413, "BODY_TOO_LARGE"]);
    const { answer, written } = await pour(place, 100);
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(written).toBeLessThanOrEqual(100);
    expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(80);
    expect(await place.events()).toEqual([]);
  });

  it("SE-10 10 MiB less a little are taken", async () => {
    const place = await ApiPlace.open();
    const payload = { prompt: "x".repeat(10 * MEGABYTE - 200) };
    const got = await place.post("/v1/events", { agent: "codex", event: "UserPromptSubmit", session: "s1", payload });
    expect([got.status, got.json.receipts[0].outcome]).toEqual([200, "stored"]);
  });

  it("a caller that waits for leave is told 413 before it sends anything", async () => {
    const place = await ApiPlace.open();
    const headers = { expect: "100-continue", "content-length": String(11 * MEGABYTE) };
    expect((await place.post("/v1/events", "", { headers })).status).toBe(413);
  });

  it("a caller that waits for leave and may send gets it", async () => {
    const place = await ApiPlace.open();
    const socket = await open(
      place,
      "expect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n",
    );
    expect(await firstLine(socket)).toBe("HTTP/1.1 100 Continue");
    socket.write("[]");
    expect(await firstLine(socket)).toBe("HTTP/1.1 200 OK");
    socket.destroy();
  });

  it("a head that comes drop by drop is cut off", async () => {
    const place = await ApiPlace.open({ limits: { headMs: 300 } });
    const socket = connect({ port: place.port, host: "127.0.0.1" });
    const drops = setInterval(() => socket.writable && socket.write("x-a: b\r\n"), 50);
    socket.on("error", () => {});
    socket.write("GET /v1/health HTTP/1.1\r\n");
    expect(await firstLine(socket)).toBe("HTTP/1.1 408 Refused");
    clearInterval(drops);
    socket.destroy();
  });

  it("so is the head of a second request, and one that never begins", async () => {
    const place = await ApiPlace.open({ limits: { headMs: 300 } });
    const socket = connect({ port: place.port, host: "127.0.0.1" });
    socket.write(
      `GET /v1/health HTTP/1.1\r\nhost: localhost:${place.port}\r\nauthorization: Bearer ${place.tokens.control}\r\n\r\n`,
    );
    expect(await firstLine(socket)).toBe("HTTP/1.1 200 OK");
    socket.write("GET /v1/he");
    expect(await firstLine(socket)).toBe("HTTP/1.1 408 Refused");
    const silent = connect({ port: place.port, host: "127.0.0.1" });
    expect(await firstLine(silent)).toBe("HTTP/1.1 408 Refused");
  });

  it("a body that comes drop by drop is cut off", async () => {
    const place = await ApiPlace.open({ limits: { bodyMs: 300 } });
    const socket = await open(place, "content-type: application/json\r\ncontent-length: 1000\r\n\r\n[");
    const drops = setInterval(() => socket.writable && socket.write(" "), 50);
    expect(await firstLine(socket)).toBe("HTTP/1.1 408 Request Timeout");
    await once(socket, "close");
    clearInterval(drops);
    expect(await place.events()).toEqual([]);
  });

  it("a body that ends too early stores nothing", async () => {
    const place = await ApiPlace.open();
    const body = JSON.stringify({ agent: "codex", event: "Stop", payload: {} });
    const socket = await open(
      place,
      `content-type: application/json\r\ncontent-length: ${body.length + 1}\r\n\r\n${body}`,
    );
    socket.end();
    await once(socket, "close");
    expect(await place.events()).toEqual([]);
  });

  it("JSON that is nested without end is refused", async () => {
    const place = await ApiPlace.open();
    const got = await place.post("/v1/events", "[".repeat(100_000) + "]".repeat(100_000));
    expect([got.status, got.json.error.code]).toEqual([400, "BODY_SYNTAX"]);
  });

  it("200 callers that only hold the line do not keep others from being answered", async () => {
    const place = await ApiPlace.open();
    const holding = Array.from({ length: 200 }, () => connect({ port: place.port, host: "127.0.0.1" }));
    for (const socket of holding) socket.on("error", () => {}).write("POST /v1/events HTTP/1.1\r\n");
    expect((await place.get("/v1/health")).status).toBe(200);
    for (const socket of holding) socket.destroy();
  });
});

/** A request to take in events, whose head is sent and answered by nobody yet. */
async function open(place: ApiPlace, rest: string): Promise<Socket> {
  const socket = connect({ port: place.port, host: "127.0.0.1" });
  socket.on("error", () => {}); // it may be cut while we write
  const head = `POST /v1/events HTTP/1.1\r\nhost: 127.0.0.1:${place.port}\r\nauthorization: Bearer ${place.tokens.hooks}\r\n`;
  socket.write(head + rest);
  await once(socket, "connect");
  return socket;
}

async function firstLine(socket: Socket): Promise<string> {
  const [part] = (await once(socket, "data")) as [Buffer];
  return part.toString("utf8").split("\r\n")[0]!;
}

/** Chunks of one megabyte until the line is cut, without a length announced. */
async function pour(place: ApiPlace, megabytes: number): Promise<{ answer: string; written: number }> {
  const socket = await open(place, "content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n");
  let answer = "";
  socket.on("data", (part) => {
    answer += part;
  });
  const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(MEGABYTE, " "), Buffer.from("\r\n")]);
  let written = 0;
  socket.on("error", () => {}); // it may be cut while we write
  const closed = new Promise((done) => socket.once("close", done));
  while (!socket.destroyed && socket.writable && written < megabytes) {
    written++;
    if (!socket.write(chunk)) await Promise.race([new Promise((done) => socket.once("drain", done)), closed]);
  }
  socket.end("0\r\n\r\n");
  await closed;
  return { answer, written };
}
