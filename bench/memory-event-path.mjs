/**
 * CPU time of events with memory on, against off: `node bench/memory-event-path.mjs [--rounds N]`, after a build.
 *
 * Two daemons, one with memory on; both have 1,000 memories, 500 replaced ones and 50 finished sessions in the project. Each round makes the same calls to both, in turns. CPU time is
 * that of all threads of the daemon from the call until it is idle again; the launcher does the same work in both.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { bundleForScripts } from "../scripts/bundle-for-scripts.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "100" } } });
const rounds = Number(values.rounds);
const PROGRAM = fileURLToPath(new URL("../dist/snaphook.cjs", import.meta.url));
const MEMORIES = 1_000;
const REPLACED = 500;
const SESSIONS = 50;
const IDLE_MS = 60;
const WARM = 5;

const bash = (command) => ({ tool_name: "Bash", tool_input: { command } });
const edit = { tool_name: "Edit", tool_input: { file_path: "PROJECT/a7.ts", old_string: "a", new_string: "b" } };
const EVENTS = [
  ["session start", "SessionStart", { source: "startup" }],
  ["prompt", "UserPromptSubmit", { prompt: "why does topic7 of module7 need tool7 in the harbour" }],
  ["before a command", "PreToolUse", bash("npm test")],
  ["after an edit", "PostToolUse", { ...edit, tool_response: "done" }],
  ["a failed command", "PostToolUseFailure", { ...bash("npm run tool7"), error: "fatal: topic7 is missing" }],
];

class Place {
  constructor(enabled) {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-memory-path-")));
    this.project = join(this.root, "project");
    mkdirSync(join(this.project, ".git"), { recursive: true });
    this.env = { PATH: process.env.PATH, HOME: join(this.root, "home") };
    mkdirSync(join(this.env.HOME, ".claude"), { recursive: true });
    mkdirSync(join(this.env.HOME, ".config/snaphook"), { recursive: true });
    writeFileSync(
      join(this.env.HOME, ".config/snaphook/memory.json"),
      JSON.stringify({ enabled, inject: { recallMs: 1_000 } }),
    );
    this.run("install", "claude-code");
    this.launcher = /([^"'\\ ]*\/launch)\b/.exec(readFileSync(join(this.env.HOME, ".claude/settings.json"), "utf8"))[1];
  }

  run(...args) {
    const env = { ...this.env, SNAPHOOK_NO_DAEMON: "1" };
    const ran = spawnSync(process.execPath, [PROGRAM, ...args], { cwd: this.project, env, encoding: "utf8" });
    if (ran.status !== 0) throw new Error(`${args.join(" ")}: ${ran.stdout}${ran.stderr}`);
  }

  async fill() {
    const { EmbeddedStore, capture, recover } = await import(await bundleForScripts("bench/lib/memory-parts.ts"));
    const file = join(this.env.HOME, ".local/share/snaphook/store/snaphook.db");
    const nothing = {
      inside: () => undefined,
      cite: () => undefined,
      foreign: () => new Set(),
      risky: () => new Set(),
    };
    const memory = { isOn: () => true, placeOf: (scope) => ({ scope, ...nothing }) };
    const { store, problem } = EmbeddedStore.open({ file, capture, recover, memory });
    if (store === undefined) throw new Error(problem.message);
    for (let n = 0; n < MEMORIES; n++)
      await store.addMemory({
        ...{ scope: this.project, type: "note", trust: "user", importance: 5, createdAt: n, verifiedAt: n },
        ...{ text: `topic${n} of module${n} needs tool${n} and step${n}`, address: `rule:${n}`, file: `a${n}.ts` },
      });
    for (let n = 0; n < REPLACED; n++)
      await store.addMemory({
        ...{ scope: this.project, type: "note", trust: "user", importance: 5, createdAt: n, verifiedAt: n },
        ...{ text: `topic${n} needs tool${n} in harbour${n}`, address: "rule:replaced" },
      });
    await fill(store, this.project);
    await store.close();
  }

  async up() {
    this.daemon = spawn(process.execPath, [PROGRAM, "up", "--serve"], {
      env: this.env,
      cwd: this.root,
      stdio: "ignore",
    });
    while (spawnSync(process.execPath, [PROGRAM, "status"], { env: this.env }).status !== 0) await sleep(100);
  }

  /** CPU milliseconds of the daemon, and wall milliseconds of the call. */
  async measure([, event, payload], session) {
    const file = join(this.root, "payload.json");
    const whole = { session_id: session, cwd: this.project, hook_event_name: event, tool_use_id: session, ...payload };
    writeFileSync(file, JSON.stringify(whole).replaceAll("PROJECT", this.project));
    const [cpu, wall] = [this.cpu(), performance.now()];
    const ran = spawnSync("sh", ["-c", `'${this.launcher}' claude-code ${event} <'${file}'`], {
      cwd: this.project,
      env: this.env,
    });
    const took = performance.now() - wall;
    await sleep(IDLE_MS); // the record is made after the answer
    this.given = ran.stdout.includes("Notes of earlier sessions");
    return { cpu: this.cpu() - cpu, wall: took };
  }

  cpu() {
    const folder = `/proc/${this.daemon.pid}/task`;
    const times = readdirSync(folder).map((task) =>
      Number(readFileSync(`${folder}/${task}/schedstat`, "utf8").split(" ")[0]),
    );
    return times.reduce((sum, one) => sum + one, 0) / 1e6;
  }

  async end() {
    const gone = new Promise((done) => this.daemon.once("exit", done));
    this.daemon.kill("SIGTERM");
    await gone;
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Finished sessions with as many calls as a summary needs. */
async function fill(store, project) {
  for (let session = 0; session < SESSIONS; session++) {
    const record = (n, event, payload) => ({
      ...{ id: `s${session} ${n}`, at: Date.now(), way: "api", agent: "claude-code", event, project },
      ...{ session: `s${session}`, presence: "unknown", ms: 0, verdict: "none", hooks: [], notes: [], payload },
    });
    await store.append([
      record(0, "UserPromptSubmit", { prompt: `repair topic${session} of module${session} in the harbour` }),
      ...[1, 2, 3].map((n) => record(n, "PostToolUse", { ...bash("ls"), tool_use_id: `s${session} ${n}` })),
      record(4, "Stop", { last_assistant_message: `tool${session} was missing` }),
      record(5, "SessionEnd", {}),
    ]);
  }
  while ((await store.processMemory(Date.now())) > 0);
}

const [on, off] = [new Place(true), new Place(false)];
await on.fill();
await off.fill();
for (const place of [on, off]) await place.up();
try {
  const table = {};
  for (const event of EVENTS) table[event[0]] = await compare(event);
  console.table(table);
} finally {
  for (const place of [on, off]) await place.end();
}
console.log(
  `load ${loadavg()
    .map((one) => one.toFixed(1))
    .join(" ")}, ${rounds} rounds, CPU in ms`,
);

async function compare(event) {
  const times = { on: [], off: [] };
  let given = 0;
  for (let round = -WARM; round < rounds; round++)
    for (const name of round % 2 === 0 ? ["on", "off"] : ["off", "on"]) {
      const place = name === "on" ? on : off;
      const { cpu } = await place.measure(event, `${event[1]}${round}`);
      if (round < 0) continue;
      times[name].push(cpu);
      if (place.given && name === "on") given++;
    }
  const at = (name, share) => times[name].sort((a, b) => a - b)[Math.min(rounds - 1, Math.floor(rounds * share))];
  const figures = (share) =>
    `${at("on", share).toFixed(1)} : ${at("off", share).toFixed(1)} = ${(at("on", share) / at("off", share)).toFixed(2)}`;
  return { "p50 on : off": figures(0.5), "p99 on : off": figures(0.99), given: `${given}/${rounds}` };
}
