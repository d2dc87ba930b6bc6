/**
 * The socket that agents' calls come by has no token: who can open it is its user. What is said there is refused all the
 * same unless it is a call of ours, made here, for this home; see http-attacks.test.ts for the names in brackets.
 */
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { placeOf } from "../../src/client/protocol.js";
import { AttackedDaemon, DENIED } from "../support/attacked-daemon.js";
import { bash } from "../support/program.js";
import { piece } from "../support/raw-client.js";

let place: AttackedDaemon;
beforeAll(async () => {
  place = await AttackedDaemon.start();
});
afterAll(() => place.close());
beforeEach(() => place.stand());

interface Said {
  readonly name?: string;
  readonly protocol?: string;
  readonly version?: string;
  readonly agent?: string;
  readonly cwd?: string;
  readonly place?: string;
  readonly ack?: string;
  readonly more?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The number of bytes of the variables, as a text. */
  readonly size?: (bytes: number) => string;
  readonly before?: string;
  readonly go?: string;
}

/** A good call but for what is told. */
function bytesOf(said: Said): string {
  const { name = "snaphook", protocol = "1", version = "0.0.1", agent = "claude-code", ack = "go", more = "" } = said;
  const { cwd = place.project, env = place.env, size = String, before = "" } = said;
  const body = [cwd, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)]
    .map((text) => `${text}\0`)
    .join("");
  const own = said.place ?? placeOf(place.project);
  const payload = piece(JSON.stringify({ session_id: "s", cwd: place.project, ...bash("guarded ls") }));
  return `${name} ${protocol} ${version} ${agent} PreToolUse ${own} ${ack}${more} ${size(Buffer.byteLength(body))}\n${body}${before}${payload}`;
}

/** What is heard until the line is closed, or an answer came. */
function outcome(bytes: string, go = "go 0\n"): Promise<string> {
  return new Promise((done) => {
    let heard = "";
    const socket = connect(join(place.folder, "hooks.sock")).setEncoding("utf8");
    const end = () => {
      socket.destroy();
      done(heard);
    };
    socket.on("error", () => {}).on("close", end);
    socket.on("data", (text: string) => {
      if (heard === "" && text.startsWith("accepted")) socket.write(go);
      heard += text;
      if (/^answer |\}answer /m.test(heard)) end();
    });
    socket.write(bytes);
  });
}

