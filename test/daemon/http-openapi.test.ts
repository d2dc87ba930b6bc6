import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { openApiText } from "../../scripts/pages/openapi.js";
import { addressOf } from "../../src/client/daemon-control.js";
import { watchDaemon } from "../../src/client/daemon-stream.js";
import { writePasskeys } from "../../src/client/passkey-file.js";
import { provePage, provePerson } from "../../src/client/person-proof.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { API_ERRORS } from "../../src/daemon/http/errors.js";
import type { Route } from "../../src/daemon/http/route.js";
import { OTLP_ROUTES, PAGE_ONLY_ROUTES, ROUTES } from "../../src/daemon/http/routes.js";
import { ROOT } from "../architecture/source-tree.js";
import { ApiPlace } from "../support/api-place.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { SoftwarePasskey } from "../support/software-passkey.js";

type Schema = z.core.JSONSchema.JSONSchema;

interface Operation {
  /** Of another port than the daemon's own. */
  readonly servers?: readonly unknown[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { name: string; in: string; required: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<Record<string, { content: Readonly<Record<string, { schema: Schema }>> }>>;
}

const file = JSON.parse(readFileSync(join(ROOT, "docs/openapi.json"), "utf8")) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const shapes = file.components.schemas;
const operations = Object.entries(file.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    method,
    path,
    operation,
  })),
);

const ownOperations = operations.filter(({ operation }) => operation.servers === undefined);

/** Against the file itself, as a program that was written from it would. */
function expectFits(schema: Schema | undefined, value: unknown): void {
  const text = JSON.stringify({ ...schema, $defs: shapes }).replaceAll("#/components/schemas/", "#/$defs/");
  const read = z.fromJSONSchema(JSON.parse(text)).safeParse(value);
  expect(read.error?.issues, JSON.stringify(value)).toBeUndefined();
}

const answerOf = (operation: Operation | undefined, status: "200" | "default" = "200") =>
  Object.values(operation?.responses[status]?.content ?? {})[0]?.schema;

const described = ({ method, path, token }: Route) => `${method} ${path} ${token}`;

/** A good call of each route; those of OAK's dialect all take the same. */
const GOOD: Readonly<Record<string, { path?: string; body?: object }>> = {
  "GET /v1/hooks": { path: "/v1/hooks?project=%2Fw" },
  "GET /v1/trust": { path: "/v1/trust?project=%2F" },
  "GET /v1/log": { path: "/v1/log?log=daemon" },
  "GET /v1/memories/{id}": { path: "/v1/memories/m_" },
  "GET /v1/recall": { path: "/v1/recall?q=kraken&scope=%2Fw" },
  "GET /v1/search": { path: "/v1/search?q=kraken" },
  "GET /v1/sessions/{id}": { path: "/v1/sessions/s1" },
  "POST /v1/events": { body: [{ agent: "codex", event: "Stop", session: "s9", payload: {} }] },
  "POST /v1/logs": { body: { resourceLogs: [] } },
  "POST /v1/away": { body: {} },
  "POST /v1/page/launch": { body: {} },
  "POST /v1/halt": { body: {} },
  "POST /v1/removed": { body: {} },
  "POST /v1/stop": { body: {} },
};
const OAK = {
  agent: "claude",
  session_id: "s1",
  permission_mode: "default",
  tool_name: "Bash",
  tool_input: { command: "ls" },
  prompt: "hello",
};

