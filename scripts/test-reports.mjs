// What the last `npm test` and `npm run test:slow` reported, file by file.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The report of `npm test`, and that of the slow suites. */
export const REPORTS = [".vitest-report.json", ".vitest-report-slow.json"];

export function testResults() {
  return REPORTS.flatMap((name) => JSON.parse(readFileSync(join(root, name), "utf8")).testResults);
}
