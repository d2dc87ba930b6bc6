/**
 * A user's installation, and an agent in it that tries to make it less strict: a real process that is called `claude`, with
 * Claude Code's variable, runs a shell script. Whether it succeeded is seen by what an agent's call is answered afterwards.
 */
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { recordNamespace } from "../../src/cli/human/permits.js";
import { below } from "../support/below.js";
import { CODE, TERMINAL } from "../support/on-terminal.js";
import { bash, PROGRAM, ProgramPlace, says } from "../support/program.js";

const guard = (id: string) => ({
  id,
  event: "PreToolUse",
  matcher: `Bash(make ${id})`,
  guard: true,
  command: says("deny", id),
});

export class GuardedPlace extends ProgramPlace {
  /** Guards of the user and of an approved project, and switches that Snaphook wrote. */
  static async open(): Promise<GuardedPlace> {
    const place = new GuardedPlace();
    place.writeUser("hooks.json", { hooks: [guard("own"), { id: "watch", event: "Stop", command: "true" }] });
    place.write(".snaphook/hooks.json", { hooks: [guard("theirs")] });
    await place.trust();
    recordNamespace({ data: place.data });
    return place;
  }

  /** The program with these arguments, as words of a shell. */
  snaphook(args: string, program = PROGRAM): string {
    return `'${process.execPath}' '${program}' ${args}`;
  }

  /** On a terminal that Python opens, where the code is typed as soon as it is shown. */
  typed(command: string, python = "python3"): string {
    return `${python} '${TERMINAL}' '${CODE}' '' '{}' ${command}`;
  }

  /** As a process that has no parent and no variable of the agent. */
  orphaned(command: string): string {
    const script = this.write(`orphan-${Math.random().toString(36).slice(2)}.sh`, `${command} > said 2>&1\n: > done\n`);
    return `setsid -f env -i ${this.words} sh '${script}' < /dev/null > /dev/null 2>&1`;
  }

  /** What any program needs to find this installation. */
  get words(): string {
    return Object.entries(this.env)
      .map(([name, value]) => `${name}='${value}'`)
      .join(" ");
  }

  /** The agent's shell tool runs this; resolves when it, and what it left behind, has ended. Returns what was printed. */
  async asAgent(script: string): Promise<string> {
    rmSync(this.path("done"), { force: true });
    const left = script.includes("setsid -f") || script.includes("# leaves");
    const file = this.write("attack.sh", `${script}${left ? "" : " > said 2>&1\n: > done"}\n`);
    const [program = "", ...args] = below(this, "claude", ["sh", file]);
    const env = { ...this.env, CLAUDECODE: "1", SHELL: "/bin/sh" };
    const agent = spawn(program, args, { cwd: this.project, env, stdio: "ignore" });
    await new Promise((ended) => agent.on("close", ended));
    await expect.poll(() => existsSync(this.path("done"))).toBe(true);
    return existsSync(this.path("said")) ? readFileSync(this.path("said"), "utf8") : "";
  }

  /** Whether the guard of this name still stops its call. */
  async stops(id: "own" | "theirs"): Promise<boolean> {
    const told = (await this.hook("PreToolUse", bash(`make ${id}`))) as { hookSpecificOutput?: object };
    return ["deny", "ask"].includes((told.hookSpecificOutput as Record<string, string>)?.["permissionDecision"] ?? "");
  }

  file(name: string): string {
    return join(name === "overrides.json" || name === "permits.json" ? this.user : this.data, name);
  }
}
