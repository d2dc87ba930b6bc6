/** A real daemon of its own for a test, and launchers that call it as agents do. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { askDaemon } from "../../src/daemon/control.js";
import { PROGRAM, ProgramPlace } from "./program.js";

export interface Launched {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class DaemonPlace extends ProgramPlace {
  readonly folder = join(this.state, "daemon");
  daemon: ChildProcess | undefined;

  /** Wires Claude Code, so that there is a launcher. */
  async wire(): Promise<void> {
    const ran = await this.run(["install", "claude-code", "codex"]);
    if (ran.code !== 0) throw new Error(ran.stderr);
  }

  async up(): Promise<void> {
    this.daemon = spawn(process.execPath, [PROGRAM, "up", "--serve"], { env: this.env, stdio: "ignore" });
    const { daemon } = this;
    onTestFinished(() => void daemon.kill("SIGKILL"));
    for (let i = 0; i < 200 && !existsSync(join(this.folder, "address")); i++) await wait(25);
  }

  get address(): string {
    return readFileSync(join(this.folder, "address"), "utf8").trim();
  }

  control(method: string, path: string, body?: object) {
    return askDaemon(join(this.folder, "control.sock"), method, path, body);
  }

  /** Calls the launcher. `keepOpen`: its stdin is never closed. */
  launch(
    agent: string,
    event: string,
    input: string | Buffer | object,
    options: { env?: Record<string, string>; keepOpen?: boolean } = {},
  ): Promise<Launched> {
    const child = spawn(join(this.data, "launch"), [agent, event], {
      cwd: this.project,
      env: { ...this.env, ...options.env },
    });
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (text: string) => {
        texts[name] += text;
      });
    child.stdin.on("error", () => {}); // it may answer before it has read everything
    const bytes = typeof input === "string" || Buffer.isBuffer(input) ? input : JSON.stringify(input);
    if (options.keepOpen) child.stdin.write(bytes);
    else child.stdin.end(bytes);
    return new Promise((done, fail) => {
      child.on("error", fail);
      child.on("close", (code) => done({ code, ...texts }));
    });
  }
}
