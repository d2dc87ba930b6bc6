/**
 * kill -9 of the daemon in the middle of memory jobs and of a question to a model. `SNAPHOOK_KILL_ROUNDS=100` for more than the few
 * of every run. Five minutes pass by a change of the leases in the file, while no daemon runs.
 */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { storeFile } from "../../src/client/store-file.js";
import { openDriver } from "../../src/store/open-driver.js";
import { MemoryPlace, PATIENT } from "../support/memory-place.js";
import { chat, json, ModelServer } from "../support/model-server.js";

const ROUNDS = Number(process.env["SNAPHOOK_KILL_ROUNDS"] ?? 3);
const BATCHES = 60;
/** From the first job to the last one of a round, and a little more. */
const LONGEST_MS = 600;

/** Facts in the store, with how often each was found. */
function facts(place: MemoryPlace): { text: string; count: number }[] {
  const db = openDriver(storeFile(place));
  try {
    const rows = db.prepare("SELECT body ->> '$.text' AS text, body ->> '$.count' AS count FROM memories").all();
    return rows.map(({ text, count }) => ({ text: String(text), count: Number(count) }));
  } finally {
    db.close();
  }
}

/** Sessions in which one command each fails, and works with another argument. */
async function post(place: MemoryPlace, round: number): Promise<void> {
  const base = { agent: "claude-code", cwd: place.project };
  const body = Array.from({ length: BATCHES }, (_, n) => {
    const [session, id] = [`s${round}-${n}`, `r${round}b${n}`];
    const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });
    const error = `fatal: subject${id} has no topic${id}`;
    const events: [event: string, payload: object][] = [
      ["UserPromptSubmit", { prompt: "publish it" }],
      ["PostToolUseFailure", { ...bash(`tool${id} push`), error }],
      ["PostToolUse", { ...bash(`tool${id} push --topic number${id}`), tool_response: { stdout: "ok" } }],
      ["Stop", { last_assistant_message: "ok" }],
      ["SessionEnd", { reason: "exit" }],
    ];
    return events.map(([event, payload], at) => ({ ...base, id: `${id}-${at}`, session, event, payload }));
  }).flat();
  const reply = await place.ask({ method: "POST", path: "/v1/events", body: body as never });
  expect(reply.kind, JSON.stringify(reply)).toBe("ok");
}

it(
  `${ROUNDS} times kill -9 during memory jobs: each job is done once after its lease, nothing is lost or doubled`,
  async () => {
    const place = new MemoryPlace();
    await place.begin();
    let interrupted = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await post(place, round);
      await wait(Math.random() * LONGEST_MS); // any moment; every one must do
      await place.kill();
      interrupted += place.endWaits();
      await place.up();
    }
    await place.settled();
    const found = facts(place);
    expect(found.filter(({ count }) => count !== 1)).toEqual([]);
    expect(new Set(found.map(({ text }) => text)).size).toBe(found.length);
    expect(found).toHaveLength(ROUNDS * BATCHES);
    const { all } = await place.json<{ all: { jobs: Record<string, number> } }>(["memory"]);
    expect(all.jobs).toMatchObject({ pending: 0, running: 0, failed: 0, skipped: 0, done: 2 * ROUNDS * BATCHES });
    process.stdout.write(`${interrupted} jobs were in the middle in ${ROUNDS} rounds\n`);
  },
  120_000 + ROUNDS * 20_000,
);

