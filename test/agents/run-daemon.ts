/** The daemon of a run: a real one, up before the agent starts, and asked afterwards what it has seen of the run. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { withStore } from "../../src/cli/input/read-store.js";
import { findDaemon, stopDaemon } from "../../src/client/daemon-control.js";
import { holderOf } from "../../src/client/daemon-lock.js";
import { parseRecord } from "../../src/core/records/read-record.js";
import type { EventRecord } from "../../src/core/records/records.js";
import type { SessionDetail } from "../../src/core/records/store.js";
import { daemonPlace } from "../../src/runtime/platform/daemon-paths.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { spoolFolder } from "../../src/runtime/record/spool.js";
import type { ProgramPlace } from "../support/program.js";
import type { DaemonPlace } from "../support/running-daemon.js";

/** Set by `--daemon`: every run has a daemon that answers its hooks. */
export const THROUGH_DAEMON = process.env["SNAPHOOK_AGENTS_DAEMON"] === "1";

/** What happens to the daemon while the agent runs. */
export interface DaemonStory {
  /** It is not up before: the agent's first call starts it, and the model waits until it is there. */
  readonly startedByAgent?: true;
  /** Between calls: when the model is asked for its second turn, before it answers. */
  readonly killed?: "between calls" | "by a hook";
  /** What a person says to a question that it holds. */
  readonly person?: "allow" | "deny";
  /** `snaphook session` is asked about the session afterwards. */
  readonly timeline?: true;
}

export interface Recorded {
  /** What is on record of the run, oldest first. */
  readonly records: readonly EventRecord[];
  readonly timeline?: SessionDetail;
}

const TAKEN_IN_MS = 10_000;
const STARTED_MS = 10_000;

export class RunDaemon {
  readonly #place: DaemonPlace;
  readonly #story: DaemonStory;
  #over = false;

  private constructor(place: DaemonPlace, story: DaemonStory) {
    this.#place = place;
    this.#story = story;
  }

  static async start(place: DaemonPlace, story: DaemonStory): Promise<RunDaemon> {
    onTestFinished(async () => void (await stopDaemon(findPlaces(place.env))));
    if (!story.startedByAgent) await place.up();
    const daemon = new RunDaemon(place, story);
    if (story.person !== undefined) {
      await place.attend();
      void daemon.#answerQuestions(story.person);
    }
    return daemon;
  }

  get pid(): number | undefined {
    return holderOf(daemonPlace(this.#place));
  }

  async beforeTurn(turn: number): Promise<void> {
    if (turn === 2 && this.#story.killed === "between calls") await this.#place.kill();
    if (turn !== 1 || !this.#story.startedByAgent) return;
    const until = Date.now() + STARTED_MS;
    while ((await findDaemon(this.#place)).state !== "running" && Date.now() < until) await wait(25);
  }

  /** After it nothing of it runs, and all that was recorded can be read. */
  async end(): Promise<Recorded> {
    this.#over = true;
    if (this.#story.killed !== undefined) await this.#startAgain();
    const ended = await stopDaemon(findPlaces(this.#place.env));
    if (ended !== "ended") throw new Error(`the daemon did not end when it was told to: ${ended}`);
    const stored = await withStore({ places: findPlaces(this.#place.env) }, (store) =>
      store.events({ limit: 1_000, oldestFirst: true }),
    );
    const records = [...(stored?.rows ?? []), ...spooled(this.#place)].sort((one, other) => one.at - other.at);
    const session = records.find((record) => record.session !== undefined)?.session;
    if (this.#story.timeline === undefined || session === undefined) return { records };
    return { records, timeline: await this.#place.json<SessionDetail>(["session", session]) };
  }

  /** What was written down while there was no daemon is taken in by the next one. */
  async #startAgain(): Promise<void> {
    await this.#place.up();
    for (const until = Date.now() + TAKEN_IN_MS; spooled(this.#place).length > 0; await wait(25))
      if (Date.now() > until) throw new Error("the next daemon did not take in what was spooled");
  }

  async #answerQuestions(verdict: "allow" | "deny"): Promise<void> {
    for (; !this.#over; await wait(50))
      for (const ask of await this.#place.asks().catch(() => [])) await this.#place.answerAsk(ask, verdict);
  }
}

/** What is wrong with the daemon that the launcher finds. */
export type DaemonFault = "down" | "hung" | "another version";

export async function spoilDaemon(place: DaemonPlace, fault: DaemonFault): Promise<void> {
  await place.up();
  if (fault === "down") await place.kill();
  else if (fault === "hung") place.daemon!.kill("SIGSTOP");
  else {
    const client = join(place.data, "launch.pl");
    place.write(client, readFileSync(client, "utf8").replace("snaphook 1 ", "snaphook 99 "));
    const facts = join(place.data, "launch.json");
    place.write(facts, readFileSync(facts, "utf8").replace('"protocol": 1', '"protocol": 99'));
  }
}

/** A run that was to go through the daemon from its first call to its last, and did not, shows nothing about it. */
export function expectAnsweredByDaemon(records: readonly EventRecord[]): void {
  const alone = records.filter(({ way }) => way !== "daemon");
  if (records.length === 0) throw new Error("the daemon answered nothing");
  if (alone.length > 0) throw new Error(`not answered by the daemon: ${alone.map(({ event }) => event).join(", ")}`);
}

/** A run without a daemon must not start one that outlives it. */
export async function expectNoDaemon(place: ProgramPlace): Promise<void> {
  const { state } = await findDaemon(place);
  if (state === "down") return;
  throw new Error(`a daemon was left behind, and was ended: ${await stopDaemon(findPlaces(place.env))}`);
}

function spooled({ state }: ProgramPlace): EventRecord[] {
  const folder = spoolFolder(state);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  return names.flatMap((name) => parseRecord(readFileSync(join(folder, name), "utf8")) ?? []);
}
