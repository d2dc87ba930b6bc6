import { checkDefences } from "../support/without-defence.js";

const http = (defence: string, file: string, find: string, replace: string) => ({
  defence,
  file: `src/daemon/http/${file}.ts`,
  find,
  replace,
});

/** As a server does that means well. */
const LENIENT_PATH = `
  const whole = decodeURIComponent(decodeURIComponent(new URL(url.replace(/^\\/+/, "/"), "http://localhost").pathname));
  const parts = whole.toLowerCase().replace(/[;\\0].*|[.]json$/, "").replace(/\\\\/g, "/").split("/").filter((one) => one !== "");
  if (parts.length < 10) return { segments: parts, query: [] };
  const mark = url.indexOf("?");`;

checkDefences({
  tests: ["test/daemon/http-attacks.test.ts", "test/daemon/slow-requests.test.ts"],
  notOurs: { "node:http": "the parser of node:http refuses these; nothing of ours is asked" },
  defences: [
    http("host list", "gate", `if (!isPublic && !hosts.includes(host))`, `if (false)`),
    http("origin list", "gate", `if (origin !== undefined && `, `if (false && `),
    http("fetch marks", "gate", `return site === undefined ||`, `return true ||`),
    http("one of each", "gate", `if (twice !== undefined)`, `if (false)`),
    http("header count", "gate", `if (head.rawHeaders.length > 2 * MOST_HEADERS)`, `if (false)`),
    http("header count", "server", `server.maxHeadersCount = 0;`, ``),
    http(
      "token",
      "gate",
      `return grant === undefined ? refuse("TOKEN_REFUSED", "missing or invalid token") : { grant };`,
      `return { grant: grant ?? "control" };`,
    ),
    http(
      "whole token",
      "gate",
      `timingSafeEqual(digest(given), digest(token))`,
      `given.slice(0, 16).toLowerCase() === token.slice(0, 16)`,
    ),
    http("bearer scheme", "gate", `/^Bearer ([\\x21-\\x7e]+)$/i`, `/([0-9a-f]{64})/`),
    http("one token", "gate", `if (bearer !== undefined && own !== undefined) return "";`, ``),
    http(
      "rights of a token",
      "server",
      `if (page === undefined && route.token === "control" && grant !== "control")`,
      `if (false)`,
    ),
    http(
      "method",
      "server",
      `method === request.method`,
      `method === request.method || (method === "POST" && found.routes.length === 1)`,
    ),
    http("upgrade", "server", `if (request.headers.upgrade !== undefined)`, `if (false)`),
    http("path as written", "target", `const mark = url.indexOf("?");`, LENIENT_PATH),
    http("plain segments", "target", `!PLAIN_SEGMENT.test(raw) || /%2e/i.test(raw)`, `false`),
    http(
      "plain segments",
      "target",
      `return FORBIDDEN.test(decoded) || /^\\.+$/.test(decoded) ? undefined : decoded;`,
      `return decoded;`,
    ),
    http("plain segments", "target", `return undefined; // invalid UTF-8`, `return raw;`),
    http(
      "parameters",
      "params",
      `if (params === undefined || !Object.hasOwn(params.shape, name))`,
      `if (params === undefined || !Object.hasOwn(params.shape, name)) continue; if (false)`,
    ),
    http("parameters", "params", `if (Object.hasOwn(given, name)) return`, `if (false) return`),
    http(
      "parameters",
      "params",
      `return "problem" in read ?`,
      `return "problem" in read ? { params: given } : false ?`,
    ),
    http("reads without a body", "body", `if (hasBody) return`, `if (false) return`),
    http(
      "content type",
      "body",
      `const contentType = contentTypeOf(request);`,
      `const contentType = "application/json";`,
    ),
    http("character set", "body", `return strange || packed ?`, `return packed ?`),
    http("packed bodies", "body", `return strange || packed ?`, `return strange ?`),
    http(
      "announced size",
      "body",
      `if (Number(request.headers["content-length"] ?? 0) > limits.bodyBytes)`,
      `if (false)`,
    ),
    http("size as it comes", "body", `if (size > limits.bodyBytes)`, `if (false)`),
    http("depth of JSON", "parse-body", `return isTooDeep(value, MAX_DEPTH) ?`, `return false ?`),
    http("text in UTF-8", "parse-body", `{ fatal: true }`, `{ fatal: false }`),
    http("shape of a body", "body", `return "problem" in read ?`, `return "problem" in read ? parsed.value : false ?`),
    http(
      "slow heads",
      "heads",
      `the head did not arrive in time")), headMs);`,
      `the head did not arrive in time")), 100 * headMs);`,
    ),
    http(
      "slow bodies",
      "body",
      `the body did not arrive in time")), limits.bodyMs);`,
      `the body did not arrive in time")), 100 * limits.bodyMs);`,
    ),
    {
      defence: "loopback only",
      file: "src/daemon/lifecycle/listen.ts",
      find: `host = "127.0.0.1"`,
      replace: `host?: string`,
    },
  ],
});
