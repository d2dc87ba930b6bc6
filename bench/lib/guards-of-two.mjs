/**
 * All guards of two checkouts in one process, on the same command lines in turns. Of each command and build the fastest
 * of several passes counts, so that what the machine does meanwhile does not.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

const CORPUS = join(import.meta.dirname, "../../../shared/corpora/commands.jsonl.gz");
const PASSES = 7;
const EVERY = 10;

/** One line of text per figure. */
export async function compareGuards(ours, theirs) {
  if (!existsSync(CORPUS)) return [`guards in one process: not measured, there is no ${CORPUS}`];
  const lines = gunzipSync(readFileSync(CORPUS)).toString("utf8").trim().split("\n");
  const commands = lines.filter((_, at) => at % EVERY === 0).map((line) => JSON.parse(line).text);
  const judges = [await judgeOf(ours), await judgeOf(theirs)];
  const fastest = judges.map(() => commands.map(() => Number.POSITIVE_INFINITY));
  for (let pass = -1; pass < PASSES; pass++)
    for (const [at, command] of commands.entries())
      for (const one of (pass + at) % 2 === 0 ? [0, 1] : [1, 0]) {
        const from = process.hrtime.bigint();
        await judges[one](command);
        const micros = Number(process.hrtime.bigint() - from) / 1000;
        if (pass >= 0) fastest[one][at] = Math.min(fastest[one][at], micros);
      }
  const row = (name, of) => {
    const [one, other] = fastest.map(of);
    return `guards in one process, ${name}: ${(one / other).toFixed(2)} (${one.toFixed(1)} µs : ${other.toFixed(1)} µs)`;
  };
  const share = (part) => (times) => times.toSorted((one, other) => one - other)[Math.floor(times.length * part)];
  return [
    row("mean", (times) => times.reduce((sum, time) => sum + time, 0) / times.length),
    ...[0.25, 0.5, 0.75, 0.99].map((part) => row(`p${part * 100}`, share(part))),
  ];
}

async function judgeOf(checkout) {
  const { bundleForScripts } = await import(join(checkout, "scripts/bundle-for-scripts.mjs"));
  const { judgeWith } = await import(join(checkout, "scripts/score/commands.mjs"));
  const { BUILTINS } = await import(await bundleForScripts("scripts/score/parts.ts"));
  return judgeWith(BUILTINS);
}
