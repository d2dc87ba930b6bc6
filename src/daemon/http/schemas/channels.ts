/** Channels that reach the user elsewhere. */
import { z } from "zod";
import { text } from "./plain.js";

export const testChannelParams = z.strictObject({ name: text(40).describe("Name of the channel, such as `slack`.") });
export const testChannelBody = z.strictObject({});
export const testChannelReply = z.strictObject({ sent: z.literal(true) });
