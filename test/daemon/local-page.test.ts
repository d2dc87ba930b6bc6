import { expect, it } from "vitest";
import { writePasskeys } from "../../src/client/passkey-file.js";
import { Confirmations } from "../../src/daemon/local-page/confirmations.js";
import type { PageSession } from "../../src/daemon/local-page/local-page.js";
import { PagePlace } from "../support/page-place.js";
import { SoftwarePasskey } from "../support/software-passkey.js";

interface Sent {
  readonly origin?: string;
  readonly token?: string;
  readonly body?: object;
}

it("T6a the local page opens once for a code, from its own origin only, and its token approves nothing", async () => {
  const place = await PagePlace.open();
  const closeView = await place.attend();
  const shown = await place.run(["page", "--json"]);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    address: expect.stringMatching(/^http:\/\/localhost:\d+\/p\/\w{32}\/$/),
  });
  const { address, code } = await place.launchPage("answer");
  const own = new URL(address).origin;
  const send = async (path: string, { origin = own, token, body }: Sent = {}) => {
    const headers = {
      origin,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const reply = await fetch(new URL(path, address), init);
    // biome-ignore lint/suspicious/noExplicitAny: whatever came
    return { status: reply.status, headers: reply.headers, json: (await reply.json().catch(() => undefined)) as any };
  };
  const shell = await fetch(address);
  expect(shell.headers.get("content-security-policy")).toContain("default-src 'none'");

  const evil = "http://evil.example";
  expect((await send("/v1/page/session", { origin: evil, body: { code } })).status).toBe(403);
  const opened = await send("/v1/page/session", { body: { code } });
  expect(opened).toMatchObject({ status: 200, json: { rights: "answer" } });
  expect((await send("/v1/page/session", { body: { code } })).status).toBe(401);
  const { token } = opened.json as { token: string };
  expect((await send("/v1/events", { token })).status).toBe(200);
  expect((await send("/v1/events")).status).toBe(401);
  expect((await send("/v1/events", { token, origin: evil })).status).toBe(403);

  const asked = { tool: "Bash", input: { command: "touch it" }, cwd: place.project, waitSeconds: 600 };
  const made = await place.ask({ method: "POST", path: "/v1/asks", token: "hooks", body: asked });
  expect(made.kind).toBe("ok");
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  const [ask] = await place.asks();
  const answer = (body: object) => send(`/v1/asks/${ask!.id}`, { token, body: { hash: ask!.hash, ...body } });
  expect(await answer({ verdict: "allow" })).toMatchObject({ status: 403 });
  const forged = { kind: "terminal", by: { user: "ann", terminal: "x" }, at: Date.now(), signature: "0".repeat(64) };
  expect(await answer({ verdict: "allow", proof: forged })).toMatchObject({ status: 403 });
  expect((await send("/v1/fire", { token, body: {} })).status).toBe(404);
  expect(await place.asks()).toMatchObject([{ id: ask!.id, state: "open" }]);
  expect(await answer({ verdict: "deny" })).toMatchObject({ status: 200, json: { outcome: "answered" } });
  closeView();
});

it("T6b with `allowWith` passkey no token and no typed code approves a question, a registered passkey does", async () => {
  const place = new PagePlace();
  const key = new SoftwarePasskey();
  writePasskeys(place.data, [key.registered("laptop")]);
  place.writeUser("daemon.json", { approvals: { allowWith: "passkey", desktop: false } });
  await place.up();
  const closeView = await place.attend();
  const { address, code } = await place.launchPage("answer");
  const { origin } = new URL(address);
  const post = async (path: string, body: object, token = "") => {
    const headers = { origin, authorization: `Bearer ${token}`, "content-type": "application/json" };
    const reply = await fetch(new URL(path, address), { method: "POST", headers, body: JSON.stringify(body) });
    return (await reply.json()) as Readonly<Record<string, string>>;
  };
  const { token } = await post("/v1/page/session", { code });
  const asked = { tool: "Bash", input: { command: "touch it" }, cwd: place.project, waitSeconds: 600 };
  expect((await place.ask({ method: "POST", path: "/v1/asks", token: "hooks", body: asked })).kind).toBe("ok");
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  const [ask] = await place.asks();

  expect(await place.answerAsk(ask!, "allow")).toMatchObject({ kind: "refused", code: "PASSKEY_REQUIRED" });
  const confirm = { kind: "approve", ask: ask!.id, hash: ask!.hash };
  expect(await post("/v1/page/confirmations", confirm, token)).toMatchObject({ state: "over", done: false });
  const sign = async (by: SoftwarePasskey) => {
    const { id, challenge = "" } = await post("/v1/page/passkeys/challenges", confirm, token);
    return post(`/v1/page/passkeys/challenges/${id}`, by.sign({ challenge, origin }), token);
  };
  expect(await sign(new SoftwarePasskey())).toMatchObject({ error: { code: "PASSKEY_REFUSED" } });
  expect(await place.asks()).toMatchObject([{ id: ask!.id, state: "open" }]);
  expect(await sign(key)).toMatchObject({ state: "over", done: true });
  expect(await place.asks()).toEqual([]);
  closeView();
});

it("a second code for a request answers the page that waits with the first one, too", async () => {
  const confirmations = new Confirmations();
  const session: PageSession = { launch: "page", rights: "answer", endsAt: 0 };
  const asked = new Promise<string>((done) => confirmations.connect("page", ({ id }) => done(id)));
  const begun = confirmations.begin(session, { kind: "memory", verb: "pin", memory: "m_1" });
  const id = await asked;
  confirmations.report("page", id, "asks");
  expect(await begun).toMatchObject({ state: "code", id });
  const first = confirmations.type(session, id, "1111");
  const second = confirmations.type(session, id, "2222");
  expect(await first).toEqual({ state: "over", done: false, message: "Another code was typed." });
  confirmations.report("page", id, { done: true, message: "Pinned." });
  expect(await second).toEqual({ state: "over", done: true, message: "Pinned." });
});
