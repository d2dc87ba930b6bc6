/** The person's own switches, as they are kept. */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { overridesFile, parseOverrides, writeOverride } from "../../src/sources/discover/overrides.js";
import { removeFolder } from "../support/remove-folder.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "snaphook-overrides-"));
  onTestFinished(() => removeFolder(folder));
});
const read = () => readFileSync(join(folder, "overrides.json"), "utf8");

it("CF-19 keeps each switch beside the others, the last one said", () => {
  writeOverride(folder, "a", false);
  writeOverride(folder, "b", true);
  writeOverride(folder, "a", true);
  expect(parseOverrides(read())).toEqual({ a: true, b: true });
  expect(read()).toBe('{\n  "enabled": {\n    "a": true,\n    "b": true\n  }\n}\n');
});

it.each([
  [undefined, {}],
  ["{}", {}],
  ["[]", {}],
  ["null", {}],
  ['{"enabled":[true]}', {}],
  ['{"enabled":null}', {}],
  ['{"a":true}', {}],
  ['{"enabled":{"a":false,"b":1,"c":"true","d":true}}', { a: false, d: true }],
  ["{", undefined],
])("CF-19 reads %j as %j", (text, switches) => {
  expect(parseOverrides(text)).toEqual(switches);
});

it("CF-19 does not write over a file that is damaged", () => {
  writeFileSync(overridesFile(folder), "{");
  expect(() => writeOverride(folder, "a", false)).toThrow(`${overridesFile(folder)} is damaged`);
  expect(read()).toBe("{");
});
