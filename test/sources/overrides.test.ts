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
const write = (...change: [id: string, change: Parameters<typeof writeOverride>[2]]) =>
  writeOverride({ config: folder, data: join(folder, "data") }, ...change);
const parse = (text: string | undefined) => parseOverrides(text, join(folder, "data"));
const read = () => readFileSync(join(folder, "overrides.json"), "utf8");

it("CF-19 keeps each switch beside the others, the last one said", () => {
  write("a", { enabled: false });
  write("b", { enabled: true });
  write("a", { enabled: true });
  expect(read()).toMatch(
    /^\{\n {2}"enabled": \{\n {4}"a": true,\n {4}"b": true\n {2}\},\n {2}"signature": "[\da-f]{64}"\n\}\n$/,
  );
  write("b", { mode: "enforce" });
  write("c", { mode: "observe" });
  const switches = { enabled: { a: true, b: true }, mode: { b: "enforce", c: "observe" } };
  expect(parse(read())).toEqual({ ...switches, signed: true });
  expect(parse(read().replace('"a": true', '"a": false'))).toMatchObject({ signed: false });
});

it("CF-19 does not sign what another program wrote", () => {
  writeFileSync(overridesFile(folder), '{"enabled":{"a":false}}');
  expect(() => write("b", { enabled: true })).toThrow("review it with `snaphook sign`");
});

const NONE = { enabled: {}, mode: {}, signed: true };

it.each([
  [undefined, NONE],
  ["{}", NONE],
  ["[]", NONE],
  ["null", NONE],
  ['{"enabled":[true]}', NONE],
  ['{"enabled":null,"mode":"observe"}', NONE],
  ['{"a":true}', NONE],
  ['{"enabled":{"a":false,"b":1,"c":"true","d":true}}', { ...NONE, enabled: { a: false, d: true }, signed: false }],
  [
    '{"mode":{"a":"enforce","b":"off","c":true,"d":"observe"}}',
    { ...NONE, mode: { a: "enforce", d: "observe" }, signed: false },
  ],
  ["{", undefined],
])("CF-19 reads %j as %j", (text, switches) => {
  expect(parse(text)).toEqual(switches);
});

it("CF-19 does not write over a file that is damaged", () => {
  writeFileSync(overridesFile(folder), "{");
  expect(() => write("a", { enabled: false })).toThrow(`${overridesFile(folder)} is damaged`);
  expect(read()).toBe("{");
});
