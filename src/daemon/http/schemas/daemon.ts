/** The daemon itself: state, statistics, refusals, stop. */
import { z } from "zod";
import type { HookStats } from "../../../core/records/store.js";
import type { ChannelState } from "../../channels/running-channel.js";
import type { WhatIsOff } from "../../records/what-is-off.js";
import { API_ERRORS, type ApiErrorCode } from "../errors.js";
import { after } from "./page.js";
import { list, text, time } from "./plain.js";
import { schemaFor } from "./schema-for.js";

export const errorSchema = z
  .strictObject({
    error: z.strictObject({
      code: z.enum(Object.keys(API_ERRORS) as ApiErrorCode[]),
      message: z.string(),
      hint: z.string(),
    }),
  })
  .describe("Why a request was refused.");

export const healthReply = z.strictObject({ status: z.literal("ok") });

const channelSchema = schemaFor<ChannelState>()(
  z.strictObject({
    name: z.string(),
    state: z.enum(["up", "starting", "down"]).describe("`down`: it reaches no one, and approves nothing."),
    since: time,
    problem: z.string().optional(),
    isLasting: z.boolean().optional().describe("It stays down until its settings are changed."),
    waiting: z.int().describe("Cards that are not sent yet."),
  }),
);

export const statusSchema = z.strictObject({
  pid: z.int(),
  version: z.string(),
  startedAt: time,
  upSeconds: z.number(),
  state: z.enum(["active", "idle", "sleep", "deep sleep"]),
  port: z.int(),
  events: z.int(),
  openAsks: z.int(),
  attended: z.boolean().describe("A view is open in which the user can answer questions."),
  allowWith: z.enum(["code", "passkey"]).describe("What approves a question."),
  channels: list(channelSchema).describe("Configured channels that reach the user elsewhere."),
  awayUntil: time.optional().describe("The user is away until then: calls wait for an answer."),
  memoryMb: z.number(),
  store: z.strictObject({
    ok: z.boolean(),
    file: z.string(),
    problem: z.string().optional(),
    lost: z
      .strictObject({ count: z.int(), first: z.int(), last: z.int() })
      .optional()
      .describe("Records of the last 7 days that could not be stored, with the times of the first and the last."),
    waiting: z.int(),
  }),
  oak: z
    .strictObject({ project: z.string(), port: z.int(), problem: z.string().optional() })
    .describe("Where OAK's scripts reach it, if `oak.port` is set. With a problem they cannot.")
    .optional(),
});

export type DaemonStatus = z.output<typeof statusSchema>;

export const hookStatsSchema = schemaFor<HookStats>()(
  z.strictObject({
    hook: z.string(),
    source: z.string(),
    count: z.int(),
    p50: z.number(),
    p95: z.number(),
    failures: z.int(),
    timeouts: z.int(),
    stopped: z.int(),
  }),
);

export const statsParams = z.strictObject({ after });
export const statsReply = z.strictObject({ hooks: list(hookStatsSchema) });

export const stopBody = z.strictObject({ why: text(200).optional() });
export const stopReply = z.strictObject({ stopping: z.boolean() });

export const awayBody = z.strictObject({});
export const awayReply = z.strictObject({
  awayUntil: time.optional().describe("The user is away until then."),
  released: z.int().describe("Calls that do not wait any more, because no answer can come."),
});

export const offReply = schemaFor<WhatIsOff>()(
  z.strictObject({
    stopped: z.boolean().describe("`snaphook stop-all` is in effect: every tool call is denied."),
    paused: list(
      z.strictObject({
        what: z.discriminatedUnion("kind", [
          z.strictObject({ kind: z.literal("all") }),
          z.strictObject({ kind: z.literal("hook"), id: z.string() }),
          z.strictObject({ kind: z.literal("project"), path: z.string() }),
          z.strictObject({ kind: z.literal("session"), id: z.string() }),
        ]),
        until: time,
        user: z.string(),
      }),
    ).describe("By `snaphook off`."),
    disabled: list(z.string()).describe("Ids of hooks."),
    observing: list(z.string()).describe("Ids of hooks that only record what they would decide."),
  }),
);

export const removedBody = z.strictObject({});
export const removedReply = z.strictObject({});

export const haltBody = z.strictObject({});
export const haltReply = z.strictObject({
  rejected: z.int().describe("Pending questions that were rejected."),
  ended: z.int().describe("Calls in progress whose hooks were ended."),
});
