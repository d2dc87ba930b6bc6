/** Calls of agents in every repository of the zoo, answered by one traced daemon. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { findDaemon } from "../../src/client/daemon-control.js";
import { PROGRAM } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { CASES } from "./cases/index.js";
import type { ZooCase } from "./contract.js";
import { GUARD_SAYS, ZooPlace } from "./place.js";
import { foreignCalls, readCalls, STRACE } from "./read-calls.js";
import { canTrace } from "./run-zoo.js";
import { payloadIn } from "./steps.js";

const EVENTS = ["SessionStart", "UserPromptSubmit", "PreToolUse"];
const all = process.env["SNAPHOOK_ZOO"] === "all";

/** Variables would be the daemon's, and what was approved before is looked at in zoo.test.ts. */
const cases = CASES.filter(({ trusted, meanwhile, env }) => !trusted && !meanwhile && !env);

class ZooDaemon extends DaemonPlace {
  readonly trace = join(this.root, "trace");
  readonly guard = join(this.root, "guard");
  #child: ChildProcess | undefined;

  async bringUp(): Promise<void> {
    const answer = JSON.stringify({ decision: "deny", reason: GUARD_SAYS });
    writeFileSync(this.guard, `#!/bin/sh\nprintf '%s' '${answer}'\n`);
    chmodSync(this.guard, 0o755);
    this.writeUser("hooks.json", {
      dialects: ["claude", "opta", "orion", "cortex", "arawn", "arawn2", "oak"],
      hooks: { PreToolUse: [{ id: "mine", matcher: "Bash", guard: true, command: this.guard, exec: true }] },
    });
    await this.wire();
    const daemon = [process.execPath, PROGRAM, "up", "--serve"];
    const [program, ...args] = canTrace ? ["strace", ...STRACE, "-o", this.trace, ...daemon] : daemon;
    this.#child = spawn(program!, args, { env: this.env, stdio: "ignore", cwd: "/" });
    while ((await findDaemon(this)).state !== "running") await wait(25);
  }

  async bringDown(): Promise<void> {
    const gone = new Promise((done) => this.#child!.once("exit", done));
    await this.run(["down"]);
    await gone;
  }

  /** What the agent was told. */
  async call(zooCase: ZooCase, place: ZooPlace, event: string): Promise<string> {
    const cwd = zooCase.cwd?.(place) ?? place.project;
    const env = { PATH: `${join(place.project, "node_modules/.bin")}:${process.env["PATH"]}` };
    const { stdout } = await this.launch("claude-code", event, payloadIn(cwd), { cwd, env });
    return stdout;
  }
}

describe("agents in malicious repositories, through the daemon", () => {
  it(
    "T1 SE-02 nothing of them is started or called, and the person's guard denies",
    async () => {
      const daemon = new ZooDaemon();
      let heard = 0;
      const server = createServer((socket) => {
        heard++;
        socket.destroy();
      });
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      onTestFinished(() => void server.close());
      await daemon.bringUp();
      const places = join(daemon.root, "places");
      mkdirSync(places);
      const wrong: string[] = [];
      for (const [i, zooCase] of cases.entries()) {
        const place = new ZooPlace(places, zooCase.name, (server.address() as { port: number }).port);
        zooCase.build(place);
        for (const round of zooCase.later === undefined ? [1] : [1, 2]) {
          if (round === 2) zooCase.later!(place);
          for (const event of all ? EVENTS : [EVENTS[i % EVENTS.length]!, "PreToolUse"]) {
            const told = await daemon.call(zooCase, place, event);
            if (event === "PreToolUse" && !told.includes(GUARD_SAYS)) wrong.push(`${zooCase.name}: no guard: ${told}`);
          }
        }
        if (place.bitten) wrong.push(`${zooCase.name}: the canary was written`);
      }
      const { pid } = await daemon.status();
      await daemon.bringDown();
      const reaper = /"\/bin\/sh", \["\/bin\/sh", "-c", "trap /;
      const own = new RegExp(`"(${process.execPath})", `);
      const calls = canTrace ? readCalls(daemon.trace).filter(({ line }) => !own.test(line)) : [];
      expect(pid).toBeGreaterThan(0);
      expect(wrong).toEqual([]);
      expect(heard).toBe(0);
      expect(foreignCalls(calls, { guard: daemon.guard, state: daemon.state, mayRun: reaper })).toEqual([]);
    },
    all ? 1_200_000 : 300_000,
  );
});
