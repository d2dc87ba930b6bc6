/**
 * Long runs by command, at a steady rate; nobody waits for the answer before. Prints how long answers took, what was lost, and
 * how much memory grew.
 *
 *   node bench/soak.mjs calls  [SECONDS] [PER_SECOND]   as launchers bring them, one connection each, with a function guard
 *   node bench/soak.mjs intake [SECONDS] [PER_SECOND]   by HTTP, fifty to a request, answered when they are on the disk
 */
import { fork, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const PROGRAM = new URL("../dist/snaphook.cjs", import.meta.url).pathname;
const WARM_UP_SECONDS = 10;
const PER_REQUEST = 50;
const SENDERS = { calls: callsOf, intake: requestsOf };

if (process.send === undefined) await soak(...readArguments(process.argv.slice(2)));
else process.on("message", (facts) => void bringAll(facts));

function readArguments([kind = "calls", seconds = "300", rate = "5000"]) {
  return [kind, Number(seconds), Number(rate)];
}

async function soak(kind, seconds, rate) {
  const home = mkdtempSync(join(tmpdir(), "snaphook-soak-"));
  const env = { PATH: process.env.PATH, HOME: home };
  const project = join(home, "project");
  mkdirSync(join(project, ".git"), { recursive: true });
  mkdirSync(join(home, ".config/snaphook"), { recursive: true });
  writeFileSync(
    join(home, ".config/snaphook/snaphook.config.ts"),
    `import { defineConfig, defineHook, deny } from "snaphook";
     export default defineConfig({ hooks: [defineHook({ id: "g", event: "PreToolUse", matcher: "Bash", guard: true,
       run: ({ tool_input }) => (String(tool_input.command).includes("rm") ? deny("no") : undefined) })] });`,
  );
  // What a soak brings must be there to be counted at its end.
  writeFileSync(join(home, ".config/snaphook/daemon.json"), '{"retention":{"megabytes":100000}}');
  const run = (...args) => spawnSync(process.execPath, [PROGRAM, ...args], { cwd: project, env, encoding: "utf8" });
  run("list"); // builds the code config
  const args = ["--max-semi-space-size=4", PROGRAM, "up", "--serve"]; // as `up --detach` starts it
  const daemon = spawn(process.execPath, args, { env, stdio: "inherit" });
  try {
    await sleep(2_500);
    const { version } = JSON.parse(run("status", "--json").stdout);
    const facts = { kind, folder: join(home, ".local/state/snaphook/daemon"), project, env, rate, version };
    const warm = await bring({ ...facts, seconds: WARM_UP_SECONDS, name: "warm" });
    const before = memory(daemon.pid);
    const told = await bring({ ...facts, seconds, name: "soak" });
    const after = memory(daemon.pid);
    await sleep(3_000);
    report(told, rate);
    const answered = warm.asked - warm.unanswered + told.asked - told.unanswered;
    console.log(`kept: ${storedEvents(env)} of ${answered} that were answered (with those of the warm-up)`);
    console.log(`memory: ${before} MB after the warm-up, ${after} MB at the end`);
  } finally {
    daemon.kill("SIGINT");
    await new Promise((done) => daemon.once("exit", done));
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function report({ ms, asked, unanswered, seconds }, rate) {
  const sorted = ms.sort((a, b) => a - b);
  const at = (share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1);
  console.log(`${asked} events in ${seconds.toFixed(1)} s (${(asked / seconds).toFixed(0)}/s, asked for ${rate}/s)`);
  console.log(`answers: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms; without one: ${unanswered} events`);
}

/** By another process: what measures must not slow down what is measured more than it has to. */
function bring(facts) {
  const child = fork(fileURLToPath(import.meta.url));
  child.send(facts);
  return new Promise((done) => child.once("message", done));
}

async function bringAll({ rate, seconds, ...facts }) {
  const { send, size } = SENDERS[facts.kind](facts);
  const ms = [];
  let [asked, unanswered, open] = [0, 0, 0];
  const one = async () => {
    const startedAt = performance.now();
    open++;
    if (await send(asked++)) ms.push(performance.now() - startedAt);
    else unanswered += size;
    open--;
  };
  const startedAt = performance.now();
  const passed = () => (performance.now() - startedAt) / 1000;
  while (passed() < seconds) {
    while (asked * size < passed() * rate) void one();
    await sleep(1);
  }
  const took = passed();
  for (let i = 0; i < 400 && open > 0; i++) await sleep(50);
  process.send({ ms, asked: asked * size, unanswered, seconds: took }, () => process.exit());
}

function payloadOf(project, name, number) {
  return {
    session_id: `s${number % 50}`,
    cwd: project,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: `echo ${"x".repeat(1_200)}` },
    tool_use_id: `${name}-${number}`,
  };
}

function callsOf({ folder, project, env, name, version }) {
  const head = [project, ...Object.entries(env).map((pair) => pair.join("="))].map((text) => `${text}\0`).join("");
  const { dev, ino } = statSync(project);
  const line = `snaphook 1 ${version} claude-code PreToolUse ${dev}:${ino} shut ${Buffer.byteLength(head)}\n`;
  const send = (number) =>
    new Promise((done) => {
      const payload = JSON.stringify(payloadOf(project, name, number));
      const call = connect(join(folder, "hooks.sock"), () =>
        call.write(`${line}${head}piece ${payload.length}\n${payload}`),
      );
      let heard = "";
      call.on("data", (bytes) => {
        heard += bytes.toString("latin1");
        if (heard.includes("answer ")) call.destroy();
      });
      call.on("error", () => {}).on("close", () => done(heard.includes("answer ")));
    });
  return { send, size: 1 };
}

function requestsOf({ folder, project, name }) {
  const token = JSON.parse(readFileSync(join(folder, "tokens.json"), "utf8")).hooks;
  const headers = { host: "localhost", authorization: `Bearer ${token}`, "content-type": "application/json" };
  const agent = new Agent({ keepAlive: true });
  const send = (number) =>
    new Promise((done) => {
      const events = Array.from({ length: PER_REQUEST }, (_, n) => ({
        agent: "claude-code",
        event: "PreToolUse",
        payload: payloadOf(project, name, number * PER_REQUEST + n),
      }));
      const options = { agent, socketPath: join(folder, "control.sock"), method: "POST", path: "/v1/events", headers };
      const call = request(options, (response) => {
        response.resume();
        response.on("end", () => done(response.statusCode === 200));
      });
      call.on("error", () => done(false)).end(JSON.stringify(events));
    });
  return { send, size: PER_REQUEST };
}

function storedEvents(env) {
  const line = `"${process.execPath}" "${PROGRAM}" export | wc -l`;
  return Number(spawnSync("/bin/sh", ["-c", line], { env, encoding: "utf8" }).stdout);
}

function memory(pid) {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return Math.round((pages * 4096) / 1_000_000);
}
