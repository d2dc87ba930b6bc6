/** What a caller with a token may not do all the same: other methods, paths, parameters, bodies. */
import { gzipSync } from "node:zlib";
import { type Attack, type Attacks, EVENT, read } from "./attack.js";

const MEGABYTE = 1024 * 1024;
const method = (line: string, more: Readonly<Record<string, string>> = {}) =>
  ({ refused: "METHOD_REFUSED", line, body: "{}", headers: more }) as const;
const path = (target: string) => ({ refused: "NOT_FOUND", line: `POST ${target}` }) as const;
/** Any name of an event is taken there. */
const segment = (name: string) =>
  ({ refused: "NOT_FOUND", line: `POST /v1/hooks/claude-code/${name}`, body: "{}" }) as const;
const query = (text: string) => read(`/v1/events?${text}`, {}, "PARAM_INVALID");
const type = (name: string | null, more: object = {}): Attack => ({
  refused: "CONTENT_TYPE_REFUSED",
  headers: { "content-type": name },
  ...more,
});
const shape = (body: string) => ({ refused: "BODY_INVALID", body }) as const;
const syntax = (body: string | Buffer, more: object = {}) => ({ refused: "BODY_SYNTAX", body, ...more }) as const;
const nested = (depth: number) => EVENT.replace("{}", `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`);
const chunked = (size: number) => {
  const chunk = Buffer.concat([Buffer.from(`${size.toString(16)}\r\n`), Buffer.alloc(size, " "), Buffer.from("\r\n")]);
  return Buffer.concat([chunk, Buffer.from(`${EVENT.length.toString(16)}\r\n${EVENT}\r\n0\r\n\r\n`)]);
};

