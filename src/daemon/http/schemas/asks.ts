/** Pending questions. */
import { z } from "zod";
import type { AskRow } from "../../../core/records/records.js";
import { list, text, time } from "./plain.js";
import { schemaFor } from "./schema-for.js";

const answer = z.enum(["allow", "deny"]);

const row = z.strictObject({
  id: z.string(),
  hash: z.string().describe("Hash of the exact call."),
  agent: z.string(),
  session: z.string().optional(),
  project: z.string().optional(),
  tool: z.string(),
  summary: z.string(),
  input: z.string().optional(),
  reason: z.string().optional(),
  askedAt: time,
  expiresAt: z.number(),
  answeredAt: time.optional(),
  verdict: answer.optional(),
  closed: z.enum(["used", "expired", "gone", "unattended"]).optional(),
});

export const askSchema = schemaFor<AskRow>()(row)
  .extend({
    input: z.string().describe("The whole input, as it would run; after a restart possibly only a summary."),
    seenInPart: z.boolean().optional().describe("`input` is only a summary: the question can be denied, not allowed."),
  })
  .describe("A pending question with everything the user needs to decide.");

export type OpenAsk = z.output<typeof askSchema>;

export const asksReply = z.strictObject({ asks: list(askSchema) });

export const answerAskParams = z.strictObject({ id: text(128).describe("Id of the question.") });
const proof = z
  .strictObject({
    kind: z.literal("terminal"),
    by: z.strictObject({ user: text(256), terminal: text(256) }),
    at: time,
    signature: text(128),
  })
  .describe("Created by `snaphook approve` after the user typed the code in their terminal. Required to allow.");

export const answerAskBody = z.strictObject({ hash: text(128), verdict: answer, proof: proof.optional() });
export const answerAskReply = z.strictObject({ outcome: z.literal("answered") });
