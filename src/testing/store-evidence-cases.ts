/** Evidence: stored separately, for a shorter time, and never longer than the event. */
import assert from "node:assert/strict";
import { EVIDENCE_BYTES } from "../core/records/evidence.js";
import type { Evidence } from "../core/records/records.js";
import type { StoreCase } from "./store-contract.js";
import { sampleRecord } from "./store-samples.js";

const evidence: Evidence = { input: { command: "ls\ud800 -la" }, changed: { command: "ls" }, marks: {} };

export const storeEvidenceCases: readonly StoreCase[] = [
  [
    "evidence is read by the id of its event, and is no part of the event",
    async (store) => {
      const [with_, without] = [sampleRecord({ evidence }), sampleRecord()];
      await store.append([with_, without]);
      assert.deepEqual(await store.evidence(with_.id), { ...evidence, input: { command: "ls\ufffd -la" } });
      assert.equal(await store.evidence(without.id), undefined);
      assert.equal(await store.evidence("unknown"), undefined);
      const { evidence: _, ...event } = with_;
      assert.deepEqual((await store.events({ idEnd: with_.id })).rows, [event]);
    },
  ],
  [
    "a second delivery neither replaces nor adds evidence",
    async (store) => {
      const first = sampleRecord({ evidence, dedupe: "k" });
      const other = { ...evidence, input: { command: "other" } };
      await store.append([
        first,
        { ...first, evidence: other },
        { ...first, origin: "cursor_config", id: "second", evidence: other },
      ]);
      assert.deepEqual((await store.evidence(first.id))?.changed, evidence.changed);
      assert.equal(await store.evidence("second"), undefined);
    },
  ],
  [
    "evidence has a retention of its own, and goes with its event",
    async (store) => {
      const records = [1000, 2000, 9000].map((at) => sampleRecord({ at, evidence }));
      const kept = async () => (await Promise.all(records.map(({ id }) => store.evidence(id)))).map(Boolean);
      await store.append(records);
      assert.equal(await store.retain({ olderThan: 0, maxBytes: 1e9 }), 0);
      assert.deepEqual(await kept(), [true, true, true]);
      assert.equal(await store.retain({ olderThan: 0, maxBytes: 1e9, evidenceOlderThan: 1500 }), 1);
      assert.deepEqual(await kept(), [false, true, true]);
      assert.equal((await store.size()).events, 3);
      assert.equal(await store.retain({ olderThan: 5000, maxBytes: 1e9, evidenceOlderThan: 1500 }), 2);
      assert.deepEqual(await kept(), [false, false, true]);
      // The row of the removed event must not come back with another event.
      await store.append([records[1]!].map(({ evidence: _, ...record }) => record));
      assert.equal(await store.evidence(records[1]!.id), undefined);
    },
  ],
  [
    "a private session has no evidence, before or after",
    async (store) => {
      const [before, after] = [sampleRecord({ evidence }), sampleRecord({ evidence })];
      await store.append([before]);
      await store.makePrivate("s1");
      await store.append([after]);
      assert.deepEqual([await store.evidence(before.id), await store.evidence(after.id)], [undefined, undefined]);
    },
  ],
  [
    "evidence that is too large is not stored, its event is",
    async (store) => {
      const sized = (bytes: number) => {
        const rest = JSON.stringify({ input: { text: "" }, marks: {} }).length;
        return { input: { text: "x".repeat(bytes - rest) }, marks: {} };
      };
      const most = sampleRecord({ evidence: sized(EVIDENCE_BYTES) });
      const more = sampleRecord({ evidence: sized(EVIDENCE_BYTES + 1) });
      await store.append([most, more]);
      assert.equal((await store.size()).events, 2);
      assert.equal((await store.evidence(most.id)) === undefined, false);
      assert.equal(await store.evidence(more.id), undefined);
    },
  ],
];
