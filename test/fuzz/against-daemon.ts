/**
 * Sends inputs to a running daemon, several at a time, while agents go on calling it. The same seed gives the same inputs in
 * the same order; `SNAPHOOK_FUZZ_RUNS` and `SNAPHOOK_FUZZ_SEED` say how many and which. One that fails is kept as a file.
 */
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { type AttackedDaemon, DENIED } from "../support/attacked-daemon.js";
import { type Random, random } from "./random.js";
import { keep, kept, SEED } from "./runs.js";

export interface DaemonFuzzer {
  readonly name: string;
  readonly place: AttackedDaemon;
  readonly runs: number;
  readonly atOnce: number;
  make(random: Random): Buffer;
  /** Settles when the daemon is done with it. Says what is wrong. */
  send(input: Buffer): Promise<string | undefined>;
}

/** No input may keep the daemon busy longer, on a machine that does other things too. */
export const HANG_MS = 1_000;

/** Each starts a launcher and a hook, which cost more than many inputs. */
const GUARDED_EVERY_MS = 500;

/** A machine that is busy with others may be slow for a while. An input that hangs does so whenever it is tried. */
export const HUNG = "it hangs";
const TRIES = 3;
const QUICK_MS = 300;

async function settled({ place, send }: DaemonFuzzer, input: Buffer): Promise<string | undefined> {
  for (let left = TRIES; ; left--) {
    const problem = await send(input);
    if (problem !== HUNG || left === 1) return problem;
    for (let looks = 0; looks < 100 && !(await isQuick(place)); looks++) await wait(QUICK_MS);
  }
}

async function isQuick(place: AttackedDaemon): Promise<boolean> {
  const startedAt = performance.now();
  const { kind } = await place.ask({ path: "/v1/status" });
  return kind === "ok" && performance.now() - startedAt < QUICK_MS;
}

export async function fuzzDaemon(fuzzer: DaemonFuzzer): Promise<void> {
  const { name, place, runs, atOnce, make } = fuzzer;
  const source = random(SEED);
  const old = kept(name).map(([, input]) => input);
  let left = runs;
  const next = () => (left-- > 0 ? make(source) : undefined);
  const work = async () => {
    for (let input = old.pop() ?? next(); input !== undefined; input = old.pop() ?? next()) {
      const problem = await settled(fuzzer, input);
      if (problem !== undefined) throw new Error(`${name}, seed ${SEED}: ${problem}: kept as ${keep(name, input)}`);
    }
  };
  const { pid } = await place.status();
  const startedAt = performance.now();
  let over = false;
  const guarded = (async () => {
    for (let calls = 0; !over || calls === 0; calls++) {
      expect(await place.guarded()).toContain(DENIED);
      await wait(GUARDED_EVERY_MS);
    }
  })();
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } finally {
    over = true;
    await guarded;
  }
  const perSecond = Math.round((1000 * runs) / (performance.now() - startedAt));
  console.log(`${name}: ${runs} runs of SNAPHOOK_FUZZ_SEED=${SEED}, ${perSecond} per second`);
  expect(await place.guarded()).toContain(DENIED);
  expect((await place.status()).pid).toBe(pid);
}
