/**
 * Leads the program through repositories of the zoo, one after the other, and writes down what it saw. Run as a process
 * of its own, so that every system call in it is the program's. Arguments: a folder, a file for the results, how
 * long it may take, names.
 */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { Worker } from "node:worker_threads";
import { callAgent, callCommand } from "./call-program.js";
import { CONTROLS } from "./cases/controls.js";
import { CASES } from "./cases/index.js";
import type { Step, ZooCase } from "./contract.js";
import { ZooPlace } from "./place.js";
import { payloadIn, STEPS, type ZooStep } from "./steps.js";
import { complaints, snapshot } from "./watch.js";

const [top = "", results = "", limitMs = "", ...names] = process.argv.slice(2);
const ORIGINAL = process.env;
const tell = (fact: object) => appendFileSync(results, `${JSON.stringify(fact)}\n`);

/** Ends the process from outside its loop, which may be what hangs; and before it takes the memory of the machine. */
const WATCHDOG = `
const { workerData } = require("node:worker_threads");
const until = Date.now() + workerData;
setInterval(() => {
  if (Date.now() > until || process.memoryUsage.rss() > 1_500_000_000) process.kill(process.pid, "SIGKILL");
}, 50);`;

/** Seen in the trace: what follows happens in this step. */
function mark(name: string, step: string): void {
  try {
    mkdirSync(`/zoo-mark/${name}/${encodeURIComponent(step)}`);
  } catch {
    // There is no such folder.
  }
}

async function takeStep(zooCase: ZooCase, place: ZooPlace, step: ZooStep, hookId: string): Promise<Step> {
  const cwd = zooCase.cwd?.(place) ?? place.project;
  try {
    if ("call" in step) return await callAgent(step.name, step.call[0], step.call[1], cwd);
    return await callCommand(step.name, step.args(place, hookId));
  } catch (error) {
    return { name: step.name, code: 70, out: "", err: String(error) };
  }
}

async function takeSteps(zooCase: ZooCase, place: ZooPlace, approved: boolean): Promise<Step[]> {
  const steps: Step[] = [];
  let hookId = "none";
  let turn = 0;
  const flips = zooCase.meanwhile && setInterval(() => zooCase.meanwhile!(place, turn++), 1);
  for (const step of STEPS) {
    mark(zooCase.name, approved ? "setup" : step.name);
    const taken = await takeStep(zooCase, place, step, hookId);
    steps.push(taken);
    if (step.name === "list --json") hookId = firstForeign(taken.out) ?? hookId;
  }
  clearInterval(flips);
  return steps;
}

function firstForeign(list: string): string | undefined {
  try {
    return (JSON.parse(list) as { id: string; level: string }[]).find(({ level }) => !/^(user|builtin)$/.test(level))
      ?.id;
  } catch {
    return undefined; // the complaint about the list follows
  }
}

/** As a script of the person would, with the hash of what is there now. */
async function approve(path: string): Promise<void> {
  const { out } = await callCommand("trust", ["trust", path, "--json"]);
  const { hash } = JSON.parse(out) as { hash: string };
  const { code, out: said, err } = await callCommand("trust", ["trust", path, "--hash", hash]);
  if (code !== 0) throw new Error(`not approved: ${said}${err}`);
}

async function visit(zooCase: ZooCase, place: ZooPlace): Promise<string[]> {
  mark(zooCase.name, "setup");
  process.env = { ...ORIGINAL };
  zooCase.build(place);
  const cwd = zooCase.cwd?.(place) ?? place.project;
  writeFileSync(`${place.root}/payload.json`, JSON.stringify(payloadIn(cwd)));
  process.env = { ...place.env, ...zooCase.env?.(place) };
  process.chdir(cwd);
  for (const path of zooCase.trusted ?? []) await approve(`${place.home}/${path}`);
  const found: string[] = [];
  // What was approved is used as it is once; what follows is the attack.
  const rounds = zooCase.later === undefined ? 1 : 2;
  for (let round = 1; round <= rounds; round++) {
    if (round === 2) {
      mark(zooCase.name, "setup");
      zooCase.later?.(place);
    }
    const before = snapshot(place);
    const approved = zooCase.trusted !== undefined && round === 1 && rounds === 2;
    const steps = await takeSteps(zooCase, place, approved);
    if (approved) continue;
    const flips = zooCase.meanwhile === undefined ? before : { ...before, files: snapshot(place).files };
    found.push(...complaints(place, flips, steps), ...(zooCase.check?.(steps, place) ?? []));
  }
  return found;
}

new Worker(WATCHDOG, { eval: true, workerData: Number(limitMs) }).unref();
process.stdout.setMaxListeners(0);
process.on("uncaughtException", (error) => tell({ loose: String(error) }));
let heard = 0;
const server = createServer((socket) => {
  heard++;
  socket.destroy();
}).listen(0, "127.0.0.1", async () => {
  const { port } = server.address() as { port: number };
  for (const name of names) {
    const zooCase = [...CASES, ...CONTROLS].find((one) => one.name === name)!;
    tell({ begins: name });
    heard = 0;
    const place = new ZooPlace(top, name, port);
    const startedAt = performance.now();
    const found = await visit(zooCase, place).catch((error: unknown) => [`the visit failed: ${String(error)}`]);
    await new Promise((done) => setTimeout(done, 5)); // what was started in the background shows now
    if (place.bitten) found.push("the canary was written");
    if (heard > 0) found.push("somebody connected to the canary");
    process.chdir("/");
    tell({ ends: name, found: [...new Set(found)], ms: Math.round(performance.now() - startedAt) });
  }
  process.exit(0);
});
