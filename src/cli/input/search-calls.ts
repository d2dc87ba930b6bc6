/** Commands and other tool inputs that hold these words. The index of the store holds prompts, responses and results. */
import type { EventRecord } from "../../core/records/records.js";
import { lineOfRecord, whatText } from "../output/call-line.js";
import { letTimersRun } from "../output/progress.js";
import type { ReadStore } from "./read-store.js";

const PAGE = 1_000;
/** Of the newest calls. */
const MOST_LOOKED_AT = 50_000;

export interface CallHit {
  readonly kind: "command";
  readonly session: string;
  readonly at: number;
  readonly text: string;
  /** `snaphook why` takes it. */
  readonly id: string;
}

/** The newest first. */
export async function searchCalls(store: ReadStore, words: string, limit: number): Promise<readonly CallHit[]> {
  const wanted = words.toLowerCase().split(/\s+/);
  const hits: CallHit[] = [];
  let cursor: string | undefined;
  for (let seen = 0; seen < MOST_LOOKED_AT && hits.length < limit; seen += PAGE) {
    const page = await store.events({ event: "PreToolUse", limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    hits.push(...page.rows.flatMap((record) => hitOf(record, wanted) ?? []));
    cursor = page.next;
    if (cursor === undefined) break;
    await letTimersRun();
  }
  return hits.slice(0, limit);
}

function hitOf(record: EventRecord, wanted: readonly string[]): CallHit | undefined {
  const { id, at, session = "-", reason = "", hooks } = record;
  const text = whatText(lineOfRecord(record));
  const searched = [text, record.agent, reason, ...hooks.map((hook) => hook.id)].join("\n").toLowerCase();
  return wanted.every((word) => searched.includes(word)) ? { kind: "command", session, at, text, id } : undefined;
}
