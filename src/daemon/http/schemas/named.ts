/** Named schemas of the OpenAPI file; the others are inlined. */
import type { z } from "zod";
import { askSchema } from "./asks.js";
import { answeredSchema, callSchema } from "./calls.js";
import { errorSchema, hookStatsSchema, statusSchema } from "./daemon.js";
import { eventSchema, newEventSchema, receiptSchema } from "./events.js";
import { oakBody, oakReply } from "./oak.js";
import { confirmBody } from "./page-confirm.js";
import { activitySchema, batchSchema, searchHitSchema, sessionSchema, sessionStatsSchema } from "./sessions.js";
import { streamLineSchema } from "./stream.js";
import { threadSchema, threadStepSchema } from "./threads.js";
import { memorySchema, resultSchema } from "./views.js";

export const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Event: eventSchema,
  Session: sessionSchema,
  SessionStats: sessionStatsSchema,
  Batch: batchSchema,
  Activity: activitySchema,
  Ask: askSchema,
  Error: errorSchema,
  NewEvent: newEventSchema,
  Receipt: receiptSchema,
  Call: callSchema,
  Answered: answeredSchema,
  Status: statusSchema,
  HookStats: hookStatsSchema,
  SearchHit: searchHitSchema,
  StreamLine: streamLineSchema,
  OakBody: oakBody,
  OakReply: oakReply,
  PageRequest: confirmBody,
  Thread: threadSchema,
  ThreadStep: threadStepSchema,
  GovernanceResult: resultSchema,
  Memory: memorySchema,
};
