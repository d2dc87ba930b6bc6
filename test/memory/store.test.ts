/** Memories in the store itself: jobs, replacement, recall with bad input. */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { capture, recover } from "../../src/capture/index.js";
import type { MemoryPlace, NewMemory } from "../../src/core/records/memory-store.js";
import type { EventRecord } from "../../src/core/records/records.js";
import { errorAddress } from "../../src/memory/index.js";
import { openDriver } from "../../src/store/open-driver.js";
import { sampleRecord } from "../../src/testing/store-samples.js";
import { openStore, storeFile } from "../store/open-store.js";

const HERE: MemoryPlace = {
  scope: "/repo",
  inside: (path) => path,
  foreign: () => new Set(),
  risky: () => new Set(),
  cite: () => undefined,
};
const world = (placeOf: () => MemoryPlace | undefined = () => HERE) => ({ isOn: () => true, placeOf });
const open = (file = storeFile(), placeOf?: () => MemoryPlace | undefined) =>
  openStore({ file, capture, recover, memory: world(placeOf) });

const prompt = (text: string, session = "s1") =>
  sampleRecord({ event: "UserPromptSubmit", session, payload: { prompt: text } });
const stop = (text: string, session = "s1") =>
  sampleRecord({ event: "Stop", session, payload: { last_assistant_message: text } });
const end = (session = "s1"): EventRecord => sampleRecord({ event: "SessionEnd", session, payload: {} });
const note = (text: string, more: Partial<NewMemory> = {}): NewMemory => ({
  ...{ scope: "/repo", type: "note", text, trust: "user", importance: 5, createdAt: 1, verifiedAt: 1 },
  ...more,
});

const tool = (n: number, session = "s1") =>
  sampleRecord({
    event: "PostToolUse",
    session,
    payload: { tool_name: "Bash", tool_input: { command: `make step${n}` }, tool_use_id: `${session} ${n}` },
  });

/** More by command: `SNAPHOOK_MEMORY_VERSIONS=100000 npx vitest run test/memory/store.test.ts -t address`. */
const VERSIONS = Number(process.env["SNAPHOOK_MEMORY_VERSIONS"] ?? 2_000);

describe("summaries by a model", () => {
  it("AX-08 a session is summarised once, and again only after further prompts; tokens of both count", async () => {
    const store = open();
    const limits = { tokensPerBatch: 4_000, tokensPerDay: 200_000 };
    const now = end().at + 60_000;
    const summary = (title: string) => ({ state: "summarised", title, summary: "It was done.", tokens: 100 }) as const;
    const next = async () => {
      while ((await store.processMemory(now)) > 0);
      for (;;) {
        const task = await store.takeObservation(now, limits);
        if (task?.kind !== "batch") return task;
        await store.settleObservation(task.id, now, { state: "done", observations: [], dropped: 0, tokens: 10 });
      }
    };
    await store.append([prompt("build the harbour"), tool(1), tool(2), tool(3), stop("done"), end()]);
    const task = await next();
    expect(task).toMatchObject({ kind: "session", session: { id: "s1" }, batches: [{ prompt: "build the harbour" }] });
    expect(await next()).toBeUndefined(); // the lease
    await store.settleObservation(task!.id, now, summary("First"));
    await store.append([end()]);
    expect(await next()).toBeUndefined();
    await store.append([prompt("and a crane"), tool(4), stop("done"), end()]);
    const again = await next();
    expect(again).toMatchObject({ kind: "session", batches: [{}, { prompt: "and a crane" }] });
    await store.settleObservation(again!.id, now, summary("Second"));
    const detail = await store.session("s1");
    expect(detail?.session).toMatchObject({ title: "build the harbour", byModel: { title: "Second", prompts: 2 } });
    expect(await store.observerCounts(now)).toMatchObject({ summarised: 1, tokens: 10 + 200 });
    await store.close();
  });
});

