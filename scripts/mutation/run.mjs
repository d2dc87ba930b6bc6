/**
 * Mutation testing: does a test fail for every small mistake in the code that decides? On one core.
 *
 *   npm run test:mutation                       all files
 *   npm run test:mutation -- src/core/merge.ts  only these
 *   npm run test:mutation -- --every 5          every fifth mutant
 */
import { fork } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { mutantsOf } from "./mutants.mjs";
import { ENVIRONMENT, TARGETS } from "./targets.mjs";

/** A mutant that never ends is noticed too. */
const PATIENCE_MS = 120_000;
const WANTED = 85;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: "string", default: "1" }, out: { type: "string", default: "mutation.json" } },
});
const every = Number(values.every);
let worker = await startWorker();
const rows = [];

for (const { files, tests } of TARGETS) {
  for (const file of files.filter((one) => positionals.length === 0 || positionals.includes(one))) {
    const mutants = mutantsOf(readFileSync(file, "utf8")).filter((_, i) => i % every === 0);
    const untouched = await ask({ file, tests });
    if (untouched.failed) throw new Error(`${file}: its tests fail without a mutant (${untouched.by})`);
    const survivors = [];
    for (const mutant of mutants) {
      const { failed } = await ask({ file, tests, mutant });
      if (!failed) survivors.push(mutant);
    }
    rows.push({ file, mutants: mutants.length, killed: mutants.length - survivors.length, survivors });
    const score = percent(mutants.length - survivors.length, mutants.length);
    console.log(`${file}  ${mutants.length - survivors.length}/${mutants.length}  ${score} %`);
    for (const { line, kind, text } of survivors) console.log(`    ${file}:${line}  ${kind} → ${text.slice(0, 80)}`);
    writeFileSync(values.out, JSON.stringify(rows, null, 2));
  }
}
worker.kill();
const all = rows.reduce((sum, row) => sum + row.mutants, 0);
const killed = rows.reduce((sum, row) => sum + row.killed, 0);
console.log(`\nall  ${killed}/${all}  ${percent(killed, all)} %  (to reach: ${WANTED} %)`);
if (percent(killed, all) < WANTED) process.exitCode = 1;

async function startWorker() {
  const started = fork(new URL("worker.mjs", import.meta.url), {
    env: { ...process.env, ...ENVIRONMENT },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await new Promise((done) => started.once("message", done));
  return started;
}

/** A worker that dies or does not answer has noticed the mutant, in its way. */
function ask(question) {
  const asked = worker;
  return new Promise((done) => {
    const restart = async () => {
      clearTimeout(timer);
      asked.removeAllListeners();
      asked.kill("SIGKILL");
      worker = await startWorker();
      done({ failed: true, by: "time" });
    };
    const timer = setTimeout(restart, PATIENCE_MS);
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
