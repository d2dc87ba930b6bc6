/** A home in which the program of Claude Code is a script, so that threads run with real processes and no model. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Thread } from "../../src/threads/types.js";
import { PROGRAM, ProgramPlace, type Ran } from "./program.js";

const AGENT = fileURLToPath(new URL("scripted-agent.mjs", import.meta.url));

export interface ScriptStep {
  readonly when?: string;
  readonly say?: string;
  readonly error?: string;
  readonly raw?: string;
  readonly code?: number;
  readonly until?: string;
  readonly run?: string;
  readonly artifact?: string;
  readonly stderr?: string;
  readonly flood?: number;
  readonly half?: true;
  readonly crash?: true;
  readonly child?: true;
  /** Milliseconds between its result and its end. */
  readonly linger?: number;
  /** A file that it waits for between the two. */
  readonly after?: string;
}

export interface AgentCall {
  readonly session: string;
  readonly resumed: boolean;
  readonly prompt: string;
  readonly args: readonly string[];
  readonly pid: number;
  readonly cwd: string;
  readonly thread: string;
}

export type ShownThread = Omit<Thread, "status"> & {
  readonly status: string;
  readonly hookLines: readonly { readonly hook: string; readonly phase: string; readonly problem: string }[];
};

/** Two agents in turns, until the reviewer says `[APPROVED]`. */
export const PING_PONG = {
  agents: {
    coder: {
      profile: "__active__",
      promptTemplate: "CODE {{input}}",
      stages: { write: { promptTemplate: "CODE {{input}}" }, fix: { promptTemplate: "FIX {{previousOutput}}" } },
      entryStage: "write",
    },
    reviewer: { profile: "claude-code", promptTemplate: "REVIEW {{previousOutput}}" },
  },
  templates: {
    "ping-pong": {
      agents: ["coder", "reviewer"],
      transitions: [
        { from: "coder", to: "reviewer", condition: { type: "always" } },
        {
          from: "reviewer",
          to: "coder:fix",
          condition: { type: "convergence", marker: "[APPROVED]", maxIterations: 3 },
        },
      ],
      entryAgent: "coder",
      maxTotalSteps: 6,
    },
  },
};

/** Approved in the second round. */
export const APPROVES: readonly ScriptStep[] = [
  { when: "CODE", say: "first draft" },
  { when: "FIX", say: "second draft" },
  { when: "REVIEW second", say: "fine [APPROVED]" },
  { when: "REVIEW", say: "please fix it" },
];

export class ThreadPlace extends ProgramPlace {
  readonly script = join(this.root, "script");

  constructor() {
    super();
    mkdirSync(this.script);
    const program = join(this.root, "bin/claude");
    mkdirSync(join(this.root, "bin"));
    copyFileSync(AGENT, `${program}.mjs`);
    this.write(program, `#!/bin/sh\nexec '${process.execPath}' '${program}.mjs' "$@"\n`);
    chmodSync(program, 0o755);
    this.play(APPROVES);
  }

  override get env(): Record<string, string> {
    const { PATH, ...rest } = super.env;
    return { ...rest, PATH: `${join(this.root, "bin")}:${PATH}`, SCRIPT_FOLDER: this.script };
  }

  play(steps: readonly ScriptStep[]): void {
    this.write(join(this.script, "script.json"), steps);
  }

  /** In the user's own templates. */
  template(value: object, name = "mine.json"): string {
    return this.writeUser(`threads/${name}`, value);
  }

  thread(args: readonly string[]): Promise<Ran> {
    return this.run(["thread", ...args]);
  }

  async ran(template = "ping-pong", message = "the task", more: readonly string[] = []): Promise<ShownThread> {
    await this.thread(["run", template, message, ...more]);
    return this.last();
  }

  /** The newest thread. */
  async last(): Promise<ShownThread> {
    const [newest] = await this.json<{ id: string }[]>(["thread", "list"]);
    return this.json(["thread", "show", newest!.id]);
  }

  /** In the background; ended with the test. */
  begin(args: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [PROGRAM, "thread", ...args], {
      cwd: this.project,
      env: this.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  }

  get calls(): readonly AgentCall[] {
    return this.#lines("calls.jsonl");
  }

  /** Turns that came to their end. */
  get done(): readonly { readonly session: string; readonly prompt: string }[] {
    return this.#lines("done.jsonl");
  }

  #lines<T>(name: string): T[] {
    const text = this.has(join(this.script, name)) ? readFileSync(join(this.script, name), "utf8") : "";
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as T);
  }
}
