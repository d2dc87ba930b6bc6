/**
 * `kill -9` of the runner, of the agent and of the daemon at random moments: the status is true, nothing is left running, and
 * `resume` goes on without a step twice. `SNAPHOOK_KILL_ROUNDS` sets the number of rounds.
 */
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stopDaemon } from "../../src/client/daemon-control.js";
import { holderOf } from "../../src/client/daemon-lock.js";
import { daemonPlace } from "../../src/runtime/platform/daemon-paths.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { isAlive } from "../../src/runtime/platform/process-alive.js";
import { APPROVES, PING_PONG, ThreadPlace } from "../support/thread-place.js";

const ROUNDS = Number(process.env["SNAPHOOK_KILL_ROUNDS"] ?? 20);
const POLL = { timeout: 60_000 };
/** Longer than a step and what comes between two of them. */
const JITTER_MS = 300;
const BOTH = ["coder", "reviewer", "hook:transition", "coder", "reviewer"];

/** Each step takes a while; one transition inserts an agent. */
function slowPlace(): ThreadPlace {
  const place = new ThreadPlace();
  const { agents, templates } = PING_PONG;
  const answer = JSON.stringify({ insertAgent: true, prompt: "LOOK at it" });
  const onTransition = {
    command: `grep -q '"currentStepIndex":2,' && printf '%s' '${answer}' || printf '{"insertAgent":false}'`,
  };
  place.template({ agents, templates: { "ping-pong": { ...templates["ping-pong"], hooks: { onTransition } } } });
  place.play([{ when: "LOOK", say: "looked" }, ...APPROVES].map((step) => ({ ...step, run: "sleep 0.1" })));
  return place;
}

async function expectEverythingOnce(place: ThreadPlace): Promise<void> {
  const thread = await place.last();
  expect(thread).toMatchObject({ status: "completed", stopReason: "converged" });
  expect(thread.steps.map(({ agentSlotId }) => agentSlotId)).toEqual(BOTH);
  expect(thread.steps.map(({ output }) => output)).toEqual([
    "first draft",
    "please fix it",
    "looked",
    "second draft",
    "fine [APPROVED]",
  ]);
  // The program notes a turn after it has printed its result, so a kill may lose a note but never add one.
  expect(place.done.length).toBeLessThanOrEqual(BOTH.length);
  const [coder, , , again] = thread.steps;
  expect(again!.sessionId).toBe(coder!.sessionId);
}

async function expectNothingLeft(place: ThreadPlace): Promise<void> {
  await expect.poll(() => place.calls.filter(({ pid }) => isAlive(pid)), POLL).toEqual([]);
}

/** Until it is over; each start may be killed again. */
async function resumeToTheEnd(place: ThreadPlace, id: string): Promise<void> {
  const ran = await place.thread(["resume", id]);
  expect(ran.code, ran.stderr).toBe(0);
}

describe("kill -9", () => {
  it(`of the runner, ${ROUNDS} times`, { timeout: ROUNDS * 60_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const place = slowPlace();
      const child = place.begin(["run", "ping-pong", "x"]);
      const begun = round % (BOTH.length + 1);
      await expect.poll(() => place.has(join(place.state, "threads")), POLL).toBe(true);
      await expect.poll(() => place.calls.length >= begun, { ...POLL, interval: 5 }).toBe(true);
      await new Promise((done) => setTimeout(done, (round / ROUNDS) * JITTER_MS));
      const isOver = child.exitCode !== null;
      child.kill("SIGKILL");
      if (!isOver) await new Promise((done) => child.once("exit", done));
      await expectNothingLeft(place);
      const list = await place.json<{ id: string; status: string }[]>(["thread", "list"]);
      const [newest] = list;
      // Killed before its record was written, there is no thread.
      if (newest === undefined) continue;
      expect(["interrupted", "completed"]).toContain(newest.status);
      if (newest.status === "interrupted") await resumeToTheEnd(place, newest.id);
      await expectEverythingOnce(place);
    }
  });

  it(`of the agent, ${ROUNDS} times`, { timeout: ROUNDS * 60_000 }, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const place = slowPlace();
      const child = place.begin(["run", "ping-pong", "x"]);
      const victim = (round % BOTH.length) + 1;
      await expect.poll(() => place.calls.length >= victim, { ...POLL, interval: 5 }).toBe(true);
      await new Promise((done) => setTimeout(done, (round * 7) % 120));
      const { pid } = place.calls[victim - 1]!;
      if (isAlive(pid)) process.kill(pid, "SIGKILL");
      if (child.exitCode === null) await new Promise((done) => child.once("exit", done));
      await expectNothingLeft(place);
      const { id, status, error } = await place.last();
      expect(["failed", "completed"]).toContain(status);
      if (status === "failed") {
        expect(error).toContain("was ended by SIGKILL");
        await resumeToTheEnd(place, id);
      }
      await expectEverythingOnce(place);
    }
  });

  it("of the daemon: the thread goes on to its end", async () => {
    const place = slowPlace();
    onTestFinished(async () => void (await stopDaemon(findPlaces(place.env))));
    const env = { SNAPHOOK_DAEMON: "" };
    expect((await place.run(["up", "--detach"], { env })).code).toBe(0);
    const daemon = holderOf(daemonPlace({ state: place.state }))!;
    const child = place.begin(["run", "ping-pong", "x"]);
    await expect.poll(() => place.calls.length, POLL).toBe(2);
    process.kill(daemon, "SIGKILL");
    expect(await new Promise((done) => child.once("exit", done))).toBe(0);
    await expectEverythingOnce(place);
  });
});
