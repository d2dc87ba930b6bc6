/** What an agent waits for with a daemon: the installed launcher, from its start to its end. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PAYLOAD } from "../lib/event.mjs";
import { inTurns } from "../lib/rounds.mjs";
import { atMost, milli } from "../lib/row.mjs";

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

export default async function daemon() {
  const home = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  const env = { PATH: process.env.PATH, HOME: home };
  const snaphook = (...args) => {
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      cwd: join(home, "project"),
      env,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`${args.join(" ")} failed: ${stderr}`);
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
    const timed = (command, args, input, isRight) => () => {
      const startedAt = performance.now();
      const { stdout, status } = spawnSync(command, args, { cwd: join(home, "project"), env, input, encoding: "utf8" });
      const ms = performance.now() - startedAt;
      if (status !== 0 || !isRight(stdout)) throw new Error(`wrong answer of ${command}: ${stdout}`);
      return ms;
    };
    const line = `${join(home, ".local/share/snaphook/launch")} claude-code PreToolUse`;
    const launch = (input) => timed("/bin/sh", ["-c", line], input, (out) => out.includes("Not now."));
    const bare = (input) => timed(process.execPath, [join(home, "bare.cjs")], input, (out) => out === "{}");
    const nothing = timed("/bin/sh", ["-c", "true"], small, () => true);
    launch(small)(); // makes the plan
    await sleep(SETTLED_MS);
    const down = await inTurns(41, 3, launch(small), bare(small));
    snaphook("up", "--detach");
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
    ];
    return rows;
  } finally {
    spawnSync(process.execPath, [PROGRAM, "down"], { env });
    rmSync(home, { recursive: true, maxRetries: 5 });
  }
}
