/**
 * Mutation testing: does a test fail for every small mistake in the code that decides? On one core.
 *
 *   npm run test:mutation                       all files
 *   npm run test:mutation -- src/core/decision/merge.ts  only these, or those of a target by its name
 *   npm run test:mutation -- --every 5          every fifth mutant of each file; with `--from 2`, other ones
 */
import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { mutantsOf } from "./mutants.mjs";
import { ENVIRONMENT, TARGETS } from "./targets.mjs";

/** A mutant that never ends is noticed too: when it takes this long, and five times as long as without it. */
const PATIENCE_MS = 15_000;
const WANTED = 85;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    every: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    out: { type: "string", default: "mutation.json" },
  },
});
const [every, from] = [Number(values.every), Number(values.from)];
let worker = await startWorker();
const rows = [];

for (const { name, files, tests } of TARGETS) {
  const isWanted = (file) => positionals.length === 0 || positionals.includes(name) || positionals.includes(file);
  for (const file of files.filter(isWanted)) {
    const mutants = mutantsOf(readFileSync(file, "utf8")).filter((_, i) => i % every === from);
    const startedAt = performance.now();
    const untouched = await ask({ file, tests }, 20 * PATIENCE_MS);
    const patience = PATIENCE_MS + 5 * (performance.now() - startedAt);
    if (untouched.failed) throw new Error(`${file}: its tests fail without a mutant (${untouched.by})`);
    const survivors = [];
    for (const mutant of mutants) {
      const { failed } = await ask({ file, tests, mutant }, patience);
      if (!failed) survivors.push(mutant);
    }
    rows.push({ name, file, mutants: mutants.length, killed: mutants.length - survivors.length, survivors });
    const score = percent(mutants.length - survivors.length, mutants.length);
    console.log(`${file}  ${mutants.length - survivors.length}/${mutants.length}  ${score} %`);
    for (const { line, kind, text } of survivors) console.log(`    ${file}:${line}  ${kind} → ${text.slice(0, 80)}`);
    writeFileSync(values.out, JSON.stringify(rows, null, 2));
  }
}
worker.kill();
console.log();
for (const name of new Set(rows.map((row) => row.name))) {
  const own = rows.filter((row) => row.name === name);
  const all = own.reduce((sum, row) => sum + row.mutants, 0);
  const killed = own.reduce((sum, row) => sum + row.killed, 0);
  console.log(`${name}  ${killed}/${all}  ${percent(killed, all)} %  (to reach: ${WANTED} %)`);
  if (percent(killed, all) < WANTED) process.exitCode = 1;
}

async function startWorker() {
  const started = fork(new URL("worker.mjs", import.meta.url), {
    env: { ...process.env, ...ENVIRONMENT },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await new Promise((done) => started.once("message", done));
  return started;
}

/** A worker that dies or does not answer has noticed the mutant, in its way. */
function ask(question, patience) {
  const asked = worker;
  return new Promise((done) => {
    const restart = async () => {
      clearTimeout(timer);
      asked.removeAllListeners();
      asked.kill("SIGKILL");
      worker = await startWorker();
      done({ failed: true, by: "time" });
    };
    const timer = setTimeout(restart, patience);
    asked.once("exit", restart);
    asked.once("message", (answer) => {
      clearTimeout(timer);
      asked.off("exit", restart);
      done(answer);
    });
    asked.send(question);
  });
}

function percent(part, whole) {
  return whole === 0 ? 100 : Math.floor((1000 * part) / whole) / 10;
}
