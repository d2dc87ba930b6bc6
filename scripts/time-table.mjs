// Writes the table of CONTRIBUTING.md from the last run of `npm run test:all`: what each suite took.
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { testResults } from "./test-reports.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "CONTRIBUTING.md");
const BEGIN = "<!-- times: npm run test:times -->";
const END = "<!-- /times -->";

/** `test/daemon`, `src/adapters`. */
const suiteOf = (path) => path.split("/").slice(0, 2).join("/");

const suites = new Map();
for (const { name, startTime, endTime, assertionResults } of testResults()) {
  const suite = suiteOf(relative(root, name).replaceAll("\\", "/"));
  const sum = suites.get(suite) ?? { files: 0, tests: 0, ms: 0 };
  sum.files++;
  sum.tests += assertionResults.length;
  sum.ms += endTime - startTime;
  suites.set(suite, sum);
}
const rows = [...suites].sort(([, a], [, b]) => b.ms - a.ms);
const total = rows.reduce((sum, [, { files, tests, ms }]) => [sum[0] + files, sum[1] + tests, sum[2] + ms], [0, 0, 0]);
const line = (name, files, tests, ms) => `| ${name} | ${files} | ${tests} | ${Math.round(ms / 1000)} |`;
const table = [
  "| suite | files | tests | seconds |",
  "| --- | --- | --- | --- |",
  ...rows.map(([name, { files, tests, ms }]) => line(`\`${name}\``, files, tests, ms)),
  line("all", ...total),
  "",
  `Time spent in each suite; ${cpus().length} cores run three files at a time. ${new Date().toISOString().slice(0, 10)}.`,
].join("\n");

const text = readFileSync(page, "utf8");
const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)];
if (before === -1 || after === -1) throw new Error(`CONTRIBUTING.md has no ${BEGIN} … ${END}`);
writeFileSync(page, `${text.slice(0, before + BEGIN.length)}\n${table}\n${text.slice(after)}`);
