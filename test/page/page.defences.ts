import { checkDefences } from "../support/without-defence.js";

const change = (folder: string) => (defence: string, file: string, find: string, replace: string) => ({
  defence,
  file: `src/${folder}/${file}.ts`,
  find,
  replace,
});
const http = change("daemon/http");
const page = change("daemon/local-page");
const client = change("client");

const HOST = `  if (!hosts.includes(headers["host"]?.[0]?.toLowerCase() ?? "")) return refuse("HOST_REFUSED", "unknown host");\n`;
const ANYONE = `({ rights: "answer", launch: "", endsAt: 9e15 } as never)`;

checkDefences({
  tests: ["test/page/attacks.test.ts", "test/page/passkey-attacks.test.ts"],
  defences: [
    http("page host", "gate", `${HOST}  const origins`, `  const origins`),
    http("page host", "gate", `${HOST}  const first`, `  const first`),
    http("page origins", "gate", `if (origin !== undefined && `, `if (false && `),
    http("page fetch marks", "gate", `return site === undefined ||`, `return true ||`),
    http("one of each", "gate", `if (twice !== undefined)`, `if (false)`),
    http("page origin needed", "gate", `if (head.method === "POST" && headers["origin"] === undefined)`, `if (false)`),
    http("one token", "gate", `if (bearer !== undefined && own !== undefined) return "";`, ``),
    http(
      "page token",
      "gate",
      `return session === undefined ? refuse("TOKEN_REFUSED", "missing or invalid token") : { grant: "page", page: session };`,
      `return { grant: "page", page: session ?? ${ANYONE} };`,
    ),
    http("page rights", "server", `if (page?.rights === "view" && route.page === "answer")`, `if (false)`),
    http("page routes", "routes", `...ROUTES.filter(({ page }) => page !== undefined)`, `...ROUTES`),
    http(
      "instance id",
      "server",
      `response.setHeader("x-snaphook-instance", options.page!.instance)`,
      `response.setHeader("x-snaphook-instance", "0")`,
    ),
    page("page policy", "page-files", `  "content-security-policy": POLICY,\n`, ``),
    page(
      "page code",
      "local-page",
      `this.#typedCodes.get(sha256(given.trim().toLowerCase()));`,
      `this.#typedCodes.get(sha256(given.trim().toLowerCase())) ?? { rights: "view", launch: "x", expiresAt: now };`,
    ),
    page("code once", "local-page", `if (launch === code.launch) codes.delete(hash);`, `void [launch, hash];`),
    page("code lifetime", "local-page", `if (now > expiresAt) codes.delete(hash);`, `void [expiresAt, hash];`),
    page("code guesses", "local-page", `if (++this.#misses >= MOST_MISSES)`, `if (false)`),
    page(
      "session lifetime",
      "local-page",
      `if (now > endsAt || (streams === 0 && now - usedAt > UNUSED_MS))`,
      `void [endsAt, streams, usedAt]; if (false)`,
    ),
    page("passkey origin", "check-passkey", `if (said["origin"] !== origin)`, `if (false)`),
    page("passkey frame", "check-passkey", `said["crossOrigin"] === true || said["topOrigin"] !== undefined`, `false`),
    page("passkey site", "check-passkey", `if (data.subarray(0, 32).toString("hex") !== sha256(RP_ID))`, `if (false)`),
    page("passkey presence", "check-passkey", `if ((flags & USER_PRESENT) === 0)`, `if (false)`),
    page("passkey verification", "check-passkey", `if ((flags & USER_VERIFIED) === 0)`, `if (false)`),
    page("passkey type", "check-passkey", `if (said?.["type"] !== "webauthn.get")`, `if (false)`),
    page("passkey challenge", "check-passkey", `if (said["challenge"] !== challenge)`, `if (false)`),
    page("passkey shape", "check-passkey", `if (data.length < HEAD_BYTES) return`, `if (false) return`),
    page("passkey shape", "check-passkey", `if (head.flags & HAS_CREDENTIAL || `, `if (false && `),
    page("passkey signature", "check-passkey", `if (!isSignature(`, `if (false && !isSignature(`),
    page("passkey counter", "check-passkey", `const isLater = `, `const isLater = true || `),
    page("passkey new", "check-passkey", `return (head.flags & HAS_CREDENTIAL) > 0 && isNamed`, `return true`),
    page(
      "passkey new",
      "check-passkey",
      `if (typeof head === "string") return { why: head };\n  const length`,
      `if (typeof head === "string") return { counter: 0 };\n  const length`,
    ),
    page(
      "passkey new",
      "check-passkey",
      `return { why: "its key is not of a supported kind" };`,
      `return { counter: 0 };`,
    ),
    page(
      "passkey registered",
      "passkey-desk",
      `if (passkey === undefined) return undefined;`,
      `if (passkey === undefined) { found = { wanted: open.wanted, passkey: { id: "", name: "" } }; return undefined; }`,
    ),
    page("passkey once", "passkey-desk", `    this.#open.delete(id);\n    const origin`, `    const origin`),
    page("passkey expiry", "passkey-desk", `this.#options.now() > open.expiresAt`, `false`),
    page("passkey page", "passkey-desk", `open.launch !== launch`, `false`),
    client(
      "passkey file",
      "passkey-file",
      `return { signed: value?.["format"] === FORMAT`,
      `return { signed: true || value?.["format"] === FORMAT`,
    ),
    client(
      "passkey algorithm",
      "passkey-file",
      `return isOfAlgorithm(key, algorithm) ? key : undefined;`,
      `return key;`,
    ),
  ],
});

checkDefences({
  tests: [
    "test/page/passkeys.test.ts",
    "test/page/codes-in-up.test.ts",
    "test/page/strangers.test.ts",
    "test/page/questions.test.ts",
  ],
  defences: [
    {
      defence: "whole text",
      file: "src/page/view/questions.tsx",
      find: "ask.seenInPart !== true && ask.input.length <= MOST_SHOWN",
      replace: "true",
    },
    change("cli/page")("wrong codes", "serve-page", `tries.wrong >= MOST_WRONG ? TOO_MANY : `, ``),
    change("approvals")("passkey only", "give-answer", `verdict === "allow" && ports.needsPasskey`, `false`),
    change("daemon")("passkey kept", "daemon", `return isPasskeyOnly(places) ? "passkey" : "code"`, `return "code"`),
    http(
      "confirming view",
      "routes/page-confirm",
      `if (!services.page.isProven(proof)) return refuse("PERSON_REQUIRED", "the proof is not valid");`,
      ``,
    ),
    page("both addresses", "listen-on-loopback", `await listenOnPort(six, port, "::1");`, `void six;`),
  ],
});
