/** What the local page asks for, and the terminal that opened it does. */
import { z } from "zod";
import type { Assertion, NewPasskey } from "../../local-page/check-passkey.js";
import type { RequestLine, Result, Step, Wanted } from "../../local-page/confirmations.js";
import type { Challenge, Provable } from "../../local-page/passkey-desk.js";
import { givenAnswers } from "./asks.js";
import { terminalProof } from "./local-page.js";
import { text, time } from "./plain.js";
import { schemaFor } from "./schema-for.js";

const base64url = (most: number) => text(most).regex(/^[A-Za-z0-9_-]+$/, "must be base64url");

const provable = [
  z.strictObject({
    kind: z.literal("approve"),
    ask: text(128).describe("Id of the question."),
    hash: text(128).describe("Of the call that was shown."),
    scope: z.literal("again").optional(),
    answers: givenAnswers,
  }),
  z.strictObject({
    kind: z.literal("switch"),
    verb: z.enum(["enable", "disable", "enforce", "observe"]),
    hook: text(256),
    project: text(4096),
  }),
  z.strictObject({
    kind: z.literal("memory"),
    verb: z.enum(["pin", "resolve", "forget"]),
    memory: text(64),
  }),
  z.strictObject({
    kind: z.literal("trust"),
    path: text(4096),
    hash: text(128).describe("Of all that was shown."),
  }),
] as const;

const newPasskey = z.strictObject({
  kind: z.literal("passkey"),
  id: base64url(1366).describe("Credential id."),
  name: text(64),
  algorithm: z.union([z.literal(-7), z.literal(-8), z.literal(-257)]).describe("COSE number: ES256, EdDSA or RS256."),
  publicKey: base64url(2048).describe("SPKI."),
  authenticatorData: base64url(8192),
}) satisfies z.ZodType<NewPasskey>;

const wanted = z.discriminatedUnion("kind", [...provable, newPasskey]) satisfies z.ZodType<Wanted>;

export const confirmBody = wanted;

export const challengeBody = z.discriminatedUnion("kind", provable) satisfies z.ZodType<Provable>;
export const challengeReply = schemaFor<Challenge>()(
  z.strictObject({
    id: z.string(),
    challenge: z.string().describe("Hash of what is asked for, with a nonce; base64url. Works once, for two minutes."),
    credentials: z.array(z.string()).readonly().describe("Ids of the registered passkeys."),
  }),
);
export const assertionBody = schemaFor<Assertion>()(
  z.strictObject({
    credential: base64url(1366),
    authenticatorData: base64url(8192),
    clientDataJSON: base64url(8192),
    signature: base64url(2048),
  }),
);
export const passkeysReply = z.strictObject({
  allowWith: z.enum(["code", "passkey"]).describe("What approves a question on this installation."),
  passkeys: z.array(z.strictObject({ id: z.string(), name: z.string(), addedAt: time })),
});
export const typedBody = z.strictObject({ code: text(16).optional() });

const result = schemaFor<Result>()(z.strictObject({ done: z.boolean(), message: z.string() }));

export const confirmReply = z.discriminatedUnion("state", [
  z
    .strictObject({ state: z.literal("code"), id: z.string(), at: z.enum(["page", "up"]) })
    .describe("The terminal of `snaphook page` or of `snaphook up` shows a code."),
  z.strictObject({ state: z.literal("over"), done: z.boolean(), message: z.string() }),
]) satisfies z.ZodType<Step>;

export const pageRequestsParams = z.strictObject({
  launch: text(64).describe("Id of the launch, or of the view of `up`."),
});
export const pageRequestParams = z.strictObject({ id: text(64).describe("Id of the request.") });
export const pageRequestLine = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("request"),
    id: z.string(),
    wanted,
    passkey: z.string().optional().describe("Name of the passkey with which the person has confirmed it."),
  }),
  z.strictObject({ kind: z.literal("code"), id: z.string(), code: z.string() }),
  z.strictObject({ kind: z.literal("over"), id: z.string() }),
  z.strictObject({ kind: z.literal("heartbeat") }),
]) satisfies z.ZodType<RequestLine | { kind: "heartbeat" }>;

export const viewBody = z.strictObject({ proof: terminalProof });
export const viewReply = z.strictObject({ id: z.string() });

export const pageResultBody = z.strictObject({
  launch: text(64),
  result: result.optional().describe("Absent: the terminal has shown its code and waits for it."),
});
export const pageResultReply = z.strictObject({ taken: z.boolean() });
