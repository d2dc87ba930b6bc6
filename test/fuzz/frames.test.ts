/** Calls of agents that were good once, spoiled: to a running daemon, by the socket that calls come by. */
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AttackedDaemon, DENIED } from "../support/attacked-daemon.js";
import { bash } from "../support/program.js";
import { headOf, piece } from "../support/raw-client.js";
import { fuzzDaemon, HANG_MS, HUNG } from "./against-daemon.js";
import { mutateBytes, mutateJson } from "./mutate.js";
import type { Random } from "./random.js";
import { ALL_RUNS } from "./runs.js";

const RUNS = Math.ceil(ALL_RUNS * 0.1);
const TIMEOUT = 3_600_000;
/** A client that has not said all it should is waited for; we leave before. */
const PATIENCE_MS = 40;
const WORDS = [
  "piece 0\n",
  "end 0\n",
  "go 0\n",
  "more 0\n",
  "piece 1e1\n",
  "piece 99999999\n",
  "answer 0 0 0\n",
  "\0",
  "\n",
  " ",
];

function conversation(random: Random, place: AttackedDaemon): Buffer {
  const { guarded, head, payload } = call(random, place);
  const said = Buffer.from(piece(JSON.stringify(payload)));
  const spoiledHead = random.chance(guarded ? 0.9 : 0.4) ? mutateBytes(random, Buffer.from(head)) : Buffer.from(head);
  const frames = [spoiledHead, guarded || random.chance(0.4) ? said : mutateBytes(random, said), Buffer.from("go 0\n")];
  if (!guarded && random.chance(0.3)) frames.splice(random.int(4), 0, Buffer.from(random.pick(WORDS)));
  return Buffer.concat(frames);
}

function call(random: Random, place: AttackedDaemon) {
  const base = { session_id: "s", cwd: place.project };
  // A guard starts a program, which takes its time.
  if (random.chance(0.05)) return { guarded: true, head: headOf(place), payload: { ...base, ...bash("guarded ls") } };
  const event = random.pick(["PostToolUse", "UserPromptSubmit", "Stop", "SessionStart", "SubagentStop"]);
  const agent = random.pick(["claude-code", "codex", "gemini", "copilot", "cursor"]);
  const payload = { ...base, ...bash("ls"), tool_response: { stdout: "x" }, prompt: "x", source: "startup" };
  const head = headOf(place, agent, event, place.env, random.pick(["go", "shut"]));
  return { guarded: false, head, payload: random.chance(0.5) ? mutateJson(random, payload) : payload };
}

/** What was heard; or what is wrong. */
function exchange(path: string, input: Buffer): Promise<{ heard: string } | { problem: string }> {
  return new Promise((done) => {
    let heard = "";
    const socket = connect(path).setEncoding("utf8");
    const hung = () => {
      socket.destroy();
      done({ problem: HUNG });
    };
    const leave = () => {
      if (heard.startsWith("accepted") && !heard.includes("answer ") && patience-- > 0) return void arm();
      socket.end();
      timer = setTimeout(hung, HANG_MS);
    };
    let patience = 100; // a hook runs: an answer comes
    let timer = setTimeout(leave, PATIENCE_MS);
    const arm = () => {
      timer = setTimeout(leave, PATIENCE_MS);
    };
    socket.on("data", (text: string) => {
      heard += text;
    });
    socket.on("error", () => {}); // it may be turned away while we write
    socket.on("close", () => {
      clearTimeout(timer);
      done({ heard });
    });
    socket.write(input);
  });
}

/** Whether the daemon was asked, in so many words, for what the guard denies. */
function isGuarded(input: Buffer, place: AttackedDaemon): boolean {
  const words = input.toString("latin1").split("\n", 1)[0]!.split(" ");
  const payload = piece(JSON.stringify({ session_id: "s", cwd: place.project, ...bash("guarded ls") }));
  return words[3] === "claude-code" && words[4] === "PreToolUse" && input.includes(payload);
}

describe("T6 fuzzing of the clients' frames", () => {
  it("T6 T7 whatever is said, the daemon goes on, and no answer lets a guarded call through", {
    timeout: TIMEOUT,
  }, async () => {
    const place = await AttackedDaemon.open();
    await fuzzDaemon({
      name: "frames",
      place,
      runs: RUNS,
      atOnce: 24,
      make: (random) => conversation(random, place),
      async send(input) {
        const got = await exchange(join(place.folder, "hooks.sock"), input);
        if ("problem" in got) return got.problem;
        const answer = /answer \d+ \d+ \d+\n(.*)$/s.exec(got.heard)?.[1];
        if (answer === undefined || !isGuarded(input, place)) return undefined;
        return answer.includes(DENIED) || answer.includes('"deny"') ? undefined : `it was let through: ${got.heard}`;
      },
    });
    expect((await place.facts()).openAsks).toBe(0);
    expect((await place.status()).memoryMb).toBeLessThan(600);
  });
});
