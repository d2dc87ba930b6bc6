/** What questions to a person cost: how fast an answer releases its call, and what a thousand open questions take. */
import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  fdatasyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PAYLOAD } from "../lib/event.mjs";
import { bareServerMb, callByProtocol } from "../lib/held-calls.mjs";
import { median } from "../lib/rounds.mjs";
import { milli } from "../lib/row.mjs";

const PROGRAM = new URL("../../dist/snaphook.cjs", import.meta.url).pathname;
const OPEN = 200;
const HELD = 1_000;
const ROUNDS = 200;

export default async function approvals() {
  const home = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  const env = { PATH: process.env.PATH, HOME: home };
  mkdirSync(join(home, "project/.git"), { recursive: true });
  mkdirSync(join(home, ".config/snaphook"), { recursive: true });
  // A built-in runs in the daemon, so that no program is started for each call.
  const hooks = [{ id: "ask", event: "PreToolUse", builtin: "protect-git", options: { destructive: "ask" } }];
  writeFileSync(join(home, ".config/snaphook/hooks.json"), JSON.stringify({ version: 1, hooks }));
  const daemon = spawn(process.execPath, ["--max-semi-space-size=4", PROGRAM, "up", "--serve"], {
    env,
    stdio: "ignore",
  });
  try {
    const folder = join(home, ".local/state/snaphook/daemon");
    const client = await connect(folder);
    const view = await client.watch();
    const payload = (n) => ({
      ...PAYLOAD,
      cwd: join(home, "project"),
      session_id: `s${n}`,
      tool_use_id: `call-${n}`,
      tool_input: { command: `git reset --hard HEAD~${n + 1}` },
    });
    const hold = (n) => client.send("POST", "/v1/hooks/codex/PreToolUse", payload(n));
    const open = async (count) => {
      for (let tries = 0; (await client.send("GET", "/v1/status")).openAsks < count; tries++) {
        if (tries > 3_000) throw new Error(`not all of ${count} calls are held`);
        await sleep(20);
      }
    };
    const openNow = async (count) => {
      await open(count);
      return (await client.send("GET", "/v1/asks")).asks;
    };
    const memoryMb = async () => (await client.send("GET", "/v1/status")).memoryMb;
    const deny = ({ id, hash }) => client.send("POST", `/v1/asks/${id}`, { hash, verdict: "deny" });

    let calls = 0;
    const waiting = new Map();
    const start = () => {
      const command = `git reset --hard HEAD~${calls + 1}`;
      waiting.set(command, hold(calls++));
    };
    for (let n = 0; n < OPEN; n++) start();
    const released = [];
    const turn = [];
    const onDisk = [];
    for (let round = 0; round < ROUNDS; round++) {
      const asks = await openNow(OPEN);
      const ask = asks[round % asks.length];
      const held = waiting.get(ask.summary);
      waiting.delete(ask.summary);
      const before = performance.now();
      await client.send("GET", "/v1/health");
      const between = performance.now();
      void deny(ask);
      const answer = await held;
      released.push(performance.now() - between);
      turn.push(between - before);
      onDisk.push(durableWriteMs(home));
      if (!JSON.stringify(answer).includes("deny")) throw new Error(`wrong answer: ${JSON.stringify(answer)}`);
      start();
    }
    for (const ask of await openNow(OPEN)) await deny(ask);
    await Promise.all(waiting.values());
    waiting.clear();

    const bare = await bareServerMb(client.head("control"), payload);
    const heldBy = async (way) => {
      await sleep(2_000);
      const idle = await memoryMb();
      const held = Array.from({ length: HELD }, () => way(calls++).catch(() => undefined));
      await open(HELD);
      const full = await memoryMb();
      for (const ask of await openNow(HELD)) await deny(ask);
      const answers = await Promise.all(held);
      const failed = answers.filter((answer) => !JSON.stringify(answer ?? "").includes("deny")).length;
      return {
        figure: `1,000 calls held at once, ${way === hold ? "over HTTP" : "by the launcher's protocol"}: failed; memory added`,
        reach: "0; ≤ 25 MB",
        measured: `${failed}; ${full - idle} MB`,
        ok: failed === 0 && full - idle <= 25,
        detail: `${idle} MB before, ${full} MB with all open; a bare Node server that holds as many requests: ${bare} MB`,
      };
    };
    // First, because connections over HTTP stay open, and the daemon limits their number.
    const byLauncher = await heldBy((n) => callByProtocol(folder, payload(n), env));
    const overHttp = await heldBy(hold);
    view.destroy();
    const first = ratio("answer → call released, p50, 200 open : socket round trip", 3, median(released), median(turn));
    return [
      // The answer is on the disk before its call is released.
      { ...first, detail: `${first.detail}; one durable write to this disk: ${milli(median(onDisk))}` },
      ratio("answer → call released, p99, 200 open : socket round trip, p99", 10, high(released), high(turn)),
      byLauncher,
      overHttp,
    ];
  } finally {
    spawnSync(process.execPath, [PROGRAM, "down"], { env });
    daemon.kill();
    rmSync(home, { recursive: true, maxRetries: 5 });
  }
}

function durableWriteMs(folder) {
  const file = openSync(join(folder, "durable"), "a");
  const before = performance.now();
  writeSync(file, Buffer.alloc(4_096));
  fdatasyncSync(file);
  const ms = performance.now() - before;
  closeSync(file);
  return ms;
}

function ratio(figure, reach, ours, theirs) {
  const measured = ours / theirs;
  return {
    figure,
    reach: `≤ ${reach.toFixed(2)}`,
    measured: measured.toFixed(2),
    ok: measured <= reach,
    detail: `${milli(ours)} : ${milli(theirs)}, ${ROUNDS} rounds`,
  };
}

function high(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)];
}

async function connect(folder) {
  const socketPath = join(folder, "control.sock");
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  let tokens;
  const head = (token) => ({
    host: "localhost",
    authorization: `Bearer ${tokens[token] ?? token}`,
    "content-type": "application/json",
  });
  const call = (method, path, body, onResponse) =>
    new Promise((done, fail) => {
      const token = path.startsWith("/v1/hooks/") ? tokens.hooks : tokens.control;
      const sent = request({ socketPath, agent, method, path, headers: head(token) }, (response) =>
        onResponse(response, done, fail),
      );
      sent.on("error", fail).end(body === undefined ? undefined : JSON.stringify(body));
    });
  const send = (method, path, body) =>
    call(method, path, body, (response, done, fail) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => (text += part));
      response.on("error", fail).on("end", () => {
        if (response.statusCode !== 200) fail(new Error(`${path}: ${response.statusCode} ${text}`));
        else done(JSON.parse(text));
      });
    });
  for (;;) {
    try {
      tokens = JSON.parse(readFileSync(join(folder, "tokens.json"), "utf8"));
      await send("GET", "/v1/health");
      break;
    } catch {
      await sleep(20);
    }
  }
  /** As a person's terminal does: questions are held from now on. */
  const watch = () =>
    call("GET", "/v1/stream?answers=true", undefined, (response, done) => {
      response.once("data", () => done(response));
      response.resume();
    });
  return { send, watch, head };
}
