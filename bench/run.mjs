/** Measures every figure, each in a process of its own, prints the table and writes bench/RESULTS.md. */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { otherSectionsOf } from "./agents/report.mjs";
import { machineFacts } from "./lib/machine.mjs";
import { markdownTable, resultsPage } from "./lib/report.mjs";

const ORDER = [
  "no-hooks",
  "function-hooks",
  "many-hooks",
  "command-hook",
  "load-hooks",
  "trust",
  "self-protection",
  "guards",
  "cold-start",
  "menu",
  "threads",
  "agents",
  "daemon",
  "approvals",
  "store",
];
const SCORE = fileURLToPath(new URL("../scripts/score.mjs", import.meta.url));
const [figure] = process.argv.slice(2);

if (figure !== undefined) {
  const { default: measure } = await import(`./figures/${figure}.mjs`);
  process.stdout.write(JSON.stringify(await measure()));
} else measureAll();

function measureAll() {
  const found = readdirSync(new URL("figures", import.meta.url)).map((name) => name.replace(/\.mjs$/, ""));
  const facts = machineFacts();
  const rows = found.sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).flatMap(measureApart);
  console.log(markdownTable(rows));
  const scores = execFileSync(process.execPath, [SCORE], { encoding: "utf8" }).trim();
  console.log(`\n${scores}`);
  const page = new URL("RESULTS.md", import.meta.url);
  const kept = otherSectionsOf(readFileSync(page, "utf8")); // measured by commands of their own
  writeFileSync(page, `${resultsPage(facts, rows, scores)}${kept}`);
  if (rows.some(({ ok }) => ok === false)) process.exitCode = 1;
}

/** What one figure made the compiler believe must not speed up or slow down the next. */
function measureApart(name) {
  const { status, stdout } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`the figure "${name}" could not be measured`);
  return JSON.parse(stdout);
}
