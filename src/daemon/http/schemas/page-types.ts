/** The types of the API for the local page. It loads nothing of the daemon. */
import type { z } from "zod";
import type { OpenAsk } from "./asks.js";
import type { callReply, trustReply } from "./calls.js";
import type { DaemonStatus, hookStatsSchema, offReply } from "./daemon.js";
import type { eventSchema } from "./events.js";
import type { figuresReply } from "./figures.js";
import type { SignedIn } from "./local-page.js";
import type { assertionBody, challengeReply, confirmBody, confirmReply, passkeysReply } from "./page-confirm.js";
import type { activitySchema, batchSchema, searchHitSchema, sessionReply, sessionSchema } from "./sessions.js";
import type { StreamLine } from "./stream.js";
import type {
  governanceReply,
  logReply,
  memoriesReply,
  memoryReply,
  memorySchema,
  recallReply,
  resultSchema,
} from "./views.js";

export type { DaemonStatus, OpenAsk, SignedIn, StreamLine };
export type EventRow = z.output<typeof eventSchema>;
export type HookRunRow = EventRow["hooks"][number];
export type SessionRow = z.output<typeof sessionSchema>;
export type SessionDetail = z.output<typeof sessionReply>;
export type ActivityRow = z.output<typeof activitySchema>;
export type BatchRow = z.output<typeof batchSchema>;
export type Confirming = z.output<typeof confirmBody>;
export type PasskeyChallenge = z.output<typeof challengeReply>;
export type PasskeyAssertion = z.output<typeof assertionBody>;
export type Passkeys = z.output<typeof passkeysReply>;
export type ConfirmStep = z.output<typeof confirmReply>;
export type HookStats = z.output<typeof hookStatsSchema>;
export type OffFacts = z.output<typeof offReply>;
export type SearchHit = z.output<typeof searchHitSchema>;
export type TrustReview = z.output<typeof trustReply>;
export type CallDetail = z.output<typeof callReply>;
export type GovernancePage = z.output<typeof governanceReply>;
export type GovernanceRow = z.output<typeof resultSchema>;
export type MemoryRow = z.output<typeof memorySchema>;
export type MemoryList = z.output<typeof memoriesReply>;
export type MemoryDetail = z.output<typeof memoryReply>;
export type RecallReply = z.output<typeof recallReply>;
export type LogReply = z.output<typeof logReply>;
export type FiguresReply = z.output<typeof figuresReply>;
