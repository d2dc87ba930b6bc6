/**
 * `kill -9` of the runner, of an agent or hook, and of the daemon, in each phase of a thread: the status is true, nothing is left
 * running, and `resume` does no step twice. `SNAPHOOK_THREAD_KILLS` sets the number of rounds (`npm run test:threads`: 500).
 */
import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { ask, stopDaemon } from "../../src/client/daemon-control.js";
import { holderOf } from "../../src/client/daemon-lock.js";
import { daemonPlace } from "../../src/runtime/platform/daemon-paths.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { isAlive } from "../../src/runtime/platform/process-alive.js";
import type { Thread } from "../../src/threads/types.js";
import { PROGRAM } from "../support/program.js";
import { APPROVES, PING_PONG, ThreadPlace } from "../support/thread-place.js";

const PHASES = ["onStart", "turn", "record", "transition", "onTransition", "hook turn", "onEnd"] as const;
type Phase = (typeof PHASES)[number];

const ROUNDS = Math.ceil(Number(process.env["SNAPHOOK_THREAD_KILLS"] ?? 21) / 3);
const TIMEOUT = { timeout: ROUNDS * 120_000 };
const POLL = { interval: 5 };
const SELDOM = { interval: 200 };
const LINGER_MS = 60;
const INSERTED = 2;
const STEPS = ["coder", "reviewer", "hook:transition", "coder", "reviewer"];
const OUTPUTS = ["first draft", "please fix it", "looked", "second draft", "fine [APPROVED]"];

/** Every hook and every turn takes a while; the second transition inserts an agent. */
class SlowPlace extends ThreadPlace {
  readonly #hasDaemon: boolean;

  constructor(hasDaemon = false) {
    super();
    this.#hasDaemon = hasDaemon;
    const { agents, templates } = PING_PONG;
    const hooks = {
      onStart: this.#hook("onStart"),
      onTransition: this.#hook("onTransition"),
      onEnd: this.#hook("onEnd"),
    };
    this.template({ agents, templates: { "ping-pong": { ...templates["ping-pong"], hooks } } });
    // The environment of a daemon is bare.
    const program = join(this.root, "bin/claude");
    this.writeUser("threads/profiles.json", { profiles: { "claude-code": { agent: "claude-code", program } } });
    const own = `export SCRIPT_FOLDER='${this.script}'; echo $$ >> '${this.script}/pids'; exec`;
    this.write(program, this.read(program).replace("exec", own));
    const left = `sleep 300 & echo $! >> '${this.script}/pids'`;
    const run = hasDaemon ? `${this.#guarded()}; ${left}; sleep 0.05` : `${left}; sleep 0.1`;
    this.play([{ when: "LOOK", say: "looked" }, ...APPROVES].map((step) => ({ ...step, run, linger: LINGER_MS })));
  }

  /** A call of the agent that its hooks judge. */
  #guarded(): string {
    const call = { session_id: "s1", cwd: this.project, tool_name: "Bash", tool_input: { command: "true" } };
    const payload = this.write(join(this.script, "call.json"), call);
    return `'${process.execPath}' '${PROGRAM}' hook claude-code PreToolUse < '${payload}'`;
  }

  #hook(phase: string) {
    const answer = JSON.stringify({ insertAgent: true, prompt: "LOOK at it" });
    const noted = `echo $$ >> '${this.script}/pids'; echo $$ >> '${this.script}/${phase}'; sleep 0.1`;
    return {
      command: `${noted}; grep -q '"phase":"transition","currentStepIndex":${INSERTED},' && printf '%s' '${answer}' || true`,
    };
  }

  override get env(): Record<string, string> {
    const { SNAPHOOK_DAEMON: off, ...env } = super.env;
    return this.#hasDaemon ? env : { ...env, SNAPHOOK_DAEMON: off! };
  }

  /** All that a thread started here. */
  get pids(): readonly number[] {
    return this.#numbers("pids");
  }

  hookPids(phase: string): readonly number[] {
    return this.#numbers(phase);
  }

  #numbers(name: string): number[] {
    return this.read(join(this.script, name)).split("\n").filter(Boolean).map(Number);
  }
}

/** PID of the hook or agent that runs in the phase, once it has come; later rounds take later occurrences. */
async function reached(place: SlowPlace, phase: Phase, round: number): Promise<number | undefined> {
  const until = (test: () => boolean) => expect.poll(test, POLL).toBe(true);
  const nth = (count: number) => round % count;
  switch (phase) {
    case "onStart":
    case "onEnd":
      await until(() => place.hookPids(phase).length > 0);
      return place.hookPids(phase)[0];
    case "onTransition": {
      // Killed, the second one would insert no agent.
      const index = nth(2) * 2;
      await until(() => place.hookPids(phase).length > index);
      return place.hookPids(phase)[index];
    }
    case "turn": {
      const index = nth(STEPS.length);
      await until(() => place.calls.length > index);
      return place.calls[index]!.pid;
    }
    case "hook turn":
      await until(() => place.calls.some(({ prompt }) => prompt.startsWith("LOOK")));
      return place.calls.find(({ prompt }) => prompt.startsWith("LOOK"))!.pid;
    case "record": {
      const index = nth(STEPS.length);
      await until(() => place.done.length > index);
      return place.calls[index]!.pid;
    }
    case "transition":
      await atTransition(place, nth(STEPS.length - 1));
      return undefined;
  }
}

