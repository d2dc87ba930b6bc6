/** The local page: opening it, and signing in. */
import { z } from "zod";
import { text, time } from "./plain.js";

export const terminalProof = z
  .strictObject({
    kind: z.literal("terminal"),
    by: z.strictObject({ user: text(256), terminal: text(256) }),
    at: time,
    signature: text(128),
  })
  .describe("Created by the command line after it recognised a person.");

export const launchBody = z.strictObject({
  proof: terminalProof.optional().describe("Without it the page may only show things."),
});

export const launchReply = z.strictObject({
  address: z.string().describe("Address of the page. Without a code it shows a sign-in form."),
  id: z.string(),
  code: z.string().describe("For the fragment of the address: `#k=CODE`. Works once, for 60 seconds."),
  typedCode: z.string().describe("For a person to type in the sign-in form. Works once, for 5 minutes."),
  rights: z.enum(["view", "answer"]),
});

export const signInBody = z.strictObject({ code: text(64) });
export const signInReply = z.strictObject({
  token: z.string(),
  instance: z.string().describe("Sent with every later answer. Another one means another daemon."),
  rights: z.enum(["view", "answer"]),
});

export type SignedIn = z.output<typeof signInReply>;