const ATTACKS: Readonly<Record<string, Readonly<Record<string, () => Said>>>> = {
  "frame numbers": {
    "a size in hexadecimal": () => ({ size: (n) => `0x${n.toString(16)}` }),
    "a size with a sign": () => ({ size: (n) => `+${n}` }),
    "a size with a fraction": () => ({ size: (n) => `${n}.0` }),
    "a size with an exponent": () => ({ size: (n) => `${n}e0` }),
    "a size with a zero before it": () => ({ size: (n) => `0${n}` }),
    "a protocol in hexadecimal": () => ({ protocol: "0x1" }),
    "a protocol with a fraction": () => ({ protocol: "1.0" }),
  },
  "frame size": {
    "five megabytes of variables": () => ({ env: { ...place.env, SNAPHOOK_X: "x".repeat(5_000_000) } }),
  },
  "line length": {
    "a version without end": () => ({ version: `0.0.1${"x".repeat(5_000)}` }),
  },
  head: {
    "another name": () => ({ name: "hook" }),
    "our name in capitals": () => ({ name: "SNAPHOOK" }),
    "a word too many": () => ({ more: " now" }),
    "an unknown confirmation": () => ({ ack: "now" }),
  },
  "protocol number": {
    "a protocol of tomorrow": () => ({ protocol: "2" }),
    "no protocol": () => ({ protocol: "0" }),
    "a protocol that is no number": () => ({ protocol: "one" }),
  },
  "newer programs": {
    "the claim to be newer": () => ({ version: "99.0.0" }),
    "the claim to be newer by a digit": () => ({ version: "0.1.1" }),
  },
  "list of agents": {
    "an agent nobody knows": () => ({ agent: "evil" }),
    "an agent by an inherited name": () => ({ agent: "__proto__" }),
    "another inherited name": () => ({ agent: "constructor" }),
    "an agent that is a path": () => ({ agent: "../claude-code" }),
    "an agent with a NUL": () => ({ agent: "claude-code\0" }),
  },
  "absolute folder": {
    "the daemon's own folder as a dot": () => ({ cwd: ".", place: placeOf(".") }),
    "a path from the daemon's folder": () => ({ cwd: "src/../src", place: placeOf("src") }),
  },
  "same folder": {
    "the number of another folder": () => ({ place: placeOf(place.home) }),
    "no number": () => ({ place: "0:0" }),
    "a number in hexadecimal": () => ({
      place: placeOf(place.project)!.replace(/\d+$/, (n) => `0x${Number(n).toString(16)}`),
    }),
    "a number and more": () => ({ place: `${placeOf(place.project)}:1` }),
    "a folder that is not there": () => ({ cwd: join(place.project, "gone") }),
    "a file in place of a folder": () => ({ cwd: join(place.user, "hooks.json") }),
  },
  "same home": {
    "another config": () => ({ env: { ...place.env, XDG_CONFIG_HOME: place.home } }),
    "another data folder": () => ({ env: { ...place.env, XDG_DATA_HOME: place.home } }),
    "no variables": () => ({ env: {} }),
  },
  "order of frames": {
    "a foreign word in place of the payload": () => ({ before: "hello 0\n" }),
    "`go` before it was asked": () => ({ before: "go 0\n" }),
    "a second head": () => ({ before: "snaphook 1 0.0.1 claude-code PreToolUse 1:1 go 0\n" }),
  },
  "word to go": {
    "another word than `go`": () => ({ go: "stop 0\n" }),
    "`go` in capitals": () => ({ go: "GO 0\n" }),
    "an answer of its own": () => ({ go: `answer 0 2 0\n{}` }),
  },
};

const ROWS = Object.entries(ATTACKS).flatMap(([defence, list]) =>
  Object.entries(list).map(([what, said]) => [what, defence, said] as const),
);

describe("attacks by the socket of calls", () => {
  it.each(ROWS)("T6 %s [%s]", async (_, __, said) => {
    const before = await place.facts();
    const heard = await outcome(bytesOf(said()), said().go);
    expect(heard).not.toContain("answer ");
    expect(heard).not.toContain(DENIED);
    // The same daemon takes the next call. A private one has no record.
    expect(await outcome(bytesOf({ env: { ...place.env, SNAPHOOK_PRIVATE: "1" } }))).toContain(DENIED);
    const after = { ...before, events: before.events + 1, runs: `${before.runs}ran\n` };
    await expect.poll(() => place.facts()).toEqual(after);
  });

  // The limit of a test ends what the daemon does not; it is far above the daemon's own.
  describe("that take their time", { concurrent: true, timeout: 120_000 }, () => {
    it.each([
      ["a line on which nothing is said", "slow frames", () => ""],
      ["half a head", "slow frames", () => bytesOf({}).slice(0, 30)],
      ["half a payload", "slow frames", () => bytesOf({}).slice(0, -20)],
    ])("T6 %s [%s]", async (_, __, said) => {
      const socket = connect(join(place.folder, "hooks.sock")).on("error", () => {});
      const closed = new Promise((done) => socket.on("close", () => done("closed")));
      socket.resume().write(said());
      expect(await closed).toBe("closed");
    });
  });

  it("T6 other protocols are turned away", async () => {
    const foreign = [
      "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n",
      '{"event":"PreToolUse"}\n',
      "\x16\x03\x01\0\n",
      "\0\n",
      "\n",
    ];
    for (const said of foreign) expect(await outcome(said)).not.toMatch(/accepted|answer/);
  });

  it("T6 what they change is all that is wrong with them, and a guard still answers", async () => {
    expect(await outcome(bytesOf({}))).toContain(DENIED);
    expect(await outcome(bytesOf({ ack: "shut" }))).toContain(DENIED);
    expect(await place.guarded()).toContain(DENIED);
  });
});
