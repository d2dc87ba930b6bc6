// docs/requirements.md must be true: an item marked done names a test file in which a test that carries the
// item's id has passed in this run of `npm run test:all`.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { testResults } from "./test-reports.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const EXPECTED_ITEMS = 394; // 374 behaviours and the 20 settled conflicts
const ROW = /^\| ([A-Z0-9]+-[A-Z]?\d+) \| (done|different|later) \| (.+?) \|$/;

const passed = new Map(); // test file → titles that passed
for (const file of testResults()) {
  const titles = file.assertionResults.filter(({ status }) => status === "passed").map(({ fullName }) => fullName);
  passed.set(relative(root, file.name).replaceAll("\\", "/"), titles);
}

/** Suites that could not run on this machine say so in their titles: `(skipped: no Chromium …)`. */
const skipped = new Map();
for (const file of testResults()) {
  const titles = file.assertionResults.filter(
    ({ fullName, status }) => status !== "passed" && fullName.includes("(skipped: "),
  );
  skipped.set(
    relative(root, file.name).replaceAll("\\", "/"),
    titles.map(({ fullName }) => fullName),
  );
}

const problems = [];
const seen = new Set();
const count = { done: 0, different: 0, later: 0 };
for (const line of readFileSync(join(root, "docs/requirements.md"), "utf8").split("\n")) {
  if (!/^\| [A-Z0-9]+-/.test(line)) continue;
  const row = ROW.exec(line);
  if (row === null) {
    problems.push(`cannot read the row: ${line}`);
    continue;
  }
  const [, id, state, text] = row;
  if (seen.has(id)) problems.push(`${id} is listed twice`);
  seen.add(id);
  count[state]++;
  const files = text.match(/(?:test|src)\/[\w/.-]+\.test\.ts/g) ?? [];
  if (state === "done" && files.length === 0) problems.push(`${id} is done but names no test`);
  for (const file of files) {
    const titles = passed.get(file);
    if (titles === undefined) problems.push(`${id} names ${file}, which did not run`);
    else if (skipped.get(file).some((title) => new RegExp(`\\b${id}\\b`).test(title)))
      console.log(`ledger: ${id} was not shown here, because ${file} was skipped`);
    else if (!titles.some((title) => new RegExp(`\\b${id}\\b`).test(title)))
      problems.push(`${id}: no passing test in ${file} carries it`);
  }
}
if (seen.size !== EXPECTED_ITEMS) problems.push(`the ledger has ${seen.size} items, not ${EXPECTED_ITEMS}`);

for (const problem of problems) console.error(`ledger: ${problem}`);
console.log(`ledger: ${count.done} done, ${count.different} different, ${count.later} later`);
process.exit(problems.length > 0 ? 1 : 0);
