/**
 * Compares the CPU time of events with that of another built checkout, in turns.
 *
 *   SNAPHOOK_BENCH_OTHER=../other npm run bench:event-path [-- --rounds N] [--way alone,daemon,guards]
 *   npm run bench:event-path -- --way approvals
 *
 * - `alone`: the installed launcher without a daemon. CPU time of the launcher and everything it waits for.
 * - `daemon`: the same calls through the daemon. CPU time of the launcher, and of the daemon with all its threads.
 * - `approvals`: this checkout with approvals configured (channels, questions, plans) and no question open, against the same without.
 * - `guards`: all guards in one process, over the command lines of the corpus that `npm run score` reads.
 *
 * A ratio is the median of the rounds' ratios. The last rows are means over all kinds of calls.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { compareGuards } from "./lib/guards-of-two.mjs";
import { median } from "./lib/rounds.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CALLS = 20;
/** A plan hashes files younger than two seconds whenever it is read. */
const SETTLED_MS = 2_500;
/** The daemon makes the record after the answer. */
const RECORDED_MS = 300;

const tool = (tool_name, tool_input) => ({ tool_name, tool_input });
const EVENTS = [
  ["no guard matches", "PreToolUse", tool("TodoWrite", { todos: [] })],
  ["a read", "PreToolUse", tool("Read", { file_path: "PROJECT/a.txt" })],
  ["git status", "PreToolUse", tool("Bash", { command: "git status" })],
  ["npm ci && rm -rf build", "PreToolUse", tool("Bash", { command: "npm ci && rm -rf build" })],
  ["rm -rf ~", "PreToolUse", tool("Bash", { command: "rm -rf ~" })],
  ["a write", "PreToolUse", tool("Write", { file_path: "PROJECT/a.txt", content: "a\n".repeat(500) })],
  ["after a tool", "PostToolUse", { ...tool("Bash", { command: "git status" }), tool_response: { stdout: "clean" } }],
];

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "15" }, way: { type: "string", default: "alone,daemon,guards" } },
});
const rounds = Number(values.rounds);
const ways = values.way.split(",");
const other = process.env.SNAPHOOK_BENCH_OTHER;
if (other === undefined && values.way !== "approvals")
  throw new Error("SNAPHOOK_BENCH_OTHER must name another built checkout");

