import { readdirSync } from "node:fs";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { sampleRecord } from "../../src/testing/store-samples.js";
import { ApiPlace } from "../support/api-place.js";

const stop = (session: string, more: object = {}) => ({ agent: "codex", event: "Stop", session, payload: {}, ...more });
const guard = (answer: object) => [{ id: "guard", command: `echo '${JSON.stringify(answer)}'` }];
const bash = { session_id: "s1", tool_name: "Bash", tool_use_id: "t1", tool_input: { command: "make release" } };

describe("POST /v1/events", () => {
  it("takes one event, several, and lines, and gives a receipt for each", async () => {
    const place = await ApiPlace.open();
    const one = await place.post("/v1/events", stop("s1", { id: "a" }));
    expect(one.json).toEqual({ receipts: [{ id: "a", outcome: "stored" }] });
    const two = await place.post("/v1/events", [stop("s2", { id: "b" }), stop("s3", { id: "c" })]);
    expect(two.json.receipts.map(({ id }: { id: string }) => id)).toEqual(["b", "c"]);
    const lines = `${JSON.stringify(stop("s4", { id: "d" }))}\n\n${JSON.stringify(stop("s5", { id: "e" }))}\r\n`;
    const several = await place.post("/v1/events", lines, { headers: { "content-type": "application/x-ndjson" } });
    expect(several.json.receipts.map(({ id }: { id: string }) => id)).toEqual(["d", "e"]);
    expect((await place.events()).map(({ id }) => id).sort()).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("stores the same id once, and gives each event without one its own", async () => {
    const place = await ApiPlace.open();
    const again = { agent: "codex", event: "my:event", id: "a", payload: {} };
    await place.post("/v1/events", again);
    expect((await place.post("/v1/events", again)).json.receipts).toEqual([{ id: "a", outcome: "known" }]);
    const event = { agent: "codex", event: "my:event", payload: {} };
    const { json } = await place.post("/v1/events", [event, event]);
    expect(new Set(json.receipts.map(({ id }: { id: string }) => id)).size).toBe(2);
    expect(await place.events()).toHaveLength(3);
  });

  it("keeps both when a file is created and removed, or a folder is left and entered again, at once", async () => {
    const place = await ApiPlace.open();
    const changed = (payload: object) => ({ agent: "codex", event: "FileChanged", session: "s1", payload });
    const moved = (payload: object) => ({ agent: "codex", event: "CwdChanged", session: "s1", payload });
    await place.post("/v1/events", [
      changed({ file_path: "/w/a", event: "add" }),
      changed({ file_path: "/w/a", change_type: "unlink" }),
      moved({ old_cwd: "/w", new_cwd: "/w/a" }),
      moved({ old_cwd: "/w/b", new_cwd: "/w/a" }),
    ]);
    expect(await place.events()).toHaveLength(4);
  });

  it("keeps the canonical name and what was told, redacted, and runs no hook", async () => {
    const place = await ApiPlace.open();
    place.writeHooks({ PreToolUse: guard({ decision: "deny", reason: "no" }) });
    const input = { command: "curl -H 'authorization: Bearer ghp_0123456789abcdefghijklmnopqrstuvwxyz'" };
    const payload = { tool_name: "Bash", tool_use_id: "t1", tool_input: input };
    await place.post("/v1/events", { agent: "codex", event: "pre-tool-use", session: "s1", at: 5, cwd: "/w", payload });
    const [record] = await place.events();
    const expected = {
      event: "PreToolUse",
      agent: "codex",
      session: "s1",
      at: 5,
      project: "/w",
      way: "api",
      verdict: "none",
    };
    expect(record).toMatchObject({ ...expected, hooks: [] });
    expect(JSON.stringify(record)).not.toContain("ghp_0123456789");
  });

  it("is open to the hooks' token", async () => {
    const place = await ApiPlace.open();
    expect((await place.post("/v1/events", stop("s1"), { token: place.tokens.hooks })).status).toBe(200);
  });

  it.each([
    ["no JSON", "{", "BODY_SYNTAX"],
    ["no text", Buffer.from([0x22, 0xff, 0x22]), "BODY_SYNTAX"],
    ["a number", 5, "BODY_INVALID"],
    ["a field nobody knows", stop("s1", { token: "x" }), "BODY_INVALID"],
    ["no payload", { agent: "codex", event: "Stop" }, "BODY_INVALID"],
    ["an id that is a path", stop("s1", { id: "../../x" }), "BODY_INVALID"],
    ["a folder that is none", { agent: "codex", event: "Stop", payload: { cwd: 5 } }, "BODY_INVALID"],
    ["an event nobody knows", stop("s1", { event: "Nonsense" }), "EVENT_UNKNOWN"],
  ])("refuses %s, and then all of it", async (_, body, code) => {
    const place = await ApiPlace.open();
    const whole = typeof body === "object" && !Buffer.isBuffer(body) ? [stop("s0"), body] : body;
    const got = await place.post("/v1/events", whole);
    expect([got.status, got.json.error.code]).toEqual([400, code]);
    expect(got.json.error.hint).not.toBe("");
    expect(await place.events()).toEqual([]);
  });

  it.each([
    [stop("s2", { token: "x" }), "unknown field `[1].token`"],
    [{ agent: "codex", event: "Stop" }, "`[1].payload` is missing"],
    [stop("s2", { payload: [] }), "`[1].payload` must be an object"],
    [stop("s2", { at: 1.5 }), "`[1].at` must be a whole number"],
    [stop("s2", { at: -1 }), "`[1].at` must be at least 0"],
    [stop("s2", { event: 5 }), "`[1].event` must be a string"],
    [stop("s2", { cwd: "x".repeat(5000) }), "`[1].cwd` must be at most 4096 characters"],
    [stop("s2", { agent: "Codex" }), "`[1].agent` must match /^[a-z0-9][a-z0-9-]{0,63}$/"],
    ["s2", "`[1]` must be an object"],
  ])("says which field is wrong, and how: %j", async (event, message) => {
    const place = await ApiPlace.open();
    const { json } = await place.post("/v1/events", [stop("s1"), event]);
    expect(json.error).toMatchObject({ code: "BODY_INVALID", message });
  });

  it("counts a list before it looks at the entries", async () => {
    const place = await ApiPlace.open();
    const { json } = await place.post("/v1/events", `[${"0,".repeat(5_000_000)}0]`);
    expect(json.error).toMatchObject({ code: "BODY_INVALID", message: "the body must have at most 10000 entries" });
  });

  it("passes a payload on as it came, whatever its keys are called", async () => {
    const place = await ApiPlace.open();
    const payload = '{"__proto__": {"a": 1}, "constructor": 2}';
    await place.post("/v1/events", `{"agent": "codex", "event": "my:event", "payload": ${payload}}`);
    const [record] = await place.events();
    expect(Object.entries(record!.payload)).toEqual(expect.arrayContaining(Object.entries(JSON.parse(payload))));
  });

  it("says 503 when the disk refuses, with nothing stored", async () => {
    const place = await ApiPlace.open();
    await place.store.close();
    const got = await place.post("/v1/events", stop("s1"));
    expect([got.status, got.json.error.code]).toEqual([503, "STORE_REFUSED"]);
    expect(got.text).not.toContain("    at ");
  });

  it("SE-11 ids of sessions that are paths make no file", async () => {
    const place = await ApiPlace.open();
    await place.post("/v1/events", stop("s1"));
    const files = () => readdirSync(place.root, { recursive: true }).map(String).sort();
    const before = files();
    for (const id of ["../../x", "..", ".", "a/b", "a\\b", "a\0b"])
      expect((await place.post("/v1/events", stop(id))).status).toBe(200);
    expect(files()).toEqual(before);
  });
});

describe("pages", () => {
  const deny = (id: string, n: number, more: object = {}) =>
    sampleRecord({ id, at: 5000, session: `s${n}`, verdict: n % 2 === 0 ? "deny" : "ask", ...more });

  async function readAll(place: ApiPlace, path: string, list: string): Promise<string[]> {
    const ids: string[] = [];
    let query = "?limit=7";
    for (;;) {
      const { status, json } = await place.get(`${path}${query}`);
      expect(status).toBe(200);
      ids.push(...json[list].map(({ id }: { id: string }) => id));
      if (json.next === undefined) return ids;
      expect(json[list]).toHaveLength(7);
      query = `?limit=7&cursor=${json.next}`;
    }
  }

  it("hold every row once, also when many share a millisecond", async () => {
    const place = await ApiPlace.open();
    const ids = Array.from({ length: 50 }, (_, n) => `e${n}`);
    await place.store.append(ids.map((id, n) => deny(id, n)));
    expect(await readAll(place, "/v1/events", "events")).toEqual(ids.toReversed());
    expect(await readAll(place, "/v1/decisions", "decisions")).toEqual(ids.toReversed());
    expect(await readAll(place, "/v1/sessions", "sessions")).toEqual(ids.map((_, n) => `s${n}`).toReversed());
    const only = (await place.get("/v1/decisions?verdict=ask&limit=1000")).json;
    expect([only.decisions.length, only.next]).toEqual([25, undefined]);
  });

  it("`before` still works for one release", async () => {
    const place = await ApiPlace.open();
    await place.store.append([deny("old", 1, { at: 4000 }), deny("new", 2)]);
    const { json } = await place.get("/v1/events?before=5000");
    expect(json.events.map(({ id }: { id: string }) => id)).toEqual(["old"]);
  });

  it("a cursor that this list did not give is refused with a code", async () => {
    const place = await ApiPlace.open();
    await place.store.append([deny("a", 1), deny("b", 2)]);
    const { next } = (await place.get("/v1/events?limit=1")).json;
    const wrong = ["x", "%00", next.slice(1), `${next}A`, Buffer.from("events:1:-1").toString("base64url")];
    for (const cursor of [...wrong, Buffer.from("events:1e3:1").toString("base64url"), "_".repeat(64)]) {
      const got = await place.get(`/v1/events?cursor=${cursor}`);
      expect([cursor, got.status, got.json.error.code]).toEqual([cursor, 400, "CURSOR_INVALID"]);
    }
    const other = await place.get(`/v1/sessions?cursor=${next}`);
    expect([other.status, other.json.error.code]).toEqual([400, "CURSOR_INVALID"]);
    expect((await place.get(`/v1/events?cursor=${"A".repeat(65)}`)).json.error.code).toBe("PARAM_INVALID");
    expect((await place.get("/v1/events?cursor=")).status).toBe(400);
  });
});

describe("looking at what was taken in", () => {
  async function filled() {
    const place = await ApiPlace.open();
    place.writeHooks({ PreToolUse: guard({ decision: "deny", reason: "not now" }) });
    const call = (event: string, payload: object) =>
      place.post("/v1/fire", {
        agent: "claude-code",
        event,
        payload: { session_id: "s1", ...payload },
        cwd: place.project,
      });
    await call("SessionStart", { source: "startup" });
    await call("UserPromptSubmit", { prompt: "please release the kraken" });
    await call("PreToolUse", bash);
    await call("Stop", {});
    return place;
  }

  it("gives events by filter", async () => {
    const place = await filled();
    const names = async (query: string) =>
      (await place.get(`/v1/events${query}`)).json.events.map(({ event }: { event: string }) => event);
    expect(await names("")).toEqual(["Stop", "PreToolUse", "UserPromptSubmit", "SessionStart"]);
    expect(await names("?event=Stop&session=s1&agent=claude-code")).toEqual(["Stop"]);
    expect(await names("?limit=1")).toEqual(["Stop"]);
    expect(await names("?verdict=deny&tool=Bash")).toEqual(["PreToolUse"]);
    expect(await names("?session=other")).toEqual([]);
  });

  it.each(["limit=0", "limit=1001", "limit=x", "limit=-1", "verdict=maybe", "before=1.5"])(
    "refuses %s",
    async (query) => {
      const place = await ApiPlace.open();
      expect((await place.get(`/v1/events?${query}`)).json.error.code).toBe("PARAM_INVALID");
    },
  );

  it("gives decisions, the last first", async () => {
    const place = await filled();
    const { json } = await place.get("/v1/decisions");
    expect(json.decisions).toMatchObject([{ event: "PreToolUse", verdict: "deny", reason: "not now" }]);
    expect((await place.get("/v1/decisions?verdict=allow")).json.decisions).toEqual([]);
  });

  it("gives sessions and one session with all that belongs to it", async () => {
    const place = await filled();
    const proof = { ...bash, session_id: "snaphook-proof" };
    await place.post("/v1/fire", { agent: "codex", event: "PreToolUse", payload: proof, cwd: place.project });
    expect((await place.get("/v1/sessions/snaphook-proof")).json.session).toMatchObject({ agent: "codex" });
    const { json } = await place.get("/v1/sessions?status=active");
    expect(json.sessions).toMatchObject([{ id: "s1", agent: "claude-code", status: "active" }]);
    const one = (await place.get("/v1/sessions/s1")).json;
    expect(one.batches).toMatchObject([{ prompt: "please release the kraken" }]);
    expect(one.decisions).toMatchObject([{ verdict: "deny" }]);
    expect((await place.get("/v1/sessions/other")).json.error.code).toBe("SESSION_UNKNOWN");
  });

  it("gives statistics, finds words, and tells the hooks of a folder", async () => {
    const place = await filled();
    expect((await place.get("/v1/stats")).json.hooks).toMatchObject([{ hook: "guard", count: 1, stopped: 1 }]);
    expect((await place.get("/v1/search?q=kraken")).json.hits).toMatchObject([{ kind: "prompt", session: "s1" }]);
    expect((await place.get("/v1/search")).json.error.code).toBe("PARAM_INVALID");
    const { json } = await place.get(`/v1/hooks?project=${encodeURIComponent(place.project)}`);
    expect(json.hooks).toEqual([{ id: "one", project: place.project }]);
    expect((await place.get("/v1/hooks?project=relative")).json.error.code).toBe("PARAM_INVALID");
  });

  it("tells health and status", async () => {
    const place = await ApiPlace.open();
    expect((await place.get("/v1/health")).json).toEqual({ status: "ok" });
    expect((await place.get("/v1/status")).json).toMatchObject({ pid: process.pid, port: place.port });
  });
});

describe("deciding", () => {
  it("POST /v1/fire runs the hooks and tells what the agent would be told", async () => {
    const place = await ApiPlace.open();
    place.writeHooks({ PreToolUse: guard({ decision: "deny", reason: "not now" }) });
    const call = { agent: "claude-code", event: "PreToolUse", payload: bash, cwd: place.project };
    const { json } = await place.post("/v1/fire", call);
    expect(json.decision).toMatchObject({ verdict: "deny", reason: "not now" });
    expect(JSON.parse(json.answer.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    expect((await place.post("/v1/fire", { ...call, agent: "constructor" })).json.error.code).toBe("AGENT_UNKNOWN");
    expect((await place.post("/v1/fire", { ...call, cwd: "relative" })).json.error.code).toBe("BODY_INVALID");
  });

  it("an open question is answered once, for the call that was seen", async () => {
    const place = await ApiPlace.open();
    place.writeHooks({ PreToolUse: guard({ decision: "ask", reason: "sure?" }) });
    const call = { agent: "codex", event: "PreToolUse", payload: bash, cwd: place.project };
    const fired = place.post("/v1/fire", call);
    const ask = await openAsk(place);
    expect(ask).toMatchObject({ agent: "codex", tool: "Bash", reason: "sure?", summary: "make release" });
    const answer = (body: object) => place.post(`/v1/asks/${ask.id}`, body);
    const other = await answer({ hash: "0".repeat(64), verdict: "allow" });
    expect([other.status, other.json.error.code]).toEqual([409, "ASK_OTHER_CALL"]);
    expect((await answer({ hash: ask.hash, verdict: "maybe" })).status).toBe(400);
    const unproven = await answer({ hash: ask.hash, verdict: "allow" });
    expect([unproven.status, unproven.json.error.code]).toEqual([403, "PERSON_REQUIRED"]);
    expect((await answer({ hash: ask.hash, verdict: "deny" })).json).toEqual({ outcome: "answered" });
    expect((await fired).json.decision.verdict).toBe("deny");
    expect((await answer({ hash: ask.hash, verdict: "allow" })).status).toBe(410);
    expect((await place.post("/v1/asks/00000000", { hash: ask.hash, verdict: "deny" })).status).toBe(404);
    expect((await place.get("/v1/asks")).json).toEqual({ asks: [] });
    expect((await place.get("/v1/asks?state=all")).json.asks).toMatchObject([{ id: ask.id, state: "used" }]);
    expect((await place.get("/v1/asks?state=none")).status).toBe(400);
  });

  it("a caller that goes away takes its question with it", async () => {
    const place = await ApiPlace.open();
    place.writeHooks({ PreToolUse: guard({ decision: "ask", reason: "sure?" }) });
    const caller = request({ port: place.port, host: "127.0.0.1", method: "POST", path: "/v1/fire" });
    caller.setHeader("authorization", `Bearer ${place.tokens.control}`).setHeader("content-type", "application/json");
    caller.on("error", () => {});
    caller.end(JSON.stringify({ agent: "codex", event: "PreToolUse", payload: bash, cwd: place.project }));
    await openAsk(place);
    caller.destroy();
    await expect.poll(() => place.asks.open()).toEqual([]);
  });

  it("POST /v1/stop answers, then ends the daemon", async () => {
    const place = await ApiPlace.open();
    expect((await place.post("/v1/stop", { why: "a newer version" })).json).toEqual({ stopping: true });
    await expect.poll(() => place.stopped).toEqual(["a newer version"]);
  });

  it("a fault of our own is 500 without a stack, and in the log", async () => {
    const place = await ApiPlace.open();
    await place.store.close();
    const got = await place.get("/v1/sessions?project=secret-in-a-query");
    expect([got.status, got.json.error.code]).toEqual([500, "INTERNAL"]);
    expect(place.logged).toEqual([expect.stringMatching(/^ERROR GET \/v1\/sessions: /)]);
  });
});

async function openAsk(place: ApiPlace): Promise<{ id: string; hash: string }> {
  return expect
    .poll(async () => (await place.get("/v1/asks")).json.asks)
    .toHaveLength(1)
    .then(async () => (await place.get("/v1/asks")).json.asks[0]);
}
