/** An answer in OAK's envelope (OU-18). */
import { setTimeout as wait } from "node:timers/promises";
import { sessionStats } from "../../capture/stats.js";
import type { SessionDetail } from "../../core/records/store.js";
import type { JsonObject } from "../../core/text/json.js";
import type { Answered, DaemonServices, OutsideCall } from "../api.js";
import { answerEnd, answerObject } from "../http/agent-answer.js";
import type { OakReply } from "../http/schemas/oak.js";
import type { OakEvent } from "./oak-events.js";

const LOOKS_AFTER_MS = [0, 10, 30];

/** The answer if there is no data. */
export const OAK_NOTHING: OakReply = { status: "ok", context: {}, hook_output: {} };

export async function oakReply(
  services: DaemonServices,
  { event, repeats = [], tells }: OakEvent,
  { agent, payload = {} }: OutsideCall,
  answered: Answered,
  calledAt: number,
): Promise<OakReply> {
  const session = typeof payload["session_id"] === "string" ? payload["session_id"] : undefined;
  const { decision } = answered;
  const injected = decision.context === undefined ? {} : { injected_context: decision.context };
  const started =
    event === "SessionStart"
      ? { session_id: session, agent: typeof payload["agent"] === "string" ? payload["agent"] : agent }
      : {};
  return {
    status: "ok",
    ...(session === undefined ? {} : { session_id: session }),
    context: { ...started, ...injected },
    hook_output: answerObject(answered) ?? {},
    ...answerEnd(answered),
    ...Object.fromEntries(repeats.filter((name) => name in payload).map((name) => [name, payload[name]])),
    ...(tells === undefined || session === undefined ? {} : await extras(services, session, event, calledAt)),
  };
}

/** DA-02: a broken store affects only these. Records are written after the answer and may need a moment. */
async function extras(
  services: DaemonServices,
  session: string,
  event: OakEvent["event"],
  calledAt: number,
): Promise<JsonObject> {
  let detail: SessionDetail | undefined;
  try {
    for (const waitMs of LOOKS_AFTER_MS) {
      await wait(waitMs);
      detail = await services.store.session(session);
      if (detail === undefined) continue;
      if (event === "SessionEnd" && detail.session.stats !== undefined) break;
      const batch = event === "SessionEnd" ? undefined : batchOf(detail, event === "UserPromptSubmit" ? calledAt : 0);
      if (batch !== undefined) return { prompt_batch_id: batch };
    }
    return detail !== undefined && event === "SessionEnd" ? { activity_stats: statsOf(detail) } : {};
  } catch (error) {
    services.log("ERROR", `OAK: session ${session}: ${String(error)}`);
    return {};
  }
}

/** The last one, unless it started before: then it belongs to an earlier prompt. */
function batchOf({ batches }: SessionDetail, since: number): string | undefined {
  const last = batches.toSorted((a, b) => b.number - a.number)[0];
  return last !== undefined && last.startedAt >= since ? last.id : undefined;
}

/** CP-14, in OAK's format. Computed here while the end itself is not stored yet. */
function statsOf({ session, batches, activities }: SessionDetail): JsonObject {
  const span = { startedAt: session.startedAt, endedAt: session.endedAt ?? session.lastAt };
  const stats = session.stats ?? sessionStats(span, batches, activities);
  return {
    files_touched: stats.files.length,
    tool_counts: stats.tools,
    duration_minutes: stats.durationMinutes,
    activity_count: stats.activities,
    prompt_count: stats.prompts,
    errors: stats.failures,
    low_value: stats.lowValue,
  };
}
