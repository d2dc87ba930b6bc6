/** Calls that run hooks: by a program on behalf of an agent, and by an agent itself. */
import { z } from "zod";
import type { NativeAnswer } from "../../../adapters/contract.js";
import type { Decision } from "../../../core/decision/decision.js";
import { anyObject, eventName, list, text } from "./plain.js";
import { schemaFor } from "./schema-for.js";

export const callSchema = z
  .strictObject({
    agent: text(64),
    event: eventName,
    payload: anyObject("As the agent sends it."),
    cwd: text(4096).regex(/^\/|^[A-Za-z]:[\\/]/),
  })
  .describe("An event to run through the hooks.");

export const answeredSchema = z.strictObject({
  decision: anyObject<Decision>("The decision with its hooks and notes."),
  answer: schemaFor<NativeAnswer>()(
    z
      .strictObject({ stdout: z.string(), stderr: z.string().optional(), exitCode: z.int() })
      .describe("What the agent would receive."),
  ),
});

export type Answered = z.output<typeof answeredSchema>;

export const nativeHookParams = z.strictObject({
  agent: text(64).describe("As in `snaphook agents`."),
  event: text(128).describe("As the agent calls it."),
});
export const nativeHookBody = anyObject("What the agent sends.");
export const nativeHookReply = anyObject("The agent's format; empty if there is no answer.");

export const hooksParams = z.strictObject({ project: text(4096).describe("Absolute path of the directory.") });
export const hooksReply = z.strictObject({ hooks: list(anyObject("As in `snaphook list --json`.")) });

export const otlpReply = z.strictObject({}).describe("Empty: everything was accepted.");
