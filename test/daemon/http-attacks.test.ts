/** Everything here is refused, and changes nothing: what a page in a browser, a stranger or a broken client might send. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiPlace } from "../support/api-place.js";

const event = JSON.stringify({ agent: "codex", event: "Stop", session: "s1", payload: {} });

interface Attack {
  readonly status: number;
  readonly line?: string;
  /** Instead of or beside the usual headers of a good request; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: string;
}

/** A good request but for what the attack changes in it. */
function bytesOf({ line = "POST /v1/events", headers = {}, body = event }: Attack, place: ApiPlace): string {
  const usual = {
    host: "127.0.0.1:PORT",
    authorization: "Bearer CONTROL",
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries({ ...usual, ...headers }).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one) => `${name}: ${one}`),
  );
  return `${line.includes("HTTP/") ? line : `${line} HTTP/1.1`}\r\n${lines.join("\r\n")}\r\n\r\n${body}`
    .replaceAll("PORT", String(place.port))
    .replaceAll("CONTROL", place.tokens.control)
    .replaceAll("HOOKS", place.tokens.hooks);
}

/** The line is closed without a word: nothing may be put into an answer that has begun. */
const CUT = Number.NaN;
const GET = { "content-type": null, "content-length": null } as const;

const ATTACKS: Readonly<Record<string, Attack>> = {
  // DNS rebinding and names that are not ours
  "a foreign host": { status: 403, headers: { host: "evil.example" } },
  "a rebound host with our port": { status: 403, headers: { host: "evil.example:PORT" } },
  "our address without its port": { status: 403, headers: { host: "127.0.0.1" } },
  "localhost without its port": { status: 403, headers: { host: "localhost" } },
  "another port": { status: 403, headers: { host: "127.0.0.1:1" } },
  "a name that ends like ours": { status: 403, headers: { host: "127.0.0.1.evil.example:PORT" } },
  "a name that begins like ours": { status: 403, headers: { host: "evil-localhost:PORT" } },
  "the address of every interface": { status: 403, headers: { host: "0.0.0.0:PORT" } },
  "loopback in another spelling": { status: 403, headers: { host: "127.1:PORT" } },
  "loopback as a number": { status: 403, headers: { host: "2130706433:PORT" } },
  "another loopback address": { status: 403, headers: { host: "127.0.0.2:PORT" } },
  "mapped loopback": { status: 403, headers: { host: "[::ffff:127.0.0.1]:PORT" } },
  "a user in the host": { status: 403, headers: { host: "localhost:PORT@evil.example" } },
  "an empty host": { status: 403, headers: { host: "" } },
  "no host": { status: 403, headers: { host: null } },
  "two hosts": { status: 400, headers: { host: ["127.0.0.1:PORT", "evil.example"] } },
  "a forwarded host": { status: 403, headers: { host: "evil.example", "x-forwarded-host": "127.0.0.1:PORT" } },
  "a host in the target": { status: 404, line: "POST http://127.0.0.1:PORT/v1/events" },
  // Pages of a browser
  "the origin null": { status: 403, headers: { origin: "null" } },
  "a foreign origin": { status: 403, headers: { origin: "https://evil.example" } },
  "an origin of another port": { status: 403, headers: { origin: "http://127.0.0.1:1" } },
  "our origin over https": { status: 403, headers: { origin: "https://127.0.0.1:PORT" } },
  "an origin that ends like ours": { status: 403, headers: { origin: "http://evil.example?http://127.0.0.1:PORT" } },
  "an empty origin": { status: 403, headers: { origin: "" } },
  "two origins": { status: 400, headers: { origin: ["http://127.0.0.1:PORT", "https://evil.example"] } },
  "an extension": { status: 403, headers: { origin: "chrome-extension://abcdefghijklmnop" } },
  "a file": { status: 403, headers: { origin: "file://" } },
  "a read across sites": {
    status: 403,
    line: "GET /v1/events",
    headers: { ...GET, "sec-fetch-site": "cross-site" },
    body: "",
  },
  "a read across ports": {
    status: 403,
    line: "GET /v1/events",
    headers: { ...GET, "sec-fetch-site": "same-site" },
    body: "",
  },
  "a preflight": {
    status: 403,
    line: "OPTIONS /v1/events",
    headers: { ...GET, authorization: null, origin: "https://evil.example", "access-control-request-method": "POST" },
    body: "",
  },
  "a preflight without an origin": {
    status: 401,
    line: "OPTIONS /v1/events",
    headers: { ...GET, authorization: null },
    body: "",
  },
  "a form": { status: 415, headers: { "content-type": "application/x-www-form-urlencoded" } },
  "a form with a file": { status: 415, headers: { "content-type": "multipart/form-data; boundary=x" } },
  "plain text": { status: 415, headers: { "content-type": "text/plain" } },
  "no content type": { status: 415, headers: { "content-type": null } },
  "JSON in its name only": { status: 415, headers: { "content-type": "text/plain; x=application/json" } },
  "another character set": { status: 415, headers: { "content-type": "application/json; charset=utf-7" } },
  "a packed body": { status: 415, headers: { "content-encoding": "gzip" } },
  "two content types": { status: 400, headers: { "content-type": ["application/json", "text/plain"] } },
  // Tokens
  "no token": { status: 401, headers: { authorization: null } },
  "a wrong token": { status: 401, headers: { authorization: `Bearer ${"0".repeat(64)}` } },
  "the first half of a token": { status: 401, headers: { authorization: "Bearer HALF" } },
  "a token and more": { status: 401, headers: { authorization: "Bearer CONTROLx" } },
  "two tokens in one header": { status: 401, headers: { authorization: "Bearer CONTROL, Bearer HOOKS" } },
  "an empty token": { status: 401, headers: { authorization: "Bearer " } },
  "a token without its scheme": { status: 401, headers: { authorization: "CONTROL" } },
  "a token of another scheme": { status: 401, headers: { authorization: "Basic CONTROL" } },
  "a token in the address": { status: 401, line: "POST /v1/events?token=CONTROL", headers: { authorization: null } },
  "a token in a cookie": { status: 401, headers: { authorization: null, cookie: "token=CONTROL" } },
  "a token twice": { status: 400, headers: { authorization: ["Bearer CONTROL", "Bearer CONTROL"] } },
  "two different tokens": { status: 401, headers: { "x-snaphook-token": "HOOKS" } },
  "the hooks' token to stop": {
    status: 403,
    line: "POST /v1/stop",
    headers: { authorization: "Bearer HOOKS" },
    body: "{}",
  },
  "the hooks' token to read": {
    status: 403,
    line: "GET /v1/events",
    headers: { ...GET, authorization: "Bearer HOOKS" },
    body: "",
  },
  "the hooks' token to decide": { status: 403, line: "POST /v1/asks/a1", headers: { authorization: "Bearer HOOKS" } },
  "the hooks' token to run hooks": { status: 403, line: "POST /v1/fire", headers: { authorization: "Bearer HOOKS" } },
  // Methods
  "stopping by GET": { status: 405, line: "GET /v1/stop", headers: GET, body: "" },
  "stopping by another method in a header": {
    status: 405,
    line: "GET /v1/stop",
    headers: { ...GET, "x-http-method-override": "POST" },
    body: "",
  },
  "answering by GET": { status: 405, line: "GET /v1/asks/a1?verdict=allow", headers: GET, body: "" },
  removing: { status: 405, line: "DELETE /v1/events", headers: GET, body: "" },
  tracing: { status: 405, line: "TRACE /v1/health", headers: GET, body: "" },
  "a read with a body": { status: 400, line: "GET /v1/events" },
  "a WebSocket": {
    status: 400,
    line: "GET /v1/stream",
    headers: {
      ...GET,
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "eA==",
    },
    body: "",
  },
  "a WebSocket without a token": {
    status: 401,
    line: "GET /v1/stream",
    headers: { ...GET, authorization: null, connection: "Upgrade", upgrade: "websocket" },
    body: "",
  },
  "HTTP/2 in the clear": { status: 400, headers: { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c" } },
  // Paths
  dots: { status: 404, line: "POST /v1/x/../events" },
  "escaped dots": { status: 404, line: "POST /v1/x/%2e%2e/events" },
  "an escaped slash": { status: 404, line: "POST /v1%2fevents" },
  "an escaped letter twice": { status: 404, line: "POST /v1/%2565vents" },
  "two slashes": { status: 404, line: "POST //v1/events" },
  "slashes within": { status: 404, line: "POST /v1//events" },
  "a slash at the end": { status: 404, line: "POST /v1/events/" },
  "a backslash": { status: 404, line: "POST /v1\\events" },
  "a NUL": { status: 404, line: "POST /v1/events%00" },
  "another case": { status: 404, line: "POST /V1/EVENTS" },
  "a session that is a path": { status: 404, line: "GET /v1/sessions/..%2f..%2fx", headers: GET, body: "" },
  "a session of dots": { status: 404, line: "GET /v1/sessions/..", headers: GET, body: "" },
  "an inherited name": { status: 404, line: "GET /constructor", headers: GET, body: "" },
  "every path": { status: 404, line: "OPTIONS *", headers: GET, body: "" },
  "an unknown parameter": { status: 400, line: "GET /v1/events?access_token=x", headers: GET, body: "" },
  "a parameter twice": { status: 400, line: "GET /v1/events?limit=1&limit=2", headers: GET, body: "" },
  // Smuggling and broken requests
  "two lengths": { status: 400, headers: { "content-length": ["5", "6"] } },
  "the same length twice": { status: 400, headers: { "content-length": ["5", "5"] } },
  "a length and chunks": { status: 400, headers: { "transfer-encoding": "chunked" } },
  "chunks that are none": {
    status: CUT,
    headers: { "transfer-encoding": "identity, chunked", "content-length": null },
  },
  "a negative length": { status: 400, headers: { "content-length": "-1" } },
  "a folded header": { status: 400, headers: { "x-a": "b\r\n  c: d\nhost: evil" } },
  "a space before the colon": { status: 400, headers: { "host ": "127.0.0.1:PORT" } },
  "headers without end": { status: 431, headers: { "x-a": "a".repeat(70_000) } },
  "another protocol": { status: 400, line: "HELO there" },
};

describe("T6 the attack suite", () => {
  let place: ApiPlace;
  beforeAll(async () => {
    place = await ApiPlace.start();
  });
  afterAll(() => place.close());

  it.each(Object.entries(ATTACKS))("%s", async (_, attack) => {
    const bytes = bytesOf(attack, place).replaceAll("HALF", place.tokens.control.slice(0, 32));
    const got = await place.raw(bytes);
    expect(got.status).toBe(attack.status);
    if (!Number.isNaN(got.status)) expect(got.json.error.code).toMatch(/^[A-Z_]+$/);
    expect(Object.keys(got.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(got.text).not.toContain(place.tokens.control);
    expect(await place.events()).toEqual([]);
    expect(place.stopped).toEqual([]);
  });

  it("what they change is all that is wrong with them: as it was it is taken", async () => {
    expect((await place.raw(bytesOf({ status: 200 }, place))).status).toBe(200);
    for (const host of ["localhost:PORT", "[::1]:PORT", "LocalHost:PORT"])
      expect((await place.raw(bytesOf({ status: 200, headers: { host } }, place))).status).toBe(200);
    const own = { origin: "http://localhost:PORT", "sec-fetch-site": "same-origin" };
    expect((await place.raw(bytesOf({ status: 200, headers: own }, place))).status).toBe(200);
    const header = { authorization: null, "x-snaphook-token": "HOOKS" };
    expect((await place.raw(bytesOf({ status: 200, headers: header }, place))).status).toBe(200);
  });

  it("the socket answers to the name localhost only", async () => {
    const ask = (host: string) => place.raw(bytesOf({ status: 0, headers: { host } }, place), { path: place.socket });
    expect((await ask("localhost")).status).toBe(200);
    for (const host of ["evil.example", "127.0.0.1:PORT", "localhost:80"]) expect((await ask(host)).status).toBe(403);
  });
});
