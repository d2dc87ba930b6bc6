/** How many cases SECURITY.md names for suites of answers that must not count. */
import { readFileSync } from "node:fs";

const PAGE = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8");
const ROWS = [...PAGE.matchAll(/^\| (`test\/.*) \| (\d+) \|$/gm)].map(([, about = "", cases]) => ({
  about,
  cases: Number(cases),
}));

/** Of the row that names this file. */
export function securityCases(file: string): number | undefined {
  return ROWS.find(({ about }) => about.includes(`${file}\``))?.cases;
}

/** The sum of all rows, and the number above the table. */
export function securityTotal(): { readonly sum: number; readonly said: number } {
  const [, said] = /^Answers that must not count, (\d+) in all/m.exec(PAGE) ?? [];
  return { sum: ROWS.reduce((sum, { cases }) => sum + cases, 0), said: Number(said) };
}
