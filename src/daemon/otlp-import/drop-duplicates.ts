/**
 * Drops telemetry events that hooks already reported. Tool calls match by id; session starts and prompts by session,
 * because they have no id, arrive seconds late, and telemetry may redact a prompt.
 */
import type { EventRecord } from "../../core/records/records.js";
import type { EventStore } from "../../core/records/store.js";

const WITHOUT_ID = new Set(["SessionStart", "UserPromptSubmit"]);
/** The last ones may include telemetry's own. */
const LOOK_AT = 20;

export async function dropDuplicates(
  records: readonly EventRecord[],
  store: Pick<EventStore, "events">,
): Promise<EventRecord[]> {
  const told = new Map<string, Promise<boolean>>();
  const toldByHooks = (event: string, session: string) => {
    const key = `${event} ${session}`;
    const known = told.get(key) ?? hooksTell(store, event, session);
    told.set(key, known);
    return known;
  };
  const kept: EventRecord[] = [];
  for (const record of records) {
    const { event, session } = record;
    const twin = session !== undefined && WITHOUT_ID.has(event) && (await toldByHooks(event, session));
    if (!twin) kept.push(record);
  }
  return kept;
}

async function hooksTell(store: Pick<EventStore, "events">, event: string, session: string): Promise<boolean> {
  const known = await store.events({ event, session, limit: LOOK_AT });
  return known.rows.some(({ way }) => way !== "otlp");
}