class Build {
  constructor(checkout) {
    this.program = join(checkout, "dist/snaphook.cjs");
    this.root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-path-")));
    this.project = join(this.root, "project");
    mkdirSync(join(this.project, ".git"), { recursive: true });
    this.env = { PATH: process.env.PATH, HOME: join(this.root, "home"), SNAPHOOK_NO_DAEMON: "1" };
    mkdirSync(join(this.env.HOME, ".claude"), { recursive: true });
    this.run("install", "claude-code");
    this.run("add", "protect-commands");
    const settings = readFileSync(join(this.env.HOME, ".claude/settings.json"), "utf8");
    this.launcher = /([^"'\\ ]*\/launch)\b/.exec(settings)[1];
  }

  run(...args) {
    const ran = spawnSync(process.execPath, [this.program, ...args], {
      cwd: this.project,
      env: this.env,
      encoding: "utf8",
    });
    if (ran.status !== 0) throw new Error(`${args.join(" ")}: ${ran.stdout}${ran.stderr}`);
    return ran.stdout;
  }

  async up() {
    const { SNAPHOOK_NO_DAEMON: _, ...env } = this.env;
    this.env = env;
    this.daemon = spawn(process.execPath, [this.program, "up", "--serve"], { env, cwd: this.root, stdio: "ignore" });
    while (spawnSync(process.execPath, [this.program, "status"], { env }).status !== 0) await sleep(100);
  }

  async end() {
    if (this.daemon !== undefined) {
      const gone = new Promise((done) => this.daemon.once("exit", done));
      this.daemon.kill("SIGTERM");
      await gone;
    }
    rmSync(this.root, { recursive: true, force: true });
  }

  /** CPU milliseconds of one call: of the launcher, and of the daemon. */
  async measure([, event, payload], round) {
    const file = join(this.root, "payload.json");
    const whole = {
      session_id: `s${round}`,
      cwd: this.project,
      hook_event_name: event,
      permission_mode: "default",
      ...payload,
    };
    writeFileSync(file, JSON.stringify(whole).replaceAll("PROJECT", this.project));
    const before = this.daemonMs();
    const line = `TIMEFORMAT='%U %S'; time for i in {1..${CALLS}}; do '${this.launcher}' claude-code ${event} <'${file}' >'${this.root}/said'; done`;
    const time = spawnSync("bash", ["-c", line], { cwd: this.project, env: this.env, encoding: "utf8" }).stderr;
    const [user, system] = time.trim().split("\n").at(-1).split(" ").map(Number);
    if (this.daemon !== undefined) await sleep(RECORDED_MS);
    return { launcher: ((user + system) * 1000) / CALLS, daemon: (this.daemonMs() - before) / CALLS };
  }

  said() {
    return readFileSync(join(this.root, "said"), "utf8");
  }

  /** Of all threads, as the scheduler counts it: nanoseconds, not ticks. */
  daemonMs() {
    if (this.daemon === undefined) return 0;
    const tasks = `/proc/${this.daemon.pid}/task`;
    const spent = readdirSync(tasks).map((task) => readFileSync(join(tasks, task, "schedstat"), "utf8").split(" ")[0]);
    return spent.reduce((sum, ns) => sum + Number(ns), 0) / 1e6;
  }
}

/** Keeps each connection open and says nothing, as ntfy does while nobody answers. */
const SILENT_SERVER = `require("node:http").createServer((_, response) => response.writeHead(200).flushHeaders())
  .listen(0, "127.0.0.1", function () { console.log(this.address().port); })`;

if (ways.includes("alone") || ways.includes("daemon")) await comparePrograms();
if (ways.includes("approvals")) await compareApprovals();
if (ways.includes("guards")) for (const row of await compareGuards(ROOT, resolve(other))) console.log(row);
const load = loadavg().map((one) => one.toFixed(1));
console.log(`load ${load.join(" ")}, ${rounds} rounds of ${CALLS} calls`);

async function comparePrograms() {
  const builds = [new Build(ROOT), new Build(resolve(other))];
  try {
    if (ways.includes("alone")) await compareAll("without a daemon", builds);
    if (!ways.includes("daemon")) return;
    for (const build of builds) await build.up();
    await compareAll("with the daemon", builds);
  } finally {
    for (const build of builds) await build.end();
  }
}

async function compareApprovals() {
  const server = spawn(process.execPath, ["-e", SILENT_SERVER], { stdio: ["ignore", "pipe", "ignore"] });
  const [port] = await once(server.stdout, "data");
  const builds = [new Build(ROOT), new Build(ROOT)];
  try {
    const url = `http://127.0.0.1:${String(port).trim()}`;
    const secret = { variable: "WEBHOOK_SECRET" };
    const channels = { ntfy: { server: url, topic: "asks", answerTopic: "answers" }, webhook: { url, secret } };
    for (const name of ["ask-user-question", "exit-plan-mode"]) builds[0].run("add", name);
    builds[0].env.WEBHOOK_SECRET = "0123456789abcdef";
    const file = join(builds[0].env.HOME, ".config/snaphook/daemon.json");
    writeFileSync(file, JSON.stringify({ approvals: { notifyAfterSeconds: 20, channels } }));
    for (const build of builds) await build.up();
    await compareAll("approvals configured, against off", builds);
  } finally {
    for (const build of builds) await build.end();
    server.kill();
  }
}

async function compareAll(way, builds) {
  await sleep(SETTLED_MS);
  const ratios = [];
  for (const event of EVENTS) ratios.push(await compare(way, event, builds));
  const mean = ratios.reduce((sum, one) => sum + one, 0) / ratios.length;
  console.log(`${way}, mean of these: ${mean.toFixed(2)}`);
}

async function compare(way, event, builds) {
  const spent = [[], []];
  for (let round = -2; round < rounds; round++) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const one of order) {
      const ms = await builds[one].measure(event, round);
      if (round >= 0) spent[one].push(ms);
    }
  }
  const denied = builds.map((build) => build.said().includes('"deny"'));
  if (denied[0] !== denied[1])
    console.log(`  (the answers differ: ${builds.map((build) => build.said().slice(0, 80)).join(" | ")})`);
  const figure = (part) => {
    const [ours, theirs] = spent.map((all) => all.map(part));
    const ratio = median(ours.map((ms, at) => ms / theirs[at]));
    return { ratio, text: `${ratio.toFixed(2)} (${median(ours).toFixed(2)} ms : ${median(theirs).toFixed(2)} ms)` };
  };
  const { ratio, text } = figure(({ launcher, daemon }) => launcher + daemon);
  const parts = way.startsWith("without")
    ? ""
    : `; launcher ${figure(({ launcher }) => launcher).text}, daemon ${figure(({ daemon }) => daemon).text}`;
  console.log(`${way}, ${event[0]}: ${text}${parts}`);
  return ratio;
}
