/**
 * Compares the CPU time of events with that of another built checkout, in turns.
 *
 *   SNAPHOOK_BENCH_OTHER=../other npm run bench:event-path [-- --rounds N]
 *
 * Each round makes the same calls through the installed launcher, with the daemon and without one. CPU time is that of the
 * launcher and everything it waits for, and of the daemon while it has these calls, its threads included. A ratio is the
 * median of the rounds' ratios.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { median } from "./lib/rounds.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CALLS = 20;
/** A plan hashes files younger than two seconds whenever it is read. */
const SETTLED_MS = 2_500;
const TICKS_PER_SECOND = 100;

const tool = (tool_name, tool_input) => ({ tool_name, tool_input });
const EVENTS = [
  ["git status", "PreToolUse", tool("Bash", { command: "git status" })],
  ["rm -rf ~", "PreToolUse", tool("Bash", { command: "rm -rf ~" })],
  ["a write", "PreToolUse", tool("Write", { file_path: "PROJECT/a.txt", content: "a\n".repeat(500) })],
  ["after a tool", "PostToolUse", { ...tool("Bash", { command: "git status" }), tool_response: { stdout: "clean" } }],
];

const { values } = parseArgs({ options: { rounds: { type: "string" } } });
const rounds = Number(values.rounds ?? 15);
const other = process.env.SNAPHOOK_BENCH_OTHER;
if (other === undefined) throw new Error("SNAPHOOK_BENCH_OTHER must name another built checkout");

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

  /** CPU milliseconds of one call. */
  measure([, event, payload], round) {
    const file = join(this.root, "payload.json");
    const whole = {
      session_id: `s${round}`,
      cwd: this.project,
      hook_event_name: event,
      permission_mode: "default",
      ...payload,
    };
    writeFileSync(file, JSON.stringify(whole).replaceAll("PROJECT", this.project));
    const before = this.daemonTicks();
    const line = `TIMEFORMAT='%U %S'; time for i in {1..${CALLS}}; do '${this.launcher}' claude-code ${event} <'${file}' >'${this.root}/said'; done`;
    const time = spawnSync("bash", ["-c", line], { cwd: this.project, env: this.env, encoding: "utf8" }).stderr;
    const [user, system] = time.trim().split("\n").at(-1).split(" ").map(Number);
    if (this.daemon !== undefined) execFileSync("sleep", ["0.3"]); // the record is made after the answer
    const daemon = ((this.daemonTicks() - before) * 1000) / TICKS_PER_SECOND;
    return ((user + system) * 1000 + daemon) / CALLS;
  }

  said() {
    return readFileSync(join(this.root, "said"), "utf8");
  }

  daemonTicks() {
    if (this.daemon === undefined) return 0;
    const fields = readFileSync(`/proc/${this.daemon.pid}/stat`, "utf8").split(") ")[1].split(" ");
    return Number(fields[11]) + Number(fields[12]);
  }
}

const builds = [new Build(ROOT), new Build(resolve(other))];
try {
  for (const way of ["without a daemon", "with the daemon"]) {
    if (way === "with the daemon") for (const build of builds) await build.up();
    await sleep(SETTLED_MS);
    for (const event of EVENTS) await compare(way, event);
  }
} finally {
  for (const build of builds) await build.end();
}
console.log(
  `load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(" ")}, ${rounds} rounds of ${CALLS} calls`,
);

async function compare(way, event) {
  const times = [[], []];
  for (let round = -2; round < rounds; round++) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const one of order) {
      const ms = builds[one].measure(event, round);
      if (round >= 0) times[one].push(ms);
    }
  }
  const denied = builds.map((build) => build.said().includes('"deny"'));
  if (denied[0] !== denied[1])
    console.log(`  (the answers differ: ${builds.map((build) => build.said().slice(0, 80)).join(" | ")})`);
  const ratio = median(times[0].map((ms, i) => ms / times[1][i]));
  console.log(
    `${way}, ${event[0]}: ${ratio.toFixed(2)} (${median(times[0]).toFixed(1)} ms : ${median(times[1]).toFixed(1)} ms)`,
  );
}
