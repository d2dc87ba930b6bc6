/** Events: as recorded, and as posted. */
import { z } from "zod";
import {
  type EventRecord,
  type HookRunRecord,
  type NoteRecord,
  PROMPT_FROM,
  RECORD_VERSION,
} from "../../../core/records/records.js";
import type { Receipt } from "../../../core/records/store.js";
import { after, next, pageParams } from "./page.js";
import { anyObject, eventName, list, text, time, verdict } from "./plain.js";
import { schemaFor } from "./schema-for.js";

const hookRun = schemaFor<HookRunRecord>()(
  z.strictObject({
    id: z.string(),
    source: z.string(),
    outcome: z.enum([...verdict.options, "failed", "skipped", "background", "observed"]),
    ms: z.number(),
    cause: z.string().optional().describe("Why it failed or was skipped."),
    answered: z.enum(["allow", "ask", "deny"]).optional().describe("The answer of its failure contract."),
    did: list(z.string()).optional().describe("What it contributed besides a verdict."),
    reason: z.string().optional(),
    stderr: z.string().optional(),
    would: z
      .strictObject({
        verdict: verdict.optional(),
        reason: z.string().optional(),
        did: list(z.string()).optional(),
      })
      .optional()
      .describe("In observe mode: what it would have answered."),
  }),
);

const note = schemaFor<NoteRecord>()(
  z.strictObject({ code: z.string(), hook: z.string().optional(), message: z.string().optional() }),
);

/** Evidence never leaves the store with its record. */
export const eventSchema = schemaFor<Omit<EventRecord, "evidence">>()(
  z.strictObject({
    version: z.literal(RECORD_VERSION).optional().describe("Absent in records of version 1."),
    id: z.string(),
    at: time,
    way: z.enum(["daemon", "alone", "api", "otlp", "watcher"]).describe("The transport."),
    agent: z.string(),
    origin: z.string().optional().describe("The agent whose config led here, if it is another one."),
    event: z.string(),
    native: z.string().optional().describe("The agent's own name of the event."),
    session: z.string().optional(),
    project: z.string().optional().describe("Working directory of the call."),
    promptFrom: z.enum(PROMPT_FROM).optional().describe("Who wrote the prompt, if it may not be the user."),
    presence: z.enum(["interactive", "headless", "unknown"]),
    ms: z.number().describe("Time to decide."),
    verdict: verdict.describe("What the hooks decided."),
    reason: z.string().optional(),
    sent: z
      .strictObject({
        verdict,
        reason: z.string().optional().describe("Absent if it is the decided one."),
        did: list(z.string()).optional(),
      })
      .optional()
      .describe("What the agent received, after the user's answer and the agent's limits."),
    hooks: list(hookRun),
    notes: list(note),
    payload: anyObject("Redacted and summarised."),
    input: anyObject("The tool input after all rewrites, if hooks changed it. Redacted and summarised.").optional(),
    marks: z
      .record(z.string(), z.enum(["cut", "redacted", "omitted"]))
      .optional()
      .describe("Parts that `payload` and `input` omit, by path."),
    dedupe: z.string().optional(),
    dedupeMs: z.int().optional(),
    call: z.string().optional().describe("Hash of the exact call, if it was denied or asked."),
    facts: anyObject("Reserved.").optional(),
    engine: z.string().optional().describe("Version of the program that decided."),
    policy: z.string().optional().describe("Hash of the plan that applied."),
  }),
);

export const newEventSchema = z
  .strictObject({
    id: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/)
      .optional()
      .describe("Client-supplied, so that sending it again stores nothing twice."),
    at: time.optional(),
    agent: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
    event: eventName,
    session: text(256).optional(),
    cwd: text(4096).optional(),
    payload: anyObject("Canonical fields, as hooks see them."),
  })
  .describe("An event that has happened. No hook runs for it.");

export type NewEvent = z.output<typeof newEventSchema>;

const MOST_EVENTS = 10_000;

/** One or several. A list is counted before its entries are validated. */
export const newEventsBody = z.union([
  newEventSchema,
  z.array(z.unknown()).max(MOST_EVENTS).pipe(z.array(newEventSchema).max(MOST_EVENTS)),
]);

export const receiptSchema = schemaFor<Receipt>()(
  z
    .strictObject({ id: z.string(), outcome: z.enum(["stored", "known", "duplicate", "private"]) })
    .describe("Sent once the event would survive a power failure."),
);

export const receiptsReply = z.strictObject({ receipts: list(receiptSchema) });

const common = {
  ...pageParams,
  after,
  session: text(256).optional().describe("Only of this session."),
  tool: text(128).optional().describe("Only about this tool."),
};

export const eventsParams = z.strictObject({
  ...common,
  agent: text(64).optional().describe("Only of this agent."),
  event: text(128).optional().describe("Only of this name."),
  verdict: verdict.optional().describe("Only with this verdict."),
});
export const eventsReply = z.strictObject({ events: list(eventSchema), ...next });

export const decided = verdict.exclude(["none"]);
export const decisionsParams = z.strictObject({ ...common, verdict: decided.optional().describe("Only this one.") });
export const decisionsReply = z.strictObject({ decisions: list(eventSchema), ...next });
