/** Exports and imports events, one JSON object per line. Redacts in both directions, because rules improve. */
import { withoutEvidence } from "../core/records/evidence.js";
import { parseRecord } from "../core/records/read-record.js";
import type { EventRecord } from "../core/records/records.js";
import type { EventStore, Receipt } from "../core/records/store.js";
import { redactJson } from "../core/redact/json.js";
import { escapeUnseen } from "../core/text/json.js";

const PAGE = 500;
const GROUP = 64;

export interface Imported {
  readonly stored: number;
  /** Already stored, by id or as another delivery of the same occurrence. */
  readonly known: number;
  /** Of sessions that are private here. */
  readonly left: number;
  /** Line numbers without a valid record, from 1. */
  readonly damaged: readonly number[];
}

/** Oldest first, so that an import replays the same history. */
export async function* exportEvents(store: Pick<EventStore, "events">): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const { rows, next } = await store.events({ limit: PAGE, oldestFirst: true, cursor });
    for (const record of rows) yield escapeUnseen(JSON.stringify(redactRecord(record)));
    cursor = next;
  } while (cursor !== undefined);
}

/** Rejects on a disk error; records stored before stay. */
export async function importLines(
  store: Pick<EventStore, "append">,
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
    else group.push(ofOthers(redactRecord(record)));
    if (group.length === GROUP) await flush();
  }
  await flush();
  return { stored: counts.stored, known: counts.known + counts.duplicate, left: counts.private, damaged };
}

/** Any program may have written the file. */
function ofOthers(record: EventRecord): EventRecord {
  return record.event === "UserPromptSubmit" ? { promptFrom: "import", ...record } : record;
}

/** Ids stay. Evidence and hashes of inputs are not exported: they mean nothing elsewhere. */
function redactRecord(record: EventRecord): EventRecord {
  const { dedupe: _key, dedupeMs: _near, call: _call, ...kept } = withoutEvidence(record);
  const { reason, payload, hooks, sent, notes, input } = kept;
  return {
    ...kept,
    ...(reason === undefined ? {} : { reason: redactJson(reason) }),
    ...(sent === undefined ? {} : { sent: redactJson(sent) }),
    ...(input === undefined ? {} : { input: redactJson(input) }),
    payload: redactJson(payload),
    hooks: hooks.map(({ id, ...run }) => ({ id, ...redactJson(run) })),
    notes: notes.map(({ message, ...note }) => ({
      ...note,
      ...(message === undefined ? {} : { message: redactJson(message) }),
    })),
  };
}
