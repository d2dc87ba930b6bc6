/** Calls that run hooks: by a program on behalf of an agent, and by an agent itself. */
import { z } from "zod";
import type { NativeAnswer } from "../../../adapters/contract.js";
import type { Decision } from "../../../core/decision/decision.js";
import { eventSchema } from "./events.js";
import { anyObject, eventName, list, text } from "./plain.js";
import { schemaFor } from "./schema-for.js";

const effect = z.strictObject({
  kind: z.string(),
  severity: z.enum(["ordinary", "risky", "destructive"]),
  certainty: z.enum(["certain", "likely", "unknown"]),
  words: z.string().describe("The part of the call that causes it."),
  what: z.string(),
  instead: z.string().optional().describe("A safe way to the same goal."),
  target: z.string().optional(),
});

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

export const callParams = z.strictObject({ id: text(256).describe("Id of the event.") });
export const callReply = z.strictObject({
  event: eventSchema,
  input: anyObject("The final input of the tool call, after rewrites. Redacted.").optional(),
  complete: z
    .union([z.boolean(), z.literal("unknown")])
    .optional()
    .describe("Whether `input` is all of it; unknown for records of version 1."),
  effects: list(effect)
    .optional()
    .describe("What guards see in this call. Absent if the complete input is not available."),
  request: z.string().optional().describe("The prompt that led to the call."),
});

export const hooksParams = z.strictObject({ project: text(4096).describe("Absolute path of the directory.") });
export const hooksReply = z.strictObject({ hooks: list(anyObject("As in `snaphook list --json`.")) });

export const trustParams = hooksParams;
const diffLine = z.strictObject({ sign: z.enum([" ", "+", "-"]), text: z.string() });
const reviewedFile = z.strictObject({
  path: z.string(),
  how: z
    .enum(["new", "changed", "removed", "unchanged", "absent"])
    .describe("`absent`: it would be loaded if it existed."),
  part: z.string().optional().describe("The part that is covered, if it is not the whole file."),
  lines: list(diffLine).optional().describe("Absent if there is nothing to show, or it cannot be shown."),
});
export const trustReply = z.strictObject({
  hash: z.string().optional().describe("Of everything that waits for approval; absent if nothing does."),
  isWhole: z.boolean().describe("All of it can be shown."),
  sources: list(
    z.strictObject({
      path: z.string(),
      dialect: z.string(),
      state: z.string(),
      isCode: z.boolean().describe("Its hooks are known once it may run."),
      hooks: list(
        z.strictObject({
          id: z.string(),
          event: z.string(),
          guard: z.boolean(),
          lines: list(diffLine).describe("Its definition, or what has changed in it."),
        }),
      ),
      missing: list(z.string()).describe("Approved guards that are gone or changed."),
      files: list(reviewedFile),
      notCovered: list(z.string()),
      tools: list(z.string()).describe("Tools that read the project, not covered."),
    }),
  ),
});

export const otlpReply = z.strictObject({}).describe("Empty: everything was accepted.");
