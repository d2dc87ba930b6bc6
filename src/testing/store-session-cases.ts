/** Sessions, prompts and activities: rows that capture derived from the events. */
import assert from "node:assert/strict";
import type { StorePort } from "../core/records/store.js";
import type { StoreCase } from "./store-contract.js";
import { readPages, sampleRecord } from "./store-samples.js";

export const storeSessionCases: readonly StoreCase[] = [
  [
    "what capture makes of an event is there with it",
    async (store) => {
      await store.append([
        sampleRecord({ event: "SessionStart", payload: {} }),
        sampleRecord({ event: "UserPromptSubmit", payload: { prompt: "find the bug" } }),
        sampleRecord({ payload: { tool_name: "Bash", output_summary: "all is well" }, verdict: "ask" }),
        sampleRecord({ event: "Stop", payload: { response: "found it" } }),
      ]);
      const detail = await store.session("s1");
      assert.equal(detail?.session.status, "active");
      assert.deepEqual(
        detail?.batches.map(({ prompt, response }) => [prompt, response]),
        [["find the bug", "found it"]],
      );
      assert.deepEqual(
        detail?.activities.map(({ summary, batch }) => [summary, batch]),
        [["all is well", detail.batches[0]?.id]],
      );
      assert.deepEqual(
        detail?.decisions.map(({ verdict }) => verdict),
        ["ask"],
      );
      assert.equal(await store.session("nobody"), undefined);
    },
  ],
  [
    "sessions are listed by the last use",
    async (store) => {
      await store.append(
        ["a", "b", "c"].map((session) => sampleRecord({ event: "SessionStart", session, payload: {} })),
      );
      await store.append([sampleRecord({ session: "a", agent: "codex" })]);
      const ids = async (filter: Parameters<StorePort["sessions"]>[0]) =>
        (await store.sessions(filter)).rows.map(({ id }) => id);
      assert.deepEqual(await ids({}), ["a", "c", "b"]);
      assert.deepEqual(await ids({ limit: 1 }), ["a"]);
      assert.deepEqual(await ids({ status: "completed" }), []);
      assert.deepEqual(await ids({ project: "/elsewhere" }), []);
    },
  ],
  [
    "what people type into a search is words, never an expression",
    async (store) => {
      await store.append([sampleRecord({ event: "UserPromptSubmit", payload: { prompt: 'say "hi" AND (go)' } })]);
      for (const words of ['"hi"', "AND (go)", "hi*", "say:", "-", "", "\0", '"', "NEAR("])
        await store.search(words, 5);
      assert.equal((await store.search('"hi" AND', 5)).length, 1);
    },
  ],
  [
    "pages by cursor hold every session once, also those last used in the same millisecond",
    async (store) => {
      const ids = Array.from({ length: 11 }, (_, i) => `session-${i}`);
      await store.append(ids.map((session) => sampleRecord({ at: 5000, event: "SessionStart", session, payload: {} })));
      assert.deepEqual(await readPages((page) => store.sessions(page)), ids.toReversed());
    },
  ],
  [
    "sessions that come or are used again while a list is read do not move its pages",
    async (store) => {
      const ids = Array.from({ length: 7 }, (_, i) => `session-${i}`);
      const start = (session: string, at: number) => sampleRecord({ at, event: "SessionStart", session, payload: {} });
      await store.append(ids.map((id) => start(id, 5000)));
      const meanwhile = () =>
        store.append([start("same millisecond", 5000), start("later", 6000), start("session-6", 7000)]);
      assert.deepEqual(await readPages((page) => store.sessions(page), meanwhile), ids.toReversed());
      assert.equal((await store.sessions({ limit: 1 })).rows[0]?.id, "session-6");
    },
  ],
];
