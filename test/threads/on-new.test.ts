/** What a user who begins a new session leaves behind: its profile, several agents, the daemon, and one turn at a time. */
import { chmodSync, copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { ask, stopDaemon } from "../../src/client/daemon-control.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { eventsReply } from "../../src/daemon/http/schemas/events.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { asks, inHome, SESSION, withOldSession, withSessionHooks } from "../support/session-hooks.js";
import { PING_PONG, ThreadPlace } from "../support/thread-place.js";

const context = (place: ThreadPlace) => JSON.parse(inHome(place, "context.json")) as JsonObject;
const sessionNew = (place: ThreadPlace, session = SESSION) => [
  ...["session", "new", session, "--agent", "claude-code", "--project", place.project],
];
/** Says that it began, then waits for the test. */
const waits = (text: string) => ({
  command: `touch begun; while ! [ -e go ]; do sleep 0.05; done; printf '%s' '${text}'`,
});
const letGo = (place: ThreadPlace) => place.write(join(place.home, ".cortex/go"), "");
const hasBegun = (place: ThreadPlace) => place.has(join(place.home, ".cortex/begun"));

describe("the profile of the old session", () => {
  it("SH-06 is that of the thread's agent, which also continues it, then the one in its environment", async () => {
    const place = await withOldSession({ onNew: asks("save it") }, new ThreadPlace());
    place.writeUser("threads/profiles.json", {
      defaultProfile: "plan",
      profiles: {
        plan: { agent: "claude-code", model: "planner" },
        deepseek: { agent: "claude-code", model: "deep" },
      },
    });
    place.template(PING_PONG);
    const { slots } = await place.ran("ping-pong", "x", ["--profile", "deepseek"]);
    await place.run(sessionNew(place, slots["coder"]!.sessionId));
    expect(context(place)["profile"]).toBe("deepseek");
    expect(place.calls.at(-1)!.args.join(" ")).toContain("--model deep");
    await place.run(sessionNew(place), { env: { SNAPHOOK_PROFILE: "deepseek" } });
    expect(context(place)["profile"]).toBe("deepseek");
    await place.run(sessionNew(place));
    expect(context(place)["profile"]).toBe("plan");
    expect(place.calls.at(-1)!.args.join(" ")).toContain("--model planner");
  });

  it("IN-19 a session whose title the store knows is named by it", async () => {
    const place = await withOldSession({ onNew: asks("save it") }, new ThreadPlace());
    await place.hook("UserPromptSubmit", { session_id: SESSION, prompt: "Paint the harbour" });
    await place.hook("SessionEnd", { session_id: SESSION, reason: "prompt_input_exit" });
    const ran = await place.run(["session", "new", SESSION.slice(0, 8)]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(context(place)).toMatchObject({ sessionId: SESSION, sessionName: "Paint the harbour" });
  });
});

it("SH-01 a new session in Pi: its session_shutdown leads to one turn of the session that was left", async () => {
  const place = await withSessionHooks({ onNew: asks("save what you learned") }, new ThreadPlace());
  const fixtures = fileURLToPath(new URL("../../src/adapters/pi/fixtures/", import.meta.url));
  copyFileSync(join(fixtures, "_drive.again.jsonl"), join(place.script, "again.jsonl"));
  const seen = join(place.script, "pi");
  const program = place.write(
    join(place.root, "bin/pi"),
    `#!/bin/sh\nprintf '%s\\n' "$@" "$PWD" > ${seen}.new; cat >> ${seen}.new; mv ${seen}.new ${seen}; cat ${place.script}/again.jsonl\n`,
  );
  chmodSync(program, 0o755);
  const given = JSON.parse(place.read(join(fixtures, "session_shutdown.new.json"))) as { ctx: { sessionId: string } };
  const payload = { ...given, ctx: { ...given.ctx, cwd: place.project } };
  const ran = await place.run(["hook", "pi", "session_shutdown"], { input: payload });
  expect(ran.code, ran.stderr).toBe(0);
  await expect.poll(() => place.has(seen)).toBe(true);
  expect(place.read(seen).split("\n")).toEqual([
    ...["--mode", "json", "-p", "--session", given.ctx.sessionId, place.project, "save what you learned"],
  ]);
  expect(context(place)).toMatchObject({ channel: "agent:pi", sessionId: given.ctx.sessionId, trigger: "new" });
  await expect.poll(() => place.read(join(place.state, "hooks.log"))).toContain("SESSION_TURN");
});

it("SH-01 SH-05 onMessageEnd: every other agent that can be made to go on gets its text as well", async () => {
  const place = await withSessionHooks({ onMessageEnd: asks("check the moorings") }, new ThreadPlace());
  const answer = async (agent: string, event: string) => {
    const fixture = new URL(`../../src/adapters/${agent}/fixtures/${event}.json`, import.meta.url);
    // Each was captured in another folder.
    const text = readFileSync(fixture, "utf8").replace(/("(?:cwd|directory)": ?)"[^"]*"/g, `$1"${place.project}"`);
    const ran = await place.run(["hook", agent, event], { input: text });
    expect(ran.code, `${agent}: ${ran.stderr}`).toBe(0);
    return ran.stdout.trim().split("\n").at(-1)!;
  };
  const text = "check the moorings";
  const goesOn: Readonly<Record<string, readonly [event: string, answer: object]>> = {
    "claude-agent-sdk": ["Stop", { decision: "block", reason: text }],
    codex: ["Stop", { decision: "block", reason: text }],
    copilot: ["agentStop", { decision: "block", reason: text }],
    cursor: ["stop", { followup_message: text }],
    gemini: ["AfterAgent", { decision: "deny", reason: text }],
    kilo: ["session.idle", { continue: text }],
    kimi: ["Stop", { hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: text } }],
    opencode: ["session.idle", { continue: text }],
    pi: ["agent_before_settle", { continue: true, entries: [expect.objectContaining({ content: text })] }],
    qwen: ["Stop", { decision: "block", reason: expect.stringContaining(text) }],
    "vscode-copilot": ["Stop", { decision: "block", reason: text }],
  };
  const answers = await Promise.all(Object.entries(goesOn).map(([agent, [event]]) => answer(agent, event)));
  expect(answers.map((line) => JSON.parse(line))).toMatchObject(Object.values(goesOn).map(([, expected]) => expected));
});

it("SH-01 SH-03 IN-19 a command in an own file reads the same, and what it prints is the prompt; blanks are none", async () => {
  const place = await withOldSession({}, new ThreadPlace());
  place.writeUser("hooks.json", {
    hooks: [
      { id: "asks", event: "cortex:session.new", command: `cat > ${place.root}/context; echo ' save it '` },
      { id: "blank", event: "cortex:session.new", command: "echo; echo" },
    ],
  });
  expect(await place.json(sessionNew(place))).toEqual([{ hook: "asks", preview: "save it" }, { hook: "blank" }]);
  expect(place.calls.map(({ prompt }) => prompt)).toEqual(["save it"]);
  const read = JSON.parse(place.read(join(place.root, "context"))) as JsonObject;
  expect(read).toMatchObject({ sessionId: SESSION, channel: "agent:claude-code", trigger: "new" });
});

it("SH-04 one turn at a time: what comes meanwhile is told so, and the key is free afterwards", async () => {
  const place = await withOldSession({ onNew: waits("go on") }, new ThreadPlace());
  const first = place.run(sessionNew(place));
  await expect.poll(() => hasBegun(place)).toBe(true);
  const second = await place.run(sessionNew(place));
  expect(second).toMatchObject({ code: 0, stdout: "Another process runs these hooks now.\n" });
  expect(place.calls).toEqual([]);
  letGo(place);
  expect((await first).code).toBe(0);
  expect(place.calls).toHaveLength(1);
  expect((await place.run(sessionNew(place))).stdout).toContain("go on");
  expect(place.calls).toHaveLength(2);
});

it("SH-04 without a daemon, SessionEnd is answered while the hook still waits", async () => {
  const place = await withOldSession({ onNew: waits("save it") }, new ThreadPlace());
  await place.hook("SessionEnd", { session_id: SESSION, reason: "clear" });
  await expect.poll(() => hasBegun(place)).toBe(true);
  expect(place.calls).toEqual([]);
  letGo(place);
  await expect.poll(() => place.done.length).toBe(1);
});

describe("with a daemon", () => {
  class ServedPlace extends ThreadPlace {
    override get env(): Record<string, string> {
      const { SNAPHOOK_DAEMON: _, ...env } = super.env;
      return env;
    }
  }

  it("SH-01 SH-04 SessionEnd is answered while the hook still waits, and the turn follows", async () => {
    const place = await withOldSession({ onNew: waits("save what you learned") }, new ServedPlace());
    // The daemon's own environment is bare: the program is named in the profile.
    const program = join(place.root, "bin/claude");
    place.writeUser("threads/profiles.json", { profiles: { "claude-code": { agent: "claude-code", program } } });
    place.write(program, place.read(program).replace("exec", `export SCRIPT_FOLDER='${place.script}'; exec`));
    expect((await place.run(["up", "--detach"])).code).toBe(0);
    onTestFinished(async () => void (await stopDaemon(findPlaces(place.env))));
    const ended = { session_id: SESSION, cwd: place.project, reason: "clear" };
    const answered = await place.run(["hook", "--ask", "claude-code", "SessionEnd"], { input: ended });
    expect(answered.code, answered.stderr).toBe(0);
    await expect.poll(() => hasBegun(place)).toBe(true);
    expect(place.calls).toEqual([]);
    letGo(place);
    await expect.poll(() => place.done.length).toBe(1);
    expect(place.calls).toMatchObject([
      { session: SESSION, resumed: true, prompt: "save what you learned", cwd: place.project },
    ]);
    const events = async () => {
      const reply = await ask(place, { path: "/v1/events", timeoutMs: 60_000 });
      if (reply.kind !== "ok") throw new Error(JSON.stringify(reply));
      return eventsReply.parse(reply.body).events.map(({ event, way }) => `${event} ${way}`);
    };
    await expect.poll(events).toContain("SessionEnd daemon");
  });
});
