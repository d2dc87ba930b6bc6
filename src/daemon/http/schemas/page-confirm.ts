/** What the local page asks for, and the terminal that opened it does. */
import { z } from "zod";
import type { RequestLine, Result, Step, Wanted } from "../../local-page/confirmations.js";
import { givenAnswers } from "./asks.js";
import { text } from "./plain.js";
import { schemaFor } from "./schema-for.js";

const wanted = z.discriminatedUnion("kind", [
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
    kind: z.literal("trust"),
    path: text(4096),
    hash: text(128).describe("Of all that was shown."),
  }),
]) satisfies z.ZodType<Wanted>;

export const confirmBody = wanted;
export const typedBody = z.strictObject({ code: text(16).optional() });

const result = schemaFor<Result>()(z.strictObject({ done: z.boolean(), message: z.string() }));

export const confirmReply = z.discriminatedUnion("state", [
  z.strictObject({ state: z.literal("code"), id: z.string() }).describe("The terminal shows a code."),
  z.strictObject({ state: z.literal("over"), done: z.boolean(), message: z.string() }),
]) satisfies z.ZodType<Step>;

export const pageRequestsParams = z.strictObject({ launch: text(64).describe("Id of the launch.") });
export const pageRequestParams = z.strictObject({ id: text(64).describe("Id of the request.") });
export const pageRequestLine = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("request"), id: z.string(), wanted }),
  z.strictObject({ kind: z.literal("code"), id: z.string(), code: z.string() }),
  z.strictObject({ kind: z.literal("over"), id: z.string() }),
  z.strictObject({ kind: z.literal("heartbeat") }),
]) satisfies z.ZodType<RequestLine | { kind: "heartbeat" }>;

export const pageResultBody = z.strictObject({
  launch: text(64),
  result: result.optional().describe("Absent: the terminal has shown its code and waits for it."),
});
export const pageResultReply = z.strictObject({ taken: z.boolean() });
