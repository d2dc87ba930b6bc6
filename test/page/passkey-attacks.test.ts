import { generateKeyPairSync, randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Passkey, passkeyFile, readPasskeys, writePasskeys } from "../../src/client/passkey-file.js";
import type { Assertion } from "../../src/daemon/local-page/check-passkey.js";
import { checkNewPasskey } from "../../src/daemon/local-page/check-passkey.js";
import { challengeFor, type Provable } from "../../src/daemon/local-page/passkey-desk.js";
import { ApiPlace, type Got } from "../support/api-place.js";
import { SoftwarePasskey } from "../support/software-passkey.js";

/** A virtual authenticator of an agent signs like any other; what is checked is whose key it is, and for what it signed. */
describe("T6 attacks on approving with a passkey", () => {
  const key = new SoftwarePasskey();
  const second = new SoftwarePasskey(-8);
  const strangers = new SoftwarePasskey();
  let place: ApiPlace;
  let origin = "";
  let port = 0;
  let tokens: { readonly answer: string; readonly other: string; readonly view: string };
  let ask: { readonly id: string; readonly hash: string };

  const CHALLENGES = "/v1/page/passkeys/challenges";
  const call = (method: string, path: string, body: unknown, token = tokens.answer): Promise<Got> => {
    const bytes = Buffer.from(body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body));
    const head = [
      `${method} ${path} HTTP/1.1`,
      `host: localhost:${port}`,
      `origin: ${origin}`,
      `authorization: Bearer ${token}`,
      ...(body === undefined ? [] : ["content-type: application/json", `content-length: ${bytes.length}`]),
      "connection: close",
    ];
    return place.raw(Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), bytes]), { port, host: "127.0.0.1" });
  };
  const wanted = (more: object = {}): Provable => ({
    kind: "approve",
    ask: ask.id,
    hash: ask.hash,
    ...more,
  });
  const begin = async (about: Provable = wanted()) => {
    const got = await call("POST", CHALLENGES, about);
    expect(got.status, got.text).toBe(200);
    return got.json as { id: string; challenge: string };
  };
  const finish = (id: string, signed: unknown, token?: string) => call("POST", `${CHALLENGES}/${id}`, signed, token);
  const newAsk = async () => {
    const known = new Set(place.asks.pending().map(({ id }) => id));
    const asked = { tool: "Bash", input: { command: `touch ${randomUUID()}` }, cwd: place.project, waitSeconds: 600 };
    expect(await place.post("/v1/asks", asked, { token: place.tokens.hooks })).toMatchObject({ status: 200 });
    const found = () => place.asks.pending().find(({ id }) => !known.has(id));
    // `expect.poll` works in tests only.
    return vi.waitFor(() => ({ id: found()!.id, hash: found()!.hash }), { timeout: 150_000 });
  };
  const isOpen = () => place.asks.pending().some(({ id, verdict }) => id === ask.id && verdict === undefined);
  const keep = (...passkeys: readonly Passkey[]) => writePasskeys(place.places.data, passkeys);
  const signIn = async (rights: "view" | "answer") => {
    const { code } = await place.page.launch({ rights });
    return (await call("POST", "/v1/page/session", { code }, "none")).json.token as string;
  };

  beforeAll(async () => {
    place = await ApiPlace.start();
    const { address } = await place.page.launch({ rights: "view" });
    origin = new URL(address).origin;
    port = Number(new URL(address).port);
    tokens = { answer: "", other: "", view: "" };
    tokens = { answer: await signIn("answer"), other: await signIn("answer"), view: await signIn("view") };
    ask = await newAsk();
  });
  afterAll(() => place.close());
  beforeEach(() => keep(key.registered("laptop"), second.registered("phone")));

  const flip = (text: string, at = 40) => {
    const bytes = Buffer.from(text, "base64url");
    bytes[at % bytes.length]! ^= 1;
    return bytes.toString("base64url");
  };
  const edited = (text: string, change: (said: Record<string, unknown>) => object) =>
    Buffer.from(JSON.stringify(change(JSON.parse(Buffer.from(text, "base64url").toString())))).toString("base64url");

  interface Attack {
    readonly name: string;
    readonly defence: string;
    readonly signed: (challenge: string) => Assertion;
    readonly why: RegExp;
  }
  const withKey = (name: string, defence: string, more: object, why: RegExp): Attack => ({
    name,
    defence,
    signed: (challenge) => key.sign({ challenge, origin, ...more }),
    why,
  });
  const tampered = (name: string, defence: string, change: (good: Assertion) => object, why: RegExp): Attack => ({
    name,
    defence,
    signed: (challenge) => {
      const good = key.sign({ challenge, origin });
      return { ...good, ...change(good) };
    },
    why,
  });

  const ATTACKS: readonly Attack[] = [
    ...["http://evil.example", "http://localhost:1", "https://localhost", "http://127.0.0.1", "null", ""].map((other) =>
      withKey(`signed on ${other || "no page"}`, "passkey origin", { origin: other }, /on another page/),
    ),
    withKey("signed inside another page", "passkey frame", { more: { crossOrigin: true } }, /inside another page/),
    withKey("signed under another page", "passkey frame", { more: { topOrigin: "http://x" } }, /inside another page/),
    ...["evil.example", "127.0.0.1", "localhost.evil", ""].map((rpId) =>
      withKey(`a passkey for ${rpId || "no site"}`, "passkey site", { rpId }, /of another site/),
    ),
    withKey("no user was seen", "passkey presence", { flags: 0x04 }, /did not see its user/),
    withKey("the user was not verified", "passkey verification", { flags: 0x01 }, /did not verify its user/),
    withKey("no flag at all", "passkey presence", { flags: 0 }, /did not see its user/),
    withKey("made to register", "passkey type", { type: "webauthn.create" }, /not made to sign in/),
    withKey("made to pay", "passkey type", { type: "payment.get" }, /not made to sign in/),
    withKey("an own challenge", "passkey challenge", { challenge: "AAAA" }, /for another request/),
    withKey("a new credential in the data", "passkey shape", { flags: 0x45 }, /malformed/),
    withKey("bytes after the data", "passkey shape", { rest: Buffer.from("a0", "hex") }, /malformed/),
    withKey("extensions that are missing", "passkey shape", { flags: 0x85 }, /malformed/),
    tampered(
      "other bytes in the data",
      "passkey signature",
      (good) => ({
        authenticatorData: flip(good.authenticatorData, 36),
      }),
      /signature is not valid/,
    ),
    tampered(
      "another counter",
      "passkey signature",
      (good) => ({
        authenticatorData: flip(good.authenticatorData, 33),
      }),
      /signature is not valid/,
    ),
    tampered(
      "client data with an addition",
      "passkey signature",
      (good) => ({
        clientDataJSON: edited(good.clientDataJSON, (said) => ({ ...said, added: 1 })),
      }),
      /signature is not valid/,
    ),
    tampered("another signature", "passkey signature", (good) => ({ signature: flip(good.signature) }), /not valid/),
    tampered(
      "half a signature",
      "passkey signature",
      (good) => ({
        signature: good.signature.slice(0, 20),
      }),
      /signature is not valid/,
    ),
    tampered(
      "a signature of zeros",
      "passkey signature",
      () => ({
        signature: Buffer.alloc(72).toString("base64url"),
      }),
      /signature is not valid/,
    ),
    tampered("data of two bytes", "passkey shape", () => ({ authenticatorData: "AAAA" }), /malformed/),
    tampered("client data that is no JSON", "passkey type", () => ({ clientDataJSON: "AAAA" }), /not made to sign in/),
    tampered(
      "client data that is a list",
      "passkey type",
      () => ({
        clientDataJSON: Buffer.from("[]").toString("base64url"),
      }),
      /not made to sign in/,
    ),
    tampered(
      "the name of another registered key",
      "passkey signature",
      () => ({
        credential: second.id,
      }),
      /signature is not valid/,
    ),
    {
      name: "an agent's own authenticator",
      defence: "passkey registered",
      signed: (challenge) => strangers.sign({ challenge, origin }),
      why: /not registered/,
    },
    {
      name: "an agent's own authenticator under a registered name",
      defence: "passkey signature",
      signed: (challenge) => ({ ...strangers.sign({ challenge, origin }), credential: key.id }),
      why: /signature is not valid/,
    },
  ];

  it.each(ATTACKS.map((one) => [`${one.name} [${one.defence}]`, one] as const))("%s", async (_, { signed, why }) => {
    const { id, challenge } = await begin();
    const got = await finish(id, signed(challenge));
    expect([got.status, got.json.error?.code], got.text).toEqual([403, "PASSKEY_REFUSED"]);
    expect(got.json.error.message).toMatch(why);
    expect(isOpen()).toBe(true);
  });

  it.each([
    ["another question", { ask: "0badcafe" }],
    ["another call", { hash: "f".repeat(64) }],
    ["answers", { answers: { "Go?": ["no"] } }],
    ["more than once", { scope: "again" }],
  ])("signed for %s [passkey challenge]", async (_, other) => {
    const { id } = await begin();
    const signed = key.sign({ challenge: challengeFor(wanted(other), id), origin });
    expect((await finish(id, signed)).json.error.message).toMatch(/for another request/);
    const elsewhere = await begin(wanted(other));
    const mine = await begin();
    expect((await finish(mine.id, key.sign({ ...elsewhere, origin }))).status).toBe(403);
    expect(isOpen()).toBe(true);
  });

  it("with another nonce, twice, late, or by another page [passkey once]", async () => {
    const first = await begin();
    const other = await begin();
    expect((await finish(other.id, key.sign({ challenge: first.challenge, origin }))).status).toBe(403);
    const wrong = key.sign({ challenge: first.challenge, origin: "http://evil.example" });
    expect((await finish(first.id, wrong)).status).toBe(403);
    const again = await finish(first.id, key.sign({ challenge: first.challenge, origin }));
    expect(again.json.error.message, "a challenge takes one try").toMatch(/over/);
    expect(isOpen()).toBe(true);
  });

  it("after two minutes [passkey expiry]", async () => {
    const late = await begin();
    place.laterMs += 121_000;
    expect((await finish(late.id, key.sign({ ...late, origin }))).json.error.message).toMatch(/over/);
    expect(isOpen()).toBe(true);
  });

  it("by another page that a person opened [passkey page]", async () => {
    const mine = await begin();
    const got = await finish(mine.id, key.sign({ ...mine, origin }), tokens.other);
    expect(got.json.error.message).toMatch(/over/);
    expect(isOpen()).toBe(true);
  });

  it("by a page that may view, or with the control token [page rights]", async () => {
    expect((await call("POST", CHALLENGES, wanted(), tokens.view)).status).toBe(403);
    const mine = await begin();
    expect((await finish(mine.id, key.sign({ ...mine, origin }), tokens.view)).status).toBe(403);
    expect((await place.post(CHALLENGES, wanted())).status).toBe(404);
    expect(isOpen()).toBe(true);
  });

  it("a removed passkey, also one that was removed after the challenge [passkey registered]", async () => {
    const mine = await begin();
    keep(second.registered("phone"));
    expect((await finish(mine.id, key.sign({ ...mine, origin }))).json.error.message).toMatch(/not registered/);
    keep();
    expect((await call("POST", CHALLENGES, wanted())).json.error.message).toMatch(/no passkey is registered/);
    expect(isOpen()).toBe(true);
  });

  it("a key that another program wrote into the file [passkey file]", async () => {
    const file = passkeyFile(place.places.data);
    const text = readFileSync(file, "utf8");
    const added = JSON.parse(text);
    added.passkeys.push(strangers.registered("agent"));
    const { signature: _, ...unsigned } = added;
    for (const forged of [added, unsigned, { ...added, signature: "0".repeat(64) }, { ...added, signature: 1 }]) {
      writeFileSync(file, JSON.stringify(forged));
      expect(readPasskeys(place.places.data)).toEqual([]);
      expect((await call("POST", CHALLENGES, wanted())).status).toBe(403);
    }
    // Also one that replaces it between the challenge and its answer.
    writeFileSync(file, text);
    const mine = await begin();
    writeFileSync(file, JSON.stringify(added));
    expect((await finish(mine.id, strangers.sign({ ...mine, origin }))).status).toBe(403);
    expect(isOpen()).toBe(true);
  });

  it("a counter that goes back, or stays [passkey counter]", async () => {
    keep(key.registered("laptop", 7));
    for (const counter of [7, 6, 0]) {
      const mine = await begin();
      const got = await finish(mine.id, key.sign({ ...mine, origin, counter }));
      expect(got.json.error?.message, got.text).toMatch(/counter went back/);
    }
    expect(isOpen()).toBe(true);
  });

  it("a key that is not of the algorithm it is stored with [passkey algorithm]", async () => {
    const rsa = new SoftwarePasskey(-257);
    const wrong = [
      { ...key.registered("laptop"), algorithm: -257 as const },
      { ...key.registered("laptop"), algorithm: -8 as const },
      { ...rsa.registered("laptop"), id: key.id, algorithm: -7 as const },
      { ...key.registered("laptop"), publicKey: "AAAA" },
      { ...key.registered("laptop"), publicKey: weakRsa(), algorithm: -257 as const },
    ];
    for (const one of wrong) {
      keep(one);
      const mine = await begin();
      const got = await finish(mine.id, key.sign({ ...mine, origin }));
      expect(got.json.error.message).toMatch(/stored key is not valid/);
    }
    expect(isOpen()).toBe(true);
  });

  const BODIES: readonly (readonly [name: string, body: unknown])[] = [
    ["nothing", {}],
    ["null", "null"],
    ["a list", "[]"],
    ["half of it", '{"credential":'],
    ["numbers", { credential: 1, authenticatorData: 1, clientDataJSON: 1, signature: 1 }],
    ["lists", { credential: [], authenticatorData: [], clientDataJSON: [], signature: [] }],
    ["padded base64", { credential: "AA==", authenticatorData: "AA", clientDataJSON: "AA", signature: "AA" }],
    ["9 KB", { credential: "AA", authenticatorData: "A".repeat(9000), clientDataJSON: "AA", signature: "AA" }],
    ["a long id", { credential: "A".repeat(1400), authenticatorData: "AA", clientDataJSON: "AA", signature: "AA" }],
    ["more fields", { credential: "AA", authenticatorData: "AA", clientDataJSON: "AA", signature: "AA", key: "AA" }],
    ["__proto__", '{"__proto__":{"credential":"AA"}}'],
  ];
  it.each(BODIES)("malformed: %s", async (_, body) => {
    const { id } = await begin();
    expect((await finish(id, body)).status).toBe(400);
    expect(isOpen()).toBe(true);
  });

  it("11 MB", async () => {
    const { id } = await begin();
    const head = `POST ${CHALLENGES}/${id} HTTP/1.1\r\nhost: localhost:${port}\r\norigin: ${origin}\r\nauthorization: Bearer ${tokens.answer}\r\ncontent-type: application/json\r\ncontent-length: 11000000\r\nconnection: close\r\n\r\n`;
    expect((await place.raw(head, { port, host: "127.0.0.1" })).status).toBe(413);
    expect(isOpen()).toBe(true);
  });

  it.each([
    ["of another site", { rpId: "evil.example" }],
    ["without a verified user", { flags: 0x41 }],
    ["without a credential", { flags: 0x05 }],
  ])("a new passkey %s is not registered [passkey new]", (_, how) => {
    expect(checkNewPasskey(new SoftwarePasskey().created("x", how))).toHaveProperty("why");
  });

  it("a new passkey with the key of another kind, a small one, or another id is not registered [passkey new]", () => {
    const good = key.created("x");
    expect(checkNewPasskey(good)).toEqual({ counter: 0 });
    for (const wrong of [
      { ...good, algorithm: -257 as const },
      { ...good, publicKey: "AAAA" },
      { ...good, algorithm: -257 as const, publicKey: weakRsa() },
      { ...good, id: strangers.id },
      { ...good, authenticatorData: "" },
    ])
      expect(checkNewPasskey(wrong)).toHaveProperty("why");
  });

  it.each([[-7], [-8], [-257]] as const)(
    "after all of that a registered key approves once (algorithm %i)",
    async (alg) => {
      const own = new SoftwarePasskey(alg);
      keep(own.registered("own", 3));
      ask = await newAsk();
      const mine = await begin();
      const signed = own.sign({ ...mine, origin, counter: 9 });
      expect((await finish(mine.id, signed)).json).toMatchObject({ state: "over", done: true });
      expect((await finish(mine.id, signed)).status).toBe(403);
      expect(readPasskeys(place.places.data)[0]?.counter).toBe(9);
      const { rows } = await place.store.asks({});
      expect(rows.find(({ id }) => id === ask.id)).toMatchObject({
        verdict: "allow",
        by: { channel: "page", place: '"own"', method: "passkey" },
      });
    },
  );
});

function weakRsa(): string {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  return publicKey.export({ format: "der", type: "spki" }).toString("base64url");
}
