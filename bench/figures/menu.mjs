/** What a person waits for who opens the menu: processor time until its first screen stands and it was left again. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inTurns } from "../lib/rounds.mjs";
import { atMost, milli } from "../lib/row.mjs";

const PROGRAM = fileURLToPath(new URL("../../dist/snaphook.cjs", import.meta.url));
const TERMINAL = fileURLToPath(new URL("../lib/pty-cpu.py", import.meta.url));
const ROUNDS = 41;
/** A plan hashes files younger than two seconds in every process. */
const SETTLED_MS = 2_500;
const HOOKS = { hooks: { PreToolUse: [{ id: "no-status", matcher: "Bash", command: "true" }] } };

export default async function menu() {
  const home = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  try {
    const cwd = join(home, "project");
    mkdirSync(cwd);
    mkdirSync(join(home, ".config/snaphook"), { recursive: true });
    writeFileSync(join(home, ".config/snaphook/hooks.json"), JSON.stringify(HOOKS));
    const env = { PATH: process.env.PATH, HOME: home, TERM: "xterm" };
    const spent = (text, key, args) => () => {
      const given = [TERMINAL, text, key, process.execPath, PROGRAM, ...args];
      const { stdout, stderr } = spawnSync("python3", given, { cwd, env, encoding: "utf8" });
      const { code, isShown, cpu } = JSON.parse(stdout || "{}");
      if (code !== 0 || !isShown) throw new Error(`wrong answer of ${args.join(" ")}: ${stdout}${stderr}`);
      return cpu;
    };
    const list = spent("no-status", "", ["list"]);
    const first = spent("q quit", "q", ["menu"]);
    list(); // makes the plan
    await sleep(SETTLED_MS);
    return [
      atMost(
        "first screen of `snaphook menu` : `snaphook list`, processor time",
        1.5,
        await inTurns(ROUNDS, 3, first, list),
        milli,
      ),
    ];
  } finally {
    rmSync(home, { recursive: true });
  }
}
