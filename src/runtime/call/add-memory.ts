/** Adds what earlier sessions learned to the context of a decision, within the one context budget. */
import type { Decision } from "../../core/decision/decision.js";
import { DEFAULT_CONTEXT_BUDGET } from "../../core/decision/merge.js";
import { isPrivate } from "./record-call.js";
import type { CallHost, Prepared } from "./types.js";

const BY = { hook: "memory", source: "snaphook", ms: 0 };
const GLUE = "\n\n";

/** Never rejects. A call that is blocked or private gets nothing. */
export async function addMemory(
  decision: Decision,
  { call, event, cwd, presence }: Prepared,
  recall: NonNullable<CallHost["recall"]>,
  record: string,
): Promise<Decision> {
  if (decision.verdict === "deny" || decision.stop !== undefined || isPrivate(call.environment)) return decision;
  const before = decision.context === undefined ? "" : decision.context + GLUE;
  const room = DEFAULT_CONTEXT_BUDGET - before.length;
  const found = await recall({ event, record, cwd, adapter: call.adapter, presence, room }).catch(() => undefined);
  if (found === undefined) return decision;
  const { text, notes } = found;
  return {
    ...decision,
    ...(text === undefined ? {} : { context: before + text, contextBy: [...decision.contextBy, BY] }),
    notes: [...decision.notes, ...notes],
  };
}
