/** Pending questions. */
import { z } from "zod";
import { ANSWER_CHARS, LABEL_CHARS, MOST_OPTIONS, QUESTION_CHARS } from "../../../core/records/questions.js";
import type { AskRow } from "../../../core/records/records.js";
import { next, pageParams } from "./page.js";
import { list, text, time } from "./plain.js";
import { schemaFor } from "./schema-for.js";

const answer = z.enum(["allow", "deny"]);

const scope = z.enum(["again", "rule"]);

const question = z.strictObject({
  question: z.string().describe("Also the key of its answer."),
  header: z.string().optional(),
  options: list(z.strictObject({ label: z.string(), description: z.string().optional() })),
  multiSelect: z.boolean().optional(),
});

const row = z.strictObject({
  id: z.string(),
  hash: z.string().describe("Hash of the exact call."),
  state: z
    .enum(["open", "parked", "waiting", "used", "lapsed", "elsewhere", "revoked"])
    .describe(
      "`open`: the agent waits. `parked`: it does not, and the question can still be answered. `waiting`: answered; the same call passes once. The others are final.",
    ),
  kind: z
    .enum(["permission", "question", "plan"])
    .optional()
    .describe("Absent: permission to run a call. `question`: answered with `answers`. `plan`: the text in `input`."),
  level: z.enum(["info", "warning", "error"]).optional(),
  agent: z.string(),
  session: z.string().optional(),
  project: z.string().optional(),
  tool: z.string(),
  summary: z.string(),
  questions: list(question).optional(),
  input: z.string().optional(),
  reason: z.string().optional(),
  askedAt: time,
  expiresAt: z.number(),
  answeredAt: time.optional(),
  verdict: answer.optional(),
  parked: z
    .enum(["expired", "gone", "unattended", "restart"])
    .optional()
    .describe("Why the agent does not wait any more."),
  by: z
    .strictObject({ channel: z.string(), user: z.string(), place: z.string().optional(), method: z.string() })
    .optional()
    .describe("Who answered, through which channel, and how that is known."),
  scope: scope
    .optional()
    .describe("Absent: this call, once. `again`: the same call for 60 minutes. `rule`: with a rule."),
  uses: z.number().optional().describe("Of the scope `again`: calls that it approved."),
  said: z.string().optional().describe("The person's words with a denial."),
  answers: z.record(z.string(), z.string()).optional().describe("Answers by question."),
  endedAt: time.optional(),
  usedBy: z.string().optional().describe("Id of the tool call that used the answer."),
});

export const askSchema = schemaFor<AskRow>()(row)
  .extend({
    input: z.string().describe("The whole input, as it would run; after a restart possibly only a summary."),
    seenInPart: z.boolean().optional().describe("`input` is only a summary: the question can be denied, not allowed."),
  })
  .describe("A pending question with everything the user needs to decide.");

export type OpenAsk = z.output<typeof askSchema>;

export const asksParams = z.strictObject({
  ...pageParams,
  state: z
    .enum(["open", "pending", "all"])
    .optional()
    .describe(
      "`open` (default): an agent waits. `pending`: all that can still change. `all`: also those that ended, in pages.",
    ),
});
export const asksReply = z.strictObject({ asks: list(askSchema), ...next });

export const answerAskParams = z.strictObject({ id: text(128).describe("Id of the question.") });
const proof = z
  .strictObject({
    kind: z.literal("terminal"),
    by: z.strictObject({ user: text(256), terminal: text(256) }),
    at: time,
    signature: text(128),
  })
  .describe("Created by the command line after the user typed the code in their terminal.");

export const givenAnswers = z
  .record(
    z.string().max(QUESTION_CHARS),
    z.union([z.string().max(ANSWER_CHARS), z.array(z.string().max(LABEL_CHARS)).max(MOST_OPTIONS).readonly()]),
  )
  .optional()
  .describe(
    "To a question, with `allow`: for each question a list of its labels, or a string with the person's own text.",
  );

export const answerAskBody = z.strictObject({
  hash: text(128),
  verdict: answer.describe("`allow` needs the proof of a person."),
  scope: scope
    .optional()
    .describe("More than this call, once. It needs the proof of a terminal that covers it. See `approve --again`."),
  proof: proof.optional(),
  answers: givenAnswers,
  reason: text(2_000).optional().describe("Shown to the agent's model with a denial."),
});
export const revokeAskBody = z.strictObject({ hash: text(128), proof: proof.optional() });
export const answerAskReply = z.strictObject({
  outcome: z.enum(["answered", "kept"]).describe("`kept`: no agent waits for it; the same call gets it once."),
});
export const revokeAskReply = z.strictObject({ outcome: z.literal("revoked") });
