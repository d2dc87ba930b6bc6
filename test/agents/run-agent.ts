/** Runs a released agent once on a prompt: its own home, a dummy key, and no network but the scripted model. */
import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ProgramPlace } from "../support/program.js";
import type { AgentDriver, Start } from "./driver.js";
import type { ScriptedModel } from "./models/scripted-model.js";

export interface AgentRun {
  readonly code: number | null;
  readonly timedOut: boolean;
  /** stdout and stderr. */
  readonly printed: string;
}

const TIME_LIMIT_MS = 60_000;
/** More for a run of many turns. */
const TURN_MS = 5_000;
const RELAY = fileURLToPath(new URL("loopback.mjs", import.meta.url));
const LOOPBACK_UP = "ip link set lo up";

/** Whether this machine lets us give the agent a network that has only loopback. */
export const ISOLATED = spawnSync("unshare", ["-rn", "sh", "-c", LOOPBACK_UP]).status === 0;

export interface Agent {
  readonly driver: AgentDriver;
  /** Where it was installed to. */
  readonly folder: string;
  /** Folder of the Node it runs on, where that is not ours. */
  readonly node?: string;
}

export async function runAgent(
  agent: Agent,
  start: Start,
  place: ProgramPlace,
  model: ScriptedModel,
  turns = 0,
): Promise<AgentRun> {
  const { driver } = agent;
  const [command = "", ...args] = agentCommand(agent, start, model);
  const child = spawn(command, args, {
    cwd: start.cwd ?? place.project,
    env: agentEnvironment(agent, start, place),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // a process group of its own, so that all of it can be ended
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  let timedOut = false;
  const limitMs = (driver.timeLimitMs ?? TIME_LIMIT_MS) + turns * TURN_MS;
  const timer = setTimeout(() => {
    timedOut = true;
    endGroup(child.pid);
  }, limitMs);
  const code = await new Promise<number | null>((done, fail) => child.on("error", fail).on("exit", done));
  clearTimeout(timer);
  endGroup(child.pid);
  return { code, timedOut, printed };
}

/** Its command line, in a network of its own if this machine permits one. */
export function agentCommand({ driver, folder }: Agent, start: Start, model: ScriptedModel): readonly string[] {
  const plain = [...driver.command(folder), ...start.args];
  if (!ISOLATED) return plain;
  const relayed = [process.execPath, RELAY, String(model.port), model.socket, ...plain];
  return ["unshare", "-rn", "sh", "-c", `${LOOPBACK_UP} && exec "$@"`, "sh", ...relayed];
}

export function agentEnvironment({ node }: Agent, start: Start, place: ProgramPlace): Record<string, string> {
  const path = place.env["PATH"]!;
  return {
    ...place.env,
    PATH: node === undefined ? path : `${node}:${path}`,
    LANG: "C.UTF-8",
    TERM: "xterm",
    SHELL: "/bin/sh",
    ...start.env,
  };
}

export function endGroup(leader: number | undefined): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // nothing of it is left
  }
}
