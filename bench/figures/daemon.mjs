/** What an agent waits for with a daemon: the installed launcher, from its start to its end. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PAYLOAD } from "../lib/event.mjs";
import { inTurns } from "../lib/rounds.mjs";
import { atMost, milli, within } from "../lib/row.mjs";

const PROGRAM = new URL("../../dist/snaphook.cjs", import.meta.url).pathname;
const ROUNDS = 101;
/** A plan hashes files younger than two seconds whenever it is read. */
const SETTLED_MS = 2_500;

const CONFIG = `import { defineConfig, defineHook, deny } from "snaphook";
export default defineConfig({
  hooks: [
    defineHook({ id: "no-status", event: "PreToolUse", matcher: "Bash", guard: true, run: () => deny("Not now.") }),
  ],
});
`;
/** The least a hook of one's own can do in Node. */
const BARE = `let text = "";
process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => {
  JSON.parse(text);
  process.stdout.write("{}");
});
`;

/** Hooks of others that do the same work, where they were installed: `npm install --prefix ~/.cache/snaphook-bench NAME`. */
const OTHERS = {
  "cc-safety-net": { bin: "node_modules/.bin/cc-safety-net", args: "hook --claude-code" },
};

export default async function daemon() {
  const home = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  // Started when it is wanted, not by the first call.
  const env = { PATH: process.env.PATH, HOME: home };
  const alone = { ...env, SNAPHOOK_DAEMON: "off" };
  const snaphook = (...args) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      cwd: join(home, "project"),
      env,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${args.join(" ")} failed: ${stderr}`);
    return stdout;
  };
  try {
    mkdirSync(join(home, "project/.git"), { recursive: true });
    mkdirSync(join(home, ".config/snaphook"), { recursive: true });
    writeFileSync(join(home, ".config/snaphook/snaphook.config.ts"), CONFIG);
    const others = Array.from({ length: 19 }, (_, i) => ({ id: `h${i}`, matcher: "Edit", command: "true" }));
    writeFileSync(
      join(home, ".config/snaphook/hooks.json"),
      JSON.stringify({ version: 1, hooks: { PostToolUse: others } }),
    );
    writeFileSync(join(home, "bare.cjs"), BARE);
    snaphook("list"); // builds the code config
    snaphook("install", "claude-code");
    const payload = (padding) =>
      JSON.stringify({
        ...PAYLOAD,
        cwd: join(home, "project"),
        hook_event_name: "PreToolUse",
        padding: "x".repeat(padding),
      });
    const [small, large] = [payload(1_200), payload(300_000)];
    const timed =
      (command, args, input, isRight, variables = env) =>
      () => {
        const startedAt = performance.now();
        const options = { cwd: join(home, "project"), env: variables, input, encoding: "utf8" };
        const { stdout, status } = spawnSync(command, args, options);
        const ms = performance.now() - startedAt;
        if (status !== 0 || !isRight(stdout)) throw new Error(`wrong answer of ${command}: ${stdout}`);
        return ms;
      };
    const line = `${join(home, ".local/share/snaphook/launch")} claude-code PreToolUse`;
    const isDenied = (out) => out.includes("Not now.");
    const launch = (input, variables) => timed("/bin/sh", ["-c", line], input, isDenied, variables);
    const bareLine = `${process.execPath} ${join(home, "bare.cjs")}`;
    const bare = (input) => timed("/bin/sh", ["-c", bareLine], input, (out) => out === "{}");
    const nothing = timed("/bin/sh", ["-c", "true"], small, () => true);
    launch(small, alone)(); // makes the plan
    await sleep(SETTLED_MS);
    const down = await inTurns(41, 3, launch(small, alone), bare(small));
    const started = await startTimes(home, env);
    await sleep(SETTLED_MS);
    const idle = memory(snaphook, "daemon, resident memory when nothing has happened yet", 80);
    const rows = [
      atMost("launcher and daemon, 1.5 KB : `sh -c true`", 3, await inTurns(ROUNDS, 5, launch(small), nothing), milli),
      atMost(
        "launcher and daemon, 1.5 KB : bare Node hook",
        0.11,
        await inTurns(41, 3, launch(small), bare(small)),
        milli,
      ),
      atMost(
        "launcher and daemon, 300 KB : bare Node hook",
        0.5,
        await inTurns(41, 3, launch(large), bare(large)),
        milli,
      ),
      atMost("launcher without a daemon : bare Node hook", 2, down, milli),
      ...(await otherHooks(small, env, launch)),
      ...started,
      idle,
      memory(snaphook, "daemon, resident memory after these calls"),
    ];
    return rows;
  } finally {
    spawnSync(process.execPath, [PROGRAM, "down"], { env });
    rmSync(home, { recursive: true, maxRetries: 5 });
  }
}

async function otherHooks(input, env, launch) {
  const rows = [];
  for (const [name, { bin, args }] of Object.entries(OTHERS)) {
    const path = join(homedir(), ".cache/snaphook-bench", bin);
    if (!existsSync(path)) continue;
    const theirs = () => {
      const startedAt = performance.now();
      const { error } = spawnSync("/bin/sh", ["-c", `${path} ${args}`], { env, input, encoding: "utf8" });
      if (error) throw error;
      return performance.now() - startedAt;
    };
    rows.push(
      atMost(
        `launcher and daemon, 1.5 KB : ${name}'s hook`,
        undefined,
        await inTurns(21, 2, launch(input), theirs),
        milli,
      ),
    );
  }
  return rows;
}

/** From the command to the first answer; the last one stays up. */
async function startTimes(home, env) {
  const times = [];
  for (let round = 0; round < 5; round++) {
    spawnSync(process.execPath, [PROGRAM, "down"], { env });
    const startedAt = performance.now();
    // As `up --detach` starts it.
    const args = ["--max-semi-space-size=4", PROGRAM, "up", "--serve"];
    const child = spawn(process.execPath, args, { env, stdio: "ignore", detached: true });
    child.unref();
    const folder = join(home, ".local/state/snaphook/daemon");
    while (!(await answers(folder))) await sleep(5);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return [within("daemon, start to healthy", 400, times[2], "median of 5 starts")];
}

function answers(folder) {
  return new Promise((done) => {
    let token;
    try {
      token = JSON.parse(readFileSync(join(folder, "tokens.json"), "utf8")).control;
    } catch {
      return done(false);
    }
    const headers = { host: "localhost", authorization: `Bearer ${token}` };
    const call = request({ socketPath: join(folder, "control.sock"), path: "/v1/health", headers }, (response) => {
      response.resume();
      done(response.statusCode === 200);
    });
    call.on("error", () => done(false)).end();
  });
}

function memory(snaphook, figure, reach) {
  const { memoryMb } = JSON.parse(snaphook("status", "--json"));
  return {
    figure,
    reach: reach === undefined ? "–" : `≤ ${reach} MB`,
    measured: `${memoryMb} MB`,
    ...(reach === undefined ? {} : { ok: memoryMb <= reach }),
    detail: "the main thread and that of the store",
  };
}
