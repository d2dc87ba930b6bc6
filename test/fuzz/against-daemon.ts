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

/** A machine that is busy with others may be slow once. An input that hangs does so every time. */
export const HUNG = "it hangs";
const TRIES = 3;

async function settled(send: DaemonFuzzer["send"], input: Buffer): Promise<string | undefined> {
  for (let left = TRIES; ; left--) {
    const problem = await send(input);
    if (problem !== HUNG || left === 1) return problem;
  }
}

export async function fuzzDaemon({ name, place, runs, atOnce, make, send }: DaemonFuzzer): Promise<void> {
  const source = random(SEED);
  const old = kept(name).map(([, input]) => input);
  let left = runs;
  const next = () => (left-- > 0 ? make(source) : undefined);
  const work = async () => {
    for (let input = old.pop() ?? next(); input !== undefined; input = old.pop() ?? next()) {
      const problem = await settled(send, input);
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