it("CP-11 kill -9, twice, while a model is asked: the batch is asked about again after its lease, and observed once", async () => {
  let hangs = true;
  const text = "The reports need joins over all tables, so the database is Postgres and not a document store.";
  const answer = { type: "decision", text, importance: 7, file: "", from: ["a1"] };
  const server = await ModelServer.start((response) => {
    if (!hangs) chat(response, JSON.stringify({ label: "debugging", observations: [answer] }));
  });
  const place = new MemoryPlace();
  place.writeUser("models.json", server.settings({}, { budget: { callsPerHour: 10_000 } }));
  await place.begin({ ...PATIENT, observe: "model" });
  const session = place.session("s1");
  await session.prompt("Which database do we take?");
  await session.bash("npm run build");
  await session.stop(text);
  await session.end();
  const observed = async () =>
    (await place.json<{ observed: { done: number; waiting: number; failed: number } }>(["memory"])).observed;
  const kills = 2; // three tries are the limit of a batch
  for (let asked = 1; asked <= kills; asked++) {
    await expect.poll(() => server.asked.length).toBe(asked);
    await place.kill();
    hangs = asked < kills;
    place.endWaits();
    await place.up();
    await session.prompt("And the cache?"); // a machine in use: an idle one asks nothing
  }
  await expect.poll(async () => (await observed()).done).toBeGreaterThan(0);
  expect(facts(place).filter((one) => one.text === text)).toEqual([{ text, count: 1 }]);
  expect(await observed()).toMatchObject({ failed: 0 });
  expect(server.asked).toHaveLength(kills + 1);
}, 120_000);

it("CP-11 200 batches while the model answers 429, then kill -9, then answers: never more requests than the budget, each batch observed once", async () => {
  const [batches, calls] = [200, 60];
  const answered: string[] = [];
  let isBusy = true;
  const server = await ModelServer.start((response, { text }) => {
    if (isBusy && server.asked.length === 1)
      return json(response, 429, { error: { message: "slow down" } }, { "retry-after": "1" });
    if (isBusy) return; // until the daemon is killed
    const [, name] = /subject (\w+)/.exec(text)!;
    answered.push(name!);
    const fact = `The reports of ${name} need joins over all tables, so the database of ${name} is Postgres.`;
    const one = { type: "decision", text: fact, importance: 7, file: "", from: ["a1"] };
    chat(response, JSON.stringify({ label: "debugging", observations: [one] }));
  });
  const place = new MemoryPlace();
  const budget = (callsPerHour: number) =>
    place.writeUser("models.json", server.settings({}, { budget: { callsPerHour, projectCallsPerDay: 10_000 } }));
  budget(calls);
  await place.begin({ ...PATIENT, observe: "model" });
  const base = { agent: "claude-code", cwd: place.project };
  const body = Array.from({ length: batches }, (_, n) => {
    const [session, id] = [`s${n}`, `b${n}`];
    const call = { tool_name: "Bash", tool_input: { command: "npm run build" }, tool_use_id: id };
    return [
      { ...base, id: `${id}-1`, session, event: "UserPromptSubmit", payload: { prompt: `look at the subject x${n}y` } },
      { ...base, id: `${id}-2`, session, event: "PostToolUse", payload: call },
      { ...base, id: `${id}-3`, session, event: "Stop", payload: { last_assistant_message: "ok" } },
    ];
  }).flat();
  const reply = await place.ask({ method: "POST", path: "/v1/events", body: body as never });
  expect(reply.kind, JSON.stringify(reply)).toBe("ok");
  const observed = async () =>
    (await place.json<{ observed: { done: number; waiting: number; failed: number } }>(["memory"])).observed;
  const patient = { timeout: 120_000, interval: 500 };
  await expect.poll(() => server.asked.length, patient).toBe(2);
  await place.kill();
  place.endWaits();
  isBusy = false;
  await place.up();
  const session = place.session("s-busy");
  await session.prompt("And now?"); // a machine in use: an idle one asks nothing
  await expect.poll(() => server.asked.length, patient).toBe(calls);
  // Hooks get their answers meanwhile, and what waits for the budget is kept.
  await session.prompt("And now?");
  await expect.poll(async () => (await observed()).done, patient).toBe(answered.length);
  expect(server.asked).toHaveLength(calls);
  budget(10_000);
  await place.run(["memory", "process", "--backlog"]);
  await session.prompt("And now?");
  await expect.poll(async () => (await observed()).done, patient).toBe(batches);
  expect(answered).toHaveLength(batches);
  expect(new Set(answered).size).toBe(batches);
  const found = facts(place).filter(({ text }) => text.includes("Postgres"));
  expect(found.map(({ count }) => count)).toEqual(found.map(() => 1));
  expect(found).toHaveLength(batches);
  expect(await observed()).toMatchObject({ failed: 0 });
}, 600_000);
