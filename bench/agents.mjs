/**
 * Measures what hooks add to a tool call inside released agents, with the daemon running. By command, because it downloads
 * and drives the agents (see test/agents/README.md).
 *
 *   npm run bench:agents [-- AGENT… [--rounds N] [--calls N] [--floor] [--write]]
 *
 * A scripted model asks for trivial shell commands one after the other. The time from one request to the model to the next
 * is that of one tool call. Runs without hooks alternate with runs of this build and, if SNAPHOOK_BENCH_OTHER names another
 * built checkout, with runs of that one. `--floor` adds runs in which every hook is a bare `true`. `--write` replaces the section in bench/RESULTS.md.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundleForScripts } from "../scripts/bundle-for-scripts.mjs";
import { agentsSection, withAgentsSection } from "./agents/report.mjs";
import { Subject } from "./agents/subject.mjs";
import { machineFacts } from "./lib/machine.mjs";
import { median } from "./lib/rounds.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const RESULTS = join(ROOT, "bench/RESULTS.md");
const DEFAULT_AGENTS = ["claude-code", "gemini", "pi"];
const WARM_UP_ROUNDS = 1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string" },
    calls: { type: "string" },
    floor: { type: "boolean" },
    write: { type: "boolean" },
  },
});
const rounds = Number(values.rounds ?? 8);
const calls = Number(values.calls ?? 25);
const other = process.env.SNAPHOOK_BENCH_OTHER;

const parts = await loadParts();
const rows = [];
for (const name of positionals.length > 0 ? positionals : DEFAULT_AGENTS) rows.push(await measure(name));
const section = agentsSection({ ...machineFacts(), rounds, calls, compared: other !== undefined }, rows);
console.log(section);
if (values.write) writeFileSync(RESULTS, withAgentsSection(readFileSync(RESULTS, "utf8"), section));

async function loadParts() {
  const file = await bundleForScripts("bench/agents/parts.ts");
  cpSync(join(ROOT, "test/agents/loopback.mjs"), join(dirname(file), "loopback.mjs")); // found beside the code that runs it
  return import(file);
}

async function measure(name) {
  const driver = parts.DRIVERS[name];
  if (driver === undefined)
    throw new Error(`no driver for ${name}; there are ${Object.keys(parts.DRIVERS).join(", ")}`);
  const folder = await parts.installAgent(driver);
  const agent = { driver, folder, ...(driver.node22 ? { node: await parts.installNode22() } : {}) };
  const programs = {
    none: undefined,
    ours: join(ROOT, "dist/snaphook.cjs"),
    ...(other === undefined ? {} : { other: resolve(other, "dist/snaphook.cjs") }),
    ...(values.floor && Subject.hasFloor(name) ? { floor: join(ROOT, "dist/snaphook.cjs") } : {}),
  };
  const loads = [];
  const subjects = [];
  try {
    for (const [kind, program] of Object.entries(programs))
      subjects.push(await Subject.start({ kind, program, agent, parts, calls, runs: rounds + WARM_UP_ROUNDS }));
    const gaps = Object.fromEntries(subjects.map(({ kind }) => [kind, []]));
    for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
      const order = round % 2 === 0 ? subjects : subjects.toReversed();
      for (const subject of order) {
        const times = await subject.run();
        if (round >= 0) gaps[subject.kind].push(times);
      }
      loads.push(loadavg()[0]);
      process.stderr.write(`${driver.title}: round ${round} ${summary(gaps)}\n`);
    }
    for (const subject of subjects) subject.check();
    return { title: driver.title, version: driver.version, load: median(loads), ...figures(gaps) };
  } finally {
    for (const subject of subjects) subject.end();
  }
}

/** Per call, over all calls of all rounds; the ratio also by rounds, so that its spread is known. */
function figures(gaps) {
  const of = (kind) => gaps[kind] && median(gaps[kind].flat());
  const [none, ours, others, floor] = [of("none"), of("ours"), of("other"), of("floor")];
  if (others === undefined) return { none, ours, floor };
  const perRound = gaps.none.map((times, round) => {
    const base = median(times);
    return (median(gaps.ours[round]) - base) / (median(gaps.other[round]) - base);
  });
  return {
    none,
    ours,
    other: others,
    floor,
    ratio: (ours - none) / (others - none),
    perRound: perRound.sort((a, b) => a - b),
  };
}

function summary(gaps) {
  return Object.entries(gaps)
    .map(([kind, runs]) => `${kind} ${runs.length === 0 ? "–" : median(runs.at(-1)).toFixed(1)}`)
    .join(", ");
}
