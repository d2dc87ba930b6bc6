import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import type { httpExecutor } from "../../src/executors/http.js";
import { bundleModule, type Defect } from "../support/bundle-module.js";
import { removeFolder } from "../support/remove-folder.js";
import { DEFENCES } from "./url-defences.js";
import type { UrlRow } from "./url-row.js";
import { UrlRunner } from "./url-runner.js";
import { URL_TABLE } from "./url-table.js";

const runner = new UrlRunner();
const folder = mkdtempSync(join(tmpdir(), "snaphook-defences-"));
afterAll(() => removeFolder(folder));

describe("T12 every row of the table needs its defence", () => {
  it("T12 rows and defences name each other", () => {
    const shown = new Set(URL_TABLE.flatMap(({ shows = [] }) => shows));
    expect([...shown].sort()).toEqual(DEFENCES.map(({ name }) => name).sort());
    // What is refused is refused for a reason that can be taken away.
    expect(URL_TABLE.filter(({ ends, shows }) => ends === "http-refused" && shows === undefined)).toEqual([]);
  });

  it("T12 a build with all of them fails no row", async () => {
    const executor = await build("all");
    expect(await failing(executor, URL_TABLE)).toEqual([]);
  });

  it.each(DEFENCES.map((defect, i) => ({ ...defect, i })))("T12 its rows fail without $name", async (defect) => {
    const rows = URL_TABLE.filter(({ shows }) => shows === defect.name);
    const executor = await build(`without-${defect.i}`, defect);
    expect(await failing(executor, rows)).toEqual(rows.map(({ mechanism }) => mechanism));
  });
});

async function failing(executor: typeof httpExecutor, rows: readonly UrlRow[]): Promise<string[]> {
  const failed: string[] = [];
  for (const row of rows) {
    const seen = await runner.run(row, executor);
    if (!isDeepStrictEqual(seen, runner.expected(row, seen))) failed.push(row.mechanism);
  }
  return failed;
}

async function build(name: string, defect?: Defect): Promise<typeof httpExecutor> {
  const file = await bundleModule("executors/http.ts", folder, { name, ...(defect === undefined ? {} : { defect }) });
  return ((await import(pathToFileURL(file).href)) as { httpExecutor: typeof httpExecutor }).httpExecutor;
}
