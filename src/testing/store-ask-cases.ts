/** Questions to the user. */
import assert from "node:assert/strict";
import type { AskRow } from "../core/records/records.js";
import type { StorePort } from "../core/records/store.js";
import type { StoreCase } from "./store-contract.js";
import { readPages } from "./store-samples.js";

export const storeAskCases: readonly StoreCase[] = [
  [
    "questions are kept, open and closed",
    async (store) => {
      const ask: AskRow = { id: "a", hash: "h", agent: "pi", tool: "Bash", summary: "rm", askedAt: 1, expiresAt: 2 };
      await store.putAsk(ask);
      await store.putAsk({ ...ask, id: "b", askedAt: 5 });
      await store.putAsk({ ...ask, answeredAt: 2, verdict: "deny", closed: "used" });
      const ids = async (filter: Parameters<StorePort["asks"]>[0]) =>
        (await store.asks(filter)).rows.map(({ id }) => id);
      assert.deepEqual(
        [await ids({ open: true }), await ids({ open: false }), await ids({})],
        [["b"], ["a"], ["b", "a"]],
      );
      assert.deepEqual(await ids({ before: 5, limit: 1 }), ["a"]);
    },
  ],
  [
    "pages by cursor hold every question once, also of one millisecond",
    async (store) => {
      const ids = Array.from({ length: 7 }, (_, i) => `ask-${i}`);
      for (const id of ids)
        await store.putAsk({ id, hash: "h", agent: "pi", tool: "Bash", summary: "rm", askedAt: 1, expiresAt: 2 });
      assert.deepEqual(await readPages((page) => store.asks(page)), ids.toReversed());
    },
  ],
  [
    "questions that come or are answered while a list is read do not move its pages",
    async (store) => {
      const ask: AskRow = { id: "", hash: "h", agent: "pi", tool: "Bash", summary: "rm", askedAt: 5, expiresAt: 9 };
      const ids = Array.from({ length: 7 }, (_, i) => `ask-${i}`);
      for (const id of ids) await store.putAsk({ ...ask, id });
      const read = await readPages(
        (page) => store.asks(page),
        async () => {
          await store.putAsk({ ...ask, id: "same millisecond" });
          await store.putAsk({ ...ask, id: "later", askedAt: 6 });
          for (const id of [ids[0]!, ids[6]!]) await store.putAsk({ ...ask, id, answeredAt: 6, verdict: "deny" });
        },
      );
      assert.deepEqual(read, ids.toReversed());
    },
  ],
];