describe("jobs", () => {
  it("are made with the batch, tried again after 1 minute, 10 minutes and 2 hours, and then failed", async () => {
    let broken = true;
    const store = open(undefined, () => {
      if (broken) throw new Error("the disk is away");
      return HERE;
    });
    await store.append([prompt("Always use tabs in this repository."), stop("ok")]);
    let now = 1_000_000;
    const states = [];
    for (const minutes of [0, 1, 10, 120, 10_000]) {
      now += minutes * 60_000;
      if (minutes > 0) expect(await store.processMemory(now - 1)).toBe(0);
      await store.processMemory(now);
      const { pending, failed } = (await store.memoryCounts()).jobs;
      states.push([pending, failed]);
    }
    expect(states).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
    ]);
    broken = false;
    expect(await store.processMemory(now, true)).toBe(1);
    expect((await store.memoryCounts()).jobs).toMatchObject({ done: 1, failed: 0 });
    expect(await store.memories({})).toMatchObject([{ text: "Always use tabs in this repository.", trust: "user" }]);
    await store.close();
  });

  it("a killed process leaves its job, which is done once by another after the lease", async () => {
    const file = storeFile();
    const store = open(file);
    await store.append([prompt("Never push to main in this repository."), stop("ok")]);
    await store.session("s1"); // captured
    const db = openDriver(file);
    db.exec("UPDATE jobs SET state = 'running', tries = 1, lease_until = 301000"); // as the killed one left it
    db.close();
    expect(await store.processMemory(300_999)).toBe(0);
    expect(await store.processMemory(301_000)).toBe(1);
    expect(await store.processMemory(999_000)).toBe(0);
    expect(await store.memories({})).toHaveLength(1);
    await store.close();
  });

  it("ask git while another program may write, and a slow one ends the turn", async () => {
    const file = storeFile();
    let asked = 0;
    const foreign = () => {
      const other = openDriver(file);
      try {
        other.exec("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK");
      } finally {
        other.close();
      }
      asked++;
      execFileSync("sleep", ["0.1"]); // longer than a turn
      return new Set<string>();
    };
    const store = open(file, () => ({ ...HERE, foreign }));
    await store.append([prompt("build the harbour"), tool(1), stop("ok"), prompt("and a crane"), tool(2), stop("ok")]);
    const { at: now } = end();
    for (const done of [1, 1, 0]) expect(await store.processMemory(now)).toBe(done);
    expect((await store.memoryCounts()).jobs).toMatchObject({ done: 2, pending: 0 });
    const task = await store.takeObservation(now, { tokensPerBatch: 1, tokensPerDay: 9 });
    const source = task?.kind === "batch" ? task.activities.map(({ id }) => id) : [];
    const found = { type: "discovery", text: "the harbour needs a pier", importance: 5, sources: source } as const;
    const given = { state: "done", observations: [{ ...found, address: "x" }], dropped: 0 } as const;
    expect(await store.settleObservation(task!.id, now, given)).toBe(1);
    expect(await store.memories({})).toMatchObject([{ trust: "model" }]);
    expect(asked).toBe(3);
    await store.close();
  });

  it("do not wait for years after the clock was set back", async () => {
    const file = storeFile();
    const store = open(file);
    await store.append([prompt("Never push to main in this repository."), stop("ok"), prompt("ok then"), stop("ok")]);
    await store.session("s1");
    const db = openDriver(file);
    db.exec("UPDATE jobs SET state = 'running', lease_until = 400000000000 WHERE n = 1");
    db.exec("UPDATE jobs SET not_before = 400000000000 WHERE n = 2");
    db.close();
    while ((await store.processMemory(1_000)) > 0);
    expect((await store.memoryCounts()).jobs).toMatchObject({ pending: 0, running: 0, done: 2 });
    await store.close();
  });

  it("a model is asked again after the clock was set back 10 years, and the tokens of that later day do not count", async () => {
    const store = open();
    await store.append([prompt("build the harbour"), tool(1), stop("done")]);
    const later = end().at + 315_000_000_000;
    const limits = { tokensPerBatch: 4_000, tokensPerDay: 200_000 };
    await store.processMemory(later);
    const now = end().at;
    expect(await store.takeObservation(now, limits)).toMatchObject({ kind: "batch" });
    await store.settleObservation("s1:1", later, { state: "parked", until: later + 3_600_000, why: "429" });
    expect(await store.takeObservation(later, limits)).toBeUndefined();
    expect(await store.takeObservation(now, limits)).toMatchObject({ kind: "batch" });
    await store.settleObservation("s1:1", later, { state: "done", observations: [], dropped: 0, tokens: 200_000 });
    expect(await store.observerCounts(later)).toMatchObject({ tokens: 200_000 });
    expect(await store.observerCounts(now)).toMatchObject({ tokens: 0 });
    await store.close();
  });

  it("a batch that waits for the budget of its model is asked about again at once with --backlog", async () => {
    const store = open();
    await store.append([prompt("build the harbour"), tool(1), stop("done")]);
    const { at: now } = end();
    const limits = { tokensPerBatch: 4_000, tokensPerDay: 200_000 };
    await store.processMemory(now);
    expect(await store.takeObservation(now, limits)).toMatchObject({ kind: "batch" });
    await store.settleObservation("s1:1", now, { state: "parked", until: now + 3_600_000, why: "100 calls this hour" });
    await store.processMemory(now);
    expect(await store.takeObservation(now, limits)).toBeUndefined();
    await store.processMemory(now, true);
    expect(await store.takeObservation(now, limits)).toMatchObject({ kind: "batch" });
    await store.close();
  });

  it("survive kill -9 of a process that writes to them: each batch is observed once", {
    timeout: 120_000,
  }, async () => {
    const file = storeFile();
    const store = open(file);
    for (let n = 0; n < 60; n++)
      await store.append([prompt(`Always keep rule number${n} topic${n} subject${n}.`, `s${n}`), stop("ok", `s${n}`)]);
    await store.session("s1");
    await store.close();
    // A lock holder in another process is killed in the middle of its transaction.
    const script = `const D=require("libsql");const d=new D(${JSON.stringify(file)});d.exec("BEGIN IMMEDIATE");d.exec("UPDATE jobs SET state='done'");d.exec("DELETE FROM scopes");console.log("in");setInterval(()=>{},1000)`;
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    await new Promise((done) => child.stdout.once("data", done));
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
    const next = open(file);
    while ((await next.processMemory(5_000)) > 0);
    const rows = await next.memories({ limit: 1_000 });
    expect(rows).toHaveLength(60);
    expect(rows.every(({ count }) => count === 1)).toBe(true);
    await next.close();
  });
});

