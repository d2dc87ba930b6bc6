import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { provePage } from "../../src/client/person-proof.js";
import type { LaunchedPage } from "../../src/daemon/local-page/local-page.js";
import { ApiPlace, type Got } from "../support/api-place.js";

/**
 * Requests to the port of the local page, over a real store. None may read or change anything. `{P}` is the port, `{S}` the
 * secret of the path, `{T}` a token that may answer, `{V}` one that may view, `{C}` a valid code.
 */
interface Attack {
  readonly name: string;
  /** What refuses it. */
  readonly defence?: string;
  readonly line?: string;
  readonly host?: string | null;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly status: number;
}

const JSON_BODY = ["content-type: application/json"];
const OWN = "origin: http://localhost:{P}";
const BEARER = "authorization: Bearer {T}";
const SHELL = "GET /p/{S}/ HTTP/1.1";
const EVENTS = "GET /v1/events HTTP/1.1";
const SIGN_IN = "POST /v1/page/session HTTP/1.1";
const NAVIGATION = ["sec-fetch-site: cross-site", "sec-fetch-mode: navigate"];

const hosts: (string | null)[] = [
  "evil.example",
  "evil.example:{P}",
  "localhost.evil:{P}",
  "localhost.:{P}",
  "127.1:{P}",
  "0.0.0.0:{P}",
  "[::ffff:127.0.0.1]:{P}",
  "localhost",
  "localhost:1",
  "user@localhost:{P}",
  null,
];

