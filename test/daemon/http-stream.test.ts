import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ApiPlace } from "../support/api-place.js";

const event = (session: string) => ({ agent: "codex", event: "Stop", session, payload: {} });

/** Opens the stream and gathers what comes. */
async function follow(place: ApiPlace, accept: string, query = "") {
  const sent = request({ port: place.port, host: "127.0.0.1", path: `/v1/stream${query}`, headers: { accept } });
  sent.setHeader("authorization", `Bearer ${place.tokens.control}`).on("error", () => {});
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const seen = { text: "" };
  response.setEncoding("utf8").on("error", () => {});
  response.on("data", (part: string) => {
    seen.text += part;
  });
  return { response, seen, leave: () => sent.destroy() };
}

describe("GET /v1/stream", () => {
  it("gives the open questions at once and every event as a line", async () => {
    const place = await ApiPlace.open();
    const { response, seen, leave } = await follow(place, "*/*");
    expect(response.headers["content-type"]).toBe("application/x-ndjson; charset=utf-8");
    await place.post("/v1/events", [event("s1"), event("s2")]);
    await expect.poll(() => seen.text.split("\n").length).toBe(4);
    const lines = seen.text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { kind: "asks", open: [] },
      { kind: "event", record: { session: "s1", event: "Stop" } },
      { kind: "event", record: { session: "s2", event: "Stop" } },
    ]);
    leave();
  });

  it("writes the events of one request together", async () => {
    const place = await ApiPlace.open();
    const socket = connect({ port: place.port, host: "127.0.0.1" });
    onTestFinished(() => void socket.destroy());
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    socket.write(
      `GET /v1/stream HTTP/1.1\r\nhost: localhost:${place.port}\r\nx-snaphook-token: ${place.tokens.control}\r\n\r\n`,
    );
    await expect.poll(() => text.includes('"kind":"asks"')).toBe(true);
    const sessions = Array.from({ length: 100 }, (_, n) => `s${n}`);
    await place.post("/v1/events", sessions.map(event));
    await expect.poll(() => text.includes('"session":"s99"')).toBe(true);
    const written = [...text.matchAll(/"session":"(s\d+)"/g)].map(([, session]) => session);
    expect(written).toEqual(sessions);
    // Each write is one chunk: the questions, and the events in pieces of 64 KB.
    expect(text.match(/^[0-9a-f]+\r$/gm)!.length).toBeLessThan(10);
  });

  it("writes a line at once after a pause, and those that follow soon after it together", async () => {
    const place = await ApiPlace.open();
    const socket = connect({ port: place.port, host: "127.0.0.1" });
    onTestFinished(() => void socket.destroy());
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    onTestFinished(() => void vi.useRealTimers());
    socket.write(
      `GET /v1/stream HTTP/1.1\r\nhost: localhost:${place.port}\r\nx-snaphook-token: ${place.tokens.control}\r\n\r\n`,
    );
    await expect.poll(() => text.includes('"kind":"asks"')).toBe(true);
    const line = (id: string) => place.tell({ kind: "event", record: { id } as never });
    const nextTurn = () => new Promise((done) => setImmediate(done));
    vi.advanceTimersByTime(1_000);
    line("alone");
    // A poll would let virtual time pass.
    while (!text.includes('"alone"')) await nextTurn();
    for (let n = 0; n < 20; n++) {
      line(`many-${n}`);
      await nextTurn();
    }
    vi.advanceTimersByTime(1_000);
    await expect.poll(() => text.includes('"many-19"')).toBe(true);
    // Each write is one chunk: the questions, the single line, the others.
    expect(text.match(/^[0-9a-f]+\r$/gm)).toHaveLength(3);
  });

  it("without lines about hooks none is made for a call", async () => {
    const place = await ApiPlace.open();
    place.writeHooks({ PreToolUse: [{ id: "one", command: "true" }] });
    const page = await follow(place, "*/*", "?hooks=false");
    const payload = { session_id: "s1", tool_name: "Bash", tool_input: { command: "make" } };
    const fire = () => place.post("/v1/fire", { agent: "codex", event: "PreToolUse", payload, cwd: place.project });
    expect(place.feed.wantsHooks).toBe(false);
    expect((await fire()).status).toBe(200);
    await expect.poll(() => page.seen.text).toContain('"kind":"event"');
    const program = await follow(place, "*/*");
    expect(place.feed.wantsHooks).toBe(true);
    await fire();
    await expect.poll(() => program.seen.text).toContain("hook_response");
    await expect.poll(() => page.seen.text.match(/"kind":"event"/g)).toHaveLength(2);
    expect(page.seen.text).not.toContain('"kind":"hook"');
    program.leave();
    await expect.poll(() => place.feed.wantsHooks).toBe(false);
    page.leave();
  });

  it("gives server-sent events where they are asked for", async () => {
    const place = await ApiPlace.open();
    const { response, seen, leave } = await follow(place, "text/event-stream");
    expect(response.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    expect(response.headers["access-control-allow-origin"]).toBeUndefined();
    await place.post("/v1/events", { ...event("s1"), payload: { last_assistant_message: "one\n\ndata: two" } });
    await expect.poll(() => seen.text.split("\n\n").length).toBe(3);
    const datas = seen.text.trim().split("\n\n");
    expect(datas.map((data) => JSON.parse(data.slice("data: ".length)).kind)).toEqual(["asks", "event"]);
    leave();
  });

  it("gives a sign of life while nothing happens", async () => {
    const place = await ApiPlace.open({ limits: { heartbeatMs: 30 } });
    const { seen, leave } = await follow(place, "*/*");
    await expect
      .poll(() => seen.text.split("\n").filter((line) => line === '{"kind":"heartbeat"}').length)
      .toBeGreaterThan(1);
    leave();
  });

  it("forgets a reader that has gone", async () => {
    const place = await ApiPlace.open();
    const { leave } = await follow(place, "*/*");
    expect(place.watchers).toBe(1);
    leave();
    await expect.poll(() => place.watchers).toBe(0);
    expect((await place.post("/v1/events", event("s1"))).status).toBe(200);
  });

  it("drops a reader that does not read, and the others go on", async () => {
    const place = await ApiPlace.open();
    const lazy = connect({ port: place.port, host: "127.0.0.1" });
    lazy.on("error", () => {});
    lazy.write(
      `GET /v1/stream HTTP/1.1\r\nhost: localhost:${place.port}\r\nx-snaphook-token: ${place.tokens.control}\r\n\r\n`,
    );
    await once(lazy, "readable"); // and nobody reads on
    const { seen, leave } = await follow(place, "*/*");
    expect(place.watchers).toBe(2);
    await place.post("/v1/events", event("s1"));
    const [record] = await place.events();
    const long = { ...record!, payload: { text: "x".repeat(100_000) } };
    for (let i = 0; place.watchers === 2 && i < 500; i++) {
      place.tell({ kind: "event", record: { ...long, id: `n${i}` } });
      await new Promise((done) => setTimeout(done, 2));
    }
    expect(place.watchers).toBe(1);
    place.tell({ kind: "event", record: { ...record!, id: "the-last" } });
    await expect.poll(() => seen.text.includes("the-last")).toBe(true);
    lazy.destroy();
    leave();
  });

  it("keeps a reader that many open questions overtake, and sends it the newest list", async () => {
    const place = await ApiPlace.open();
    const lazy = connect({ port: place.port, host: "127.0.0.1" });
    onTestFinished(() => void lazy.destroy());
    let text = "";
    lazy.on("error", () => {});
    lazy.write(
      `GET /v1/stream HTTP/1.1\r\nhost: localhost:${place.port}\r\nx-snaphook-token: ${place.tokens.control}\r\n\r\n`,
    );
    await once(lazy, "readable"); // and reads no further for now
    const many = (round: number) =>
      Array.from({ length: 1_500 }, (_, n) => ({
        id: `${round}-${n}`,
        hash: "0".repeat(64),
        state: "open" as const,
        agent: "codex",
        tool: "Bash",
        summary: "s",
        input: "x".repeat(1_000),
        askedAt: 1,
        expiresAt: 2,
      }));
    for (let round = 0; round < 30; round++) place.tell({ kind: "asks", open: many(round) });
    lazy.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    await expect.poll(() => text.includes('"id":"29-1499"') || place.watchers === 0).toBe(true);
    expect(place.watchers).toBe(1);
  });

  it("needs the control token", async () => {
    const place = await ApiPlace.open();
    expect((await place.get("/v1/stream", { token: place.tokens.hooks })).status).toBe(403);
    expect((await place.get("/v1/stream", { token: null })).status).toBe(401);
  });
});