describe("replacement", () => {
  it("CP-12 a newer fact with the address replaces; one that is trusted less does not; an equal one only confirms", async () => {
    const store = open();
    const first = await store.addMemory(note("tests need redis 6", { address: "rule:test redis" }));
    expect(await store.addMemory(note("tests need redis 6", { address: "rule:test redis" }))).toMatchObject({
      id: first.id,
      count: 2,
    });
    const poor = await store.addMemory(note("tests need evil", { address: "rule:test redis", trust: "external" }));
    expect(await store.memory(first.id)).toMatchObject({ status: "active" });
    const second = await store.addMemory(note("tests need redis 7", { address: "rule:test redis" }));
    expect(await store.memory(first.id)).toMatchObject({ status: "superseded", supersededBy: second.id });
    expect(await store.memory(poor.id)).toMatchObject({ status: "superseded" });
    expect(await store.recall({ scope: "/repo", text: "which redis do tests need", limit: 9 })).toMatchObject([
      { text: "tests need redis 7" },
    ]);
    await store.close();
  });

  /** Other facts, so that words have weights as in a project. */
  async function project() {
    const store = open();
    for (let n = 0; n < 30; n++) await store.addMemory(note(`topic${n} of module${n} needs tool${n} in step${n}`));
    return store;
  }
  const [ONE, AGAIN] = ["the importer keeps its cursor in redis", "The importer keeps its cursors in Redis!"];
  const status = async (store: ReturnType<typeof open>, { id }: { id: string }) => (await store.memory(id))?.status;

  it("CP-12 without a common address a similar fact replaces only in the same file, type and trust, and not in its session", async () => {
    const store = await project();
    const facts: [string, Partial<NewMemory>, string][] = [
      ["other type", { type: "decision", file: "a.ts" }, "active"],
      ["less trust", { file: "a.ts", trust: "model" }, "active"],
      ["same session", { file: "a.ts", session: "s1" }, "active"],
      ["other file", { file: "b.ts" }, "active"],
      ["same file", { file: "a.ts" }, "superseded"],
    ];
    for (const [title, more, expected] of facts) {
      const first = await store.addMemory(note(ONE, { file: "a.ts", session: "s1" }));
      const later = await store.addMemory(note("in redis: the cursor of the importer", more));
      expect(await status(store, first), title).toBe(expected);
      if (expected === "superseded") expect(await store.memory(first.id)).toMatchObject({ supersededBy: later.id });
      for (const { id } of [first, later]) await store.forget({ id });
    }
    await store.close();
  });

  it("CP-12 what is similar and must not be replaced is marked for a person, and can be undone", async () => {
    const store = await project();
    const first = await store.addMemory(note(ONE));
    const later = await store.addMemory(note(AGAIN));
    expect(later).toMatchObject({ conflict: first.id });
    expect(await store.memories({ review: true })).toMatchObject([{ id: later.id }]);
    expect(await store.memoryCounts()).toMatchObject({ review: 1 });
    await store.changeMemory(first.id, { status: "superseded", supersededBy: later.id });
    expect(await store.memories({ review: true })).toEqual([]);
    await store.changeMemory(first.id, { status: "active" });
    expect(await store.memories({ review: true })).toHaveLength(1);
    expect((await store.memory(first.id))!.supersededBy).toBeUndefined();
    await store.close();
  });

  it("CP-12 a copy of a replaced fact goes with it, a fact about something else does not", async () => {
    const store = await project();
    const rule = { address: "rule:importer" };
    const first = await store.addMemory(note(ONE, rule));
    const copy = await store.addMemory(note(AGAIN));
    const other = await store.addMemory(note("the exporter keeps its cursor in postgres"));
    await store.addMemory(note("importer state is in a local file now", rule));
    expect([await status(store, first), await status(store, copy), await status(store, other)]).toEqual([
      "superseded",
      "superseded",
      "active",
    ]);
    await store.close();
  });

  it("a fact that is brought back replaces the one that replaced it, unless that is trusted more", async () => {
    const store = open();
    const address = "rule:test redis";
    const first = await store.addMemory(note("tests need redis 6", { address, trust: "model" }));
    const second = await store.addMemory(note("tests need redis 7", { address, trust: "model" }));
    await store.changeMemory(first.id, { status: "active" });
    expect([await status(store, first), await status(store, second)]).toEqual(["active", "superseded"]);
    const third = await store.addMemory(note("tests need redis 8", { address, trust: "user" }));
    await store.changeMemory(second.id, { status: "active" });
    expect([await status(store, first), await status(store, third)]).toEqual(["superseded", "active"]);
    await store.close();
  });

  it("CP-12 an error is found again among 300 other errors of its command, and a newer way out replaces the older", async () => {
    const store = open();
    const [command, line] = ["npm run build", "zygote cannot be linked with harbour"];
    const address = errorAddress(command, line);
    const lesson = { address, type: "gotcha", trust: "project" } as const;
    const { id } = await store.addMemory(note("Run the first one", lesson));
    // Digits do not count in an error.
    const name = (n: number) => n.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)]!);
    const others = Array.from({ length: 300 }, (_, n) => errorAddress(command, `a${name(n)}z b${name(n)}z`));
    for (const [n, other] of others.entries())
      await store.addMemory(note(`Run step${n}`, { ...lesson, address: other }));
    expect(await store.memoryCounts()).toMatchObject({ active: 301 });
    const given = async () =>
      (await store.injectable({ scope: "/repo", trust: "project", about: { kind: "failure", address } })).memories;
    expect((await given()).map(({ memory }) => memory.id)).toEqual([id]);
    const later = await store.addMemory(note("Run the second one", lesson));
    expect(await store.memory(id)).toMatchObject({ status: "superseded", supersededBy: later.id });
    expect((await given()).map(({ memory }) => memory.id)).toEqual([later.id]);
    await store.close();
  });

  it("500 replaced facts do not hide the one that a person wrote", async () => {
    const store = open();
    const address = "rule:deploy target";
    await store.addMemory(note("deploy target is harbour", { address }));
    for (let n = 0; n < 500; n++)
      await store.addMemory(note(`deploy target is evil${n}`, { address, trust: "external" }));
    const hits = await store.recall({ scope: "/repo", text: "what is the deploy target", limit: 2 });
    expect(hits.map(({ text }) => text)).toContain("deploy target is harbour");
    await store.close();
  });

  it(`${VERSIONS} facts for one address leave one, which recall finds`, { timeout: 3_600_000 }, async () => {
    const store = open();
    for (let n = 0; n < VERSIONS; n++) await store.addMemory(note(`limit is ${n}`, { address: "rule:limit" }));
    expect(await store.memoryCounts()).toMatchObject({ active: 1, superseded: VERSIONS - 1 });
    const [hit] = await store.recall({ scope: "/repo", text: `limit ${VERSIONS - 1}`, limit: 5 });
    expect(hit?.memory?.text).toBe(`limit is ${VERSIONS - 1}`);
    await store.close();
  });
});

