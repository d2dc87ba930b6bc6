/** Limits of what an event is given, each at the limit and one beyond it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import windsurf from "../../src/adapters/windsurf/index.js";
import type { ShownRow } from "../../src/core/records/memory.js";
import type { InjectCandidates, MemoryStore } from "../../src/core/records/memory-store.js";
import { citeLine } from "../../src/daemon/memory/citations.js";
import { sampleRecord } from "../../src/testing/store-samples.js";
import { RecallPlace } from "../support/recall-place.js";

const linesOf = (text: string, kind: string) => text.split("\n").filter((line) => line.startsWith(`| ${kind} · `));
const wide = { chars: { start: 100_000, prompt: 100_000, tool: 400, session: 8_000 } };

describe("CI-02 lines", () => {
  it("of 11 memories 10 are given, of 6 sessions 5, and the settings say so", async () => {
    const place = new RecallPlace();
    for (let n = 0; n < 11; n++) await place.fact(`pier${n} is closed in winter${n}`, { address: `rule:${n}` });
    for (let n = 0; n < 6; n++) await place.session(`s${n}`, `paint the lighthouse${n}`);
    const inject = { ...wide, chars: { ...wide.chars, session: 100_000 } };
    const count = (text: string) => [linesOf(text, "rule").length, linesOf(text, "session").length];
    expect(count(await place.start(inject))).toEqual([10, 5]);
    expect(count(await place.start({ ...inject, memories: 2, summaries: 1 }))).toEqual([2, 1]);
    await place.store.close();
  });

  it("of 3 sessions that fit a prompt 2 are given", async () => {
    const place = new RecallPlace();
    for (const id of ["a", "b", "c"]) await place.session(id, "repair the southern crane and its hydraulic valve");
    const prompt = await place.prompt("what about the southern crane and its hydraulic valve");
    expect(linesOf(prompt, "session")).toHaveLength(2);
    await place.store.close();
  });
});

it("CI-03 a summary of 201 characters is cut to 200, one of 200 is not", async () => {
  for (const chars of [200, 201]) {
    const place = new RecallPlace();
    await place.session("a", "repair the southern crane");
    const now = sampleRecord().at + 60_000;
    const limits = { tokensPerBatch: 4_000, tokensPerDay: 200_000 };
    const summary = { title: "Crane", summary: "x".repeat(chars - "Crane: ".length) };
    for (let task = await place.store.takeObservation(now, limits); task !== undefined; ) {
      await place.store.settleObservation(task.id, now, { state: "summarised", ...summary, tokens: 1 });
      task = await place.store.takeObservation(now, limits);
    }
    const given = await place.give("SessionStart", { source: "startup" }, { trust: "model" });
    const [line] = linesOf(given!.text!, "session").map((one) => one.replace(/^\| session · \d+ d · /, ""));
    expect(line).toMatch(chars === 200 ? /^Crane: x{193}$/ : /^Crane: x{192}…$/);
    await place.store.close();
  }
});

it("CI-04 a memory that covers exactly 0.75 is given at 0.75, and nothing above its score", async () => {
  const place = new RecallPlace();
  await place.fact("alpha bravo charlie", { address: "rule:one" });
  await place.fact("delta echo foxtrot", { address: "rule:two" });
  const asks = "alpha bravo charlie delta";
  expect(await place.prompt(asks, { high: 0.75 })).toContain("alpha");
  expect(await place.prompt(asks, { high: 0.76 })).toBe("");
  const rows = (await place.store.shownIn({ limit: 9 })).filter(({ outcome }) => outcome === "withheld: below band");
  expect(rows[0]!.score).toBeCloseTo(0.75, 10);
  await place.store.close();
});

describe("CI-02 characters", () => {
  it("a tool event is given at most 400, in whole lines", async () => {
    const place = new RecallPlace();
    for (let n = 0; n < 6; n++)
      await place.fact(`pier${n} ${"is closed in winter ".repeat(4)}`, { file: "a.ts", address: `rule:${n}` });
    const edited = {
      tool_name: "Edit",
      tool_input: { file_path: join(place.root, "a.ts") },
      tool_response: "done",
    };
    const { text } = (await place.give("PostToolUse", edited))!;
    expect(text!.length).toBeLessThanOrEqual(400);
    expect(text!.length).toBeGreaterThan(300);
    await place.store.close();
  });

  it("a session is given at most 8,000, whatever it asks", async () => {
    const place = new RecallPlace();
    const count = 60;
    for (let n = 0; n < count; n++)
      await place.fact(`pier${n} of harbour${n} has crane${n} ${"and it is closed in winter ".repeat(6)}`, {
        address: `rule:${n}`,
      });
    let given = 0;
    let empty = 0;
    for (let n = 0; n < count; n++) {
      const asks = { session_id: "one", prompt: `pier${n} of harbour${n} has crane${n} closed in winter` };
      const text = (await place.give("UserPromptSubmit", asks))?.text ?? "";
      given += text.length;
      if (text === "") empty++;
    }
    expect(given).toBeLessThanOrEqual(8_000);
    expect(given).toBeGreaterThan(7_000);
    expect(empty).toBeGreaterThan(0);
    await place.store.close();
  });
});

it("what was withheld from a session meanwhile, however often, makes it forget neither its characters nor what it was given", async () => {
  const place = new RecallPlace();
  const { id } = await place.fact("the harbour crane is greased with `make grease`", { address: "rule:crane" });
  const paint = await place.fact("the lighthouse is painted with `make paint`", { address: "rule:paint" });
  const asks = { session_id: "one", prompt: "how is the harbour crane greased" };
  const ask = async () => (await place.give("UserPromptSubmit", asks))?.text ?? "";
  expect(await ask()).toContain("make grease");
  const row = { at: 1, event: "UserPromptSubmit", session: "one", memory: paint.id, score: 0.5, chars: 0 };
  await place.store.noteShown([{ ...row, outcome: "shown" }]);
  await place.store.noteShown(Array.from({ length: 1_100 }, () => ({ ...row, outcome: "withheld: below band" })));
  expect(await ask()).toBe(""); // of another injector, as after a restart of the daemon
  const query = { scope: place.root, session: "one", trust: "user", about: { kind: "start", memories: 1 } } as const;
  expect(await place.store.injectable(query)).toMatchObject({
    seen: [paint.id, id],
    chars: expect.toSatisfy((n) => n > 0),
  });
  await place.session("one", "now run make paint");
  expect(await place.store.memory(paint.id)).toMatchObject({ shown: 1, used: 1 });
  await place.store.close();
});

it("facts that are never given, however many and new, do not hide those that are: at the start, at a prompt, of a file", async () => {
  const place = new RecallPlace();
  const about = { file: "a.ts", importance: 6 };
  await place.fact("the harbour crane needs grease", { ...about, address: "rule:crane", trust: "project" });
  for (let n = 0; n < 450; n++)
    await place.fact(`the harbour crane needs evil${n}`, {
      ...{ ...about, importance: 9, address: `evil:${n}`, trust: n % 2 === 0 ? "external" : "model" },
      createdAt: 2 + n,
    });
  const edited = { tool_name: "Edit", tool_input: { file_path: join(place.root, "a.ts") }, tool_response: "done" };
  const given = {
    start: await place.start(),
    prompt: await place.prompt("which grease does the harbour crane need"),
    file: (await place.give("PostToolUse", edited))?.text ?? "",
  };
  for (const [event, text] of Object.entries(given)) {
    expect(text, event).toContain("grease");
    expect(text, event).not.toContain("evil");
  }
  expect((await place.store.shownIn({ limit: 99 })).map(({ outcome }) => outcome)).toContain("withheld: trust");
  await place.store.close();
});

it("of memories that cite more than five files the rest is withheld; reading them verifies nothing", async () => {
  const place = new RecallPlace();
  for (let n = 0; n < 6; n++) {
    writeFileSync(join(place.root, `f${n}.txt`), "a line\n");
    const cites = [citeLine(place.root, `f${n}.txt`, 1)!];
    await place.fact(`pier${n} is closed in winter${n}`, { address: `rule:${n}`, cites });
  }
  expect(linesOf(await place.start(), "rule")).toHaveLength(5);
  const rows = await place.store.memories({});
  expect(rows.map(({ verifiedAt }) => verifiedAt)).toEqual(rows.map(() => 1));
  const outcomes = (await place.store.shownIn({ limit: 9 })).map(({ outcome }) => outcome).sort();
  expect(outcomes).toEqual([...rows.slice(1).map(() => "shown"), "withheld: budget"]);
  await place.store.close();
});

it("a memory that cites a file by its absolute path, or above the repository, is withheld", async () => {
  const place = new RecallPlace();
  for (const file of ["/etc/passwd", "/etc/shadow", "../../../../../../../../etc/passwd", join(place.root, "gone.txt")])
    await place.fact(`the keeper of ${file} is Ann`, { address: `rule:${file}`, cites: [{ file }] });
  expect(await place.start()).toBe("");
  const rows = await place.store.shownIn({ limit: 9 });
  expect(rows.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 4 }, () => "withheld: stale"));
  await place.store.close();
});

describe("an agent that accepts no context", () => {
  it("is given a note if there is something, and none if all of it is withheld", async () => {
    const place = new RecallPlace();
    const give = () => place.give("SessionStart", { source: "startup" }, { adapter: windsurf });
    expect(await give()).toBeUndefined();
    await place.fact("evil is good", { trust: "external" });
    expect(await give()).toBeUndefined();
    await place.fact("the harbour crane needs grease", { address: "rule:crane" });
    const given = await give();
    expect(given?.text).toBeUndefined();
    expect(given?.notes.map(({ code }) => code)).toEqual(["MEMORY_NO_CONTEXT"]);
    expect(await place.store.shownIn({ limit: 9 })).toEqual([]);
    await place.store.close();
  });
});

it("CI-05 an event does not wait for a slow store: its answer comes first, and what came late is not noted as shown", async () => {
  const place = new RecallPlace();
  await place.fact("the harbour crane needs grease", { address: "rule:crane" });
  const order: string[] = [];
  const shown: ShownRow[] = [];
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  let finished: Promise<InjectCandidates> | undefined;
  const slow: Pick<MemoryStore, "injectable" | "noteShown"> = {
    injectable(query) {
      finished = released.then(() => place.store.injectable(query));
      return finished;
    },
    async noteShown(rows) {
      shown.push(...rows);
    },
  };
  const log = (_: string, text: string) => void order.push(text);
  const start = (session_id: string, recallMs: number) =>
    place.give("SessionStart", { source: "startup", session_id }, { store: slow, log, inject: { recallMs } });
  const late = await start("late", 1);
  order.push("answered");
  release();
  await finished;
  order.push("store");
  expect(late).toBeUndefined();
  // Of the next event everything is noted, so nothing of the first one follows.
  expect((await start("next", 600_000))?.text).toContain("harbour crane");
  expect(order.slice(0, 3)).toEqual(["nothing: recall took longer than 1 ms", "answered", "store"]);
  expect(shown.map(({ session }) => session)).toEqual(["next"]);
  await place.store.close();
});
