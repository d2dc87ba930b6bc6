/** Who is let in at all: names, pages of browsers, tokens. */
import { type Attacks, EVENT, read } from "./attack.js";

const host = (name: string, more: object = {}) =>
  ({ refused: "HOST_REFUSED", headers: { host: name }, ...more }) as const;
const origin = (name: string) => ({ refused: "ORIGIN_REFUSED", headers: { origin: name } }) as const;
const bearer = (authorization: string | null, more: object = {}) =>
  ({ refused: "TOKEN_REFUSED", headers: { authorization, ...more } }) as const;
const hooks = { authorization: "Bearer HOOKS" } as const;
const twice = (name: string, first: string, second: string) =>
  ({ refused: "REQUEST_MALFORMED", headers: { [name]: [first, second] } }) as const;

export const CALLERS: Attacks = {
  "host list": {
    "a foreign host": host("evil.example"),
    "a rebound host with our port": host("evil.example:PORT"),
    "our address without its port": host("127.0.0.1"),
    "localhost without its port": host("localhost"),
    "another port": host("127.0.0.1:1"),
    "the port with a zero before it": host("127.0.0.1:0PORT"),
    "a dot after the name": host("localhost.:PORT"),
    "a dot after the address": host("127.0.0.1.:PORT"),
    "a name that ends like ours": host("127.0.0.1.evil.example:PORT"),
    "a name that begins like ours": host("evil-localhost:PORT"),
    "the address of every interface": host("0.0.0.0:PORT"),
    "every interface of IPv6": host("[::]:PORT"),
    "loopback in another spelling": host("127.1:PORT"),
    "loopback as a number": host("2130706433:PORT"),
    "loopback in hexadecimal": host("0x7f.0.0.1:PORT"),
    "another loopback address": host("127.0.0.2:PORT"),
    "mapped loopback": host("[::ffff:127.0.0.1]:PORT"),
    "loopback of IPv6 in full": host("[0:0:0:0:0:0:0:1]:PORT"),
    "a user in the host": host("localhost:PORT@evil.example"),
    "a list of hosts in one": host("127.0.0.1:PORT, evil.example"),
    "letters that look like ours": host("\xe2\x93\x9bocalhost:PORT"),
    "an empty host": host(""),
    "no host": { refused: "HOST_REFUSED", headers: { host: null } },
    "HTTP/1.0, which needs no host": {
      refused: "HOST_REFUSED",
      line: "POST /v1/events HTTP/1.0",
      headers: { host: null },
    },
    "a forwarded host": host("evil.example", {
      headers: { host: "evil.example", "x-forwarded-host": "127.0.0.1:PORT" },
    }),
    "the socket by a foreign name": host("evil.example", { to: "socket" }),
    "the socket by the name of the port": host("127.0.0.1:PORT", { to: "socket" }),
    "the socket by a name with a port": host("localhost:80", { to: "socket" }),
    "OAK's port by a foreign name": host("evil.example:OAK", { to: "oak" }),
    "OAK's port by the name of the other one": host("127.0.0.1:PORT", { to: "oak" }),
  },
  "origin list": {
    "the origin null": origin("null"),
    "a foreign origin": origin("https://evil.example"),
    "an origin of another port": origin("http://127.0.0.1:1"),
    "an origin without a port": origin("http://localhost"),
    "our origin over https": origin("https://127.0.0.1:PORT"),
    "an origin that ends like ours": origin("http://evil.example?http://127.0.0.1:PORT"),
    "an origin that begins like ours": origin("http://127.0.0.1:PORT.evil.example"),
    "our origin with a path": origin("http://127.0.0.1:PORT/"),
    "our origin in another case": origin("HTTP://LOCALHOST:PORT"),
    "an empty origin": origin(""),
    "an extension": origin("chrome-extension://abcdefghijklmnop"),
    "a file": origin("file://"),
    "a page that found the socket": { ...origin("http://127.0.0.1:PORT"), to: "socket" },
    "an EventSource of a page": read("/v1/stream", { headers: { origin: "https://evil.example" } }, "ORIGIN_REFUSED"),
    "a page that calls OAK's port": { ...origin("http://127.0.0.1:PORT"), to: "oak" },
  },
  "fetch marks": {
    "a read across sites": read("/v1/events", { headers: { "sec-fetch-site": "cross-site" } }, "ORIGIN_REFUSED"),
    "a read across ports": read("/v1/events", { headers: { "sec-fetch-site": "same-site" } }, "ORIGIN_REFUSED"),
    "an image": read(
      "/v1/health",
      { headers: { "sec-fetch-site": "cross-site", "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" } },
      "ORIGIN_REFUSED",
    ),
    "a mark without a word": read("/v1/events", { headers: { "sec-fetch-site": "" } }, "ORIGIN_REFUSED"),
    "a post whose origin was taken away": { refused: "ORIGIN_REFUSED", headers: { "sec-fetch-site": "cross-site" } },
  },
  "one of each": {
    "two hosts": twice("host", "127.0.0.1:PORT", "evil.example"),
    "two origins": twice("origin", "http://127.0.0.1:PORT", "https://evil.example"),
    "two marks of a browser": twice("sec-fetch-site", "none", "cross-site"),
    "a token twice": twice("authorization", "Bearer CONTROL", "Bearer CONTROL"),
    "our own header twice": {
      refused: "REQUEST_MALFORMED",
      headers: { authorization: null, "x-snaphook-token": ["CONTROL", "HOOKS"] },
    },
    "two content types": twice("content-type", "application/json", "text/plain"),
  },
  "header count": {
    "an origin behind a thousand headers": {
      refused: "HEAD_TOO_LARGE",
      headers: { "x-a": Array(1_001).fill(""), origin: "https://evil.example" },
    },
    "more headers than any program sends": { refused: "HEAD_TOO_LARGE", headers: { "x-a": Array(120).fill("a") } },
  },
  token: {
    "no token": bearer(null),
    "an empty token": bearer("Bearer "),
    "an empty token of our own header": {
      refused: "TOKEN_REFUSED",
      headers: { authorization: null, "x-snaphook-token": "" },
    },
    "a wrong token": bearer(`Bearer ${"0".repeat(64)}`),
    "a token in the path": {
      refused: "TOKEN_REFUSED",
      line: "POST /api/oak/ci/CONTROL",
      headers: { authorization: null },
      body: "{}",
    },
    "a token in a cookie": bearer(null, { cookie: "token=CONTROL; authorization=CONTROL" }),
    "a token for a proxy": bearer(null, { "proxy-authorization": "Bearer CONTROL" }),
    "a token under the name of others": bearer(null, { "x-api-key": "CONTROL", "x-auth-token": "CONTROL" }),
    "a token in the body": {
      refused: "TOKEN_REFUSED",
      headers: { authorization: null },
      body: EVENT.replace("attack", "CONTROL"),
    },
    "a password as browsers ask for it": bearer("Basic CONTROL_PACKED"),
    "a token that comes after the body": {
      refused: "TOKEN_REFUSED",
      headers: {
        authorization: null,
        "content-length": null,
        "transfer-encoding": "chunked",
        trailer: "authorization",
      },
      body: `${EVENT.length.toString(16)}\r\n${EVENT}\r\n0\r\nauthorization: Bearer CONTROL\r\n\r\n`,
    },
    "health, which tells little": read("/v1/health", { headers: { authorization: null } }, "TOKEN_REFUSED"),
    "OAK's health": read("/api/health", { headers: { authorization: null }, to: "oak" }, "TOKEN_REFUSED"),
    "an event of OAK": {
      refused: "TOKEN_REFUSED",
      line: "POST /api/oak/ci/stop",
      headers: { authorization: null },
      body: "{}",
      to: "oak",
    },
    "log records": { refused: "TOKEN_REFUSED", line: "POST /v1/logs", headers: { authorization: null }, body: "{}" },
    "an agent's own call": {
      refused: "TOKEN_REFUSED",
      line: "POST /v1/hooks/claude-code/Stop",
      headers: { authorization: null },
      body: "{}",
    },
    "live lines": read(
      "/v1/stream",
      { headers: { authorization: null, accept: "text/event-stream" } },
      "TOKEN_REFUSED",
    ),
    "the socket": { refused: "TOKEN_REFUSED", headers: { authorization: null }, to: "socket" },
    "a second request on a line that was let in": {
      refused: "TOKEN_REFUSED",
      good: 1,
      raw: `GET /v1/health HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\nauthorization: Bearer CONTROL\r\n\r\nPOST /v1/events HTTP/1.1\r\nhost: 127.0.0.1:PORT\r\ncontent-type: application/json\r\ncontent-length: ${EVENT.length}\r\n\r\n${EVENT}`,
    },
  },
  "whole token": {
    "the first half of a token": bearer("Bearer CONTROL_HALF"),
    "a token but for its last letter": bearer("Bearer CONTROL_NEARLY"),
    "a token with another last letter": bearer("Bearer CONTROL_TURNED"),
    "a token and more": bearer("Bearer CONTROLx"),
    "a token in capitals": bearer("Bearer CONTROL_LARGE"),
    "half a token in our own header": {
      refused: "TOKEN_REFUSED",
      headers: { authorization: null, "x-snaphook-token": "CONTROL_HALF" },
    },
  },
  "bearer scheme": {
    "a token without its scheme": bearer("CONTROL"),
    "a token of another scheme": bearer("Basic CONTROL"),
    "two tokens in one header": bearer("Bearer CONTROL, Bearer HOOKS"),
    "a token with a word after it": bearer("Bearer CONTROL x"),
    "a tab before the token": bearer("Bearer\tCONTROL"),
    "a scheme that ends like ours": bearer("XBearer CONTROL"),
  },
  "one token": {
    "two different tokens": { refused: "TOKEN_REFUSED", headers: { ...hooks, "x-snaphook-token": "CONTROL" } },
  },
  "rights of a token": {
    "the hooks' token to stop": { refused: "TOKEN_INSUFFICIENT", line: "POST /v1/stop", headers: hooks, body: "{}" },
    "the hooks' token to decide": {
      refused: "TOKEN_INSUFFICIENT",
      line: "POST /v1/asks/ASK",
      headers: hooks,
      body: `{"hash":"HASH","verdict":"allow"}`,
    },
    "the hooks' token to run hooks": {
      refused: "TOKEN_INSUFFICIENT",
      line: "POST /v1/fire",
      headers: hooks,
      body: `{"agent":"codex","event":"Stop","payload":{},"cwd":"/"}`,
    },
    "the hooks' token to start a thread": {
      refused: "TOKEN_INSUFFICIENT",
      line: "POST /v1/threads",
      headers: hooks,
      body: `{"template":"attack","message":"x","project":"/"}`,
    },
    ...Object.fromEntries(
      [
        "events",
        "asks",
        "status",
        "threads",
        "sessions",
        "decisions",
        "stats",
        "stream",
        "search?q=x",
        "hooks?project=/",
      ].map((path) => [
        `the hooks' token to read ${path}`,
        read(`/v1/${path}`, { headers: hooks }, "TOKEN_INSUFFICIENT"),
      ]),
    ),
    "the hooks' token to read by the socket": read(
      "/v1/events",
      { headers: hooks, to: "socket" },
      "TOKEN_INSUFFICIENT",
    ),
    "the hooks' token to stop by OAK's port": {
      refused: "TOKEN_INSUFFICIENT",
      line: "POST /v1/stop",
      headers: hooks,
      body: "{}",
      to: "oak",
    },
  },
};
