import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { rolldown } from "rolldown";
import { afterAll, describe, expect, it } from "vitest";
import { difference, type EngineParts } from "../model/compare.js";
import { DEFECTS, type Defect } from "../model/defects.js";
import { scenario } from "../model/scenarios.js";
import { removeFolder } from "../support/remove-folder.js";

const CASES = 4000;
const SEED = 20_260_101;

const sources = resolve(import.meta.dirname, "../../src");
const folder = mkdtempSync(join(tmpdir(), "snaphook-defects-"));
afterAll(() => removeFolder(folder));

const scenarios = fc.sample(scenario, { numRuns: CASES, seed: SEED });

describe("the comparison with the model can fail", () => {
  it("finds nothing in an unchanged build", async () => {
    const parts = await build("unchanged");
    expect(await casesUntilDifference(parts)).toBeUndefined();
  });

  it.each(DEFECTS.map((defect, i) => ({ ...defect, i })))("finds the defect: $name", async ({ i, ...defect }) => {
    const parts = await build(`defect-${i}`, defect);
    expect(await casesUntilDifference(parts)).toBeLessThanOrEqual(CASES);
  });
});

async function casesUntilDifference(parts: EngineParts): Promise<number | undefined> {
  for (const [i, one] of scenarios.entries()) {
    if ((await difference(parts, one)) !== undefined) return i + 1;
  }
  return undefined;
}

async function build(name: string, defect?: Defect): Promise<EngineParts> {
  const changed = defect === undefined ? undefined : { path: join(sources, defect.file), text: apply(defect) };
  let used = changed === undefined;
  const bundle = await rolldown({
    input: resolve(import.meta.dirname, "../model/engine-parts.ts"),
    platform: "node",
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    plugins: [
      {
        name: "defect",
        load(id) {
          if (id !== changed?.path) return null;
          used = true;
          return { code: changed.text, moduleType: "ts" };
        },
      },
    ],
  });
  const file = join(folder, `${name}.mjs`);
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  expect(used, "the changed file is part of the build").toBe(true);
  return (await import(pathToFileURL(file).href)) as EngineParts;
}

/** Fails when the source no longer holds the text, so that a defect can never be planted beside the code. */
function apply({ file, from, to }: Defect): string {
  const text = readFileSync(join(sources, file), "utf8");
  expect(text.split(from).length - 1, `"${from}" occurs once in ${file}`).toBe(1);
  return text.replace(from, to);
}
