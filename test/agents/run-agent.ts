/** Runs a released agent once on a prompt: its own home, a dummy key, and no network but the scripted model. */
import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ProgramPlace } from "../support/program.js";
import type { AgentDriver } from "./driver.js";
import type { ScriptedModel } from "./models/scripted-model.js";

export interface AgentRun {
  readonly code: number | null;
  readonly timedOut: boolean;
  /** stdout and stderr. */
  readonly printed: string;
}

const TIME_LIMIT_MS = 60_000;
const RELAY = fileURLToPath(new URL("loopback.mjs", import.meta.url));
const LOOPBACK_UP = "ip link set lo up";

/** Whether this machine lets us give the agent a network that has only loopback. */
export const ISOLATED = spawnSync("unshare", ["-rn", "sh", "-c", LOOPBACK_UP]).status === 0;

export async function runAgent(
  driver: AgentDriver,
  program: string,
  place: ProgramPlace,
  model: ScriptedModel,
): Promise<AgentRun> {
  const start = driver.prepare(place, model.url, "Do what the script says.");
  const plain = [program, ...start.args];
  const relayed = [process.execPath, RELAY, String(model.port), model.socket, ...plain];
  const [command = "", ...args] = ISOLATED
    ? ["unshare", "-rn", "sh", "-c", `${LOOPBACK_UP} && exec "$@"`, "sh", ...relayed]
    : plain;
  const child = spawn(command, args, {
    cwd: place.project,
    env: { ...place.env, LANG: "C.UTF-8", TERM: "xterm", SHELL: "/bin/sh", ...start.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // a process group of its own, so that all of it can be ended
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    endGroup(child.pid);
  }, TIME_LIMIT_MS);
  const code = await new Promise<number | null>((done, fail) => child.on("error", fail).on("exit", done));
  clearTimeout(timer);
  endGroup(child.pid);
  return { code, timedOut, printed };
}

function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // nothing of it is left
  }
}
