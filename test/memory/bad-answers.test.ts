/** What servers of models answer, and what becomes of the batch: nothing is lost, and nothing wrong is stored. */

import type { ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { capture, recover } from "../../src/capture/index.js";
import { OBSERVER_LIMITS } from "../../src/core/records/observer.js";
import { observeNext } from "../../src/daemon/memory/model-observer.js";
import { BudgetKeeper } from "../../src/models/budget.js";
import { USUAL_BUDGET } from "../../src/models/settings.js";
import { budgetState, openModels } from "../../src/runtime/models/open-models.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { EmbeddedStore } from "../../src/store/embedded-store.js";
import { sampleRecord } from "../../src/testing/store-samples.js";
import { storeFile } from "../store/open-store.js";
import { MemoryPlace } from "../support/memory-place.js";
import { type Answer, chat, json, ModelServer } from "../support/model-server.js";
import { selfSigned } from "../support/self-signed.js";
import { VirtualClock } from "../support/virtual-clock.js";

const FACT = "The reports need joins over all tables, so the database is Postgres and not a document store.";
const fact = (over: object = {}) => ({ type: "decision", text: FACT, importance: 7, file: "", from: ["a1"], ...over });
const answer = (...observations: unknown[]) => JSON.stringify({ label: "debugging", observations });
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    json(response, code, { error: { message: "no" } }, headers);

/** A finished batch, and one question to a server that answers like this. */
async function observe(given: Answer) {
  const server = await ModelServer.start(given);
  const batch = await finishedBatch(server.settings());
  await batch.ask();
  const facts = await batch.store.memories({});
  const counts = await batch.store.observerCounts(batch.now);
  // What the server or the retry asks to wait for is over.
  const again = await batch.store.takeObservation(batch.now + 3 * 3_600_000, OBSERVER_LIMITS);
  await batch.store.close();
  return { asked: server.asked.length, facts, counts, logged: batch.logged.join(), again };
}

async function finishedBatch(settings: object) {
  const place = new MemoryPlace();
  place.writeUser("models.json", settings);
  const world = {
    isOn: () => true,
    placeOf: () => ({
      scope: "/repo",
      inside: () => undefined,
      foreign: () => new Set<string>(),
      risky: () => new Set<string>(),
      cite: () => undefined,
    }),
  };
  const { store } = EmbeddedStore.open({ file: storeFile(), capture, recover, memory: world });
  const bash = { tool_name: "Bash", tool_input: { command: "make" }, tool_use_id: "t1" };
  const record = (event: string, payload: Record<string, string | object>) =>
    sampleRecord({ event, session: "s1", payload: payload as Record<string, string> });
  const stop = record("Stop", { last_assistant_message: FACT });
  const first = [record("UserPromptSubmit", { prompt: "Which database?" }), record("PostToolUse", bash)];
  await store!.append([...first, { ...stop, at: stop.at + 2 }]);
  const now = stop.at + 1_000;
  while ((await store!.processMemory(now)) > 0);
  const logged: string[] = [];
  const models = () => openModels({ places: findPlaces(place.env), environment: place.env });
  const log = (text: string) => logged.push(text);
  const clock = new VirtualClock();
  const ask = (at = now) =>
    observeNext({ store: store!, models, now: () => at, clock, log }, new AbortController().signal);
  const tokensOfBudget = async () =>
    (await new BudgetKeeper(budgetState(findPlaces(place.env)), USUAL_BUDGET, Date.now).spent()).tokens;
  return { store: store!, now, logged, clock, ask, tokensOfBudget };
}

describe("a model that observes", () => {
  it.each<[string, Answer]>([
    ["401", status(401)],
    ["404", status(404)],
    ["429 without a date", status(429)],
    ["429 with a wrong date", status(429, { "retry-after": "soon" })],
    ["500", status(500)],
    ["529", status(529)],
    ["a redirect", status(307, { location: "http://127.0.0.1:9/" })],
    ["a connection that is cut", (response) => void response.socket!.destroy()],
    [
      "a body that is cut",
      (response) =>
        void response.writeHead(200, { "content-length": "900" }).write('{"cho', () => response.socket!.destroy()),
    ],
    ["nothing in it", ""],
    ["prose", "It went well."],
    ["a refusal", "I'm sorry, but I can't help with that request."],
    ["observations of the wrong type", '{"label": "debugging", "observations": "none"}'],
    ["5 MB", `{"observations": [${"1,".repeat(2_500_000)}1]}`],
    ["cut JSON", '{"observations": [{"type": "decision", "text"'],
  ])("CP-11 asks again later after %s, says why, and stores nothing", async (_what, given) => {
    const { asked, facts, counts, logged, again } = await observe(given);
    expect(asked).toBe(1);
    expect(facts).toEqual([]);
    expect(counts).toMatchObject({ waiting: 1, done: 0, failed: 0 });
    expect(logged).toContain("a batch was not observed: ");
    expect(again).toMatchObject({ kind: "batch", id: "s1:1" });
  });

  it.each<[string, string]>([
    ["twice", `${answer(fact())}\n${answer(fact())}`],
    ["with a fact twice", answer(fact(), fact())],
    ["with numbers as text", answer(fact({ importance: "7" }))],
    ["in a code fence with prose", `Sure.\n\`\`\`json\n${answer(fact())}\n\`\`\``],
    [
      "with facts of the wrong type",
      answer(5, null, "x", [], { type: 1 }, fact({ text: 9 }), fact({ from: "a1" })).replace(
        "]}",
        `,${JSON.stringify(fact())}]}`,
      ),
    ],
    [
      "with an unknown type and label",
      answer(fact(), fact({ type: "rumour", text: `${FACT} Two.` })).replace("debugging", "party"),
    ],
  ])("CP-11 an answer %s gives one fact, or none that is wrong", async (_what, given) => {
    const { facts, counts } = await observe(given);
    expect(facts.map(({ text }) => text).filter((text) => text !== FACT)).toEqual([]);
    expect(facts.length).toBeLessThanOrEqual(1);
    expect(counts).toMatchObject({ done: 1, waiting: 0, failed: 0 });
  });

  it("CP-11 a fact in another language is stored as it is", async () => {
    const text = "レポートには結合が必要なので、データベースは Postgres です。ドキュメントストアではありません。";
    expect((await observe(answer(fact({ text })))).facts).toMatchObject([{ text, trust: "model" }]);
  });

  it("CP-11 a server whose certificate is not trusted gets nothing, and no tokens are counted", async () => {
    let requests = 0;
    const server = createTlsServer(selfSigned("127.0.0.1"), () => requests++);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    await expectFree(url, "the certificate of 127.0.0.1:");
    expect(requests).toBe(0);
  });

  it("CP-11 a server that is not running costs no tokens", async () => {
    await expectFree("http://127.0.0.1:1/v1", "127.0.0.1:1 did not answer (ECONNREFUSED)");
  });

  async function expectFree(url: string, said: string) {
    const models = { small: { kind: "openai", url, model: "tiny" } };
    const { store, now, logged, ask, tokensOfBudget } = await finishedBatch({ models, use: { observe: "small" } });
    await ask();
    expect(logged.join()).toContain(said);
    expect(await store.observerCounts(now)).toMatchObject({ waiting: 1, done: 0, failed: 0, tokens: 0 });
    expect(await tokensOfBudget()).toBe(0);
    await store.close();
  }

  it("CP-11 a server that loads its model for 60 seconds is waited for", async () => {
    const held: ServerResponse[] = [];
    const server = await ModelServer.start((response) => void held.push(response));
    const { store, now, clock, ask } = await finishedBatch(server.settings());
    const asking = ask();
    await expect.poll(() => held.length).toBe(1);
    await clock.advance(61_000);
    expect(await store.takeObservation(now + 61_000, OBSERVER_LIMITS)).toBeUndefined(); // the lease
    chat(held[0]!, answer(fact()));
    await asking;
    expect(await store.memories({})).toMatchObject([{ text: FACT }]);
    expect(await store.observerCounts(now)).toMatchObject({ done: 1, waiting: 0 });
    await store.close();
  });

  it("CP-11 a server that does not answer for two minutes is left, and asked again later", async () => {
    let loads = true;
    const server = await ModelServer.start((response) => {
      if (!loads) chat(response, answer(fact()));
    });
    const { store, now, logged, clock, ask } = await finishedBatch(server.settings());
    const asking = ask();
    await expect.poll(() => server.asked.length).toBe(1);
    await clock.advance(119_999);
    expect(server.open.size).toBe(1);
    await clock.advance(1);
    await asking;
    await expect.poll(() => server.open.size).toBe(0);
    expect(logged).toEqual(["a batch was not observed: no answer within 120 seconds"]);
    expect(await store.observerCounts(now)).toMatchObject({ waiting: 1, tokens: OBSERVER_LIMITS.tokensPerBatch });
    loads = false;
    await ask(now + 59_999);
    expect(server.asked).toHaveLength(1);
    await ask(now + 60_000);
    expect(await store.observerCounts(now)).toMatchObject({ waiting: 0, done: 1 });
    expect(await store.memories({})).toHaveLength(1);
    await store.close();
  });
});
