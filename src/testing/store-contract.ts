/** What everyone relies on in a StorePort, for anyone who brings another engine. */
import assert from "node:assert/strict";
import type { AskRow, EventRecord } from "../core/records/records.js";
import type { Capture, Recover, StorePort } from "../core/records/store.js";
import type { ContractCase } from "./contract-case.js";
import { storeDedupeCases } from "./store-dedupe-cases.js";
import { storeEvaluationCases } from "./store-evaluation-cases.js";
import { sampleCapture, sampleRecord, sampleRecover } from "./store-samples.js";

export interface StoreParts {
  readonly capture: Capture;
  readonly recover: Recover;
}

export type StoreCase = readonly [name: string, check: (store: StorePort) => Promise<void>];

/** `open` gives an empty store each time; `close` is called at the end of each case. */
export function storeContract(open: (parts: StoreParts) => StorePort | Promise<StorePort>): ContractCase[] {
  return [...CASES, ...storeDedupeCases, ...storeEvaluationCases].map(([name, check]) => ({
    name,
    run: async () => {
      const store = await open({ capture: sampleCapture, recover: sampleRecover });
      try {
        await check(store);
      } finally {
        await store.close();
      }
    },
  }));
}

const CASES: readonly StoreCase[] = [
  [
    "half a character, which no text may hold, ends nothing",
    async (store) => {
      const half = "\udc00s\ud800";
      const hooks = [{ id: half, source: half, outcome: "deny", ms: 1 } as const];
      const facts = { session: half, agent: half, hooks, dedupe: half };
      const prompt = sampleRecord({
        ...facts,
        event: "UserPromptSubmit",
        payload: { prompt: `${half} tide`, cwd: half },
      });
      const call = sampleRecord({ ...facts, id: "call", event: "PreToolUse", payload: { tool_name: half } });
      await store.append([prompt, call]);
      await store.append([{ ...call, id: "again" }]);
      assert.equal((await store.events({ session: half })).length > 0, true);
      assert.equal((await store.sessions({})).length, 1);
      assert.equal((await store.stats(0)).length, 1);
      await store.search("tide", 5);
      await store.rebuildSearch();
      await store.toolCalls({ after: 0 });
      await store.recover(Date.now());
    },
  ],
  [
    "an event comes back as it was recorded",
    async (store) => {
      const record = sampleRecord({
        payload: { tool_name: "Bash", deep: [{ text: "ä\n\u2028'\"" }], none: null, no: false },
        hooks: [{ id: "guard", source: "/a", outcome: "deny", ms: 2.5, did: ["context"] }],
        verdict: "deny",
        reason: "because",
      });
      assert.deepEqual(await store.append([record]), [{ id: record.id, outcome: "stored" }]);
      assert.deepEqual(await store.events({}), [record]);
    },
  ],
  [
    "a record that is taken in twice is stored once",
    async (store) => {
      const record = sampleRecord();
      await store.append([record]);
      const again = await store.append([record, record]);
      assert.deepEqual(
        again.map(({ outcome }) => outcome),
        ["known", "known"],
      );
      assert.equal((await store.size()).events, 1);
    },
  ],
  [
    "receipts come in the order of the records, and nothing asks for nothing",
    async (store) => {
      const records = [sampleRecord(), sampleRecord(), sampleRecord()];
      assert.deepEqual(
        (await store.append(records)).map(({ id }) => id),
        records.map(({ id }) => id),
      );
      assert.deepEqual(await store.append([]), []);
    },
  ],
  [
    "events are found by what they are, the newest first, a page at a time",
    async (store) => {
      const records = Array.from({ length: 10 }, (_, i) =>
        sampleRecord({ at: 1000 + i, session: i % 2 === 0 ? "even" : "odd", verdict: i === 3 ? "deny" : "none" }),
      );
      await store.append(records);
      const times = async (filter: Parameters<StorePort["events"]>[0]) =>
        (await store.events(filter)).map(({ at }) => at);
      assert.deepEqual(await times({ limit: 3 }), [1009, 1008, 1007]);
      assert.deepEqual(await times({ limit: 2, before: 1007 }), [1006, 1005]);
      assert.deepEqual(await times({ after: 1007 }), [1009, 1008]);
      assert.deepEqual(await times({ limit: 2, oldestFirst: true }), [1000, 1001]);
      assert.deepEqual(await times({ session: "even", limit: 2 }), [1008, 1006]);
      assert.deepEqual(await times({ verdict: "deny" }), [1003]);
      assert.deepEqual(await times({ tool: "Bash", event: "PostToolUse", agent: "claude-code", limit: 1 }), [1009]);
      assert.deepEqual(await times({ tool: "Read" }), []);
    },
  ],
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
    "T7 what was told of tool calls comes oldest first, with the ids of the calls",
    async (store) => {
      const call = (event: string, session: string, tool_use_id?: string) =>
        sampleRecord({ event, session, payload: { tool_name: "Bash", ...(tool_use_id ? { tool_use_id } : {}) } });
      const records = [call("PreToolUse", "a", "1"), call("PostToolUse", "a", "1"), call("PostToolUseFailure", "b")];
      await store.append([...records, sampleRecord({ event: "Stop", session: "a", payload: {} })]);
      const rows = await store.toolCalls({ after: 0 });
      assert.deepEqual(
        rows.map(({ id, event, session, tool, call }) => [id, event, session, tool, call]),
        records.map(({ id, event, session }, i) => [id, event, session, "Bash", i < 2 ? "1" : undefined]),
      );
      assert.equal((await store.toolCalls({ after: 0, session: "b" })).length, 1);
      assert.deepEqual(await store.toolCalls({ after: Number.MAX_SAFE_INTEGER }), []);
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
        (await store.sessions(filter)).map(({ id }) => id);
      assert.deepEqual(await ids({}), ["a", "c", "b"]);
      assert.deepEqual(await ids({ limit: 1 }), ["a"]);
      assert.deepEqual(await ids({ status: "completed" }), []);
      assert.deepEqual(await ids({ project: "/elsewhere" }), []);
    },
  ],
  [
    "OB-10 hooks are counted with the middle and the slow end of their times",
    async (store) => {
      const run = (ms: number, more: object = {}) => ({ id: "g", source: "/a", outcome: "none" as const, ms, ...more });
      await store.append(Array.from({ length: 98 }, (_, i) => sampleRecord({ hooks: [run(i + 1)] })));
      await store.append([
        sampleRecord({ hooks: [run(99, { outcome: "failed", cause: "timeout" }), run(5, { id: "other" })] }),
        sampleRecord({ hooks: [run(100, { outcome: "deny" }), run(0, { id: "never", outcome: "skipped" })] }),
      ]);
      const [guard, other, ...rest] = await store.stats(0);
      assert.deepEqual(guard, {
        hook: "g",
        source: "/a",
        count: 100,
        p50: 50,
        p95: 95,
        failures: 1,
        timeouts: 1,
        denies: 1,
      });
      assert.deepEqual([other?.hook, other?.count, rest.length], ["other", 1, 0]);
      assert.deepEqual(await store.stats(Number.MAX_SAFE_INTEGER), []);
    },
  ],
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
    "what people type into a search is words, never an expression",
    async (store) => {
      await store.append([sampleRecord({ event: "UserPromptSubmit", payload: { prompt: 'say "hi" AND (go)' } })]);
      for (const words of ['"hi"', "AND (go)", "hi*", "say:", "-", "", "\0", '"', "NEAR("])
        await store.search(words, 5);
      assert.equal((await store.search('"hi" AND', 5)).length, 1);
    },
  ],
  [
    "questions are kept, open and closed",
    async (store) => {
      const ask: AskRow = { id: "a", hash: "h", agent: "pi", tool: "Bash", summary: "rm", askedAt: 1, expiresAt: 2 };
      await store.putAsk(ask);
      await store.putAsk({ ...ask, id: "b", askedAt: 5 });
      await store.putAsk({ ...ask, answeredAt: 2, verdict: "deny", closed: "used" });
      const ids = async (filter: Parameters<StorePort["asks"]>[0]) => (await store.asks(filter)).map(({ id }) => id);
      assert.deepEqual(
        [await ids({ open: true }), await ids({ open: false }), await ids({})],
        [["b"], ["a"], ["b", "a"]],
      );
      assert.deepEqual(await ids({ before: 5, limit: 1 }), ["a"]);
    },
  ],
  [
    "CP-13 recovery closes what nobody closed",
    async (store) => {
      await store.append([sampleRecord({ at: 1000, event: "UserPromptSubmit", payload: { prompt: "hello" } })]);
      assert.equal(await store.recover(2000), 0);
      assert.equal(await store.recover(100_000), 2);
      assert.equal((await store.session("s1"))?.session.status, "completed");
    },
  ],
  [
    "what is too old goes, with all that was made of it",
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
        (await store.events({})).map(({ session }) => session),
        ["s2"],
      );
      assert.equal(await store.session("s1"), undefined);
      assert.deepEqual(await store.search("confidential", 5), []);
    },
  ],
];
