/** Events: stored once, in order, unchanged, and listed page by page. */
import assert from "node:assert/strict";
import type { EventFilter, StorePort } from "../core/records/store.js";
import type { StoreCase } from "./store-contract.js";
import { readPages, sampleRecord } from "./store-samples.js";

export const storeEventCases: readonly StoreCase[] = [
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
      assert.equal((await store.events({ session: half })).rows.length > 0, true);
      assert.equal((await store.sessions({})).rows.length, 1);
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
      assert.deepEqual((await store.events({})).rows, [record]);
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
        (await store.events(filter)).rows.map(({ at }) => at);
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
    "events are found by texts of their payload, also by those with a quote",
    async (store) => {
      const named = (action: string, rule: string) => sampleRecord({ payload: { action, rule } });
      await store.append([named("deny", "a"), named("allow", "a"), named("deny", `b" OR 1`)]);
      const rules = async (payload: Record<string, string | undefined>) =>
        (await store.events({ payload })).rows.map(({ payload: { rule } }) => rule);
      assert.deepEqual(await rules({ action: "allow" }), ["a"]);
      assert.deepEqual((await rules({ action: "deny", rule: undefined })).length, 2);
      assert.deepEqual(await rules({ rule: `b" OR 1` }), [`b" OR 1`]);
      assert.deepEqual(await rules({ action: "deny", rule: "c" }), []);
    },
  ],
  [
    "calls and runs of hooks are counted in parts, newest first, by time, agent and tool",
    async (store) => {
      const run = (ms: number, more: object = {}) => ({ id: "g", source: "/a", outcome: "none" as const, ms, ...more });
      const call = (at: number, more: object = {}) =>
        sampleRecord({ at, event: "PreToolUse", payload: { tool_name: "Bash" }, hooks: [run(3)], ms: 4, ...more });
      await store.append([
        call(1_000),
        call(1_001, { verdict: "deny", ms: 1_234 }),
        call(1_002, { verdict: "ask", sent: { verdict: "deny" }, hooks: [run(12.34, { outcome: "failed" })] }),
        call(2_500, { event: "PostToolUse", hooks: [run(3), run(0, { outcome: "skipped" })] }),
        call(999),
      ]);
      const filter = { after: 999, stepMs: 1_000, limit: 3 };
      const first = await store.figures(filter);
      const sum = (rows: readonly object[], name: string) =>
        rows.reduce((sum, row) => sum + Number((row as Record<string, unknown>)[name]), 0);
      assert.deepEqual([sum(first.calls, "count"), sum(first.calls, "denied"), sum(first.calls, "asked")], [3, 2, 1]);
      assert.deepEqual(first.calls.map(({ step }) => step).sort(), [0, 0, 1]);
      assert.deepEqual(first.calls.map(({ tool }) => tool ?? "").sort(), ["", "Bash", "Bash"]);
      assert.deepEqual(first.calls.map(({ ms }) => ms).sort(), [1_200, 4, 4]);
      assert.deepEqual(
        first.runs.toSorted((a, b) => a.ms - b.ms),
        [
          { hook: "g", source: "/a", ms: 3, count: 2, failures: 0 },
          { hook: "g", source: "/a", ms: 12, count: 1, failures: 1 },
        ],
      );
      const second = await store.figures({ ...filter, cursor: first.next! });
      assert.deepEqual([sum(second.calls, "count"), second.next], [1, undefined]);
    },
  ],
  [
    "T7 deliveries of tool calls are listed oldest first, with the ids of the calls",
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
    "OB-10 hooks are counted with the middle and the slow end of their times",
    async (store) => {
      const run = (ms: number, more: object = {}) => ({ id: "g", source: "/a", outcome: "none" as const, ms, ...more });
      await store.append(Array.from({ length: 98 }, (_, i) => sampleRecord({ hooks: [run(i + 1)] })));
      await store.append([
        sampleRecord({ hooks: [run(99, { outcome: "failed", cause: "timeout" }), run(5, { id: "other" })] }),
        sampleRecord({
          verdict: "deny",
          hooks: [run(100, { outcome: "deny" }), run(0, { id: "never", outcome: "skipped" })],
        }),
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
        stopped: 1,
      });
      assert.deepEqual([other?.hook, other?.count, rest.length], ["other", 1, 0]);
      assert.deepEqual(await store.stats(Number.MAX_SAFE_INTEGER), []);
      // What a person could not be asked about was stopped by the hook that asks; what was allowed was not.
      const asked = {
        verdict: "ask",
        hooks: [run(1, { id: "asks", outcome: "ask" }), run(1, { id: "silent" })],
      } as const;
      await store.append([
        sampleRecord({ ...asked, sent: { verdict: "deny" } }),
        sampleRecord({ ...asked, sent: { verdict: "allow" } }),
      ]);
      const stopped = (await store.stats(0)).map(({ hook, stopped }) => `${hook} ${stopped}`);
      assert.ok(stopped.includes("asks 1") && stopped.includes("silent 0"));
    },
  ],
  [
    "pages by cursor hold every event once, also of one millisecond, in both directions and for several verdicts",
    async (store) => {
      const verdicts = ["none", "deny", "ask"] as const;
      const records = Array.from({ length: 23 }, (_, i) =>
        sampleRecord({ at: i < 20 ? 5000 : 4000 + i, verdict: verdicts[i % 3]! }),
      );
      await store.append(records);
      const read = (filter: EventFilter) => readPages((page) => store.events({ ...filter, ...page }));
      const ordered = records.toSorted((a, b) => a.at - b.at).map(({ id }) => id);
      assert.deepEqual(await read({ oldestFirst: true }), ordered);
      assert.deepEqual(await read({}), ordered.toReversed());
      const decided = new Set(records.filter(({ verdict }) => verdict !== "none").map(({ id }) => id));
      const wanted = ordered.toReversed().filter((id) => decided.has(id));
      assert.deepEqual(await read({ verdict: ["deny", "ask"] }), wanted);
      assert.equal((await store.events({ limit: 23 })).next, undefined);
      assert.deepEqual(await store.events({ verdict: [] }), { rows: [] });
    },
  ],
  [
    "events that come while a list is read do not move its pages; oldest first, they come at its end",
    async (store) => {
      const records = Array.from({ length: 7 }, () => sampleRecord({ at: 5000 }));
      await store.append(records);
      const ids = records.map(({ id }) => id);
      const later = [sampleRecord({ at: 5000 }), sampleRecord({ at: 6000 })];
      const appendLater = () => store.append(later);
      assert.deepEqual(await readPages((page) => store.events(page), appendLater), ids.toReversed());
      const more = [sampleRecord({ at: 6000 }), sampleRecord({ at: 7000 })];
      const oldestFirst = await readPages(
        (page) => store.events({ ...page, oldestFirst: true }),
        () => store.append(more),
      );
      assert.deepEqual(oldestFirst, [...ids, ...later.map(({ id }) => id), ...more.map(({ id }) => id)]);
    },
  ],
  [
    "a cursor that the list did not give is refused",
    async (store) => {
      await store.append([sampleRecord(), sampleRecord()]);
      const { next = "" } = await store.events({ limit: 1 });
      for (const cursor of ["", "x", next.slice(1), `${next}A`, `${next}=`, "5000:1", "\0", "é", "A".repeat(500)])
        await assert.rejects(store.events({ cursor }), /cursor/, cursor);
      await assert.rejects(store.sessions({ cursor: next }), /cursor/);
      await assert.rejects(store.asks({ cursor: next }), /cursor/);
      assert.equal((await store.events({ cursor: next })).rows.length, 1);
    },
  ],
];
