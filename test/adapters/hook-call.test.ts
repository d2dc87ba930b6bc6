import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bash, PROGRAM, ProgramPlace, says } from "../support/program.js";
import { eventually, groupMembers } from "../support/real-engine.js";

const PERSON = { CLAUDE_CODE_SESSION_ATTENDED: "1" };
const NOBODY = { CLAUDE_CODE_SESSION_ATTENDED: "0" };
const denied = (reason: string) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
});

function placeWith(...hooks: object[]): ProgramPlace {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", { hooks });
  return place;
}

interface Told {
  readonly decision?: string;
  readonly hookSpecificOutput?: object;
}

const preTool = (command: string, more: object = {}) => ({ event: "PreToolUse", command, ...more });

/** Node gives its children sockets as stdin; agents in other languages give them pipes. */
const WITH_PIPE = ["bash", "-c", 'exec "$0" "$@" < <(cat)'];

/** An agent that writes these pieces and never closes its end. */
async function callWithOpenPipe(place: ProgramPlace, pieces: readonly string[], stdin: "socket" | "pipe") {
  const call = [process.execPath, PROGRAM, "hook", "claude-code", "PreToolUse"];
  const [program = "", ...args] = stdin === "socket" ? call : [...WITH_PIPE, ...call];
  const child = spawn(program, args, {
    cwd: place.project,
    env: { ...place.env, ...NOBODY },
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stdin.on("error", () => {});
  const closed = new Promise((done) => child.once("close", done));
  for (const piece of pieces) {
    child.stdin.write(piece);
    await new Promise((done) => setTimeout(done, 50));
  }
  await closed;
  return JSON.parse(stdout);
}

describe("what comes on stdin", () => {
  it.each(["socket", "pipe"] as const)(
    "IN-15 a %s that stays open is answered as soon as the payload is complete",
    async (stdin) => {
      const place = placeWith(preTool(says("deny", "heard")));
      const whole = '{"session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}';
      for (const pieces of [[whole], [whole.slice(0, 36), whole.slice(36)]])
        expect(await callWithOpenPipe(place, pieces, stdin)).toEqual(denied("heard"));
    },
  );

  it.each(["socket", "pipe"] as const)(
    "IN-15 a payload on a %s that is never completed, or never begun, is not waited for without end",
    async (stdin) => {
      const place = placeWith(preTool("true", { id: "policy", guard: true }));
      for (const pieces of [['{"session_id":"s","tool_'], []]) {
        const told = await callWithOpenPipe(place, pieces, stdin);
        expect(told.hookSpecificOutput.permissionDecision).toBe("deny");
      }
    },
  );

  it("IN-15 300 KB on a pipe are read whole, as they come and when they are all there", async () => {
    const place = placeWith(
      preTool(
        `node -e 'const p = JSON.parse(require("fs").readFileSync(0)); console.log(JSON.stringify({decision: "deny", reason: String(p.tool_input.content.length)}))'`,
      ),
    );
    const payload = JSON.stringify({ tool_name: "Write", tool_input: { content: "x{}".repeat(100_000) } });
    const pieces = [payload.slice(0, 100_000), payload.slice(100_000, 200_000), payload.slice(200_000)];
    for (const given of [[payload], pieces])
      expect(await callWithOpenPipe(place, given, "pipe")).toEqual(denied("300000"));
  });

  it("IN-15 300 KB are read whole", async () => {
    const place = placeWith(
      preTool(
        `node -e 'const p = JSON.parse(require("fs").readFileSync(0)); console.log(JSON.stringify({decision: "deny", reason: String(p.tool_input.content.length)}))'`,
      ),
    );
    const told = await place.hook("PreToolUse", { tool_name: "Write", tool_input: { content: "x{}".repeat(100_000) } });
    expect(told).toEqual(denied("300000"));
  });

  const BAD: [string, string][] = [
    ["half a JSON", '{"session_id": "s", "tool_name": "Ba'],
    ["nothing", ""],
    ["a list", "[1]"],
    ["a text", '"hello"'],
    ["null", "null"],
    ["11 MB", JSON.stringify({ tool_name: "Write", tool_input: { content: "x".repeat(11_000_000) } })],
  ];

  it.each(BAD)("a guard answers its failure contract for %s, and no other hook runs", async (_what, input) => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: [
        preTool("true", { id: "policy", guard: true, matcher: "Edit" }),
        preTool(`touch '${place.path("observer-ran")}'`),
      ],
    });
    // Also with a person: without a payload the permission mode is unknown, and in some modes a question is ignored.
    for (const env of [PERSON, NOBODY]) {
      const { code, stdout } = await place.run(["hook", "claude-code", "PreToolUse"], { input, env });
      expect(code).toBe(0);
      expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
        permissionDecision: "deny",
        permissionDecisionReason: expect.stringMatching(
          /^Guard "(policy|self-protection)" could not decide: the agent's payload could not be read/,
        ),
      });
    }
    expect(place.has("observer-ran")).toBe(false);
    const log = place
      .read(join(place.state, "hooks.log"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(log).toMatchObject([
      {
        presence: "interactive",
        decision: "ask",
        hooks: [
          { id: "self-protection", outcome: "failed", answered: "ask" },
          { id: "policy", outcome: "failed", cause: "bad-payload", answered: "ask" },
        ],
      },
      {
        presence: "headless",
        decision: "deny",
        hooks: [
          { id: "self-protection", outcome: "failed", answered: "ask" },
          { id: "policy", outcome: "failed", cause: "bad-payload", answered: "deny" },
        ],
      },
    ]);
  });

  it.each(BAD)("where no guard stands %s is no reason to stop the agent", async (_what, input) => {
    const place = placeWith({ event: "UserPromptSubmit", command: "exit 2" });
    expect(await place.run(["hook", "claude-code", "UserPromptSubmit"], { input, env: NOBODY })).toEqual({
      code: 0,
      stdout: "{}",
      stderr: "",
    });
  });

  it("T4 a call that cannot be read does not get past the built-in guard", async () => {
    const input = JSON.stringify({ tool_name: "Write", tool_input: { content: "x".repeat(11_000_000) } });
    const { stdout } = await new ProgramPlace().run(["hook", "claude-code", "PreToolUse"], { input, env: NOBODY });
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({ permissionDecision: "deny" });
  });
});

