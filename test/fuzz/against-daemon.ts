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

/** Only an input that hangs takes as long, on a machine however busy. */
export const HANG_MS = 60_000;

/** Each starts a launcher and a hook, which cost more than many inputs. */
const GUARDED_EVERY_MS = 500;

export const HUNG = "it hangs";

export async function fuzzDaemon(fuzzer: DaemonFuzzer): Promise<void> {
  const { name, place, runs, atOnce, make } = fuzzer;
  const source = random(SEED);
  const old = kept(name).map(([, input]) => input);
  let left = runs;
  const next = () => (left-- > 0 ? make(source) : undefined);
  const work = async () => {
    for (let input = old.pop() ?? next(); input !== undefined; input = old.pop() ?? next()) {
      const problem = await fuzzer.send(input);
      if (problem !== undefined) throw new Error(`${name}, seed ${SEED}: ${problem}: kept as ${keep(name, input)}`);
    }
  };
  const { pid } = await place.status();
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
  console.log(`${name}: ${runs} runs of SNAPHOOK_FUZZ_SEED=${SEED}`);
  expect(await place.guarded()).toContain(DENIED);
  expect((await place.status()).pid).toBe(pid);
}
