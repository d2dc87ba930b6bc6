/** Requests that were good once, spoiled: to a running daemon, by its port. */
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { AttackedDaemon } from "../support/attacked-daemon.js";
import { bash } from "../support/program.js";
import { fuzzDaemon, HANG_MS, HUNG } from "./against-daemon.js";
import { mutateBytes, mutateJson } from "./mutate.js";
import type { Random } from "./random.js";
import { ALL_RUNS } from "./runs.js";

const RUNS = Math.ceil(ALL_RUNS * 0.05);
const TIMEOUT = 3_600_000;

interface Seed {
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const EVENT = { agent: "codex", event: "Stop", session: "s", payload: { a: [1, "x", { b: null }] } };
const READS: readonly Seed[] = [
  "/v1/health",
  "/v1/status",
  "/v1/events?limit=2&session=s&after=5",
  "/v1/sessions",
  "/v1/sessions/s",
  "/v1/asks",
  "/v1/stats?after=1",
  "/v1/search?q=x&limit=3",
  "/v1/decisions?limit=1",
  "/api/health",
].map((path) => ({ line: `GET ${path}` }));
const WRITES: readonly Seed[] = [
  { line: "POST /v1/events", body: EVENT },
  { line: "POST /v1/events", body: [EVENT, { ...EVENT, id: "mine" }] },
  { line: "POST /v1/hooks/claude-code/PostToolUse", body: { session_id: "s", ...bash("ls"), tool_response: {} } },
  { line: "POST /v1/asks/a1", body: { hash: "h", verdict: "allow" } },
  { line: "POST /api/oak/ci/session-start", body: { agent: "claude", session_id: "s", source: "startup" } },
  { line: "POST /api/oak/ci/prompt-submit", body: { agent: "claude", session_id: "s", prompt: "x" } },
  {
    line: "POST /v1/logs",
    body: { resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: "x" } }] }] }] },
  },
  { line: "POST /v1/traces", body: {} },
];
/** What a stranger would like to do, and a caller with a token would not in a test. */
const STRANGE: readonly Seed[] = [
  { line: "POST /v1/stop", body: {} },
  { line: "POST /v1/fire", body: { agent: "codex", event: "Stop", payload: {}, cwd: "/" } },
  { line: "GET /v1/stream", headers: { accept: "text/event-stream" } },
  { line: "GET /v1/stream", headers: { connection: "Upgrade", upgrade: "websocket" } },
  { line: "OPTIONS /v1/stop", headers: { origin: "https://evil.example", "access-control-request-method": "POST" } },
];

function requestOf(random: Random, { line, headers = {}, body }: Seed, port: number, token: string): Buffer {
  const content = body === undefined ? "" : JSON.stringify(random.chance(0.5) ? mutateJson(random, body) : body);
  const bytes = Buffer.from(content);
  const given = {
    host: `127.0.0.1:${port}`,
    ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "content-type": "application/json", "content-length": String(bytes.length) }),
    ...headers,
  };
  const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${lines.join("")}\r\n`), bytes]);
  return random.chance(0.8) ? mutateBytes(random, request) : request;
}

/** Status of every answer; or what is wrong. The line is closed at our end, so that nobody waits for the rest. */
function exchange(port: number, input: Buffer): Promise<{ statuses: number[] } | { problem: string }> {
  return new Promise((done) => {
    let text = "";
    const socket = connect(port, "127.0.0.1").setEncoding("latin1");
    const timer = setTimeout(() => {
      socket.destroy();
      done({ problem: HUNG });
    }, HANG_MS);
    socket.on("data", (part: string) => {
      text += part;
    });
    socket.on("error", () => {}); // it may be cut while we write
    socket.on("close", () => {
      clearTimeout(timer);
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
      if (text !== "" && !text.startsWith("HTTP/1.1 ")) return done({ problem: "the answer is not HTTP" });
      if (statuses.some((status) => status >= 500)) return done({ problem: `answered ${statuses}` });
      done({ statuses });
    });
    socket.end(input);
  });
}

describe("T6 fuzzing of HTTP", () => {
  it("T6 a stranger gets nothing and changes nothing, whatever is sent", { timeout: TIMEOUT }, async () => {
    const place = await AttackedDaemon.open();
    const { control, hooks } = place.tokens;
    const near = ["", "0".repeat(64), control.slice(0, 63), `${control}0`, control.toUpperCase(), hooks.slice(1)];
    const { stored, openAsks, settings } = await place.facts();
    await fuzzDaemon({
      name: "http-strangers",
      place,
      runs: RUNS,
      atOnce: 8,
      make: (random) =>
        requestOf(random, random.pick([...READS, ...WRITES, ...STRANGE]), place.port, random.pick(near)),
      async send(input) {
        if (input.includes(control)) return undefined; // the spoiling has mended the token
        const got = await exchange(place.port, input);
        if ("problem" in got) return got.problem;
        return got.statuses.some((status) => status < 400) ? `a stranger was answered ${got.statuses}` : undefined;
      },
    });
    // The calls that went on meanwhile are all that is new.
    const { events } = await place.status();
    await expect.poll(() => place.facts()).toMatchObject({ stored: stored + events, openAsks, settings });
  });

  it("T6 a caller with a token breaks nothing", { timeout: TIMEOUT }, async () => {
    const place = await AttackedDaemon.open();
    await fuzzDaemon({
      name: "http-callers",
      place,
      runs: RUNS,
      atOnce: 8,
      make: (random) => {
        const token = random.chance(0.5) ? place.tokens.control : place.tokens.hooks;
        const one = () => requestOf(random, random.pick([...READS, ...WRITES]), place.port, token);
        return random.chance(0.7) ? one() : Buffer.concat([one(), one(), one()]);
      },
      async send(input) {
        const got = await exchange(place.port, input);
        return "problem" in got ? got.problem : undefined;
      },
    });
    expect((await place.facts()).openAsks).toBe(0);
    expect((await place.status()).memoryMb).toBeLessThan(600);
  });
});
