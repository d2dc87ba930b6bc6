import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { buildParts } from "../model/build-defect.js";
import { difference, type EngineParts } from "../model/compare.js";
import { DEFECTS } from "../model/defects.js";
import { scenario } from "../model/scenarios.js";
import { removeFolder } from "../support/remove-folder.js";

const CASES = 4000;
const SEED = 20_260_101;

const folder = mkdtempSync(join(tmpdir(), "snaphook-defects-"));
afterAll(() => removeFolder(folder));

const scenarios = fc.sample(scenario, { numRuns: CASES, seed: SEED });

describe("the comparison with the model can fail", () => {
  it("finds nothing in an unchanged build", async () => {
    const parts = await buildParts(folder, "unchanged");
    expect(await casesUntilDifference(parts)).toBeUndefined();
  });

  it.each(DEFECTS.map((defect, i) => ({ ...defect, i })))("finds the defect: $name", async ({ i, ...defect }) => {
    const parts = await buildParts(folder, `defect-${i}`, defect);
    expect(await casesUntilDifference(parts)).toBeLessThanOrEqual(CASES);
  });
});

async function casesUntilDifference(parts: EngineParts): Promise<number | undefined> {
  for (const [i, one] of scenarios.entries()) {
    if ((await difference(parts, one)) !== undefined) return i + 1;
  }
  return undefined;
}
