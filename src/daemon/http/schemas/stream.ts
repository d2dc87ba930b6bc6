/** Lines of the live stream. */
import { z } from "zod";
import { askSchema } from "./asks.js";
import { eventSchema } from "./events.js";
import { anyObject, list, text, wholeNumber } from "./plain.js";

export const streamLineSchema = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("event"), record: eventSchema }),
    z.strictObject({
      kind: z.literal("hook"),
      agent: z.string(),
      session: z.string().optional(),
      hook: anyObject("hook_started, hook_progress or hook_response; the same id for the three."),
    }),
    z.strictObject({ kind: z.literal("asks"), open: list(askSchema).describe("All pending ones.") }),
    z.strictObject({ kind: z.literal("heartbeat") }),
    z
      .strictObject({ kind: z.literal("gap") })
      .describe("The event of `after` is not stored any more: what follows begins anew, with the last events."),
    z
      .strictObject({ kind: z.literal("removed") })
      .describe(
        "Stored records were removed (`snaphook private`, `snaphook forget`): what a reader shows may be gone.",
      ),
    z.strictObject({ kind: z.literal("live") }).describe("With `last` or `after`: the stored events end here."),
  ])
  .describe("More kinds may be added: ignore unknown ones.");

export type StreamLine = z.output<typeof streamLineSchema>;

export const streamParams = z.strictObject({
  last: wholeNumber(1, 1000).optional().describe("First this many stored events, oldest first."),
  after: text(256).optional().describe("First the events that were stored after the one with this id."),
  answers: z
    .enum(["true", "false"])
    .optional()
    .describe("`true`: a user reads this stream and can answer questions. Calls are held only while one does."),
  hooks: z
    .enum(["true", "false"])
    .optional()
    .describe("`false`: no lines of kind `hook`. They take time of every call, because they are made while it waits."),
});
