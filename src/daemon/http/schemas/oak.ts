/** OAK's dialect. Its callers always get "ok", so the body is not validated. */
import { z } from "zod";
import { anyObject, text } from "./plain.js";

export const oakBody = anyObject("OAK's fields: agent, session_id, hook_event_name, and those of the event.");

export const oakReply = z
  .looseObject({
    status: z.literal("ok"),
    context: z
      .strictObject({
        session_id: z.string().optional(),
        agent: z.string().optional(),
        injected_context: z.string().optional(),
      })
      .optional(),
    hook_output: anyObject("The agent's answer, in its own format.").optional(),
    session_id: z.string().optional(),
    prompt_batch_id: z.string().optional(),
    activity_stats: anyObject("At the end of a session (CP-14).").optional(),
  })
  .describe("OAK's envelope (OU-18), with its fields for the event.");

export type OakReply = z.output<typeof oakReply>;

export const oakEventParams = z.strictObject({ event: text(64).describe("Its name.") });
export const oakHealthReply = z.strictObject({ status: z.literal("healthy") });
