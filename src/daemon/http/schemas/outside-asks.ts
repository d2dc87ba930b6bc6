/** Questions of scripts, hooks and MCP clients. */
import { z } from "zod";
import { LABEL_CHARS, MOST_OPTIONS, MOST_QUESTIONS, QUESTION_CHARS } from "../../../core/records/questions.js";
import { text } from "./plain.js";

const question = z.strictObject({
  question: text(QUESTION_CHARS),
  header: text(LABEL_CHARS).optional(),
  options: z
    .array(z.strictObject({ label: text(LABEL_CHARS), description: text(QUESTION_CHARS).optional() }))
    .max(MOST_OPTIONS)
    .optional(),
  multiSelect: z.boolean().optional(),
});

export const newAskBody = z.strictObject({
  questions: z.array(question).min(1).max(MOST_QUESTIONS).optional().describe("To be answered with options or text."),
  plan: text(1_000_000).optional().describe("To be approved or rejected."),
  tool: text(200).optional().describe("With `input`: a tool call to be approved or denied."),
  input: z.record(z.string(), z.unknown()).optional(),
  agent: text(100).optional().describe("Who asks (default: `script`)."),
  session: text(200).optional(),
  cwd: text(4_096),
  reason: text(10_000).optional().describe("With `tool`: why it is asked."),
  callId: text(200).optional().describe("With `tool`: the agent's id of the call."),
  level: z.enum(["info", "warning", "error"]).optional(),
  ci: z.boolean().optional().describe("The caller runs in continuous integration: no person is waited for."),
  waitSeconds: z
    .number()
    .min(1)
    .max(86_400)
    .optional()
    .describe("Time limit for the answer (default: 300). With `tool` no longer than `approvals.waitMinutes`."),
});
export const newAskReply = z.strictObject({
  id: z.string().describe("For the next two routes. It is not the id that a person sees."),
  secret: z.string(),
});

export const outsideParams = z.strictObject({ id: text(128).describe("Id of the request.") });
export const outsideAnswerBody = z.strictObject({
  secret: text(128),
  wait: z.number().min(0).max(25).optional().describe("Seconds to wait for the answer (default: 0)."),
  cancel: z.boolean().optional().describe("The answer is not needed any more."),
});
export const outsideAnswerReply = z.strictObject({
  state: z.enum(["pending", "unanswered", "answered", "cancelled"]).describe("`pending`: ask again."),
  verdict: z.enum(["allow", "deny"]).optional(),
  answers: z.record(z.string(), z.string()).readonly().optional().describe("Answers by question."),
  said: z.string().optional().describe("The person's words with a denial."),
  because: z.enum(["time", "unattended", "stopped"]).optional(),
  waitedMs: z.number().optional(),
  id: z.string().optional().describe("Of the question that is kept for a late answer."),
});
