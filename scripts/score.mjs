/**
 * Scores the guards on labelled data that is not part of this repository: one JSON object a line, `{text, label, source}`
 * and more, in `commands`, `approval`, `injection` and `secrets` (`.jsonl` or `.jsonl.gz`).
 *   npm run score [-- --corpora DIR] [--json] [--misses FILE] [--only commands,secrets]
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { bundleForScripts } from "./bundle-for-scripts.mjs";
import { scoreTable } from "./score/table.mjs";

const CORPORA = ["commands", "approval", "injection", "secrets"];
const { values: flags } = parseArgs({
  options: {
    corpora: { type: "string", default: join(import.meta.dirname, "../../shared/corpora") },
    only: { type: "string", default: CORPORA.join(",") },
    json: { type: "boolean", default: false },
    misses: { type: "string" },
  },
});

const folder = resolve(flags.corpora);
const found = flags.only.split(",").flatMap((name) => {
  const rows = readRows(name);
  return rows === undefined ? [] : [{ name, rows }];
});
if (found.length === 0) {
  console.log(`Nothing is scored: there is no data in ${folder}. Give a folder with --corpora DIR.`);
} else {
  const parts = await import(await bundleForScripts("scripts/score/parts.ts"));
  const tables = [];
  const misses = [];
  for (const { name, rows } of found) {
    const { default: score } = await import(`./score/${name}.mjs`);
    const { figures, missed, notes = [] } = await score(rows, parts);
    tables.push({ corpus: name, figures, notes });
    misses.push(...missed.map((row) => ({ corpus: name, ...row })));
  }
  console.log(flags.json ? JSON.stringify(tables, undefined, 2) : tables.map(scoreTable).join("\n\n"));
  if (flags.misses !== undefined) writeFileSync(flags.misses, misses.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

function readRows(name) {
  if (!CORPORA.includes(name)) throw new Error(`"${name}" is none of ${CORPORA.join(", ")}`);
  const plain = join(folder, `${name}.jsonl`);
  const text = existsSync(plain)
    ? readFileSync(plain, "utf8")
    : existsSync(`${plain}.gz`)
      ? gunzipSync(readFileSync(`${plain}.gz`)).toString("utf8")
      : undefined;
  return text
    ?.split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));
}
