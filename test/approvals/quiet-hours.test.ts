import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { isQuiet } from "../../src/approvals/quiet-hours.js";
import { bundleModule } from "../support/bundle-module.js";
import { removeFolder } from "../support/remove-folder.js";

const at = (time: string) => new Date(`2026-11-18T${time}:00`);

it.each([
  ["22:00", "07:00", ["22:00", "23:59", "00:00", "06:59"], ["21:59", "07:00", "12:00"]],
  ["12:30", "13:00", ["12:30", "12:59"], ["12:29", "13:00", "00:00"]],
  ["00:00", "23:59", ["00:00", "23:58"], ["23:59"]],
])("quiet from %s to %s", (from, to, quiet, loud) => {
  expect(quiet.map((time) => isQuiet({ from, to }, at(time)))).toEqual(quiet.map(() => true));
  expect(loud.map((time) => isQuiet({ from, to }, at(time)))).toEqual(loud.map(() => false));
});

/** Berlin skips 02:00 to 03:00 on 29 March 2026, and has it twice on 25 October. */
const IN_BERLIN: readonly (readonly [from: string, to: string, at: string, quiet: boolean])[] = [
  ["01:30", "02:30", "2026-03-29T00:29:59Z", false],
  ["01:30", "02:30", "2026-03-29T00:59:59Z", true],
  ["01:30", "02:30", "2026-03-29T01:00:00Z", false],
  ["02:00", "03:00", "2026-03-29T00:59:59Z", false],
  ["02:00", "03:00", "2026-03-29T01:00:00Z", false],
  ["22:00", "07:00", "2026-03-28T20:59:59Z", false],
  ["22:00", "07:00", "2026-03-28T21:00:00Z", true],
  ["22:00", "07:00", "2026-03-29T04:59:59Z", true],
  ["22:00", "07:00", "2026-03-29T05:00:00Z", false],
  ["02:00", "03:00", "2026-10-25T00:00:00Z", true],
  ["02:00", "03:00", "2026-10-25T01:59:59Z", true],
  ["02:00", "03:00", "2026-10-25T02:00:00Z", false],
  ["22:00", "07:00", "2026-10-24T20:00:00Z", true],
  ["22:00", "07:00", "2026-10-25T05:59:59Z", true],
  ["22:00", "07:00", "2026-10-25T06:00:00Z", false],
];

it("goes by the clock on the wall, also on days of 23 and 25 hours", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-quiet-")));
  onTestFinished(() => removeFolder(folder));
  const program = `import { isQuiet } from ${JSON.stringify(await bundleModule("approvals/quiet-hours.ts", folder))};
    const found = ${JSON.stringify(IN_BERLIN)}.map(([from, to, at]) => isQuiet({ from, to }, new Date(at)));
    console.log(JSON.stringify(found));`;
  const env = { PATH: process.env["PATH"], TZ: "Europe/Berlin" };
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { env, encoding: "utf8" });
  expect(JSON.parse(stdout)).toEqual(IN_BERLIN.map(([, , , quiet]) => quiet));
});
