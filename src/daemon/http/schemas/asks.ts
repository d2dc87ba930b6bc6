/** Questions that wait for a person. */
import { z } from "zod";
import type { AskRow } from "../../../core/records/records.js";
import { list, text, time } from "./plain.js";
import { schemaFor } from "./schema-for.js";

const answer = z.enum(["allow", "deny"]);

const row = z.strictObject({
  id: z.string(),
  hash: z.string().describe("Of the exact call."),
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
    input: z.string().describe("The whole input, as it would run; after a restart perhaps only a summary of it."),
    seenInPart: z.boolean().optional().describe("`input` is only a summary: the question can be denied, not allowed."),
  })
  .describe("An open question with all that a person needs to decide.");

export type OpenAsk = z.output<typeof askSchema>;

export const asksReply = z.strictObject({ asks: list(askSchema) });

export const answerAskParams = z.strictObject({ id: text(128).describe("Of the question.") });
const proof = z
  .strictObject({
    kind: z.literal("terminal"),
    by: z.strictObject({ user: text(256), terminal: text(256) }),
    at: time,
    signature: text(128),
  })
  .describe("Made by `snaphook approve` after a person typed the code on their terminal. Needed to allow.");

export const answerAskBody = z.strictObject({ hash: text(128), verdict: answer, proof: proof.optional() });
export const answerAskReply = z.strictObject({ outcome: z.literal("answered") });
