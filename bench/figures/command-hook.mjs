/** What a command hook costs beyond the process it starts. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHooks } from "../../dist/index.js";
import { loadHooks } from "../../dist/load.js";
import { oneObserver, PAYLOAD } from "../lib/event.mjs";
import { inTurns } from "../lib/rounds.mjs";
import { atMost, milli } from "../lib/row.mjs";

export default async function commandHook() {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  try {
    const path = join(folder, "hooks.json");
    writeFileSync(path, JSON.stringify({ hooks: { PreToolUse: [{ command: "true" }] } }));
    const { entries } = await loadHooks({
      cwd: folder,
      files: [{ path, dialect: "native" }],
      environment: { ...process.env, HOME: folder },
    });
    const hooks = createHooks({ entries });
    oneObserver(hooks);
    const found = await inTurns(
      301,
      20,
      () => timed(() => fire(hooks, folder)),
      () => timed(() => rawSpawn(folder)),
    );
    await hooks.close();
    return [atMost("command hook `true` : node spawn of `/bin/sh -c true`", 1.15, found, milli)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function timed(call) {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

async function fire(hooks, cwd) {
  const { verdict, hooks: runs } = await hooks.fire("PreToolUse", { ...PAYLOAD, cwd });
  if (verdict !== "none" || runs.length !== 1 || runs[0].outcome !== "none")
    throw new Error(`wrong decision: ${JSON.stringify(runs)}`);
}

async function rawSpawn(cwd) {
  const child = spawn("/bin/sh", ["-c", "true"], { cwd, stdio: ["pipe", "pipe", "pipe"] });
  child.stdout.resume();
  child.stderr.resume();
  child.stdin.on("error", () => {}); // `true` does not read its stdin
  child.stdin.end(JSON.stringify({ ...PAYLOAD, cwd, hook_event_name: "PreToolUse" }));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`the process ended with ${code}`);
}
