/** A real daemon of its own for a test, and launchers that call it as agents do. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { spooledFiles } from "../../src/cli/input/spooled.js";
import { addressOf, ask, findDaemon } from "../../src/client/daemon-control.js";
import type { DaemonReply, DaemonRequest } from "../../src/client/daemon-http.js";
import { watchDaemon } from "../../src/client/daemon-stream.js";
import { provePerson } from "../../src/client/person-proof.js";
import type { EventRecord } from "../../src/core/records/records.js";
import type { JsonObject } from "../../src/core/text/json.js";
import type { DaemonStatus, OpenAsk } from "../../src/daemon/api.js";
import { linkPreparedProgram } from "./prepared-install.js";
import { PROGRAM, ProgramPlace } from "./program.js";

export interface Launched {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface LaunchOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Its stdin is never closed. */
  readonly keepOpen?: boolean;
  readonly cwd?: string;
}

export class DaemonPlace extends ProgramPlace {
  readonly folder = join(this.state, "daemon");
  daemon: ChildProcess | undefined;

  override get env(): Record<string, string> {
    const { SNAPHOOK_DAEMON: _, ...env } = super.env;
    return env;
  }

  /** Wires agents, so that there is a launcher. */
  async wire(): Promise<void> {
    if (!existsSync(join(this.data, "versions"))) await linkPreparedProgram(this);
    const ran = await this.run(["install", "claude-code", "codex"]);
    if (ran.code !== 0) throw new Error(ran.stderr);
  }

  async up(env: Readonly<Record<string, string>> = {}, program = PROGRAM): Promise<void> {
    const daemon = spawn(process.execPath, [program, "up", "--serve"], {
      env: { ...this.env, ...env },
      stdio: ["ignore", "ignore", "inherit"],
    });
    this.daemon = daemon;
    this.atEnd(() => void daemon.kill("SIGKILL"));
    for (let i = 0; i < 6_000; i++) {
      const found = await findDaemon(this);
      if (found.state === "running" && found.status["pid"] === daemon.pid) return;
      await wait(25);
    }
    throw new Error("the daemon did not start");
  }

  /** Connects as `snaphook up` does in a terminal: questions are held from now on. The result closes it again. */
  async attend(): Promise<() => void> {
    return new Promise((done, fail) => {
      const watching = watchDaemon(addressOf(this), () => done(() => watching.stop()), { canAnswer: true });
      this.atEnd(() => watching.stop());
      void watching.over.then(({ why }) => fail(new Error(`the view could not be opened: ${why}`)));
    });
  }

  /** As the power would do it. */
  async kill(): Promise<void> {
    const gone = new Promise((done) => this.daemon!.once("exit", done));
    this.daemon!.kill("SIGKILL");
    await gone;
  }

  ask(wanted: DaemonRequest): Promise<DaemonReply> {
    return ask(this, { timeoutMs: 120_000, ...wanted });
  }

  async #body(path: string): Promise<JsonObject> {
    const reply = await this.ask({ path });
    if (reply.kind !== "ok") throw new Error(JSON.stringify(reply));
    return reply.body;
  }

  async status(): Promise<DaemonStatus> {
    return (await this.#body("/v1/status")) as unknown as DaemonStatus;
  }

  /** `open`: an agent waits. `pending`: all that can still change. `all`: also those that ended. */
  async asks(state: "open" | "pending" | "all" = "open"): Promise<readonly OpenAsk[]> {
    return (await this.#body(`/v1/asks?state=${state}`))["asks"] as readonly OpenAsk[];
  }

  async events(): Promise<readonly EventRecord[]> {
    return (await this.#body("/v1/events"))["events"] as readonly EventRecord[];
  }

  /** Records that programs left and no daemon has taken in yet. */
  spooled(): string[] {
    return spooledFiles(this.state);
  }

  /** As a person does, with the proof that the terminal's code was typed. */
  answerAsk({ id, hash }: OpenAsk, verdict: "allow" | "deny", more: JsonObject = {}): Promise<DaemonReply> {
    const answers = "answers" in more ? { answers: more["answers"] } : {};
    const proof = provePerson(this.data, { id, hash, ...answers }, { user: "ann", terminal: "/dev/pts/1" });
    return this.ask({ method: "POST", path: `/v1/asks/${id}`, body: { hash, verdict, proof, ...more } });
  }

  /** Calls the launcher, as an agent does. */
  launch(
    agent: string,
    event: string,
    input: string | Buffer | object,
    options: LaunchOptions = {},
  ): Promise<Launched> {
    const child = this.start(agent, event, options);
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name]!.setEncoding("utf8").on("data", (text: string) => {
        texts[name] += text;
      });
    const bytes = typeof input === "string" || Buffer.isBuffer(input) ? input : JSON.stringify(input);
    if (options.keepOpen) child.stdin!.write(bytes);
    else child.stdin!.end(bytes);
    return new Promise((done, fail) => {
      child.on("error", fail);
      child.on("close", (code) => done({ code, ...texts }));
    });
  }

  start(agent: string, event: string, { env, cwd = this.project }: LaunchOptions = {}): ChildProcess {
    const child = spawn(join(this.data, "launch"), [agent, event], { cwd, env: { ...this.env, ...env } });
    child.stdin.on("error", () => {}); // it may answer before it has read everything
    return child;
  }
}
