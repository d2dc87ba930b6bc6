/** What an agent waits for: whole processes, from their start to their end. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PAYLOAD } from "../lib/event.mjs";
import { inTurns } from "../lib/rounds.mjs";
import { atMost, milli } from "../lib/row.mjs";

const PROGRAM = new URL("../../dist/snaphook.cjs", import.meta.url).pathname;
const ROUNDS = 61;
/** A plan hashes files younger than two seconds in every process; what is measured is the day after. */
const SETTLED_MS = 2_500;

const CONFIG = `import { defineConfig, defineHook, deny } from "snaphook";
export default defineConfig({
  hooks: [
    defineHook({
      id: "no-status",
      event: "PreToolUse",
      matcher: "Bash",
      guard: true,
      run: ({ tool_input }) => (tool_input.command === "git status" ? deny("Not now.") : undefined),
    }),
  ],
});
`;

export default async function coldStart() {
  const home = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  try {
    const cwd = join(home, "project");
    const empty = join(home, "empty.cjs");
    const reader = join(home, "reader.cjs");
    mkdirSync(join(cwd, ".git"), { recursive: true });
    mkdirSync(join(home, ".config/snaphook"), { recursive: true });
    writeFileSync(join(home, ".config/snaphook/snaphook.config.ts"), CONFIG);
    writeFileSync(empty, "");
    const run = (script, args, input, isRight) => () => timed(home, cwd, [script, ...args], input, isRight);
    const nothing = run(empty, [], "", (out) => out === "");
    const list = run(PROGRAM, ["list"], "", (out) => out.includes("no-status"));
    const payload = JSON.stringify({ ...PAYLOAD, cwd, hook_event_name: "PreToolUse" });
    const hook = run(
      PROGRAM,
      ["hook", "claude-code", "PreToolUse"],
      payload,
      (out) => out.includes('"permissionDecision":"deny"') && out.includes("Not now."),
    );
    const start = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18" } };
    writeFileSync(reader, `process.stdin.on("data", (input) => process.stdout.write(input));`);
    const reads = run(reader, [], `${JSON.stringify(start)}\n`, (out) => out.includes("initialize"));
    const mcp = run(PROGRAM, ["mcp"], `${JSON.stringify(start)}\n`, (out) => out.includes('"serverInfo"'));
    list(); // builds the code config
    hook(); // makes the plan with it
    mcp(); // keeps compiled code
    await sleep(SETTLED_MS);
    return [
      atMost(
        "`snaphook hook claude-code PreToolUse`, one guard of a code config : empty Node script",
        2,
        await inTurns(ROUNDS, 3, hook, nothing),
        milli,
      ),
      atMost("`snaphook list` : empty Node script", 1.6, await inTurns(ROUNDS, 3, list, nothing), milli),
      ...(await cpuFigures({ hook, list, mcp }, { "empty Node script": nothing })),
      ...(await cpuFigures({ mcp }, { "Node script that reads its input": reads })),
    ];
  } finally {
    rmSync(home, { recursive: true });
  }
}

const CPU_ROUNDS = 7;
/** The system counts processor time in steps of 10 ms. */
const RUNS_PER_ROUND = 10;

/** Of an MCP server, which reads its input in any case. */
const CPU_REACH = { "mcp : Node script that reads its input": 1.6 };

/** The same as time of the processor, which other work on the machine changes less. Only on Linux. */
async function cpuFigures(subjects, others) {
  if (process.platform !== "linux") return [];
  const spent = (run) => () => {
    const before = childrenMs();
    for (let i = 0; i < RUNS_PER_ROUND; i++) run();
    return (childrenMs() - before) / RUNS_PER_ROUND;
  };
  const rows = [];
  for (const [other, runOther] of Object.entries(others))
    for (const [name, run] of Object.entries(subjects))
      rows.push(
        atMost(
          `\`snaphook ${name}\` : ${other}, processor time`,
          CPU_REACH[`${name} : ${other}`],
          await inTurns(CPU_ROUNDS, 1, spent(run), spent(runOther)),
          milli,
        ),
      );
  return rows;
}

/** `cutime` and `cstime` of proc(5). */
function childrenMs() {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1).split(" ");
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

function timed(home, cwd, args, input, isRight) {
  const env = { PATH: process.env.PATH, HOME: home };
  const startedAt = performance.now();
  const { stdout, status, stderr } = spawnSync(process.execPath, args, { cwd, env, input, encoding: "utf8" });
  const ms = performance.now() - startedAt;
  if (status !== 0 || !isRight(stdout)) throw new Error(`wrong answer of ${args.join(" ")}: ${stdout}${stderr}`);
  return ms;
}
