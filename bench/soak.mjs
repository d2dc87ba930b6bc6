/**
 * A long run by command: `node bench/soak.mjs [SECONDS] [EVENTS_PER_SECOND]`. Events come to a daemon as launchers bring them,
 * one connection each, at a steady rate; nobody waits for the one before. Prints how long answers took, what was lost, and
 * how much memory grew.
 */
import { fork, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const PROGRAM = new URL("../dist/snaphook.cjs", import.meta.url).pathname;
const WARM_UP_SECONDS = 10;

if (process.send === undefined) await soak(Number(process.argv[2] ?? 300), Number(process.argv[3] ?? 5_000));
else process.on("message", (facts) => void bringEvents(facts));

async function soak(seconds, rate) {
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
  const run = (...args) => spawnSync(process.execPath, [PROGRAM, ...args], { cwd: project, env, encoding: "utf8" });
  run("list");
  const daemon = spawn(process.execPath, [PROGRAM, "up", "--serve"], { env, stdio: "inherit" });
  try {
    await sleep(2_500);
    const socket = join(home, ".local/state/snaphook/daemon/hooks.sock");
    const facts = { socket, project, env, rate, version: JSON.parse(run("status", "--json").stdout).version };
    await bring({ ...facts, seconds: WARM_UP_SECONDS, name: "warm" });
    const before = memory(daemon.pid);
    const told = await bring({ ...facts, seconds, name: "soak" });
    await sleep(3_000);
    const kept = storedEvents(env);
    const sorted = told.ms.sort((a, b) => a - b);
    const at = (share) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1);
    console.log(
      `${told.asked} events in ${told.seconds.toFixed(1)} s (${(told.asked / told.seconds).toFixed(0)}/s asked for ${rate}/s)`,
    );
    console.log(
      `answers: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms; without an answer: ${told.unanswered}`,
    );
    console.log(`kept: ${kept} of ${told.asked + WARM_UP_SECONDS * rate} (with those of the warm-up)`);
    console.log(`memory: ${before} MB after the warm-up, ${memory(daemon.pid)} MB at the end`);
  } finally {
    daemon.kill("SIGINT");
    await new Promise((done) => daemon.once("exit", done));
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** By another process: what measures must not slow down what is measured more than it has to. */
function bring(facts) {
  const child = fork(fileURLToPath(import.meta.url));
  child.send(facts);
  return new Promise((done) => child.once("message", done));
}

async function bringEvents({ socket, project, env, rate, seconds, name, version }) {
  const head = [project, ...Object.entries(env).map((pair) => pair.join("="))].map((text) => `${text}\0`).join("");
  const ms = [];
  let [asked, unanswered, open] = [0, 0, 0];
  const one = (number) => {
    const payload = JSON.stringify({
      session_id: `s${number % 50}`,
      cwd: project,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: `echo ${"x".repeat(1_200)}` },
      tool_use_id: `${name}-${number}`,
    });
    const startedAt = performance.now();
    const line = `snaphook 1 ${version} claude-code PreToolUse ${Buffer.byteLength(head)}\n`;
    const call = connect(socket, () => call.write(`${line}${head}piece ${payload.length}\n${payload}`));
    let heard = "";
    open++;
    call.on("data", (bytes) => {
      const first = heard === "";
      heard += bytes.toString("latin1");
      if (first) call.write("go 0\n");
      if (!heard.includes("answer ")) return;
      ms.push(performance.now() - startedAt);
      call.destroy();
    });
    call.on("error", () => {});
    call.on("close", () => {
      open--;
      if (!heard.includes("answer ")) unanswered++;
    });
  };
  const startedAt = performance.now();
  while (performance.now() - startedAt < seconds * 1000) {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * rate);
    while (asked < due) one(asked++);
    await sleep(1);
  }
  const took = (performance.now() - startedAt) / 1000;
  for (let i = 0; i < 200 && open > 0; i++) await sleep(50);
  process.send({ ms, asked, unanswered, seconds: took }, () => process.exit());
}

function storedEvents(env) {
  const line = `"${process.execPath}" "${PROGRAM}" export | wc -l`;
  return Number(spawnSync("/bin/sh", ["-c", line], { env, encoding: "utf8" }).stdout);
}

function memory(pid) {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]);
  return Math.round((pages * 4096) / 1_000_000);
}