describe("recall", () => {
  it("finds turns by their own words, those beside them and their session, and nothing of another scope", async () => {
    const store = open();
    await store.append([
      prompt("the login page is broken since the upgrade of express"),
      stop("The session cookie needs sameSite lax; I changed cookieOptions."),
      prompt("thanks, deploy it"),
      stop("Deployed to staging."),
      end(),
    ]);
    while ((await store.processMemory(9)) > 0);
    const [hit] = await store.recall({
      scope: "/repo",
      text: "why was the login broken after the express upgrade",
      limit: 5,
    });
    expect(hit).toMatchObject({ kind: "prompt", session: "s1" });
    expect(hit!.score).toBeGreaterThan(0.75);
    expect((await store.recall({ scope: "/repo", text: "cookie options", limit: 5 }))[0]).toMatchObject({
      kind: "response",
    });
    expect(await store.recall({ scope: "/other", text: "login express upgrade", limit: 5 })).toEqual([]);
    await store.close();
  });

  it("finds a session by its files and errors, after a rebuild too", async () => {
    const store = open();
    const failed = { tool_name: "Bash", tool_input: { command: "npm start" }, error: "libssl cannot be loaded" };
    await store.append([
      prompt("the harbour container dies"),
      sampleRecord({ event: "PostToolUseFailure", session: "s1", payload: failed }),
      stop("It needs another base image."),
      end(),
    ]);
    while ((await store.processMemory(9)) > 0);
    const ask = () => store.recall({ scope: "/repo", text: "libssl cannot be loaded", limit: 5 });
    expect(await ask()).toMatchObject([{ kind: "prompt", session: "s1" }]);
    await store.rebuildMemory();
    expect(await ask()).toMatchObject([{ kind: "prompt", session: "s1" }]);
    await store.close();
  });

  it("finds a new word at once, also if it was asked for before", async () => {
    const store = open();
    for (let n = 0; n < 40; n++) await store.addMemory(note(`topic${n} of module${n} needs tool${n}`));
    const ask = () => store.recall({ scope: "/repo", text: "lighthouse keeper", limit: 1 });
    expect(await ask()).toEqual([]);
    await store.addMemory(note("the lighthouse keeper has the key"));
    expect(await ask()).toHaveLength(1);
    await store.close();
  });

  it("a prompt counts as the user's unless an agent wrote it; a response never", async () => {
    const store = open();
    await store.append([
      prompt("repair the lighthouse lamp of harbour alpha"),
      stop("the lighthouse lamp of harbour alpha shines again"),
      sampleRecord({
        event: "SubagentStart",
        session: "child",
        payload: { parent_session_id: "s1", agent_id: "child" },
      }),
      prompt("paint the lighthouse lamp of harbour alpha", "child"),
      stop("ok", "child"),
    ]);
    while ((await store.processMemory(9)) > 0);
    const hits = await store.recall({ scope: "/repo", text: "lighthouse lamp of harbour alpha", limit: 9 });
    const trusts = Object.fromEntries(hits.map(({ text, trust }) => [text.split(" ")[0], trust]));
    expect(trusts).toEqual({ repair: "user", the: "model", paint: "model" });
    await store.close();
  });

  it.each([
    ["stop words only", "what is it that you have to do"],
    ["full text syntax", 'NEAR("a" b) OR text: * -x ^y {z} AND NOT "'],
    ["a quote", '"""'],
    ["10,000 characters", "redis connection refused ".repeat(400)],
    ["one word many times", "redis ".repeat(5_000)],
    ["Chinese", "为什么测试失败"],
    ["Thai", "ทำไมการทดสอบล้มเหลว"],
    ["emoji and control characters", "🚀\0\u202e\ud800 \x1b[2J"],
    ["nothing", ""],
  ])("takes a question of %s as words", async (_, text) => {
    const store = open();
    await store.addMemory(note("redis connection refused: start docker compose first"));
    await store.addMemory(note("测试失败是因为数据库没有启动"));
    const hits = await store.recall({ scope: "/repo", text, limit: 5 });
    for (const { score } of hits) expect(score >= 0 && score <= 1).toBe(true);
    if (text.includes("测试失败")) expect(hits[0]!.text).toContain("数据库");
    await store.close();
  });

  it("names of its own tables and scopes in a question are words, and lead to nothing of another scope", async () => {
    const store = open();
    await store.addMemory(note("the harbour crane needs oil"));
    await store.addMemory(note("zs0 is the name of the zip stream", { scope: "/other" }));
    await store.addMemory(note("the lighthouse keeper has the key", { scope: "/third" }));
    for (const text of [
      "zs0",
      "zs0 zs1 zs2",
      "recall_2 lighthouse",
      "session_docs_2 : zip",
      "scope:2 zip stream",
      "/other",
      "text : lighthouse OR rowid > 0",
      "recall_words_2 keeper",
    ])
      for (const scope of ["/repo", "2", "recall_2"])
        expect(await store.recall({ scope, text, limit: 50 }), `${scope} ${text}`).toEqual([]);
    expect(await store.recall({ scope: "/other", text: "zs0", limit: 50 })).toMatchObject([
      { text: "zs0 is the name of the zip stream" },
    ]);
    await store.close();
  });

  it("still answers after its tables were dropped and rebuilt", async () => {
    const file = storeFile();
    const store = open(file);
    await store.append([prompt("the harbour crane is rusty"), stop("Painted it."), end()]);
    await store.addMemory(note("the harbour crane needs oil"));
    while ((await store.processMemory(9)) > 0);
    const ask = () => store.recall({ scope: "/repo", text: "harbour crane", limit: 9 });
    const before = await ask();
    expect(before.length).toBeGreaterThan(1);
    expect(await store.rebuildMemory()).toBeGreaterThan(1);
    expect(await ask()).toEqual(before);
    await store.close();
  });
});

it("a store of the first version is upgraded in place and remembers from then on", async () => {
  const file = storeFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const old = openDriver(file);
  old.exec(readFileSync(new URL("../store/version-1.sql", import.meta.url), "utf8"));
  old.close();
  const store = open(file);
  expect(await store.memories({})).toEqual([]);
  expect((await store.events({})).rows).toHaveLength(4);
  await store.append([prompt("Always water the plants in this repository.", "s9"), stop("ok", "s9")]);
  while ((await store.processMemory(9)) > 0);
  expect(await store.memories({})).toMatchObject([{ text: "Always water the plants in this repository." }]);
  await store.close();
});

it("a line of 600,000 characters, lone surrogates and the fence in a fact are stored and searched as text", async () => {
  const store = open();
  await store.addMemory(note(`--- end of context --- \ud800 ${"z".repeat(600_000)} lighthouse keeper`));
  expect(await store.memories({})).toHaveLength(1);
  await store.close();
});
