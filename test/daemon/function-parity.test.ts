/** Functions of a code config answer alike, whether the daemon runs them in a process of their own or the program does. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { childrenOf, lives } from "../support/processes.js";
import { bash } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

vi.setConfig({ testTimeout: 60_000 });

/** What a guard does, and what the agent is told about it. */
const GUARDS: readonly (readonly [name: string, body: string, told: RegExp])[] = [
  ["a function that was not called", "return deny;", /"deny".*wrong shape: it returned function/],
  ["a symbol", `return Symbol("x");`, /"deny".*wrong shape: it returned symbol/],
  ["a number", "return 7n;", /"deny".*wrong shape: it returned bigint/],
  [
    "getters",
    `return new (class { get decision() { return "deny" } get reason() { return "getter" } })();`,
    /"getter"/,
  ],
  ["toJSON", `return { decision: "deny", reason: "orig", toJSON() { return {} } };`, /"orig"/],
  ["an error of its own kind", `throw new TypeError("boom");`, /"deny".*it threw TypeError: boom/],
  ["a text that is thrown", `throw "a text";`, /"deny".*it threw a text/],
  ["a rejection", `return Promise.reject(new RangeError("far"));`, /"deny".*it threw RangeError: far/],
  [
    "a word that is misspelt",
    `return { decison: "deny", reason2: "typo" };`,
    /"deny".*its answer has no known key \(\\"decison\\"/,
  ],
  ["a collection", `return new Map([["decision", "deny"]]);`, /"deny".*wrong shape: it returned Map/],
  [
    "an object that refers to itself",
    "const it: any = {}; it.it = it; return it;",
    /"deny".*its answer has no known key/,
  ],
  ["nothing", "return undefined;", /^\{\}$/],
  [
    "output by other ways than the console's",
    `execFileSync("echo", ["RAW"], { stdio: "inherit" }); writeSync(1, "RAW"); console.log("RAW"); return deny("clean");`,
    /^\{"hookSpecificOutput":.*"clean"\}\}$/,
  ],
  [
    "a frozen payload",
    "return deny(String(Object.isFrozen(payload) && Object.isFrozen(payload.tool_input)));",
    /"true"/,
  ],
];

describe("functions of a code config", () => {
  let place: DaemonPlace;
  beforeEach(() => {
    place = new DaemonPlace();
  });

  const config = (hooks: readonly string[]) =>
    place.writeUser(
      "snaphook.config.ts",
      `import { execFileSync } from "node:child_process";
       import { writeFileSync, writeSync } from "node:fs";
       import { defineConfig, defineHook, deny } from "snaphook";
       export default defineConfig({ hooks: [${hooks.join(",\n")}] });`,
    );
  const hook = (id: string, matcher: string, body: string) =>
    `defineHook({ id: "${id}", event: "PreToolUse", matcher: "Bash(${matcher})", guard: true, run: (payload: any): any => { ${body} } })`;
  const tell = async (command: string, session = "s") =>
    (await place.launch("claude-code", "PreToolUse", { session_id: session, cwd: place.project, ...bash(command) }))
      .stdout;

  it("are read the same way", async () => {
    config(GUARDS.map(([, body], n) => hook(`g${n}`, `c${n}`, body)));
    await place.run(["list"]);
    await place.wire();
    const told = async (session: string) => {
      const answers: Record<string, string> = {};
      for (const [n, [name]] of GUARDS.entries()) answers[name] = await tell(`c${n}`, session);
      return answers;
    };
    const alone = await told("one"); // that a guard fails is told once per session
    for (const [name, , expected] of GUARDS) expect(alone[name], name).toMatch(expected);
    await place.up();
    expect(await told("two")).toEqual(alone);
  });

  it("that loop after they have waited are ended with the launcher, when the agent gives up", async () => {
    const begun = join(place.project, "begun");
    config([
      hook(
        "spin",
        "spin",
        `return (async () => { await null; writeFileSync(${JSON.stringify(begun)}, ""); for (;;); })();`,
      ),
    ]);
    await place.run(["list"]);
    await place.wire();
    const child = spawn(join(place.data, "launch"), ["claude-code", "PreToolUse"], {
      cwd: place.project,
      env: place.env,
    });
    child.stdin.end(JSON.stringify({ session_id: "s", cwd: place.project, ...bash("spin") }));
    const ended = new Promise((done) => child.once("close", done));
    await expect.poll(() => existsSync(begun)).toBe(true);
    const [running] = childrenOf(child.pid!);
    expect(lives(running!)).toBe(true);
    child.kill("SIGTERM");
    await ended;
    await expect.poll(() => lives(running!)).toBe(false);
  });

  it("find folder and variables as they were, and what another left behind fails nobody", async () => {
    config([
      hook(
        "spoils",
        "spoil",
        `process.env.PATH = "/nope"; process.env.MINE = "1"; process.chdir("/"); Promise.reject(new Error("stray"));`,
      ),
      hook(
        "looks",
        "look",
        `return deny(JSON.stringify([process.env.MINE ?? null, process.env.PATH === "/nope", process.cwd()]));`,
      ),
    ]);
    await place.run(["list"]);
    await place.wire();
    await place.up();
    for (let round = 0; round < 5; round++) {
      expect(await tell("spoil")).toBe("{}");
      expect(await tell("look")).toContain(JSON.stringify(JSON.stringify([null, false, place.project])).slice(1, -1));
    }
  });
});