const ATTACKS: readonly Attack[] = [
  ...hosts.flatMap((host): Attack[] => [
    {
      name: `the page as ${host}`,
      defence: "page host",
      line: SHELL,
      host,
      headers: [...NAVIGATION, "sec-fetch-dest: document"],
      status: 403,
    },
    { name: `events as ${host}`, defence: "page host", line: EVENTS, host, headers: [BEARER], status: 403 },
  ]),
  { name: "two hosts", defence: "one of each", line: SHELL, headers: ["host: evil.example"], status: 400 },
  {
    name: "a target with another host",
    defence: "page token",
    line: "GET http://evil.example/p/{S}/ HTTP/1.1",
    status: 401,
  },
  ...["iframe", "frame", "embed", "object", "script", "empty"].map((dest) => ({
    name: `the page as ${dest} of another site`,
    defence: "page fetch marks",
    line: SHELL,
    headers: [...NAVIGATION.slice(0, 1), "sec-fetch-mode: no-cors", `sec-fetch-dest: ${dest}`],
    status: 403,
  })),
  {
    name: "the page in a frame",
    defence: "page fetch marks",
    line: SHELL,
    headers: [...NAVIGATION, "sec-fetch-dest: iframe"],
    status: 403,
  },
  {
    name: "two kinds of use",
    defence: "one of each",
    line: SHELL,
    headers: ["sec-fetch-dest: document", "sec-fetch-dest: iframe"],
    status: 400,
  },
  {
    name: "a form that posts to the page",
    line: "POST /p/{S}/ HTTP/1.1",
    headers: [...NAVIGATION, "origin: null"],
    status: 403,
  },
  {
    name: "a script of another port",
    defence: "page fetch marks",
    line: "GET /p/{S}/{J} HTTP/1.1",
    headers: ["sec-fetch-site: same-site"],
    status: 403,
  },
  ...[
    "null",
    "http://evil.example",
    "https://localhost:{P}",
    "http://localhost:1",
    "http://localhost:{P}.evil.example",
  ].map((origin) => ({
    name: `events for ${origin}`,
    defence: "page origins",
    line: EVENTS,
    headers: [BEARER, `origin: ${origin}`],
    status: 403,
  })),
  ...["cross-site", "same-site"].map((site) => ({
    name: `events for a page that is ${site}`,
    defence: "page fetch marks",
    line: EVENTS,
    headers: [BEARER, `sec-fetch-site: ${site}`],
    status: 403,
  })),
  {
    name: "a post without an origin",
    defence: "page origin needed",
    line: "POST /v1/asks/x HTTP/1.1",
    headers: [BEARER, ...JSON_BODY],
    body: "{}",
    status: 403,
  },
  {
    name: "a code without an origin",
    defence: "page origin needed",
    line: SIGN_IN,
    headers: JSON_BODY,
    body: '{"code":"{C}"}',
    status: 403,
  },
  {
    name: "a code from another port",
    defence: "page origins",
    line: SIGN_IN,
    headers: [...JSON_BODY, "origin: http://localhost:1"],
    body: '{"code":"{C}"}',
    status: 403,
  },
  {
    name: "a code as text",
    line: SIGN_IN,
    headers: [OWN, "content-type: text/plain"],
    body: '{"code":"{C}"}',
    status: 415,
  },
  {
    name: "a code as a form",
    line: SIGN_IN,
    headers: [OWN, "content-type: application/x-www-form-urlencoded"],
    body: "code={C}",
    status: 415,
  },
  {
    name: "a code in the address",
    defence: "page token",
    line: "POST /v1/page/session?code={C} HTTP/1.1",
    headers: [OWN, ...JSON_BODY],
    body: "{}",
    status: 401,
  },
  {
    name: "a code by GET",
    defence: "page token",
    line: "GET /v1/page/session HTTP/1.1",
    headers: ["authorization: Bearer {C}"],
    status: 401,
  },
  ...["{}", "null", "[]", '{"code":1}', '{"code":["{C}"]}', '{"code":"{C}","more":1}', "{"].map((body) => ({
    name: `a code as ${body}`,
    line: SIGN_IN,
    headers: [OWN, ...JSON_BODY],
    body,
    status: 400,
  })),
  {
    name: "a long code",
    line: SIGN_IN,
    headers: [OWN, ...JSON_BODY],
    body: `{"code":"${"a".repeat(65)}"}`,
    status: 400,
  },
  {
    name: "a wrong code",
    defence: "page code",
    line: SIGN_IN,
    headers: [OWN, ...JSON_BODY],
    body: `{"code":"${"0".repeat(32)}"}`,
    status: 401,
  },
  {
    name: "an empty code",
    defence: "page code",
    line: SIGN_IN,
    headers: [OWN, ...JSON_BODY],
    body: '{"code":""}',
    status: 401,
  },
  ...[
    "/p/",
    "/p/{S}",
    "/p/x/",
    "/p/{S}/../v1/events",
    "/p/{S}/%2e%2e/v1",
    "/p/{S}/x/y",
    "//p/{S}/",
    "/P/{S}/",
    "/p/{S}/page.json",
  ].map((path) => ({ name: `the path ${path}`, defence: "page token", line: `GET ${path} HTTP/1.1`, status: 401 })),
  ...["/p/x/../v1/events", "/p/{S}/../../v1/events", "/v1/%65vents/..", "/v1//events", "/v1/events%2f"].map((path) => ({
    name: `the path ${path} with a token`,
    line: `GET ${path} HTTP/1.1`,
    headers: [BEARER],
    status: 404,
  })),
  { name: "a token in the address", defence: "page token", line: "GET /v1/events?token={T} HTTP/1.1", status: 401 },
  { name: "a token in a cookie", defence: "page token", line: EVENTS, headers: ["cookie: token={T}"], status: 401 },
  {
    name: "a token in two headers",
    defence: "one token",
    line: EVENTS,
    headers: [BEARER, "x-snaphook-token: {T}"],
    status: 401,
  },
  {
    name: "two tokens",
    defence: "one of each",
    line: EVENTS,
    headers: [BEARER, "authorization: Bearer x"],
    status: 400,
  },
  ...["", "{T}0", "{T-}", "{C}", "{CONTROL}", "{HOOKS}", "undefined", "null"].map((token) => ({
    name: `the token "${token}"`,
    defence: "page token",
    line: EVENTS,
    headers: [`authorization: Bearer ${token}`],
    status: 401,
  })),
  ...[
    "POST /v1/fire",
    "POST /v1/stop",
    "POST /v1/halt",
    "POST /v1/away",
    "POST /v1/events",
    "POST /v1/hooks/claude-code/Stop",
    "POST /v1/page/launch",
    "POST /v1/channels/slack/test",
    "POST /v1/asks/x/revoke",
    "POST /v1/answers",
    "POST /api/oak/ci/hook",
    "GET /v1/health",
  ].map((line) => ({
    name: `${line} with a token of the page`,
    defence: "page routes",
    line: `${line} HTTP/1.1`,
    headers: line.startsWith("POST") ? [BEARER, OWN, ...JSON_BODY] : [BEARER],
    ...(line.startsWith("POST") ? { body: "{}" } : {}),
    status: line === "POST /v1/events" ? 405 : 404,
  })),
  {
    name: "a denial by a page that may view",
    defence: "page rights",
    line: "POST /v1/asks/x HTTP/1.1",
    headers: ["authorization: Bearer {V}", OWN, ...JSON_BODY],
    body: '{"hash":"x","verdict":"deny"}',
    status: 403,
  },
  {
    name: "an approval by the token alone",
    line: "POST /v1/asks/x HTTP/1.1",
    headers: [BEARER, OWN, ...JSON_BODY],
    body: '{"hash":"x","verdict":"allow"}',
    status: 403,
  },
  { name: "an upgrade", line: EVENTS, headers: [BEARER, "connection: upgrade", "upgrade: websocket"], status: 400 },
  {
    name: "a preflight",
    defence: "page origins",
    line: "OPTIONS /v1/events HTTP/1.1",
    headers: ["origin: http://evil.example"],
    status: 403,
  },
];

