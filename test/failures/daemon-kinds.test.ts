/**
 * The daemon as the thing that fails, through the real launcher, for every agent that calls it. Before it has taken a
 * call, hooks run without it and their own contract holds; after that, the answer it left for this case is given.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { daemonPlace } from "../../src/runtime/platform/daemon-paths.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { commandOf, processes } from "../support/processes.js";
import { DaemonPlace, type Launched } from "../support/running-daemon.js";
import { AGENTS, isQuestion, toldTo } from "./agents.js";
import { shellCall, wordsOf } from "./call-agent.js";
import { HOOKS, type HookName, type Mode } from "./kinds.js";

/** The SDK asks within the program that embeds it. */
const LAUNCHED = Object.keys(AGENTS).filter((agent) => agent !== "claude-agent-sdk");
const CASES = LAUNCHED.flatMap((agent): Case[] => [
  { agent, mode: "interactive" },
  { agent, mode: "headless" },
]);
const HOOK_NAMES = Object.keys(HOOKS) as HookName[];
/** Programs of their own are heavy. */
const AT_ONCE = 4;
const TIME_LIMIT = 120_000;
const ONE: Case = { agent: "claude-code", mode: "headless" };

interface Case {
  readonly agent: string;
  readonly mode: Mode;
}

async function placeWith(name: HookName, command: string): Promise<DaemonPlace> {
  const place = new DaemonPlace();
  const hook = { id: "policy", timeoutMs: 60_000, ...HOOKS[name].keys, command };
  place.writeUser("hooks.json", { version: 1, hooks: { PreToolUse: [hook] } });
  await place.wire();
  return place;
}

function launch(place: DaemonPlace, { agent, mode }: Case): Promise<Launched> {
  const { event, payload, environment } = shellCall(agent, mode, place.project);
  return place.launch(agent, event, payload, { env: environment });
}

function expectDeclared(
  name: HookName,
  { agent, mode }: Case,
  { code, stdout, stderr }: Launched,
  reason: string,
  declared = HOOKS[name].declared,
) {
  const where = `${name}, ${agent}, ${mode}`;
  const told = toldTo(AGENTS[agent]!, declared, mode);
  const words = wordsOf({ stdout, stderr, exitCode: code! });
  expect({ where, ...words }).toEqual({ where, ...AGENTS[agent]!.says(told, reason) });
}

const BROKEN =
  ' "policy" could not decide: it exited with code 1. The hook ended with an error; its stderr is in the record.';

/** If the agent cannot ask, or runs alone, the user learns how to be asked. */
const UNATTENDED =
  "[Snaphook: this call needs the user's approval, and no user can be asked now. To be asked, keep `snaphook up` open in a terminal.]";

/** All of them, each answered by a program of its own that runs the broken hook itself. */
async function expectAnsweredAlone(place: DaemonPlace, name: HookName, atOnce = AT_ONCE): Promise<void> {
  const broken = `${name.startsWith("guard") ? "Guard" : "Hook"}${BROKEN}`;
  const { declared } = HOOKS[name];
  const reasonFor = ({ agent, mode }: Case) => {
    const words = AGENTS[agent]!;
    // Known only from an agent that says so.
    const isAlone = mode === "headless" && Object.keys(words.headless).length > 0;
    const isUnattended = isAlone || toldTo(words, declared, mode) === "deny";
    return isQuestion(words, declared, mode) && isUnattended ? `${broken} ${UNATTENDED}` : broken;
  };
  for (let next = 0; next < CASES.length; next += atOnce)
    await Promise.all(
      CASES.slice(next, next + atOnce).map(async (one) =>
        expectDeclared(name, one, await launch(place, one), reasonFor(one)),
      ),
    );
}

const hooksSocket = (place: DaemonPlace) => daemonPlace(findPlaces(place.env)).hooksSocket;

/** Whoever connects hears this and is left. Returns how to end it. */
async function foreignDaemon(place: DaemonPlace, says: string): Promise<() => void> {
  rmSync(hooksSocket(place), { force: true });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(says));
  });
  await new Promise<void>((done) => server.listen(hooksSocket(place), done));
  return () => void server.close();
}

