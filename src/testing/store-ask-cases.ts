/** Questions to the user. */
import assert from "node:assert/strict";
import type { AskRow } from "../core/records/records.js";
import type { StorePort } from "../core/records/store.js";
import type { StoreCase } from "./store-contract.js";
import { readPages } from "./store-samples.js";

const ASK: AskRow = {
  id: "a",
  hash: "h",
  state: "open",
  agent: "pi",
  tool: "Bash",
  summary: "rm",
  askedAt: 1,
  expiresAt: 2,
};

export const storeAskCases: readonly StoreCase[] = [
  [
    "questions are kept, open and ended",
    async (store) => {
      await store.addAsk(ASK);
      await store.addAsk({ ...ASK, id: "b", askedAt: 5 });
      await store.changeAsk({ ...ASK, state: "used", answeredAt: 2, verdict: "deny" }, "open");
      const ids = async (filter: Parameters<StorePort["asks"]>[0]) =>
        (await store.asks(filter)).rows.map(({ id }) => id);
      assert.deepEqual(
        [await ids({ open: true }), await ids({ open: false }), await ids({}), await ids({ id: "a" })],
        [["b"], ["a"], ["b", "a"], ["a"]],
      );
      assert.deepEqual(await ids({ before: 5, limit: 1 }), ["a"]);
    },
  ],
  [
    "a question is added once",
    async (store) => {
      assert.deepEqual([await store.addAsk(ASK), await store.addAsk({ ...ASK, tool: "Write" })], [true, false]);
      assert.deepEqual((await store.asks({})).rows, [ASK]);
    },
  ],
  [
    "a change of a question counts only from the state it expects: of many at once, one does",
    async (store) => {
      await store.addAsk(ASK);
      assert.equal(await store.changeAsk({ ...ASK, state: "used" }, "parked"), false);
      assert.equal(await store.changeAsk({ ...ASK, id: "other", state: "used" }, "open"), false);
      const users = Array.from({ length: 20 }, (_, i) => `user ${i}`);
      const by = (user: string) => ({ channel: "terminal", user, method: "typed code" });
      const won = await Promise.all(
        users.map((user) => store.changeAsk({ ...ASK, state: "used", verdict: "allow", by: by(user) }, "open")),
      );
      assert.deepEqual(won.filter(Boolean), [true]);
      assert.deepEqual((await store.asks({})).rows[0]?.by, by(users[won.indexOf(true)]!));
      assert.equal(await store.changeAsk({ ...ASK, state: "open" }, "open"), false);
    },
  ],
  [
    "pages by cursor hold every question once, also of one millisecond",
    async (store) => {
      const ids = Array.from({ length: 7 }, (_, i) => `ask-${i}`);
      for (const id of ids) await store.addAsk({ ...ASK, id });
      assert.deepEqual(await readPages((page) => store.asks(page)), ids.toReversed());
    },
  ],
  [
    "questions that come or are answered while a list is read do not move its pages",
    async (store) => {
      const ask: AskRow = { ...ASK, askedAt: 5, expiresAt: 9 };
      const ids = Array.from({ length: 7 }, (_, i) => `ask-${i}`);
      for (const id of ids) await store.addAsk({ ...ask, id });
      const read = await readPages(
        (page) => store.asks(page),
        async () => {
          await store.addAsk({ ...ask, id: "same millisecond" });
          await store.addAsk({ ...ask, id: "later", askedAt: 6 });
          for (const id of [ids[0]!, ids[6]!])
            await store.changeAsk({ ...ask, id, state: "used", answeredAt: 6, verdict: "deny" }, "open");
        },
      );
      assert.deepEqual(read, ids.toReversed());
    },
  ],
];
