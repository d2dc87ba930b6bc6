/** A released agent on a terminal, with a person who reads its screen and types. */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { ProgramPlace } from "../support/program.js";
import type { Start } from "./driver.js";
import type { ScriptedModel } from "./models/scripted-model.js";
import { type Agent, agentCommand, agentEnvironment, endGroup } from "./run-agent.js";

const PTY = fileURLToPath(new URL("typed-into.py", import.meta.url));
const COLUMNS = 120;
const LINES = 50;
const PATIENCE_MS = 60_000;

export class AgentTerminal {
  readonly #child: ChildProcess;
  readonly #over: Promise<unknown>;
  #printed = "";
  /** What was printed before this was seen already. */
  #seen = 0;

  constructor(agent: Agent, start: Start, place: ProgramPlace, model: ScriptedModel) {
    const command = agentCommand(agent, start, model);
    this.#child = spawn("python3", [PTY, String(COLUMNS), String(LINES), ...command], {
      cwd: start.cwd ?? place.project,
      env: agentEnvironment(agent, start, place),
      stdio: ["pipe", "pipe", "inherit"],
      detached: true,
    });
    this.#child.stdin!.on("error", () => {});
    this.#child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      this.#printed += text;
    });
    this.#over = new Promise((done) => this.#child.once("close", done));
  }

  /** All that was printed, without spaces: programs move the cursor instead of printing them. */
  get printed(): string {
    return stripVTControlCharacters(this.#printed).replaceAll(/\s+/g, "");
  }

  /** Waits until this is printed, after what was waited for before. */
  async until(text: string): Promise<void> {
    const wanted = text.replaceAll(/\s+/g, "");
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(50)) {
      const at = this.printed.indexOf(wanted, this.#seen);
      if (at === -1) continue;
      this.#seen = at + wanted.length;
      return;
    }
    throw new Error(`"${text}" was not printed: ${this.printed.slice(-3_000)}`);
  }

  type(keys: string): void {
    this.#child.stdin!.write(keys);
  }

  async end(): Promise<void> {
    this.#child.stdin!.end();
    await Promise.race([this.#over, wait(2_000)]);
    endGroup(this.#child.pid);
  }
}