/** The record shows that a transition is to be chosen. */
async function atTransition(place: SlowPlace, index: number): Promise<void> {
  const folder = join(place.state, "threads");
  const seen = new Set<number>();
  for (; ; await wait(1)) {
    const [id] = place.has(folder) ? readdirSync(folder) : [];
    const { position, steps = [] } = (id === undefined ? undefined : parsed(join(folder, id, "thread.json"))) ?? {};
    if (position?.at === "choose") seen.add(steps.length);
    // One may be missed: the next one will do.
    if (seen.size > index || steps.length >= STEPS.length) return;
  }
}

function parsed(file: string): Thread | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Thread;
  } catch {
    return undefined; // replaced right now
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It was over.
  }
}

const pause = (round: number, atMost: number) => new Promise((done) => setTimeout(done, (round * 37) % atMost));

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once("exit", done));
  return child.exitCode;
}

async function expectNothingLeft(place: SlowPlace): Promise<void> {
  await expect.poll(() => place.pids.filter(isAlive), POLL).toEqual([]);
}

/** `without`: the hook that inserts an agent was killed. */
async function expectEverythingOnce(place: SlowPlace, without?: "hook:transition"): Promise<void> {
  const thread = await place.last();
  const expected = STEPS.map((slot, i) => ({ slot, output: OUTPUTS[i] })).filter(({ slot }) => slot !== without);
  expect(thread).toMatchObject({ status: "completed", stopReason: "converged" });
  expect(thread.steps.map(({ agentSlotId, output }) => ({ slot: agentSlotId, output }))).toEqual(expected);
  // The program notes a turn after it has printed its result, so a kill may lose a note but never add one.
  expect(place.done.length).toBeLessThanOrEqual(STEPS.length);
  const [coder, reviewer, coderAgain, reviewerAgain] = thread.steps.filter(({ agentSlotId }) => !/:/.test(agentSlotId));
  expect([coderAgain!.sessionId, reviewerAgain!.sessionId]).toEqual([coder!.sessionId, reviewer!.sessionId]);
  expect(thread.turn).toBeUndefined();
}

async function resumeToTheEnd(place: SlowPlace, id: string): Promise<void> {
  const ran = await place.thread(["resume", id]);
  expect(ran.code, ran.stderr).toBe(0);
}

/** The rounds of one victim, spread over the phases. */
function rounds(act: (phase: Phase, round: number) => Promise<void>): () => Promise<void> {
  return async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const phase = PHASES[round % PHASES.length]!;
      await act(phase, Math.floor(round / PHASES.length)).catch((error: unknown) => {
        throw new Error(`round ${round}, ${phase}`, { cause: error });
      });
    }
  };
}

describe("kill -9 in each phase", () => {
  it(
    `of the runner, ${ROUNDS} times`,
    TIMEOUT,
    rounds(async (phase, round) => {
      const place = new SlowPlace();
      const child = place.begin(["run", "ping-pong", "x"]);
      await reached(place, phase, round);
      await pause(round, phase === "transition" ? 8 : 120);
      child.kill("SIGKILL");
      await ended(child);
      await expectNothingLeft(place);
      const [newest] = await place.json<{ id: string; status: string }[]>(["thread", "list"]);
      expect(["interrupted", "completed"]).toContain(newest!.status);
      expect(newest!.status === "completed").toBe(child.exitCode === 0);
      if (newest!.status === "interrupted") await resumeToTheEnd(place, newest!.id);
      await expectNothingLeft(place);
      await expectEverythingOnce(place);
    }),
  );

  it(
    `of the agent or hook that runs, ${ROUNDS} times`,
    TIMEOUT,
    rounds(async (phase, round) => {
      const place = new SlowPlace();
      const child = place.begin(["run", "ping-pong", "x"]);
      const running = await reached(place, phase, round);
      await pause(round, LINGER_MS);
      // After a transition: its hook, or the program that starts, before it has a session.
      const pid = running ?? place.pids.at(-1)!;
      kill(pid);
      const mayInsert = place.hookPids("onTransition").indexOf(pid) === 1;
      const code = await ended(child);
      await expectNothingLeft(place);
      const { id, status, error, hookLines } = await place.last();
      expect(status).toBe(code === 0 ? "completed" : "failed");
      if (status === "failed") {
        expect(error).toContain("was ended by SIGKILL");
        await resumeToTheEnd(place, id);
      } else if (phase.startsWith("on")) expect(hookLines.length).toBeLessThanOrEqual(1);
      await expectNothingLeft(place);
      await expectEverythingOnce(place, mayInsert && hookLines.length > 0 ? "hook:transition" : undefined);
    }),
  );

  it(
    `of the daemon, ${ROUNDS} times`,
    TIMEOUT,
    rounds(async (phase, round) => {
      const place = new SlowPlace(true);
      const stop = async () => void (await stopDaemon(findPlaces(place.env)));
      onTestFinished(stop);
      expect((await place.run(["up", "--detach"])).code).toBe(0);
      const daemon = holderOf(daemonPlace({ state: place.state }))!;
      // The daemon starts every second thread.
      const body = { template: "ping-pong", message: "x", project: place.project };
      const child = round % 2 === 0 ? place.begin(["run", "ping-pong", "x"]) : undefined;
      if (child === undefined)
        expect(await ask(place, { method: "POST", path: "/v1/threads", body, timeoutMs: 60_000 })).toMatchObject({
          kind: "ok",
        });
      await reached(place, phase, round);
      await pause(round, 120);
      kill(daemon);
      if (child !== undefined) expect(await ended(child)).toBe(0);
      await expect.poll(async () => (await place.last()).status, SELDOM).toBe("completed");
      await expectNothingLeft(place);
      await expectEverythingOnce(place);
      await stop();
    }),
  );
});
