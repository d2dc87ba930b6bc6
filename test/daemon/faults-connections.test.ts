/** Clients that leave in the middle, talk nonsense or never stop: the daemon goes on for everybody else. */
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { lives, openHandles } from "../support/processes.js";
import { bash, says } from "../support/program.js";
import { headOf, piece, RawClient } from "../support/raw-client.js";
import { DaemonPlace } from "../support/running-daemon.js";

/** Ten, the most there can be, when there is time. */
const MEGABYTES = process.env["SNAPHOOK_FAULT_ROUNDS"] === undefined ? 3 : 10;

let place: DaemonPlace;
beforeEach(async () => {
  place = new DaemonPlace();
  place.writeUser("hooks.json", {
    hooks: {
      PreToolUse: [
        { id: "long", matcher: "Bash(wait)", command: "echo $$ >> runs; sleep 20" },
        { id: "no", guard: true, command: `echo ran >> guarded; ${says("deny", "the harbour is closed")}` },
      ],
    },
  });
  await place.wire();
  await place.up();
});

const payload = (command: string, more: object = {}) =>
  JSON.stringify({ session_id: "s", cwd: place.project, ...bash(command), ...more });
const isServed = async () => {
  const { stdout } = await place.launch("claude-code", "PreToolUse", payload("ls"));
  expect(stdout).toContain("the harbour is closed");
};
const pid = () => place.daemon!.pid!;

describe("a client that goes away", () => {
  it("before `go`, at whatever step, leaves nothing behind, and no hook has run", async () => {
    await isServed();
    await expect.poll(async () => (await place.events()).length).toBe(1);
    const before = openHandles(pid());
    const whole = headOf(place) + piece(payload("ls"));
    const steps = {
      "before it says a word": "",
      "in the middle of the head": headOf(place).slice(0, 30),
      "after the head": headOf(place),
      "after half of the payload": headOf(place) + piece(payload("ls").slice(0, 20)),
      "in the middle of a piece": whole.slice(0, -20),
      "after the payload": whole,
    };
    for (const [step, said] of Object.entries(steps)) {
      const client = new RawClient(place);
      await client.say(said);
      await wait(20);
      client.leave();
      await expect.poll(() => openHandles(pid()), { message: step }).toBeLessThanOrEqual(before);
    }
    await isServed();
    expect(place.read("guarded")).toBe("ran\n".repeat(2));
    await expect.poll(async () => (await place.events()).length).toBe(2);
  });

  it("after `accepted` but without `go` has had no hook run, however long it waits before", async () => {
    for (const stays of [false, true]) {
      const client = new RawClient(place);
      await client.say(headOf(place) + piece(payload("ls")));
      await client.hear(/^accepted \d+ 0 \d+ \d+\n.*"deny"/s);
      if (stays) await client.closed;
      else client.leave();
    }
    await isServed();
    expect(place.read("guarded")).toBe("ran\n"); // of the last call alone
  });

  it("after `go` takes its hooks with it", async () => {
    const client = new RawClient(place);
    await client.say(headOf(place) + piece(payload("wait")));
    await client.hear(/^accepted /);
    await client.say("go 0\n");
    await expect.poll(() => place.read("runs")).not.toBe("");
    const hook = Number(place.read("runs"));
    expect(lives(hook)).toBe(true);
    client.leave();
    await expect.poll(() => lives(hook)).toBe(false);
    expect(place.read("runs")).toBe(`${hook}\n`);
    await isServed();
  });
});

describe("a client that is broken or means harm", () => {
  it("wrong sizes, foreign words and steps out of order are turned away, and no hook runs", async () => {
    const sayings = {
      "a size below zero": "snaphook 1 0.0.1 claude-code PreToolUse 1:1 go -5\n",
      "a size that is no number": "snaphook 1 0.0.1 claude-code PreToolUse 1:1 go many\n",
      "a size beyond all reason": "snaphook 1 0.0.1 claude-code PreToolUse 1:1 go 1e99\n",
      "no line at all": "x".repeat(100_000),
      "a piece of the wrong size": `${headOf(place)}piece 3\n${payload("ls")}end 0\n`,
      "a word of another protocol in place of the payload": `${headOf(place)}hello 0\n`,
      "`go` before it was asked": `${headOf(place)}go 0\n${piece(payload("ls"))}`,
    };
    for (const [what, said] of Object.entries(sayings)) {
      const client = new RawClient(place);
      await client.say(said);
      await client.closed;
      expect(client.heard, what).not.toMatch(/accepted|answer/);
    }
    expect(place.read("guarded")).toBe("");
    await isServed();
  });

  it(`${MEGABYTES} megabytes byte by byte, all of which look like an end, hold up nobody and take no memory for good`, async () => {
    const client = new RawClient(place);
    await client.say(headOf(place) + piece(`{"session_id":"s","tool_name":"Bash","a":"`));
    const bytes = Buffer.from("piece 1\n}".repeat(250_000));
    const sent = (async () => {
      for (let i = 0; i < MEGABYTES * 4; i++) await client.say(bytes);
      await client.say("end 0\n");
    })();
    for (let i = 0; i < 5; i++) await isServed();
    await client.hear(/^accepted /, 60_000);
    await sent;
    client.leave();
    expect((await place.status()).memoryMb).toBeLessThan(600);
    expect(place.read("guarded")).toBe("ran\n".repeat(5));
  });

  it("one that never stops talking after `go` is not listened to for ever", async () => {
    const client = new RawClient(place);
    await client.say(headOf(place) + piece(payload("wait")));
    await client.hear(/^accepted /);
    await client.say("go 0\n");
    const more = Buffer.alloc(1_000_000, "x");
    for (let megabytes = 0; megabytes < 50; megabytes++) await Promise.race([client.say(more), client.closed]);
    await client.closed;
    expect((await place.status()).memoryMb).toBeLessThan(400);
    await isServed();
  });

  it("thousands that say nothing are let go, and everybody else is answered meanwhile and after", async () => {
    const idle = Array.from({ length: 3_000 }, () => new RawClient(place));
    await isServed();
    await Promise.all(idle.map(({ closed }) => closed));
    const { events } = await place.status();
    await isServed();
    await expect.poll(async () => (await place.status()).events).toBe(events + 1);
    expect(openHandles(pid())).toBeLessThan(100);
  });

  it("a thousand that come at once wait while the daemon is busy: none is refused", async () => {
    place.daemon!.kill("SIGSTOP");
    const most = Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8")); // what the system queues
    const sockets = Array.from({ length: Math.min(1_000, most) }, () => connect(join(place.folder, "hooks.sock")));
    place.atEnd(() => sockets.forEach((socket) => void socket.destroy()));
    const outcomes = sockets.map(
      (socket) =>
        new Promise<string>((done) => {
          socket.once("connect", () => done("queued"));
          socket.once("error", ({ message }) => done(message));
        }),
    );
    expect((await Promise.all(outcomes)).filter((outcome) => outcome !== "queued")).toEqual([]);
    place.daemon!.kill("SIGCONT");
    expect((await place.status()).pid).toBe(place.daemon!.pid);
  });
});
