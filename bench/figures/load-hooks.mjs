/** What loading costs: 1,000 hooks in 20 files, parsed and validated, or from the compiled plan. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundleForScripts } from "../../scripts/bundle-for-scripts.mjs";
import { median } from "../lib/rounds.mjs";
import { milli, within } from "../lib/row.mjs";
import { FILES, HOOKS, writeThousandHooks } from "../lib/thousand-hooks.mjs";

const CHILD = new URL("../lib/load-child.mjs", import.meta.url).pathname;
const PROCESSES = 11;
/** A plan hashes files younger than two seconds whenever it is read. */
const SETTLED_MS = 2_500;

export default async function loadHooks() {
  const home = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  try {
    const bundle = await bundleForScripts("bench/lib/internals.ts");
    const cwd = writeThousandHooks(home);
    await sleep(SETTLED_MS);
    const run = (what) => child(what, bundle, home, cwd, join(home, "plan.json"));
    const compiled = Array.from({ length: PROCESSES }, () => run("compile"));
    const wrong = compiled.find(
      ({ hooks, sources, errors }) => hooks !== HOOKS || sources !== FILES || errors.length > 0,
    );
    if (wrong !== undefined) throw new Error(`not all hooks were loaded: ${JSON.stringify(wrong)}`);
    const read = Array.from({ length: PROCESSES }, () => run("read"));
    const imports = milli(median(compiled.map(({ importMs }) => importMs)));
    return [
      within(
        "load and validate 1,000 hooks in 20 files, CPU in a fresh process",
        150,
        median(compiled.map(({ ms }) => ms)),
        `median of ${PROCESSES} processes; imports before it ${imports}`,
      ),
      within(
        "the same from the compiled plan, with all signatures checked",
        5,
        median(read.flatMap(({ times }) => times)),
        `median of ${read.length * read[0].times.length} calls; first call of a process ${milli(median(read.map(({ first }) => first)))}`,
      ),
    ];
  } finally {
    rmSync(home, { recursive: true });
  }
}

function child(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHILD, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(`the measuring process failed: ${stderr}`);
  return JSON.parse(stdout);
}
