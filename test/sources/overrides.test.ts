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
  writeOverride(folder, "a", { enabled: false });
  writeOverride(folder, "b", { enabled: true });
  writeOverride(folder, "a", { enabled: true });
  expect(read()).toBe('{\n  "enabled": {\n    "a": true,\n    "b": true\n  }\n}\n');
  writeOverride(folder, "b", { mode: "enforce" });
  writeOverride(folder, "c", { mode: "observe" });
  expect(parseOverrides(read())).toEqual({ enabled: { a: true, b: true }, mode: { b: "enforce", c: "observe" } });
});

const NONE = { enabled: {}, mode: {} };

it.each([
  [undefined, NONE],
  ["{}", NONE],
  ["[]", NONE],
  ["null", NONE],
  ['{"enabled":[true]}', NONE],
  ['{"enabled":null,"mode":"observe"}', NONE],
  ['{"a":true}', NONE],
  ['{"enabled":{"a":false,"b":1,"c":"true","d":true}}', { ...NONE, enabled: { a: false, d: true } }],
  ['{"mode":{"a":"enforce","b":"off","c":true,"d":"observe"}}', { ...NONE, mode: { a: "enforce", d: "observe" } }],
  ["{", undefined],
])("CF-19 reads %j as %j", (text, switches) => {
  expect(parseOverrides(text)).toEqual(switches);
});

it("CF-19 does not write over a file that is damaged", () => {
  writeFileSync(overridesFile(folder), "{");
  expect(() => writeOverride(folder, "a", { enabled: false })).toThrow(`${overridesFile(folder)} is damaged`);
  expect(read()).toBe("{");
});
