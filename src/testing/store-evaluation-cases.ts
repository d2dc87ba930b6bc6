/** How long evaluations of governance rules are kept. */
import assert from "node:assert/strict";
import { EVALUATED } from "../core/records/records.js";
import type { StoreCase } from "./store-contract.js";
import { sampleRecord } from "./store-samples.js";

export const storeEvaluationCases: readonly StoreCase[] = [
  [
    "SE-20 evaluations of rules go when they say so, whether that is earlier or later than the rest",
    async (store) => {
      const kept = (at: number, keep_until: number) =>
        sampleRecord({ at, event: EVALUATED, payload: { tool_name: "Bash", keep_until } });
      await store.append([kept(1000, 3000), kept(1001, 9000), kept(6000, 6500), kept(6001, 9000)]);
      await store.append([sampleRecord({ at: 1002 }), sampleRecord({ at: 6002 })]);
      assert.equal(await store.retain({ olderThan: 5000, maxBytes: 1e9, now: 7000 }), 3);
      assert.deepEqual(
        (await store.events({ oldestFirst: true })).rows.map(({ at }) => at),
        [1001, 6001, 6002],
      );
      assert.equal(await store.retain({ olderThan: 5000, maxBytes: 1e9, now: 9001 }), 2);
    },
  ],
];