const titleOf = ({ name, defence }: Attack) => (defence === undefined ? name : `${name} [${defence}]`);

describe("T6 attacks on the port of the local page", () => {
  let place: ApiPlace;
  let launched: LaunchedPage;
  let port = 0;
  let words: Readonly<Record<string, string>>;

  const send = (lines: readonly string[], body = ""): Promise<Got> => {
    const fill = (text: string) => text.replace(/\{([A-Z-]+)\}/g, (whole, word: string) => words[word] ?? whole);
    const bytes = Buffer.from(fill(body));
    const head = [...lines.map(fill), ...(body === "" ? [] : [`content-length: ${bytes.length}`]), "connection: close"];
    return place.raw(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), bytes]), { port, host: "127.0.0.1" });
  };
  const signIn = async (code: string): Promise<Got> =>
    send(
      [SIGN_IN, `host: localhost:${port}`, `origin: http://localhost:${port}`, ...JSON_BODY],
      JSON.stringify({ code }),
    );
  const facts = async () => ({
    events: await place.events(),
    asks: await place.store.asks({}),
    stopped: place.stopped,
  });

  beforeAll(async () => {
    place = await ApiPlace.start();
    await place.post("/v1/events", { agent: "codex", event: "Stop", session: "s", payload: {} });
    const view = await place.page.launch({ rights: "view" });
    port = Number(new URL(view.address).port);
    const answer = await place.page.launch({ rights: "answer" });
    const [V, T] = [(await signIn(view.code)).json.token, (await signIn(answer.code)).json.token] as [string, string];
    launched = await place.page.launch({ rights: "answer" });
    const S = new URL(launched.address).pathname.split("/")[2]!;
    const shell = await send([SHELL.replace("{S}", S), `host: localhost:${port}`]);
    const J = /src="(page-\w+\.js)"/.exec(shell.text)![1]!;
    const { control: CONTROL, hooks: HOOKS } = place.tokens;
    words = { P: String(port), S, J, T, V, "T-": T.slice(1), C: launched.code, CONTROL, HOOKS };
  });
  afterAll(() => place.close());

  it("there are at least 60", () => expect(ATTACKS.length).toBeGreaterThanOrEqual(60));

  it.each(ATTACKS.map((one) => [titleOf(one), one] as const))(
    "%s",
    async (_, { line = SHELL, host = "localhost:{P}", headers = [], body, status }) => {
      const before = await facts();
      const got = await send([line, ...(host === null ? [] : [`host: ${host}`]), ...headers], body);
      expect(got.status, got.text).toBe(status);
      expect(got.text).not.toContain("<script");
      expect(got.headers["access-control-allow-origin"]).toBeUndefined();
      expect(got.headers["set-cookie"]).toBeUndefined();
      expect(await facts()).toEqual(before);
    },
  );

  it("a token of the page opens nothing on the daemon's own port", async () => {
    for (const path of ["/v1/events", "/v1/page/session", "/v1/stream"])
      expect((await place.get(path, { token: words["T"]! })).status).toBe(401);
    expect((await place.get(`/p/${words["S"]}/`, { token: null })).status).toBe(401);
  });

  it("the page loads nothing from elsewhere, and no text becomes code [page policy]", async () => {
    const shell = await send([SHELL, "host: localhost:{P}", ...NAVIGATION, "sec-fetch-dest: document"]);
    expect(shell.status).toBe(200);
    expect(shell.headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(shell.headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
    });
  });

  it("after all of that the code and both tokens still work", async () => {
    for (const token of ["{T}", "{V}"])
      expect((await send([EVENTS, "host: localhost:{P}", `authorization: Bearer ${token}`])).status).toBe(200);
    expect((await signIn(launched.code)).status).toBe(200);
  });

  it("a code works once, and the codes of a launch are used together [code once]", async () => {
    const { code, typedCode } = await place.page.launch({ rights: "view" });
    expect((await signIn(code)).status).toBe(200);
    expect((await signIn(code)).status).toBe(401);
    expect((await signIn(typedCode)).status).toBe(401);
  });

  it("a code works for a minute; a typed one for five [code lifetime]", async () => {
    const second = await place.page.launch({ rights: "view" });
    place.laterMs += 61_000;
    expect((await signIn(second.code)).status).toBe(401);
    expect((await signIn(` ${second.typedCode.toUpperCase()} `)).status).toBe(200);
    const third = await place.page.launch({ rights: "view" });
    place.laterMs += 301_000;
    expect((await signIn(third.typedCode)).status).toBe(401);
  });

  it("every answer to a session names the daemon that made it [instance id]", async () => {
    const { code } = await place.page.launch({ rights: "view" });
    const { token, instance } = (await signIn(code)).json;
    const got = await send([EVENTS, "host: localhost:{P}", `authorization: Bearer ${token}`]);
    expect(got.headers["x-snaphook-instance"]).toBe(instance);
  });

  it("typed codes cannot be guessed: ten wrong ones end them [code guesses]", async () => {
    const { typedCode, code } = await place.page.launch({ rights: "answer" });
    for (let i = 0; i < 10; i++) expect((await signIn(`wrong${i}`)).status).toBe(401);
    expect((await signIn(typedCode)).status).toBe(401);
    expect((await signIn(code)).status).toBe(200);
  });

  it("a session ends after two hours without use, and after twelve [session lifetime]", async () => {
    const tokenOf = async () => (await signIn((await place.page.launch({ rights: "view" })).code)).json.token as string;
    const works = async (token: string) =>
      (await send([EVENTS, "host: localhost:{P}", `authorization: Bearer ${token}`])).status === 200;
    const unused = await tokenOf();
    place.laterMs += 2 * 3_600_000 + 1_000;
    expect(await works(unused)).toBe(false);
    const used = await tokenOf();
    for (let hour = 0; hour < 11; hour++) {
      place.laterMs += 3_600_000;
      expect(await works(used)).toBe(true);
    }
    place.laterMs += 3_700_000;
    expect(await works(used)).toBe(false);
  });

  it("a launch without the proof of a person may only view; a forged or old proof opens nothing", async () => {
    const launch = (proof?: object) => place.post("/v1/page/launch", proof === undefined ? {} : { proof });
    expect((await launch()).json.rights).toBe("view");
    const by = { user: "ann", terminal: "/dev/pts/1" };
    const proof = provePage(place.places.data, by);
    expect((await launch(proof)).json.rights).toBe("answer");
    for (const wrong of [
      { ...proof, signature: "0".repeat(64) },
      { ...proof, at: proof.at - 61_000 },
      { ...proof, by: { user: "bob", terminal: "/dev/pts/1" } },
    ])
      expect((await launch(wrong)).status).toBe(403);
    expect((await place.post("/v1/page/launch", {}, { token: place.tokens.hooks })).status).toBe(403);
  });

  it("nothing of a code or a token is in the daemon's files", async () => {
    const { code } = await place.page.launch({ rights: "view" });
    const kept = readFileSync(join(place.root, "data/store.db"), "latin1") + place.logged.join("\n");
    for (const secret of [code, words["T"]!, words["S"]!]) expect(kept).not.toContain(secret);
  });
});