describe("what hooks get and what the agent hears", () => {
  it("IN-20 EV-26 a hook sees where the event came from, a native one what the agent sent, and no other agent's runs", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: [
        preTool(`cat > '${place.path("canonical.json")}'`),
        { event: "cc:PreToolUse", command: `cat > '${place.path("native.json")}'` },
        { event: "pi:tool_call", command: `touch '${place.path("pi-ran")}'` },
      ],
    });
    const payload = {
      session_id: "s",
      cwd: place.project,
      permission_mode: "default",
      tool_name: "Bash",
      tool_input: { command: "ls" },
    };
    expect(await place.hook("PreToolUse", payload)).toEqual({});
    expect(JSON.parse(place.read("native.json"))).toEqual(payload);
    expect(JSON.parse(place.read("canonical.json"))).toEqual({
      ...payload,
      hook_event_name: "PreToolUse",
      hook_origin: "claude-code",
    });
    expect(place.has("pi-ran")).toBe(false);
  });

  it("EX-09 a guard that is too slow costs the agent no more than its timeout, and is gone afterwards", async () => {
    const place = new ProgramPlace();
    const script = `echo $$ > '${place.path("pid")}'; (sleep 600 &); sleep 600`;
    place.writeUser("hooks.json", { hooks: [preTool(script, { id: "slow", guard: true, timeoutMs: 3_000 })] });
    const told = await place.hook("PreToolUse", bash("ls"), { env: NOBODY });
    expect((told as Told).hookSpecificOutput).toMatchObject({ permissionDecision: "deny" });
    await eventually("the group is gone", () => groupMembers(Number(place.read("pid"))).length === 0);
  });

  it("an event nobody knows is answered, and can be hooked by its native name", async () => {
    const place = placeWith({ event: "cc:BrandNew", command: says("deny", "no") });
    expect(await place.hook("BrandNew", {})).toEqual({});
    expect(JSON.parse(place.read(join(place.state, "hooks.log")))).toMatchObject({
      event: "cc:BrandNew",
      decision: "deny",
    });
  });
});

