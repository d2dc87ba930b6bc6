/**
 * The commands as people start them, each in a traced process of its own. Every run takes another step in every third
 * repository; `npm run test:zoo` takes all steps in all of them.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { PROGRAM } from "../support/program.js";
import { removeFolder } from "../support/remove-folder.js";
import { CASES } from "./cases/index.js";
import type { ZooCase } from "./contract.js";
import { GUARD_SAYS, ZooPlace } from "./place.js";
import { foreignCalls, readCalls, STRACE } from "./read-calls.js";
import { canTrace, WITHOUT_TRACE } from "./run-zoo.js";
import { payloadIn, STEPS, type ZooStep } from "./steps.js";

const all = process.env["SNAPHOOK_ZOO"] === "all";
vi.setConfig({ testTimeout: all ? 300_000 : 60_000 });

const top = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-zoo-program-")));
afterAll(() => removeFolder(top));

/** What was approved before is looked at in the other files: approving takes processes of its own. */
const cases = CASES.filter(({ trusted, meanwhile }) => trusted === undefined && meanwhile === undefined);
const turns = cases
  .map((zooCase, i) => ({ zooCase, steps: all ? STEPS : [STEPS[i % STEPS.length]!] }))
  .filter((_, i) => all || i % 3 === new Date().getDate() % 3);

describe.skipIf(!canTrace)(`the program in malicious repositories${canTrace ? "" : ` (${WITHOUT_TRACE})`}`, () => {
  it.each(turns.map(({ zooCase, steps }) => [zooCase.name, steps] as const))("T1 T16 %s", async (name, steps) => {
    const zooCase = cases.find((one) => one.name === name)!;
    const place = new ZooPlace(top, name, 1);
    zooCase.build(place);
    for (const step of steps) await take(zooCase, place, step);
    if (zooCase.later === undefined) return;
    zooCase.later(place);
    for (const step of steps) await take(zooCase, place, step);
  });
});

async function take(zooCase: ZooCase, place: ZooPlace, step: ZooStep): Promise<void> {
  const trace = join(place.root, "trace");
  const cwd = zooCase.cwd?.(place) ?? place.project;
  const payload = JSON.stringify(payloadIn(cwd));
  writeFileSync(join(place.root, "payload.json"), payload);
  const args = "call" in step ? ["hook", ...step.call] : step.args(place, "none");
  const child = spawn("strace", [...STRACE, "-o", trace, process.execPath, PROGRAM, ...args], {
    cwd,
    env: { ...place.env, ...zooCase.env?.(place), PATH: `${place.env["PATH"]}:${process.env["PATH"]}` },
  });
  let printed = "";
  for (const pipe of [child.stdout, child.stderr]) pipe.setEncoding("utf8").on("data", (text) => (printed += text));
  child.stdin.on("error", () => {}); // it may end before it has read everything
  child.stdin.end("call" in step ? payload : "");
  await new Promise((done) => child.once("close", done));
  const calls = readCalls(trace).filter(({ what, line }) => !(what === process.execPath && line.includes(PROGRAM)));
  const known = { guard: place.guard, state: join(place.root, "state"), mayRun: zooCase.mayRun };
  expect({ step: step.name, foreign: foreignCalls(calls, known), bitten: place.bitten }).toEqual({
    step: step.name,
    foreign: [],
    bitten: false,
  });
  if (step.name.endsWith("PreToolUse")) expect(printed).toContain(GUARD_SAYS);
}