export const REQUESTS: Attacks = {
  method: {
    "stopping by GET": method("GET /v1/stop"),
    "stopping by HEAD": method("HEAD /v1/stop"),
    "stopping by PUT": method("PUT /v1/stop"),
    "stopping by DELETE": method("DELETE /v1/stop"),
    "stopping by PATCH": method("PATCH /v1/stop"),
    "stopping by TRACE": method("TRACE /v1/stop"),
    "stopping by a method nobody knows": method("PURGE /v1/stop"),
    "a method in a header": method("GET /v1/stop", { "x-http-method-override": "POST" }),
    "a method in another header": method("GET /v1/stop", { "x-method-override": "POST", "x-http-method": "POST" }),
    "a preflight": method("OPTIONS /v1/stop", {
      "access-control-request-method": "POST",
      "access-control-request-private-network": "true",
    }),
    "answering by GET": {
      refused: "METHOD_REFUSED",
      line: "GET /v1/asks/ASK",
      body: `{"hash":"HASH","verdict":"allow"}`,
    },
    "an event of OAK by GET": { refused: "METHOD_REFUSED", line: "GET /api/oak/ci/stop", body: "{}", to: "oak" },
    "log records by PUT": { refused: "METHOD_REFUSED", line: "PUT /v1/logs", body: "{}" },
  },
  upgrade: {
    "a WebSocket": read(
      "/v1/stream",
      {
        headers: {
          connection: "Upgrade",
          upgrade: "websocket",
          "sec-websocket-version": "13",
          "sec-websocket-key": "eA==",
        },
      },
      "UPGRADE_REFUSED",
    ),
    "a WebSocket through OAK's port": read(
      "/api/health",
      { headers: { connection: "Upgrade", upgrade: "websocket" }, to: "oak" },
      "UPGRADE_REFUSED",
    ),
    "HTTP/2 in the clear": {
      refused: "UPGRADE_REFUSED",
      headers: { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c", "http2-settings": "AAMAAABk" },
    },
    "TLS in the middle": { refused: "UPGRADE_REFUSED", headers: { connection: "Upgrade", upgrade: "TLS/1.2" } },
  },
  "path as written": {
    "a host in the target": path("http://127.0.0.1:PORT/v1/events"),
    "a foreign host in the target": path("http://evil.example/v1/events"),
    "a token in the target": path("http://snaphook:CONTROL@127.0.0.1:PORT/v1/events"),
    dots: path("/v1/x/../events"),
    "a dot": path("/v1/./events"),
    "escaped dots": path("/v1/x/%2e%2e/events"),
    "dots of which one is escaped": path("/v1/x/.%2E/events"),
    "an escaped slash": path("/v1%2fevents"),
    "an escaped letter twice": path("/v1/%2565vents"),
    "two slashes": path("//v1/events"),
    "slashes within": path("/v1//events"),
    "a slash at the end": path("/v1/events/"),
    "a backslash": path("/v1\\events"),
    "an escaped backslash": path("/v1%5Cevents"),
    "a NUL at the end": path("/v1/events%00"),
    "another case": path("/V1/EVENTS"),
    "a parameter of a segment": path("/v1/events;jsessionid=1"),
    "what is after a #": path("/v1/events#x"),
    "another ending": path("/v1/events.json"),
  },
  "plain segments": {
    "an escaped NUL in a name": segment("Stop%00"),
    "an escaped line break in a name": segment("Stop%0d%0aX"),
    "an escaped slash in a name": segment("..%2f..%2fStop"),
    "an escaped backslash in a name": segment("..%5cStop"),
    "a name escaped twice": segment("%2553top"),
    "a name of dots": segment(".."),
    "a name of escaped dots": segment("%2e%2e"),
    "a bar in a name": segment("Stop|x"),
    "a quote in a name": segment('Stop"'),
    "bytes that are no text": segment("%ff%fe"),
    "half an escape": segment("Stop%2"),
  },
  parameters: {
    "a token in the address": { refused: "PARAM_INVALID", line: "POST /v1/events?token=CONTROL" },
    "a method in the address": { refused: "PARAM_INVALID", line: "POST /v1/events?_method=DELETE" },
    "an unknown parameter": query("access_token=x"),
    "a parameter twice": query("limit=1&limit=2"),
    "a parameter as a list": query("session[]=a"),
    "an inherited name as a parameter": query("__proto__=1"),
    "a number beyond the limit": query("limit=100000"),
    "a number below it": query("limit=-1"),
    "a number in hexadecimal": query("limit=0x10"),
    "a parameter of the path in the query": {
      refused: "PARAM_INVALID",
      line: "POST /v1/hooks/claude-code/Stop?agent=codex",
      body: "{}",
    },
  },
  "reads without a body": {
    "a read with a body": { refused: "BODY_UNEXPECTED", line: "GET /v1/events" },
    "a read with chunks": {
      refused: "BODY_UNEXPECTED",
      line: "GET /v1/events",
      headers: { "content-length": null, "transfer-encoding": "chunked" },
      body: "0\r\n\r\n",
    },
  },
  "content type": {
    "a form": type("application/x-www-form-urlencoded"),
    "a form with a file": type("multipart/form-data; boundary=x"),
    "plain text": type("text/plain"),
    "plain text with our character set": type("text/plain; charset=utf-8"),
    "no content type": type(null),
    "an empty content type": type(""),
    "a type that begins like ours": type("application/jsonp"),
    "two types in one": type("application/json, text/plain"),
    "JSON of another kind": type("application/csp-report"),
    "a form for OAK, who takes anything": type("application/x-www-form-urlencoded", {
      line: "POST /api/oak/ci/stop",
      body: "{}",
      to: "oak",
    }),
    "plain text for log records": type("text/plain", { line: "POST /v1/logs", body: "{}" }),
    "plain text to stop": type("text/plain", { line: "POST /v1/stop", body: "{}" }),
  },
  "character set": {
    "another character set": type("application/json; charset=utf-7"),
    "another type as a parameter": type("application/json; x=text/plain"),
    "a boundary": type("application/json; boundary=x"),
  },
  "packed bodies": {
    "a body that says it is packed": { refused: "CONTENT_TYPE_REFUSED", headers: { "content-encoding": "gzip" } },
    "a body that unpacks without end": {
      refused: "CONTENT_TYPE_REFUSED",
      line: "POST /v1/traces",
      headers: { "content-type": "application/x-protobuf", "content-encoding": "gzip" },
      body: gzipSync(Buffer.alloc(64 * MEGABYTE)),
    },
    "a packing nobody knows": { refused: "CONTENT_TYPE_REFUSED", headers: { "content-encoding": "br, zstd" } },
  },
  "announced size": {
    "a hundred megabytes announced, with a question for leave": {
      refused: "BODY_TOO_LARGE",
      headers: { "content-length": String(100 * MEGABYTE), expect: "100-continue" },
      body: "",
    },
  },
  "size as it comes": {
    "more than the limit in chunks": {
      refused: "BODY_TOO_LARGE",
      headers: { "content-length": null, "transfer-encoding": "chunked" },
      body: chunked(10 * MEGABYTE),
    },
    "more than the limit in chunks, for OAK": {
      refused: "BODY_TOO_LARGE",
      line: "POST /api/oak/ci/stop",
      headers: { "content-length": null, "transfer-encoding": "chunked" },
      body: chunked(10 * MEGABYTE),
      to: "oak",
    },
  },
  "depth of JSON": {
    "lists in lists": syntax(nested(300)),
    "objects in objects": syntax(EVENT.replace("{}", `${'{"a":'.repeat(300)}1${"}".repeat(300)}`)),
    "a deep line among others": syntax(`${EVENT}\n${nested(300)}\n`, {
      headers: { "content-type": "application/x-ndjson" },
    }),
  },
  "text in UTF-8": {
    "bytes that are no text": syntax(Buffer.from(EVENT.replace("attack", "\xff\xfe"), "latin1")),
    "a slash in two bytes": syntax(Buffer.from(EVENT.replace("attack", "\xc0\xaf"), "latin1")),
    "half a surrogate": syntax(Buffer.from(EVENT.replace("attack", "\xed\xa0\x80"), "latin1")),
  },
  "shape of a body": {
    "an inherited name as a key": shape(EVENT.replace("{", '{"__proto__":{"token":"control"},')),
    "a key nobody knows": shape(EVENT.replace("{", '{"constructor":{},')),
    "a key twice, of which the second is wrong": shape(EVENT.replace("{", '{"at":1,"at":"now",')),
    "a path for an agent": shape(EVENT.replace("codex", "../../codex")),
    "another agent's capitals": shape(EVENT.replace("codex", "CODEX")),
    "a time before all times": shape(EVENT.replace("{", '{"at":-1,')),
    "more events than one request may bring": shape(`[${Array(10_001).fill(EVENT).join(",")}]`),
    "one bad event among good ones": shape(`[${EVENT},{"agent":"codex"}]`),
    "a verdict that is none": {
      refused: "BODY_INVALID",
      line: "POST /v1/asks/ASK",
      body: `{"hash":"HASH","verdict":"yes"}`,
    },
  },
};

export const LOOPBACK: Attacks = {
  "loopback only": {
    "another loopback address": { refused: "nobody", to: { host: "127.0.0.2" } },
    "loopback of IPv6": { refused: "nobody", to: { host: "::1" } },
  },
};
