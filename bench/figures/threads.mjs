/** What the runner of a thread adds to its agents: its own processor time per step, against one `snaphook fire`. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inTurns } from "../lib/rounds.mjs";
import { atMost, milli } from "../lib/row.mjs";

const PROGRAM = fileURLToPath(new URL("../../dist/snaphook.cjs", import.meta.url));
const ROUNDS = 11;
const MOST_STEPS = 21;
const AGENT = `#!/bin/sh
echo '{"type":"system","session_id":"s1"}'
echo '{"type":"result","is_error":false,"result":"a line of text","session_id":"s1","num_turns":1,"total_cost_usd":0.01}'
`;
/** Of this process alone, not of the agents. */
const CPU = `process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  require("node:fs").writeFileSync(process.env.CPU_FILE, String((user + system) / 1000));
});`;

const template = (maxTotalSteps) => ({
  agents: ["solo"],
  entryAgent: "solo",
  transitions: [{ from: "solo", to: "solo", condition: { type: "always" } }],
  maxTotalSteps,
});

export default async function threads() {
  const home = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  try {
    const cwd = join(home, "project");
    const folder = join(home, ".config/snaphook/threads");
    for (const one of [cwd, folder]) mkdirSync(one, { recursive: true });
    const [agent, preload, file] = ["agent.sh", "cpu.cjs", "cpu"].map((name) => join(home, name));
    writeFileSync(agent, AGENT, { mode: 0o755 });
    writeFileSync(preload, CPU);
    const profiles = { own: { agent: "claude-code", program: agent } };
    writeFileSync(join(folder, "profiles.json"), JSON.stringify({ defaultProfile: "own", profiles }));
    const agents = { solo: { profile: "__active__", promptTemplate: "{{input}}" } };
    const templates = { short: template(1), long: template(MOST_STEPS) };
    writeFileSync(join(folder, "bench.json"), JSON.stringify({ agents, templates }));
    const hooks = { hooks: { PreToolUse: [{ id: "none", matcher: "Bash", command: "true" }] } };
    writeFileSync(join(home, ".config/snaphook/hooks.json"), JSON.stringify(hooks));
    const env = { PATH: process.env.PATH, HOME: home, CPU_FILE: file, SNAPHOOK_DAEMON: "off" };
    const spent = (args, expected) => {
      const options = { cwd, env, encoding: "utf8", input: '{"tool_name":"Bash","tool_input":{"command":"ls"}}' };
      const { status, stdout, stderr } = spawnSync(process.execPath, ["--require", preload, PROGRAM, ...args], options);
      if (status !== 0 && args[0] === "fire") throw new Error(stderr);
      if (!stdout.includes(expected)) throw new Error(`wrong answer of ${args.join(" ")}: ${stdout}${stderr}`);
      return Number(readFileSync(file, "utf8"));
    };
    const run = (name, steps) => spent(["thread", "run", name, "go"], `(${steps} step`);
    const step = () => (run("long", MOST_STEPS) - run("short", 1)) / (MOST_STEPS - 1);
    const fire = () => spent(["fire", "PreToolUse", "--payload", "-"], "none");
    return [
      atMost(
        "a step of `snaphook thread run` without its agent : `snaphook fire`, processor time",
        2,
        await inTurns(ROUNDS, 1, step, fire),
        milli,
      ),
    ];
  } finally {
    rmSync(home, { recursive: true });
  }
}
