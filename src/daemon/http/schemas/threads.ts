/** Threads: agents that work in turns. */
import { z } from "zod";
import type { HookLine } from "../../../runtime/threads/thread-files.js";
import type { Step, StopReason, ThreadStatus } from "../../../threads/types.js";
import { list, text, wholeNumber } from "./plain.js";
import { schemaFor } from "./schema-for.js";

const isoTime = z.string().describe("ISO 8601.");

export const threadSchema = z
  .strictObject({
    id: z.string(),
    templateName: z.string(),
    source: z.string().describe("The file of the template, or `shipped`."),
    status: schemaFor<ThreadStatus | "interrupted">()(
      z.enum(["running", "completed", "failed", "cancelled", "aborted", "interrupted"]),
    ).describe("`interrupted`: its process was killed."),
    stopReason: schemaFor<StopReason>()(
      z.enum(["converged", "no transition", "iterations", "step limit", "cost limit", "token limit", "aborted"]),
    ).optional(),
    error: z.string().optional(),
    userMessage: z.string(),
    cwd: z.string(),
    activeProfile: z.string(),
    taskId: z.string().optional(),
    artifactPath: z.string(),
    activeAgent: z.string(),
    activeStage: z.string().nullable(),
    previousAgent: z.string().nullable(),
    steps: z.int().describe("How many are done."),
    totalCostUsd: z.number(),
    totalTokens: z.number(),
    notes: list(z.string()),
    createdAt: isoTime,
    updatedAt: isoTime,
    endedAt: isoTime.optional(),
  })
  .describe("A thread.");
export type ThreadRow = z.output<typeof threadSchema>;

export const threadStepSchema = schemaFor<Step>()(
  z
    .strictObject({
      stepIndex: z.int(),
      agentSlotId: z.string().describe("The agent of the template, or `hook:end` and the like."),
      stage: z.string().nullable(),
      sessionId: z.string().nullable(),
      input: z.string(),
      output: z.string(),
      costUsd: z.number().nullable().describe("Of this step alone; null if the agent does not report it."),
      tokens: z.number().nullable(),
      numTurns: z.number().nullable(),
      durationS: z.number(),
      startedAt: isoTime,
      endedAt: isoTime,
    })
    .describe("A turn of an agent."),
);

const hookLineSchema = schemaFor<HookLine>()(
  z
    .strictObject({
      at: isoTime,
      hook: z.string(),
      phase: z.enum(["start", "transition", "end"]),
      problem: z.string(),
    })
    .describe("A hook that failed, and so asked for no agent."),
);

const LISTED = 20;
export const threadsParams = z.strictObject({
  limit: wholeNumber(1, 1000).default(LISTED).describe(`Maximum results (default: ${LISTED}).`),
});
export const threadsReply = z.strictObject({ threads: list(threadSchema) });

export const threadParams = z.strictObject({ id: text(64).describe("Id of the thread.") });
export const threadReply = z.strictObject({
  thread: threadSchema,
  steps: list(threadStepSchema),
  hookLines: list(hookLineSchema),
});
export type ThreadDetail = z.output<typeof threadReply>;

const absolute = text(4096).regex(/^\/|^[A-Za-z]:[\\/]/);

export const threadBody = z.strictObject({
  template: text(256).min(1),
  message: text(200_000).regex(/\S/, "must not be empty"),
  project: absolute.describe("Where the agents work."),
  profile: text(256).optional().describe("Profile of agents that name none."),
  extraHooks: absolute.optional().describe("File with hooks for this thread alone."),
  taskId: text(256).optional().describe("Task that the thread works on; its status is asked for at the end."),
});
export type ThreadBody = z.output<typeof threadBody>;
export const newThreadReply = z.strictObject({ thread: threadSchema });
