import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { planFile, readPlan, writePlan } from "../../src/sources/compile/plan-file.js";
import { stillTrue, withoutOldHashes } from "../../src/sources/discover/file-signatures.js";
import { RecordingProbe } from "../../src/sources/discover/recording-probe.js";
import { removeFolder } from "../support/remove-folder.js";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) removeFolder(folder);
});

/** A file that was just written, and what a load remembers of it. */
function justWritten() {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-"));
  folders.push(folder);
  const file = join(folder, "hooks.json");
  writeFileSync(file, "{}");
  const probe = new RecordingProbe();
  probe.read(file);
  probe.exists(join(folder, "absent"));
  return { folder, file, signatures: probe.signatures };
}

describe("signatures of young files", () => {
  it("hold a hash until the file is old enough to be told by its stat", () => {
    const { file, signatures } = justWritten();
    expect(withoutOldHashes(signatures)).toBeUndefined();
    const plain = withoutOldHashes(signatures, Date.now() + 3000)!;
    expect(plain.map(([path]) => path)).toEqual(signatures.map(([path]) => path));
    expect(plain[0]![1]).toBe(signatures[0]![1].split("#")[0]);
    expect(plain[1]![1]).toBe("");
    expect(withoutOldHashes(plain, Date.now() + 3000)).toBeUndefined();
    expect(stillTrue(plain)).toBe(true);
    writeFileSync(file, "{ }");
    expect(stillTrue(plain)).toBe(false);
  });

  it("are written back into the plan once, and the plan stays the same", async () => {
    const { folder, signatures } = justWritten();
    const file = planFile({ cache: folder, data: folder }, "this folder");
    const plan = { root: folder, sources: [], entries: [], findings: [], settings: {}, off: [] };
    writePlan(file, "format of this folder", plan, signatures);
    expect(readPlan(file, "format of this folder")?.plan).toEqual(plan);
    expect(readFileSync(file.path, "utf8")).toContain("#");
    await new Promise((done) => setTimeout(done, 2100));
    expect(readPlan(file, "format of this folder")?.plan).toEqual(plan);
    expect(readFileSync(file.path, "utf8")).not.toContain("#");
    expect(readPlan(file, "format of this folder")?.plan).toEqual(plan);
    expect(readPlan(file, "format of another folder")).toBeUndefined();
  });
});
