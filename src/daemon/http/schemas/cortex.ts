/** Cortex's own shapes. Unknown keys are ignored, as there. */
import { z } from "zod";
import { text } from "./plain.js";

const shared = {
  sessionId: text(200).nullish(),
  channel: z.string().nullish(),
  threadId: z.unknown().optional(),
  dryRun: z.boolean().nullish(),
};

export const cortexQuestionBody = z.object({ ...shared, questions: z.unknown().optional() });
export const cortexQuestionReply = z.object({
  dryRun: z.literal(true).optional(),
  answers: z.record(z.string(), z.string()).readonly().optional(),
  error: z.string().optional(),
});

export const cortexPlanBody = z.object({
  ...shared,
  planContent: z.string().max(1_000_000).nullish(),
  toolInput: z.record(z.string(), z.unknown()).nullish(),
});
export const cortexPlanReply = z.object({
  dryRun: z.literal(true).optional(),
  approved: z.boolean().optional(),
  reason: z.string().optional(),
  error: z.string().optional(),
});
