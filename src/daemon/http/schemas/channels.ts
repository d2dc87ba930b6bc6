/** Channels that reach the user elsewhere. */
import { z } from "zod";
import { givenAnswers } from "./asks.js";
import { text } from "./plain.js";

export const testChannelParams = z.strictObject({ name: text(40).describe("Name of the channel, such as `slack`.") });
export const testChannelBody = z.strictObject({});
export const testChannelReply = z.strictObject({ sent: z.literal(true) });

export const ticketBody = z.strictObject({
  reason: text(2_000).optional().describe("Shown to the agent's model with a denial."),
  answers: givenAnswers,
});
