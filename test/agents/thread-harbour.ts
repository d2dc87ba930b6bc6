/** A place in which released agents work in threads: each with a scripted model, in a network that has only these models. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { stopDaemon } from "../../src/client/daemon-control.js";
import type { OpenAsk } from "../../src/daemon/api.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { PROGRAM } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { PING_PONG, type ShownThread } from "../support/thread-place.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { type AgentDriver, type Start, snaphook } from "./driver.js";
import { gemini } from "./gemini.js";
import { installAgent, installNode22 } from "./install-agent.js";
import { ScriptedModel, type Step } from "./models/scripted-model.js";
import { pi } from "./pi.js";
import { ISOLATED } from "./run-agent.js";

const RELAY = fileURLToPath(new URL("loopback.mjs", import.meta.url));
export const PROMPT = "the task of the thread";
const DRIVERS = { claude: claudeCode, codex, gemini, pi };
type Name = keyof typeof DRIVERS;

export interface ThreadScript {
  /** What the model of each agent says; agents without are not installed. */
  readonly models: Readonly<Partial<Record<Name, readonly Step[]>>>;
  /** Hooks of the template `ping-pong`. */
  readonly hooks?: object;
  /** Content of `profiles.json`. */
  readonly profiles?: object;
  /** Waited for before a model answers. */
  beforeTurn?(agent: Name, turn: number): Promise<void> | undefined;
}

export class ThreadHarbour extends DaemonPlace {
  readonly models = new Map<Name, ScriptedModel>();
  readonly #env: Record<string, string> = { SNAPHOOK_DAEMON: "off" };

  static async open({ models, hooks, profiles, beforeTurn }: ThreadScript): Promise<ThreadHarbour> {
    const place = new ThreadHarbour();
    const bins: string[] = [];
    for (const [name, steps] of Object.entries(models) as [Name, readonly Step[]][]) {
      const driver: AgentDriver = DRIVERS[name];
      const folder = await installAgent(driver);
      const model = await ScriptedModel.start(driver.model, {
        prompt: PROMPT,
        subagent: [],
        steps,
        beforeTurn: (turn) => beforeTurn?.(name, turn),
      });
      onTestFinished(() => model.close());
      place.models.set(name, model);
      const { env }: Start = driver.prepare(place, model.url, PROMPT, folder);
      Object.assign(place.#env, env);
      bins.push(driver.node22 ? await wrapper(place, name, driver.command(folder)) : join(folder, "node_modules/.bin"));
    }
    Object.assign(place.#env, { LANG: "C.UTF-8", TERM: "xterm", SHELL: "/bin/sh" });
    place.#env["PATH"] = [...bins, process.env["PATH"]].join(":");
    const { agents, templates } = PING_PONG;
    place.writeUser("threads/mine.json", {
      agents: { ...agents, reviewer: { ...agents.reviewer, profile: "codex" } },
      templates: { "ping-pong": { ...templates["ping-pong"], ...(hooks === undefined ? {} : { hooks }) } },
    });
    place.writeUser(
      "threads/profiles.json",
      profiles ?? {
        defaultProfile: "claude",
        profiles: { claude: { agent: "claude-code", args: ["--allowedTools", "Bash"] } },
      },
    );
    return place;
  }

  override get env(): Record<string, string> {
    return { ...super.env, ...this.#env };
  }

  /** Wires an agent. */
  install(name: Name): void {
    snaphook(this.permitScripts("install"), ["install", DRIVERS[name].name], this.env);
  }

  /** A daemon that the agents' hooks ask. */
  async serving(): Promise<void> {
    delete this.#env["SNAPHOOK_DAEMON"];
    await this.up();
    onTestFinished(async () => void (await stopDaemon(findPlaces(this.env))));
  }

  /** A daemon, and a person who answers each new question. */
  async answering(onAsk: (ask: OpenAsk, place: DaemonPlace) => Promise<unknown>): Promise<void> {
    await this.serving();
    await this.attend();
    let isOver = false;
    onTestFinished(() => {
      isOver = true;
    });
    const seen = new Set<string>();
    void (async () => {
      for (; !isOver; await wait(50))
        for (const ask of await this.asks().catch(() => [])) {
          if (seen.has(ask.id)) continue;
          seen.add(ask.id);
          await onAsk(ask, this);
        }
    })();
  }

  /** The process that runs a thread: with a network of its own, it is a child of the relays. */
  runnerOf(id: string): number {
    const { pid } = JSON.parse(this.read(join(this.state, "threads", id, "runner.json"))) as { pid: number };
    return pid;
  }

  /** The agents of a thread with all that they started, on Linux: PID and parent. */
  agentProcesses(id: string): readonly { readonly pid: number; readonly parent: number }[] {
    const read = (pid: string, name: string) => {
      try {
        return readFileSync(`/proc/${pid}/${name}`, "utf8");
      } catch {
        return ""; // it ended, or belongs to another user
      }
    };
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name) && read(name, "environ").split("\0").includes(`SNAPHOOK_THREAD=${id}`))
      .map((name) => ({ pid: Number(name), parent: Number(/\) \S (\d+)/.exec(read(name, "stat"))?.[1]) }));
  }

  /** What the model was sent in the conversations themselves, in order. */
  bodies(name: Name): readonly string[] {
    return this.models.get(name)!.requests.flatMap(({ main, body }) => (main ? [body] : []));
  }

  begin(args: readonly string[]): ChildProcess {
    const relays = [...this.models.values()].flatMap((model) => [
      process.execPath,
      RELAY,
      String(model.port),
      model.socket,
    ]);
    const plain = [process.execPath, PROGRAM, "thread", ...args];
    const [command, ...rest] = ISOLATED
      ? ["unshare", "-rn", "sh", "-c", 'ip link set lo up && exec "$@"', "sh", ...relays, ...plain]
      : plain;
    const child = spawn(command!, rest, { cwd: this.project, env: this.env, stdio: ["ignore", "inherit", "inherit"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  }

  async thread(args: readonly string[]): Promise<number | null> {
    const child = this.begin(args);
    return new Promise((done) => child.once("exit", done));
  }

  async last(): Promise<ShownThread> {
    const [newest] = await this.json<{ id: string }[]>(["thread", "list"]);
    return this.json(["thread", "show", newest!.id]);
  }
}

/** A folder with a program of this name, on a newer Node. */
async function wrapper(place: ThreadHarbour, name: string, command: readonly string[]): Promise<string> {
  const node = await installNode22();
  const [, ...rest] = command;
  const words = [join(node, "node"), ...rest].map((word) => `'${word}'`).join(" ");
  const file = place.write(join(place.root, "bin", name), `#!/bin/sh\nPATH='${node}':"$PATH" exec ${words} "$@"\n`);
  chmodSync(file, 0o755);
  return join(place.root, "bin");
}

export const says = (...texts: readonly string[]): Step[] => texts.map((text) => ({ text }));
