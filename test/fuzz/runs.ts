/**
 * How often and from which seed. `npm test` makes 10^5 runs from the same seed every time; `npm run test:fuzz` makes
 * 10^6 from a new one. A failure names its seed: `SNAPHOOK_FUZZ_SEED=N npx vitest run test/fuzz` makes the same runs.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cpuTimeOf } from "../support/cpu-time.js";
import { type Random, random } from "./random.js";

/** Of all fuzzers together. */
export const ALL_RUNS = Number(process.env["SNAPHOOK_FUZZ_RUNS"] ?? 100_000);
export const SEED = Number(process.env["SNAPHOOK_FUZZ_SEED"] ?? 1);
/** No single input may take more of the processor. */
const HANG_MS = 2000;
const FOUND = join(dirname(fileURLToPath(import.meta.url)), "found");

export interface Fuzzer {
  /** Folder of inputs that were a failure once. */
  readonly name: string;
  /** Its part of all runs, 0 to 1. */
  readonly share: number;
  /** One input; the same for the same random source. */
  make(random: Random): Uint8Array;
  /** Throws or rejects when the product did something wrong. */
  check(input: Buffer): void | Promise<void>;
}

/** Inputs that failed once, then new ones. An input that fails is kept as a file. */
export async function fuzz(fuzzer: Fuzzer): Promise<void> {
  for (const [file, input] of kept(fuzzer.name)) await tried(fuzzer, input, `kept as ${file}`);
  const source = random(SEED);
  const runs = Math.ceil(ALL_RUNS * fuzzer.share);
  for (let run = 0; run < runs; run++) {
    const input = Buffer.from(fuzzer.make(source));
    await tried(fuzzer, input, `run ${run} of SNAPHOOK_FUZZ_SEED=${SEED}`);
  }
  console.log(`${fuzzer.name}: ${runs} runs of SNAPHOOK_FUZZ_SEED=${SEED}`);
}

async function tried(fuzzer: Fuzzer, input: Buffer, which: string): Promise<void> {
  const fail = (what: string, cause?: unknown) => {
    throw new Error(`${fuzzer.name}, ${which}: ${what}; kept as ${keep(fuzzer.name, input)}`, { cause });
  };
  const ms = await cpuTimeOf(() => fuzzer.check(input)).catch((error) => fail("failed", error));
  if (ms > HANG_MS) fail(`took ${Math.round(ms)} ms of the processor`);
}

export function keep(name: string, input: Buffer): string {
  const file = join(FOUND, name, createHash("sha256").update(input).digest("hex").slice(0, 12));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, input);
  return file;
}

export function kept(name: string): [string, Buffer][] {
  try {
    return readdirSync(join(FOUND, name)).map((file) => [file, readFileSync(join(FOUND, name, file))]);
  } catch {
    return []; // nothing was ever found
  }
}