describe("T7 EX-14 EX-15 daemon down", () => {
  it.each(HOOK_NAMES)(
    "before it has taken the call, of a hook declared as %s",
    async (name) => {
      const place = await placeWith(name, "exit 1");
      await place.up();
      await place.kill(); // its sockets stay behind
      await expectAnsweredAlone(place, name);
    },
    TIME_LIMIT,
  );

  it.each(HOOK_NAMES)(
    "with the call in hand, of a hook declared as %s",
    async (name) => {
      const place = await placeWith(name, "echo x >> started; exec sleep 60");
      await place.up();
      const answers: Promise<Launched>[] = [];
      while (answers.length < CASES.length) {
        answers.push(...CASES.slice(answers.length, answers.length + AT_ONCE).map((one) => launch(place, one)));
        await expect.poll(() => place.read("started").length / 2).toBe(answers.length);
      }
      await place.kill();
      const ended = "snaphook: the daemon ended while it checked this call\n";
      const reason = "Snaphook's daemon ended while it checked this call. Try again.";
      for (const [n, answer] of (await Promise.all(answers)).entries()) {
        expect(answer.stderr).toContain(ended);
        // The guard that stands for every shell call had not answered either, and it asks.
        const { declared: own } = HOOKS[name];
        const declared = own.headless === "none" ? HOOKS["guard-ask"].declared : own;
        expectDeclared(name, CASES[n]!, { ...answer, stderr: answer.stderr.replace(ended, "") }, reason, declared);
      }
    },
    TIME_LIMIT,
  );
});

// How each declaration is kept without a daemon is shown above; here, that it comes to that.
describe("T7 EX-14 EX-15 daemon hung or of another version", () => {
  it("hung: nobody waits for it", { timeout: TIME_LIMIT }, async () => {
    const place = await placeWith("guard", "exit 1");
    await place.up();
    place.daemon!.kill("SIGSTOP");
    await expectAnsweredAlone(place, "guard", CASES.length / 2); // most of it is waiting
  });

  it("of another version, which declines", { timeout: TIME_LIMIT }, async () => {
    const place = await placeWith("guard", "exit 1");
    await place.up();
    const client = join(place.data, "launch.pl");
    writeFileSync(client, readFileSync(client, "utf8").replace("snaphook 1 ", "snaphook 99 "));
    await expectAnsweredAlone(place, "guard");
    expect((await place.status()).events).toBe(0);
  });

  const FOREIGN = {
    "greets in its own words": "welcome 7\n",
    "greets with numbers": "hello 0 0 0\n",
    "answers without sizes": "answer\n",
    "answers with other words": "answer allow now please\n",
    "accepts in a longer form": "accepted 500 sure 0 0 0\n",
    "speaks HTTP": "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n",
    "prints no line": "\u0000\u0001\u0002",
    "says nothing": "",
  };

  it("of another version, whatever it says: no guard is passed over", { timeout: TIME_LIMIT }, async () => {
    const place = await placeWith("guard", "exit 1");
    await place.up();
    await place.kill();
    const launcher = join(place.data, "launch");
    const withPerl = readFileSync(launcher, "utf8");
    for (const [what, says] of Object.entries(FOREIGN)) {
      const end = await foreignDaemon(place, says);
      for (const text of [withPerl, withPerl.replaceAll("/perl", "/no-perl")]) {
        writeFileSync(launcher, text);
        const answer = await launch(place, ONE);
        expect({ what, said: answer.stdout }).toEqual({ what, said: expect.stringContaining("exited with code 1") });
        expectDeclared("guard", ONE, answer, `Guard${BROKEN}`);
      }
      end();
    }
  });

  it("that answers before it has read all that the client sends is heard", { timeout: TIME_LIMIT }, async () => {
    const place = await placeWith("guard", "exit 1");
    await place.up();
    await place.kill();
    const says = (text: string) => `${text.length} 0\n${text}`;
    rmSync(hooksSocket(place), { force: true });
    const server = createServer((socket) => {
      let heard = "";
      socket.on("error", () => {});
      socket.once("data", () => socket.write(`accepted 60000 0 ${says("too late")}${"more *\n".repeat(20)}`));
      socket.on("data", (chunk) => {
        heard += chunk.toString("latin1");
        if (!/\nmore \d/.test(heard) || socket.isPaused()) return;
        // The client has read all of that, and has more to send than a socket holds. Stopped, it finds both at once: the
        // answer, and that it cannot write.
        socket.pause();
        const client = processes().find((pid) => commandOf(pid).includes(join(place.data, "launch.pl")))!;
        process.kill(client, "SIGSTOP");
        socket.once("close", () => process.kill(client, "SIGCONT"));
        socket.write(`answer 0 ${says("in time")}`, () => socket.destroy());
      });
    });
    await new Promise<void>((done) => server.listen(hooksSocket(place), done));
    const env = { PADDING: "x".repeat(100_000) };
    const { stdout } = await place.launch(
      "claude-code",
      "PreToolUse",
      { session_id: "s", cwd: place.project },
      { env },
    );
    expect(stdout).toBe("in time");
    server.close();
  });
});
