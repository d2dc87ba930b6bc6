/** Two deliveries of one occurrence: which are stored, and what the second adds. */
import assert from "node:assert/strict";
import type { EventRecord } from "../core/records/records.js";
import type { StorePort } from "../core/records/store.js";
import type { StoreCase } from "./store-contract.js";
import { sampleRecord } from "./store-samples.js";

async function outcomes(store: StorePort, ...records: Partial<EventRecord>[]): Promise<string[]> {
  const receipts = await store.append(records.map((record) => sampleRecord(record)));
  return receipts.map(({ outcome }) => outcome);
}

/** Of a call that another config file delivered too. */
const AGAIN = { origin: "cursor_config" } as const;

export const storeDedupeCases: readonly StoreCase[] = [
  [
    "DD-03 a second delivery of one call, through another config file, is not stored",
    async (store) => {
      const again = { dedupe: "k", ...AGAIN };
      assert.deepEqual(await outcomes(store, { dedupe: "k" }, again, { dedupe: "other" }, {}, {}), [
        "stored",
        "duplicate",
        "stored",
        "stored",
        "stored",
      ]);
      assert.equal((await store.session("s1"))?.activities.length, 4);
    },
  ],
  [
    "a call id that comes again through the same entry is another call",
    async (store) => {
      const call = { event: "PreToolUse", dedupe: "k" };
      assert.deepEqual(
        await outcomes(store, call, { ...call, way: "alone" }, { ...call, verdict: "deny" }, { ...call, ...AGAIN }),
        ["stored", "stored", "stored", "duplicate"],
      );
    },
  ],
  [
    "a decision that differs from the stored one is stored, also from another config file",
    async (store) => {
      const call = { event: "PreToolUse", dedupe: "k" };
      const denied = { ...call, ...AGAIN, verdict: "deny" } as const;
      assert.deepEqual(await outcomes(store, call, denied, { ...denied, origin: "other" }, { ...call, way: "otlp" }), [
        "stored",
        "stored",
        "duplicate",
        "duplicate",
      ]);
    },
  ],
  [
    "a prompt that is denied, and sent again at once, has two records",
    async (store) => {
      const said = (at: number) =>
        ({ event: "UserPromptSubmit", verdict: "deny", at, dedupe: "p", dedupeMs: 10_000 }) as const;
      assert.deepEqual(await outcomes(store, said(0), said(1_000)), ["stored", "stored"]);
    },
  ],
  [
    "DD-02 the same words are stored again after 10 s",
    async (store) => {
      const said = (at: number) => ({ at, dedupe: "continue", dedupeMs: 10_000 });
      assert.deepEqual(await outcomes(store, said(0), said(9_999), said(10_000), said(10_001)), [
        "stored",
        "duplicate",
        "stored",
        "duplicate",
      ]);
    },
  ],
  [
    "a clock that jumps, forwards or back, loses no event",
    async (store) => {
      const said = (at: number) => ({ at, dedupe: "continue", dedupeMs: 10_000 });
      const [day, year] = [86_400_000, 31_536_000_000];
      assert.deepEqual(
        await outcomes(store, said(year), said(year - day), said(2 * year), said(year), said(year - 1)),
        ["stored", "stored", "stored", "stored", "duplicate"],
      );
    },
  ],
  [
    "DD-08 the last 500 keys count: the 501st makes room by forgetting the first",
    async (store) => {
      await outcomes(store, ...Array.from({ length: 500 }, (_, i) => ({ dedupe: `k${i}` })));
      assert.deepEqual(await outcomes(store, ...["k0", "k500", "k1", "k0"].map((dedupe) => ({ dedupe, ...AGAIN }))), [
        "duplicate",
        "stored",
        "duplicate",
        "stored",
      ]);
    },
  ],
  [
    "DD-05 a session that begins again can end again",
    async (store) => {
      const start = { event: "SessionStart", payload: {} };
      const end = { event: "SessionEnd", payload: {}, dedupe: "end of s1", dedupeMs: 10_000 };
      assert.deepEqual(await outcomes(store, start, end, end, start, end), [
        "stored",
        "stored",
        "duplicate",
        "stored",
        "stored",
      ]);
    },
  ],
  [
    "DD-04 a late second Stop brings the response",
    async (store) => {
      const stop = { event: "Stop", dedupe: "stop", dedupeMs: 10_000 };
      await outcomes(store, { event: "UserPromptSubmit", payload: { prompt: "go on" } });
      assert.deepEqual(await outcomes(store, { ...stop, payload: {} }, { ...stop, payload: { response: "done" } }), [
        "stored",
        "duplicate",
      ]);
      const [batch, ...others] = (await store.session("s1"))?.batches ?? [];
      assert.deepEqual([batch?.response, batch?.lateCapture, others.length], ["done", true, 0]);
    },
  ],
  [
    "IN-21 a duplicate that knows the transcript still says where it is",
    async (store) => {
      const stop = { event: "Stop", dedupe: "stop" };
      await outcomes(store, { event: "SessionStart", payload: {} }, { ...stop, payload: {} });
      await outcomes(store, { ...stop, ...AGAIN, payload: { transcript_path: "/t.jsonl" } });
      assert.equal((await store.session("s1"))?.session.transcriptPath, "/t.jsonl");
    },
  ],
];
