/**
 * What a decision of all guards costs, over a corpus of command lines, against another guard on the same commands in the
 * same process. Both the corpus and the other guard are used where they are: `npm install --prefix ~/.cache/snaphook-bench
 * cc-safety-net@2.4.5`.
 */
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { bundleForScripts } from "../../scripts/bundle-for-scripts.mjs";
import { judgeWith } from "../../scripts/score/commands.mjs";
import { milli, within } from "../lib/row.mjs";

const CORPUS = join(import.meta.dirname, "../../../shared/corpora/commands.jsonl.gz");
const OTHER = join(homedir(), ".cache/snaphook-bench/node_modules/cc-safety-net/dist/api.js");
/** The other one takes long. */
const COMPARED = 500;
const WARM_UP = 2_000;
const NESTED = [
  ["10^5 characters", `echo ${"a".repeat(100_000)}`],
  ["10^5 words", `rm ${"x ".repeat(50_000)}`],
  ["10^5 pipes", Array(50_000).fill("a").join("|")],
  ["deep substitutions", `${"$(".repeat(30_000)}rm -rf /${")".repeat(30_000)}`],
  ["deep groups", `${"(".repeat(50_000)}rm -rf /${")".repeat(50_000)}`],
  ["open quotes", `"'`.repeat(50_000)],
];

export default async function guards() {
  const { BUILTINS } = await import(await bundleForScripts("scripts/score/parts.ts"));
  const judge = judgeWith(BUILTINS);
  return [...(await corpusRows(judge)), ...(await nestedRows(judge))];
}

async function corpusRows(judge) {
  if (!existsSync(CORPUS)) return [];
  const lines = gunzipSync(readFileSync(CORPUS)).toString("utf8").trim().split("\n");
  const commands = lines.map((line) => JSON.parse(line).text);
  for (const command of commands.slice(0, WARM_UP)) await judge(command);
  const ours = await timesOf(commands, judge);
  const detail = `${commands.length} commands, all guards together, warm`;
  const rows = [
    within("decision of all guards, p50", undefined, at(ours, 0.5), detail),
    within("decision of all guards, p99", 2, at(ours, 0.99), detail),
    within("decision of all guards, max", 20, at(ours, 1), detail),
  ];
  if (!existsSync(OTHER)) return rows;
  const { checkCommand } = await import(OTHER);
  const step = Math.ceil(commands.length / COMPARED);
  const some = commands.filter((_, index) => index % step === 0);
  const check = (command) => checkCommand({ command, cwd: "/" });
  for (const command of some.slice(0, 50)) check(command);
  const theirs = await timesOf(some, check);
  const same = await timesOf(some, judge);
  const ratio = at(same, 0.5) / at(theirs, 0.5);
  return [
    ...rows,
    {
      figure: "decision of all guards : cc-safety-net 2.4.5, p50",
      reach: "≤ 0.05",
      measured: ratio.toFixed(3),
      ok: ratio <= 0.05,
      detail: `${milli(at(same, 0.5))} : ${milli(at(theirs, 0.5))}; p99 ${milli(at(same, 0.99))} : ${milli(at(theirs, 0.99))}; max ${milli(at(same, 1))} : ${milli(at(theirs, 1))}; ${some.length} commands`,
    },
  ];
}

async function nestedRows(judge) {
  const rows = [];
  for (const [name, command] of NESTED) {
    await judge(command);
    const [ms] = await timesOf([command], judge);
    const { verdict } = await judge(command);
    const row = within(`decision about ${name}`, 20, ms, `answer: ${verdict ?? "none"}`);
    rows.push({ ...row, ok: row.ok && verdict !== undefined });
  }
  return rows;
}

/** In milliseconds, sorted. */
async function timesOf(commands, decide) {
  const times = [];
  for (const command of commands) {
    const from = performance.now();
    await decide(command);
    times.push(performance.now() - from);
  }
  return times.sort((one, other) => one - other);
}

function at(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