describe("docs/openapi.json", () => {
  let place: ApiPlace;

  beforeAll(async () => {
    place = await ApiPlace.start();
    await place.store.addMemory({
      scope: "/w",
      type: "note",
      text: "release the kraken at noon",
      trust: "user",
      importance: 5,
      cites: [{ file: "gone.txt" }],
      createdAt: 1,
      verifiedAt: 1,
    });
    const ask = { id: "ask", matcher: "Bash", command: `echo '{"decision":"ask","reason":"sure?"}'` };
    place.writeHooks({ PreToolUse: [ask] });
    const call = (event: string, payload: object) => place.post("/v1/fire", fired("claude-code", event, payload));
    await call("SessionStart", { source: "startup", model: "m" });
    await call("UserPromptSubmit", { prompt: "please release the kraken" });
    await call("PreToolUse", {
      tool_name: "Bash",
      tool_use_id: "t1",
      tool_input: { command: "make" },
      permission_mode: "default",
    });
    await call("PostToolUse", {
      tool_name: "Read",
      tool_use_id: "t2",
      tool_input: { file_path: "/w/a" },
      tool_response: "x",
    });
    await call("Stop", { last_assistant_message: "done" });
    await call("SessionEnd", { reason: "exit" });
  });
  afterAll(() => place.close());

  const fired = (agent: string, event: string, payload: object) => ({
    agent,
    event,
    payload: { session_id: "s1", ...payload },
    cwd: place.project,
  });

  it("is what the routes say", () => {
    expect(readFileSync(join(ROOT, "docs/openapi.json"), "utf8")).toBe(openApiText());
  });

  it("has every route with the schema of its answer, and of the JSON it takes", () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(
      [...ROUTES, ...OTLP_ROUTES, ...PAGE_ONLY_ROUTES].map(({ method, path }) => `${method} ${path}`).sort(),
    );
    for (const { name, operation } of operations) expect(answerOf(operation), name).not.toEqual({});
    expect(operations.length - ownOperations.length).toBe(PAGE_ONLY_ROUTES.length);
    const unchecked = [...ROUTES, ...PAGE_ONLY_ROUTES].filter(
      ({ accepts, body }) => accepts !== undefined && body === undefined,
    );
    expect(unchecked).toEqual([]);
  });

  it("names no shape that is missing, and every parameter of a path", () => {
    const refs = [...JSON.stringify(file).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!);
    expect(refs.filter((name) => !(name in shapes))).toEqual([]);
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const told = operation.parameters?.filter((parameter) => parameter.in === "path").map(({ name }) => name) ?? [];
      expect([path, told]).toEqual([path, named]);
    }
  });

  it("has a page for people that lists our own routes with their tokens", () => {
    const page = readFileSync(join(ROOT, "docs/api.md"), "utf8");
    const listed = [...page.matchAll(/^\| `([A-Z]+ \S+)` \| (\w+) \|/gm)].map(
      ([, route, token]) => `${route} ${token}`,
    );
    expect(listed.sort()).toEqual(
      [...ROUTES, ...PAGE_ONLY_ROUTES]
        .filter(({ path }) => path.startsWith("/v1/"))
        .map(described)
        .sort(),
    );
  });

  it("lists every code of a refusal", () => {
    expect(shapes["Error"]).toMatchObject({
      properties: { error: { properties: { code: { enum: Object.keys(API_ERRORS) } } } },
    });
  });

  /** Shown in `http-stream.test.ts`, `channels/ticket-route.test.ts`, `page/questions.test.ts` and `threads/over-http.test.ts`. */
  const elsewhere = ["/v1/stream", "/v1/answers", "/v1/page/requests", "/v1/threads/{id}"];
  const needsAgents = "POST /v1/threads";
  it.each(ownOperations.filter(({ name, path }) => !elsewhere.includes(path) && name !== needsAgents))(
    "$name answers as it says",
    async (route) => {
      const { name, method, path, operation } = route;
      const known = name === "GET /v1/calls/{id}" ? `/v1/calls/${(await place.events())[0]?.id}` : undefined;
      const got = await (method === "get"
        ? place.get(known ?? GOOD[name]?.path ?? path)
        : place.post(...(await goodPost(name, path.replace("{event}", "new-one")))));
      expect(got.status, got.text).toBe(200);
      expectFits(answerOf(operation), got.json);
    },
  );

  it.each(ownOperations)("$name refuses as it says", async ({ method, path, operation }) => {
    const at = path.replaceAll(/\{\w+\}/g, "x");
    const send = (token: string | null, headers = {}) =>
      place.send(method.toUpperCase(), at, { token, headers, ...(method === "get" ? {} : { body: "{}" }) });
    const stranger = await send(null);
    expect(stranger.status).toBe(401);
    expectFits(answerOf(operation, "default"), stranger.json);
    const mayPost = operation.security.some((one) => "hooks" in one);
    if (!mayPost) {
      const hooks = await send(place.tokens.hooks);
      expect(hooks.status).toBe(403);
      expectFits(answerOf(operation, "default"), hooks.json);
    }
    if (operation.requestBody !== undefined)
      expect((await send(place.tokens.control, { "content-type": "text/plain" })).status).toBe(415);
    const other = await place.send(method === "get" ? "PUT" : "PATCH", at, {});
    expect([other.status, other.headers["allow"]]).toEqual([405, expect.stringContaining(method.toUpperCase())]);
  });

  it("the routes of the local page answer and refuse on its port as they say", async () => {
    const { code, address } = await place.page.launch({ rights: "answer" });
    const { origin, port } = new URL(address);
    const passkey = new SoftwarePasskey();
    writePasskeys(place.places.data, [passkey.registered("laptop")]);
    const send = (name: string, token: string, body?: object) => {
      const text = body === undefined ? "" : JSON.stringify(body);
      const lines = [
        `${name} HTTP/1.1`,
        `host: localhost:${port}`,
        `origin: ${origin}`,
        `authorization: Bearer ${token}`,
        ...(body === undefined ? [] : ["content-type: application/json", `content-length: ${text.length}`]),
        "connection: close\r\n\r\n",
      ];
      return place.raw(lines.join("\r\n") + text, { port: Number(port), host: "127.0.0.1" });
    };
    const wanted = { kind: "switch", verb: "disable", hook: "ask", project: "/w" };
    const seen: string[] = [];
    let token = "none";
    // biome-ignore lint/suspicious/noExplicitAny: the schema of each answer is checked
    const call = async (name: string, body?: object, id = "x"): Promise<any> => {
      const operation = operations.find((one) => one.name === name)!.operation;
      const got = await send(name.replace("{id}", id), token, body);
      expect(got.status, got.text).toBe(200);
      expectFits(answerOf(operation), got.json);
      const refused = await send(name.replace("{id}", id), "none", body);
      expect(refused.status).toBe(401);
      expectFits(answerOf(operation, "default"), refused.json);
      seen.push(name);
      return got.json;
    };
    token = (await call("POST /v1/page/session", { code })).token;
    await call("POST /v1/page/confirmations", wanted);
    await call("POST /v1/page/confirmations/{id}", {});
    await call("GET /v1/page/passkeys");
    const { id, challenge } = await call("POST /v1/page/passkeys/challenges", wanted);
    await call("POST /v1/page/passkeys/challenges/{id}", passkey.sign({ challenge, origin }), id);
    expect(seen.sort()).toEqual(PAGE_ONLY_ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it("the lists that were asked for were not empty", async () => {
    const lists = await Promise.all(
      ["events", "decisions", "sessions", "stats", "search?q=kraken"].map((name) => place.get(`/v1/${name}`)),
    );
    for (const { json } of lists) expect(Object.values(json as object)[0]).not.toEqual([]);
    const { json } = await place.get("/v1/sessions/s1");
    for (const part of ["batches", "activities", "decisions"])
      expect([part, json[part].length > 0]).toEqual([part, true]);
  });

  async function goodPost(name: string, path: string): Promise<[string, object]> {
    if (name === "POST /v1/hooks/{agent}/{event}") return ["/v1/hooks/claude-code/Stop", { session_id: "s1" }];
    if (name === "POST /v1/channels/{name}/test") return ["/v1/channels/slack/test", {}];
    if (name === "POST /v1/page/requests/{id}") return ["/v1/page/requests/x", { launch: "x" }];
    if (name === "POST /v1/page/views")
      return [path, { proof: provePage(place.places.data, { user: "ann", terminal: "/dev/pts/1" }) }];
    if (name === "POST /v1/fire") return [path, fired("claude-code", "Stop", {})];
    if (name === "POST /v1/asks" || name.endsWith("/answer")) {
      const body = { questions: [{ question: "Deploy?" }], cwd: "/work" };
      if (name === "POST /v1/asks") return [path, body];
      const { id, secret } = (await place.post("/v1/asks", body)).json;
      return [`/v1/asks/${id}/answer`, { secret }];
    }
    if (!name.startsWith("POST /v1/asks/")) return [path, GOOD[name]?.body ?? OAK];
    void place.asks.releaseUnattended(); // questions of the other routes, for which nobody waits
    // Codex cannot ask, so the question is put to a person.
    void place.post("/v1/fire", fired("codex", "PreToolUse", { tool_name: "Bash", tool_input: { command: "make" } }));
    const ofCall = (asks: readonly { agent: string }[]) => asks.find(({ agent }) => agent === "codex");
    await expect.poll(() => ofCall(place.asks.open())).toBeDefined();
    const asks = await place.get("/v1/asks");
    expectFits(answerOf(file.paths["/v1/asks"]!["get"]), asks.json);
    const { id, hash } = ofCall(asks.json.asks) as { agent: string; id: string; hash: string };
    if (!name.endsWith("/revoke")) return [`/v1/asks/${id}`, { hash, verdict: "deny" }];
    void place.asks.releaseUnattended(); // an answer that comes now waits for the same call
    await expect.poll(() => place.asks.pending()[0]?.state).toBe("parked");
    const proof = provePerson(place.places.data, { id, hash }, { user: "ann", terminal: "/dev/pts/1" });
    await place.asks.answer(id, { hash, verdict: "allow", proof });
    return [`/v1/asks/${id}/revoke`, { hash }];
  }
});

describe("a daemon", () => {
  const says = (answer: object, more = "") => `echo '${JSON.stringify(answer)}'${more}`;

  it("answers and streams as docs/openapi.json says, also what a record can hold at most", async () => {
    const place = new DaemonPlace();
    place.writeUser("hooks.json", {
      hooks: {
        PreToolUse: [
          {
            id: "rewrite",
            command: says({ input: { command: `echo ${"long ".repeat(5_000)}`, n: 1 } }, "; echo hm >&2"),
          },
          { id: "watched", mode: "observe", command: says({ decision: "deny", reason: "not now" }) },
          { id: "broken", guard: true, command: "exit 3" },
        ],
      },
    });
    await place.up();
    const lines: JsonObject[] = [];
    const watching = watchDaemon(addressOf(place), (line) => void lines.push(line));
    onTestFinished(() => watching.stop());
    const payload = { session_id: "s1", tool_name: "Bash", tool_use_id: "t", tool_input: { command: "make" } };
    const call = { agent: "codex", event: "PreToolUse", payload, cwd: place.project };
    const fired = await place.ask({ method: "POST", path: "/v1/fire", body: call });
    expectFits(answerOf(file.paths["/v1/fire"]!["post"]), fired.kind === "ok" ? fired.body : fired);
    await expect.poll(async () => (await place.events()).length).toBe(1);
    const [record] = await place.events();
    for (const field of ["version", "sent", "input", "marks", "engine", "policy", "call"] as const)
      expect(record?.[field], field).toBeDefined();
    expect(record?.hooks.find(({ id }) => id === "watched")?.would).toBeDefined();
    for (const path of ["/v1/health", "/v1/status", "/v1/events", "/v1/decisions", "/v1/stats", "/v1/asks"]) {
      const reply = await place.ask({ path });
      expectFits(answerOf(file.paths[path]!["get"]), reply.kind === "ok" ? reply.body : reply);
    }
    await expect.poll(() => lines.some((line) => line["kind"] === "event")).toBe(true);
    for (const line of lines) expectFits(answerOf(file.paths["/v1/stream"]!["get"]), line);
  });
});