describe("a question in a permission mode in which Claude Code may ignore it", () => {
  it.each([
    ["bypassPermissions", "deny"],
    ["a mode of a later version", "deny"],
    ["acceptEdits", "ask"],
    ["plan", "ask"],
    ["dontAsk", "ask"],
    ["auto", "ask"],
  ])("in %s the answer is %s", async (permission_mode, told) => {
    const place = placeWith(preTool(says("ask", "sure?"), { id: "q" }));
    const answer = await place.hook("PreToolUse", { ...bash("ls"), permission_mode }, { env: PERSON });
    expect((answer as Told).hookSpecificOutput).toMatchObject({ permissionDecision: told });
    if (told === "ask") return;
    const note = `Claude Code can ignore a question in permission mode "${permission_mode}". The question became a deny.`;
    const [record] = await place.json<{ id: string }[]>(["log"]);
    expect((await place.run(["why", record!.id])).stdout).toContain(note);
  });

  it("a guard that fails there denies, although a person is there", async () => {
    const place = placeWith(preTool("exit 1", { id: "policy", guard: true }));
    const call = { ...bash("ls"), permission_mode: "bypassPermissions" };
    const answer = await place.hook("PreToolUse", call, { env: PERSON });
    expect((answer as Told).hookSpecificOutput).toMatchObject({ permissionDecision: "deny" });
  });
});

describe("what outlives a call", () => {
  it("EX-11 a background hook does its work after the answer has left, and is in the log", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: [
        {
          event: "PostToolUse",
          id: "late",
          background: true,
          command: "until [ -e go ]; do sleep 0.02; done; touch done",
        },
      ],
    });
    expect(await place.hook("PostToolUse", bash("ls"))).toEqual({});
    place.write("go", ""); // only now can it end
    await eventually("it is done", () => place.has("done"));
    const background = () => place.read(join(place.state, "hooks.log")).includes('"presence":"background"');
    await eventually("it is in the log", background);
    expect(place.has(join(place.state, "background"))).toBe(false); // it was handed over without a file
  });

  it("a guard is heard although the event's folder is gone and a background hook has to be started", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: [
        preTool(`touch '${place.path("background-ran")}'`, { background: true }),
        preTool(`sleep 0.3; ${says("deny", "heard")}`, { guard: true }),
      ],
    });
    const told = await place.hook("PreToolUse", { ...bash("ls"), cwd: place.path("removed") });
    expect((told as Told).hookSpecificOutput).toMatchObject({ permissionDecision: "deny" });
    const ran = () => place.read(join(place.state, "hooks.log")).includes('"presence":"background"');
    await eventually("the job was taken", ran);
  });

  it("EX-17 forced continues are counted across processes, and a prompt ends the row", async () => {
    const place = placeWith({ event: "Stop", command: says("block", "tests fail") });
    const stop = async () => ((await place.hook("Stop", {})) as Told).decision ?? "stops";
    const row = [];
    for (let i = 0; i < 9; i++) row.push(await stop());
    expect(row).toEqual([...Array(8).fill("block"), "stops"]);
    for (let i = 0; i < 5; i++) await stop();
    await place.hook("UserPromptSubmit", { prompt: "go on" });
    for (let i = 0; i < 8; i++) expect(await stop()).toBe("block");
    expect(await stop()).toBe("stops");
  });

  it("a hook with once runs once per session, whatever the number of processes", async () => {
    const place = placeWith({ event: "SessionStart", once: true, command: "echo hello" });
    const told = [];
    for (const session_id of ["a", "a", "b"])
      told.push(await place.hook("SessionStart", { session_id, source: "resume" }));
    const hello = { hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "hello" } };
    expect(told).toEqual([hello, {}, hello]);
  });

  it("SE-11 a session called ../../x writes nothing outside our folders", async () => {
    const place = placeWith({ event: "Stop", once: true, command: says("block", "go on") });
    const files = () =>
      readdirSync(place.root, { recursive: true, encoding: "utf8" }).filter(
        (name) => !/^(state|cache|data)\/snaphook/.test(name),
      );
    const before = files();
    for (const session_id of ["../../x", ".."])
      expect(await place.hook("Stop", { session_id })).toEqual({ decision: "block", reason: "go on" });
    expect(files().filter((name) => !["state", "cache", "data"].includes(name))).toEqual(before);
  });

  it("marks that nobody came back to are removed when a session starts", async () => {
    const place = placeWith({ event: "SessionStart", command: "true" });
    const folder = join(place.state, "sessions");
    mkdirSync(folder, { recursive: true });
    for (const [name, days] of [
      ["old", 30],
      ["new", 1],
    ] as const) {
      writeFileSync(join(folder, `${name}.json`), "{}");
      utimesSync(join(folder, `${name}.json`), Date.now() / 1000 - days * 86_400, Date.now() / 1000 - days * 86_400);
    }
    await place.hook("SessionStart", { source: "startup" });
    expect(readdirSync(folder)).toEqual(["new.json"]);
  });
});
