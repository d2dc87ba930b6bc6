/** Recovery, retention, privacy and the search index. */
import assert from "node:assert/strict";
import { EVALUATED, type EventRecord } from "../core/records/records.js";
import type { StoreCase } from "./store-contract.js";
import { sampleRecord } from "./store-samples.js";

export const storeMaintenanceCases: readonly StoreCase[] = [
  [
    "DA-10 the search index can be made again and finds the same",
    async (store) => {
      await store.append([
        sampleRecord({ event: "UserPromptSubmit", payload: { prompt: "Why is the Königsweg slow?" } }),
        sampleRecord({ payload: { tool_name: "Bash", output_summary: "the slow query took 3 s" } }),
        sampleRecord({ event: "Stop", payload: { response: "An index was missing." } }),
      ]);
      const before = [await store.search("slow", 10), await store.search("königs", 10), await store.search("index", 1)];
      assert.deepEqual(
        before.map((hits) => hits.map(({ kind }) => kind).sort()),
        [["activity", "prompt"], ["prompt"], ["response"]],
      );
      assert.equal(await store.rebuildSearch(), 3);
      assert.deepEqual(
        [await store.search("slow", 10), await store.search("königs", 10), await store.search("index", 1)],
        before,
      );
    },
  ],
  [
    "forget removes other sessions and events with it if they are named",
    async (store) => {
      const of = (session: string, id: string) =>
        sampleRecord({ session, id, event: "UserPromptSubmit", payload: { prompt: `the slow query of ${id}` } });
      await store.append([of("s1", "a"), of("s2", "b"), of("s3", "c"), of("s3", "d")]);
      const also = { sessions: ["s2"], refs: ["c"] };
      assert.deepEqual((await store.forget({ session: "s1" }, true, also)).sources, {
        sessions: ["s1", "s2"],
        refs: ["c"],
      });
      assert.equal((await store.size()).events, 4);
      assert.equal((await store.forget({ session: "s1" }, false, also)).events, 3);
      assert.deepEqual(
        (await store.events({})).rows.map(({ id }) => id),
        ["d"],
      );
      assert.equal((await store.size()).events, 1);
    },
  ],
  [
    "CP-13 recovery closes what was left open",
    async (store) => {
      await store.append([sampleRecord({ at: 1000, event: "UserPromptSubmit", payload: { prompt: "hello" } })]);
      assert.equal(await store.recover(2000), 0);
      assert.equal(await store.recover(100_000), 2);
      assert.equal((await store.session("s1"))?.session.status, "completed");
    },
  ],
  [
    "old events are removed with all rows derived from them",
    async (store) => {
      const hooks: EventRecord["hooks"] = [{ id: "g", source: "/a", outcome: "none", ms: 1 }];
      await store.append(
        [1000, 2000, 9000].map((at) =>
          sampleRecord({ at, hooks, session: `s${at}`, event: "UserPromptSubmit", payload: { prompt: `word${at}` } }),
        ),
      );
      assert.equal(await store.retain({ olderThan: 5000, maxBytes: 1e9 }), 2);
      const { events, sessions, oldest } = await store.size();
      assert.deepEqual([events, sessions, oldest], [1, 1, 9000]);
      assert.deepEqual(
        [(await store.search("word2000", 5)).length, (await store.search("word9000", 5)).length],
        [0, 1],
      );
      assert.equal((await store.stats(0))[0]?.count, 1);
    },
  ],
  [
    "what is too much goes, the oldest first",
    async (store) => {
      const payload = { tool_name: "Bash", text: "x".repeat(1500) };
      for (let i = 0; i < 40; i++) await store.append(Array.from({ length: 100 }, () => sampleRecord({ payload })));
      const before = await store.size();
      const maxBytes = Math.round(before.bytes / 2);
      let removed = 0;
      for (let some = -1; some !== 0; removed += some) some = await store.retain({ olderThan: 0, maxBytes });
      const after = await store.size();
      assert.ok(removed >= 1500 && after.events === before.events - removed && after.bytes <= before.bytes / 2);
      assert.ok(after.oldest! > before.oldest!);
    },
  ],
  [
    "of a private session nothing is kept, then or later",
    async (store) => {
      const prompt = sampleRecord({ event: "UserPromptSubmit", payload: { prompt: "confidential" } });
      await store.append([prompt, sampleRecord(), sampleRecord({ session: "s2" })]);
      assert.equal(await store.makePrivate("s1"), 2);
      assert.deepEqual(
        (await store.append([sampleRecord()])).map(({ outcome }) => outcome),
        ["private"],
      );
      assert.deepEqual(
        (await store.events({})).rows.map(({ session }) => session),
        ["s2"],
      );
      assert.equal(await store.session("s1"), undefined);
      assert.deepEqual(await store.search("confidential", 5), []);
    },
  ],
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
