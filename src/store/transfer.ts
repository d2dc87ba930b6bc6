/** Events out of a store and into another, one JSON object a line. Redacted on both ways: rules get better. */
import { parseRecord } from "../core/records/read-record.js";
import type { EventRecord } from "../core/records/records.js";
import type { Receipt, StorePort } from "../core/records/store.js";
import { redactJson } from "../core/redact/json.js";

const PAGE = 500;
const GROUP = 64;

export interface Imported {
  readonly stored: number;
  /** Already here, by their id or as another delivery of the same occurrence. */
  readonly known: number;
  /** Of sessions that are private here. */
  readonly left: number;
  /** Lines that hold no record, from 1. */
  readonly damaged: readonly number[];
}

/** Oldest first, so that an import goes through the same history. */
export async function* exportEvents(store: Pick<StorePort, "events">): AsyncGenerator<string> {
  let after = -1;
  let limit = PAGE;
  let seen = new Set<string>();
  for (;;) {
    const page = await store.events({ after: after - 1, limit, oldestFirst: true });
    for (const record of page) {
      if (record.at === after && seen.has(record.id)) continue;
      if (record.at !== after) [after, seen] = [record.at, new Set()];
      seen.add(record.id);
      yield JSON.stringify(redactRecord(record));
    }
    if (page.length < limit) return;
    // A page may be full of events of the same moment.
    limit = seen.size >= limit ? limit * 2 : Math.max(PAGE, seen.size * 2);
  }
}

/** Rejects when the disk refuses; what was stored before that stays. */
export async function importLines(
  store: Pick<StorePort, "append">,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<Imported> {
  const counts: Record<Receipt["outcome"], number> = { stored: 0, known: 0, duplicate: 0, private: 0 };
  const damaged: number[] = [];
  let group: EventRecord[] = [];
  const flush = async () => {
    for (const { outcome } of group.length === 0 ? [] : await store.append(group)) counts[outcome]++;
    group = [];
  };
  let line = 0;
  for await (const text of lines) {
    line++;
    if (text.trim() === "") continue;
    const record = parseRecord(text);
    if (record === undefined) damaged.push(line);
    else group.push(redactRecord(record));
    if (group.length === GROUP) await flush();
  }
  await flush();
  return { stored: counts.stored, known: counts.known + counts.duplicate, left: counts.private, damaged };
}

/** Ids and keys are ours and stay as they are. */
function redactRecord(record: EventRecord): EventRecord {
  const { reason, payload, hooks } = record;
  return {
    ...record,
    ...(reason === undefined ? {} : { reason: redactJson(reason) }),
    payload: redactJson(payload),
    hooks: hooks.map((run) => ({ ...run, source: redactJson(run.source) })),
  };
}
