/** A repository with a daemon and memory on: sessions of agents, as their launchers report them. */
import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import { storeFile } from "../../src/client/store-file.js";
import type { MemoryRow } from "../../src/core/records/memory.js";
import { openDriver } from "../../src/store/open-driver.js";
import { DaemonPlace, type LaunchOptions } from "./running-daemon.js";

/** The clock of a busy machine must not decide what is found. */
export const PATIENT = { enabled: true, inject: { recallMs: 10_000 } };

export class MemoryPlace extends DaemonPlace {
  #calls = 0;

  async begin(settings: object = PATIENT): Promise<void> {
    this.writeUser("memory.json", settings);
    this.repository();
    await this.wire();
    await this.up();
  }

  git(...args: string[]): string {
    const safe = [
      "-c",
      "user.name=a",
      "-c",
      "user.email=a@b",
      "-c",
      "commit.gpgsign=false",
      "-c",
      "init.defaultBranch=main",
    ];
    return execFileSync("git", [...safe, ...args], { cwd: this.project, encoding: "utf8", stdio: "pipe" });
  }

  repository(): void {
    this.git("init", "-q");
    this.write("package.json", '{\n  "scripts": {\n    "test": "vitest",\n    "build": "tsc"\n  }\n}\n');
    this.git("add", "-A");
    this.git("commit", "-qm", "first");
  }

  session(
    id: string,
    { agent = "claude-code", cwd = this.project, env = {} }: Partial<LaunchOptions & { agent: string }> = {},
  ) {
    const send = async (event: string, payload: object) => {
      const body = { session_id: id, cwd, hook_event_name: event, ...payload };
      const ran = await this.launch(agent, event, body, { cwd, env });
      expect(ran.code, ran.stderr).toBe(0);
      return contextIn(ran.stdout);
    };
    const used = (tool_name: string, tool_input: object) => ({
      tool_name,
      tool_input,
      tool_use_id: `${id}-${++this.#calls}`,
    });
    return {
      start: (source = "startup") => send("SessionStart", { source }),
      prompt: (prompt: string) => send("UserPromptSubmit", { prompt }),
      bash: (command: string, tool_response: object | string = { stdout: "ok", stderr: "" }) =>
        send("PostToolUse", { ...used("Bash", { command }), tool_response }),
      fails: (command: string, error: string) => send("PostToolUseFailure", { ...used("Bash", { command }), error }),
      tool: (name: string, input: object, tool_response: object | string = "done") =>
        send("PostToolUse", { ...used(name, input), tool_response }),
      stop: (last_assistant_message = "Done.") => send("Stop", { last_assistant_message }),
      end: () => send("SessionEnd", { reason: "exit" }),
    };
  }

  async memories(): Promise<readonly MemoryRow[]> {
    const { stdout } = await this.run(["memory", "list", "--replaced", "--json"]);
    return JSON.parse(stdout) as MemoryRow[];
  }

  async active(): Promise<readonly string[]> {
    return (await this.memories()).filter(({ status }) => status === "active").map(({ text }) => text);
  }

  /** Waits until the daemon has stored the sessions and nothing waits. */
  async settled(...ended: readonly string[]): Promise<void> {
    const sessions = async () => {
      const { stdout } = await this.run(["sessions", "--json", "--limit", "1000"]);
      return (JSON.parse(stdout) as { id: string; status: string }[])
        .filter(({ status }) => status === "completed")
        .map(({ id }) => id);
    };
    await expect.poll(sessions).toEqual(expect.arrayContaining([...ended]));
    await expect
      .poll(async () => {
        const { all } = JSON.parse((await this.run(["memory", "--json"])).stdout) as {
          all: { jobs: Record<string, number> };
        };
        return all.jobs["pending"]! + all.jobs["running"]!;
      })
      .toBe(0);
  }

  /** As if all that jobs wait for were over; for a daemon that was killed. Returns how many jobs it left in the middle. */
  endWaits(): number {
    const db = openDriver(storeFile(this));
    try {
      db.exec("PRAGMA busy_timeout = 5000");
      db.exec("UPDATE observed SET not_before = 0");
      return db.prepare("UPDATE jobs SET lease_until = lease_until - 300000 WHERE state = 'running'").run();
    } finally {
      db.close();
    }
  }

  /** A session in which pushing fails and then works. */
  async learnPush(id = "a", options: Parameters<MemoryPlace["session"]>[1] = {}): Promise<void> {
    const a = this.session(id, options);
    await a.start();
    await a.prompt("publish the branch feature-login");
    await a.fails("git push", PUSH_ERROR);
    await a.bash("git push --set-upstream origin feature-login");
    await a.stop();
    await a.end();
    await this.settled(id);
  }
}

export const PUSH_ERROR =
  "Exit code 128\nfatal: The current branch feature-login has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n";
export const PUSH_LESSON = "git push --set-upstream origin feature-login";

function contextIn(stdout: string): string {
  if (stdout.trim() === "") return "";
  const answer = JSON.parse(stdout) as { hookSpecificOutput?: { additionalContext?: string } };
  return answer.hookSpecificOutput?.additionalContext ?? "";
}
