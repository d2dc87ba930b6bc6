/** The extension as `install` writes it, in a process that runs extensions as Pi does, with the real launcher behind. */
import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ProgramPlace, says } from "../../../test/support/program.js";
import { DaemonPlace } from "../../../test/support/running-daemon.js";
import { readFences } from "../../core/decision/fence.js";

const RUNNER = fileURLToPath(new URL("../../../test/support/pi-runner.mjs", import.meta.url));

interface Played {
  readonly returned: readonly object[];
  readonly event: { readonly input?: object; readonly headers?: object };
  readonly asked: readonly string[];
  readonly shown: readonly string[];
}

interface Run {
  readonly registered: readonly (readonly string[])[];
  readonly played: readonly Played[];
  readonly stderr: string;
}

async function wired<P extends ProgramPlace = ProgramPlace>(
  hooks: object,
  place = new ProgramPlace() as P,
): Promise<P> {
  place.writeUser("hooks.json", { version: 1, hooks });
  const { code, stderr } = await place.run(["install", "pi"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return place;
}

async function play(place: ProgramPlace, steps: readonly object[], copies = 1, env = {}): Promise<Run> {
  const files = Array.from({ length: copies }, (_, index) => {
    const file = join(place.root, `copy-${index}.mjs`);
    copyFileSync(join(place.home, ".pi/agent/extensions/snaphook.js"), file);
    return file;
  });
  const child = spawn(process.execPath, [RUNNER, ...files], { cwd: place.project, env: { ...place.env, ...env } });
  child.stdin.end(JSON.stringify(steps));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(stdout, stderr).not.toBe("");
  return { ...JSON.parse(stdout), stderr };
}

const start = { event: { type: "session_start", reason: "startup" } };
const prompt = [
  { event: { type: "input", text: "go" } },
  { event: { type: "before_agent_start", prompt: "go", systemPrompt: "SYSTEM" } },
];
const call = (toolName: string, input: object, id = "c1") => ({
  event: { type: "tool_call", toolName, toolCallId: id, input },
});
const result = (id = "c1") => ({
  event: {
    type: "tool_result",
    toolName: "bash",
    toolCallId: id,
    input: { command: "ls" },
    content: [
      { type: "text", text: "out" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
    ],
    structuredContent: { output: "out" },
    isError: false,
  },
});
const context = (event: string, additionalContext: string) =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, additionalContext } })}'`;

describe("the extension for Pi", () => {
  it("AD-03 registers for the events of sessions, prompts, tools, ends and compactions, and for no other", async () => {
    const { registered } = await play(await wired({}), []);
    expect(registered).toEqual([
      [
        "session_start",
        "input",
        "before_agent_start",
        "tool_call",
        "tool_result",
        "agent_before_settle",
        "session_before_compact",
        "before_provider_headers",
        "session_compact",
        "model_select",
        "session_shutdown",
      ],
    ]);
  });

  it("AD-07 OU-23 two prompts are one start of a session, and its context is in the system prompt of both", async () => {
    const place = await wired({ SessionStart: [{ command: "echo x >> starts; echo the tide turns" }] });
    const reload = { event: { type: "session_start", reason: "reload" } };
    const { played } = await play(place, [start, ...prompt, start, reload, ...prompt]);
    const prompts = played.filter(({ returned }) => returned.length > 0).map(({ returned }) => returned);
    expect(prompts).toEqual([
      [{ systemPrompt: "SYSTEM\n\nthe tide turns" }],
      [{ systemPrompt: "SYSTEM\n\nthe tide turns" }],
    ]);
    expect(place.read("starts")).toBe("x\n");
    await play(place, [start, { ...start, session: { sessionId: "s2" } }]);
    expect(place.read("starts")).toBe("x\nx\nx\n");
  });

  it("T14 what a hook of the project says at the start of a session is not put into the system prompt", async () => {
    const place = await wired({ SessionStart: [{ command: "echo the tide turns" }] });
    place.write(".snaphook/hooks.json", { hooks: { SessionStart: [{ id: "theirs", command: "echo obey me" }] } });
    expect((await place.trust()).code).toBe(0);
    const { played } = await play(place, [start, ...prompt, ...prompt]);
    const [first, second] = played.filter(({ returned }) => returned.length > 0).map(({ returned }) => returned[0]);
    expect(first).toMatchObject({ systemPrompt: "SYSTEM\n\nthe tide turns" });
    const { message } = first as { message: { content: string } };
    expect(readFences(message.content)).toMatchObject([{ text: "obey me", by: { hook: "theirs" } }]);
    expect(second).toEqual({ systemPrompt: "SYSTEM\n\nthe tide turns" });
  });

  it("AD-08 every matching hook runs: an edit that only the second one forbids is blocked", async () => {
    const guard = `grep -q TASKS.yaml && ${says("deny", "no lock on TASKS.yaml")} || true`;
    const place = await wired({
      PreToolUse: [
        { id: "sensitive-file-edit", matcher: "Edit|Write", command: "touch first-ran" },
        { id: "tasks-yaml-guard", matcher: "Edit|Write", guard: true, command: guard },
      ],
    });
    const edit = (path: string) => call("edit", { path, edits: [{ oldText: "a", newText: "b" }] });
    const { played } = await play(place, [start, edit("TASKS.yaml"), edit("README.md")]);
    expect(played[1]!.returned).toEqual([{ block: true, reason: "no lock on TASKS.yaml" }]);
    expect(played[2]!.returned).toEqual([]);
    expect(place.has("first-ran")).toBe(true);
  });

  it("OU-24 hooks on Pi's own events match its tool names, block, replace the input and set headers", async () => {
    const place = await wired({
      "pi:tool_call": [
        { matcher: "^bash$", command: `echo '{"block": true, "reason": "not now"}'` },
        { matcher: "^read$", command: `cat > raw.json; echo '{"input": {"path": "b.txt"}}'` },
      ],
      "pi:before_provider_headers": [{ command: `echo '{"headers": {"x-tide": "high"}}'` }],
    });
    const headers = { event: { type: "before_provider_headers", headers: { a: "b" } } };
    const read = call("read", { path: "a.txt", limit: 3 });
    const { played } = await play(place, [start, call("bash", { command: "ls" }), read, headers]);
    expect(played[1]!.returned).toEqual([{ block: true, reason: "not now" }]);
    expect(played[2]!.event.input).toEqual({ path: "b.txt" });
    expect(JSON.parse(place.read("raw.json"))).toMatchObject({ ...read.event, ctx: { sessionId: "s1" } });
    expect(played[3]!.event.headers).toEqual({ a: "b", "x-tide": "high" });
  });

  it("context before a tool and after it comes with the result, which stays whole", async () => {
    const place = await wired({
      PreToolUse: [{ command: context("PreToolUse", "before") }],
      PostToolUse: [{ command: context("PostToolUse", "after") }],
    });
    const { played } = await play(place, [start, call("bash", { command: "ls" }), result(), result("c2")]);
    const { content, structuredContent } = result().event;
    const added = (value: string) => ({ type: "text", text: value });
    expect(played[2]!.returned).toEqual([
      { content: [...content, added("before"), added("after")], structuredContent },
    ]);
    expect(played[3]!.returned).toEqual([{ content: [...content, added("after")], structuredContent }]);
  });

  it("OU-23 a replaced result leaves nothing of the old one, and hooks are spared the pictures", async () => {
    const replaced = { hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: "clean" } };
    const place = await wired({ PostToolUse: [{ command: `cat > seen.json; echo '${JSON.stringify(replaced)}'` }] });
    const { played } = await play(place, [start, result()]);
    expect(played[1]!.returned).toEqual([{ content: [{ type: "text", text: "clean" }] }]);
    expect(place.read("seen.json")).not.toContain("AAAA");
  });

  it("asks the person, and takes no answer for a no", async () => {
    const place = await wired({ PreToolUse: [{ command: says("ask", "may it?") }] });
    const bash = call("bash", { command: "ls" });
    const { played } = await play(place, [start, { ...bash, says: true }, { ...bash, says: false }, bash]);
    expect(played.map(({ asked }) => asked)).toEqual([[], ["may it?"], ["may it?"], []]);
    const refused = [{ block: true, reason: "may it?" }];
    const unattended = [{ block: true, reason: expect.stringMatching(/^may it\? .*keep `snaphook up` open/) }];
    expect(played.map(({ returned }) => returned)).toEqual([[], [], refused, unattended]);
  });

  it("context of a prompt goes with it, also of one that is queued; a denied one goes nowhere", async () => {
    const command = `grep -q secret && ${says("block", "no secrets")} || echo the tide turns`;
    const place = await wired({ UserPromptSubmit: [{ command }] });
    const queued = { event: { type: "input", text: "more", streamingBehavior: "steer" } };
    const denied = { event: { type: "input", text: "a secret" } };
    const { played, stderr } = await play(place, [start, ...prompt, queued, denied, { ...denied, says: true }]);
    expect(played.map(({ returned }) => returned)).toEqual([
      [],
      [],
      [{ message: { customType: "snaphook", content: "the tide turns", display: false } }],
      [{ action: "transform", text: "more\n\nthe tide turns" }],
      [{ action: "handled" }],
      [{ action: "handled" }],
    ]);
    expect(stderr).toBe("no secrets\n");
    expect(played[5]!.shown).toEqual(["no secrets"]);
  });

  it("makes Pi go on once, keeps what others added, and leaves an interrupted run alone", async () => {
    const place = await wired({ Stop: [{ command: says("block", "look at the log book") }] });
    const end = { event: { type: "agent_before_settle", outcome: "completed", entries: [{ type: "custom" }] } };
    const aborted = { event: { ...end.event, outcome: "aborted" } };
    const { played } = await play(place, [start, aborted, end, end, ...prompt, end]);
    const message = { type: "custom_message", customType: "snaphook", content: "look at the log book", display: true };
    const goesOn = [{ entries: [{ type: "custom" }, message], continue: true }];
    expect(played.map(({ returned }) => returned)).toEqual([[], [], goesOn, [], [], [], goesOn]);
  });

  it("of two copies only one answers, in every session", async () => {
    const place = await wired({ PreToolUse: [{ command: `echo x >> calls; ${says("deny", "no")}` }] });
    const second = { session: { sessionId: "s2" } };
    const bash = call("bash", { command: "ls" });
    const { played } = await play(place, [start, { ...start, ...second }, bash, { ...bash, ...second }], 2);
    expect(played.slice(2).map(({ returned }) => returned)).toEqual([
      [{ block: true, reason: "no" }],
      [{ block: true, reason: "no" }],
    ]);
    expect(place.read("calls")).toBe("x\nx\n");
  });

  it("without a launcher a tool call is blocked with what to do, and the rest goes on", async () => {
    const place = await wired({});
    rmSync(join(place.data, "launch"));
    const { played, stderr } = await play(place, [start, ...prompt, call("bash", { command: "ls" }), result()]);
    expect(played[3]!.returned).toEqual([{ block: true, reason: expect.stringMatching(/snaphook install/) }]);
    expect([0, 1, 4].map((index) => played[index]!.returned)).toEqual([[], [], []]);
    expect(stderr.match(/snaphook install/g)).toHaveLength(1);
  });

  it("AD-06 a session that is not kept takes its id from the environment", async () => {
    const place = await wired({ PreToolUse: [{ command: "cat > seen.json" }] });
    const session = { sessionId: null, sessionFile: null };
    const nobody = { ...call("bash", { command: "ls" }), session };
    const seen = async (env: object) => {
      await play(place, [nobody], 1, env);
      return JSON.parse(place.read("seen.json")).session_id;
    };
    expect(await seen({ PI_SESSION_ID: "e7" })).toBe("e7");
    expect(await seen({})).toBe("unknown");
  });
});

describe("the extension for Pi, with a daemon", () => {
  const hooks = { PreToolUse: [{ id: "g", guard: true, command: says("deny", "the harbour is closed") }] };
  const taken = async (place: DaemonPlace) => (await place.status()).events;

  it("asks it without the launcher, and does what it would do without one", async () => {
    const place = await wired(hooks, new DaemonPlace());
    const steps = [start, call("bash", { command: "ls" }), result()];
    const without = await play(place, steps, 1, { SNAPHOOK_DAEMON: "off" });
    await place.up();
    rmSync(join(place.data, "launch"));
    const { played } = await play(place, steps);
    expect(played).toEqual(without.played);
    expect(played[1]!.returned).toEqual([{ block: true, reason: "the harbour is closed" }]);
    await expect.poll(() => taken(place)).toBe(3);
  });

  it("sends what hooks may see: variables they ask for, the folder, a payload of many pieces", async () => {
    const command = 'echo "$MINE $(pwd) $(wc -c)" > seen';
    const place = await wired(
      { PreToolUse: [{ id: "g", guard: true, command, passEnv: ["MINE"] }] },
      new DaemonPlace(),
    );
    await place.up();
    rmSync(join(place.data, "launch"));
    const { played } = await play(place, [start, call("bash", { command: "x".repeat(300_000) })], 1, { MINE: "mine" });
    expect(played[1]!.returned).toEqual([]);
    const [mine, folder, size] = place.read("seen").trim().split(" ");
    expect([mine, folder]).toEqual(["mine", place.project]);
    expect(Number(size)).toBeGreaterThan(300_000);
  });

  it("asks the launcher if there is no daemon, if it uses another protocol or its folder is open to others", async () => {
    const place = await wired(hooks, new DaemonPlace());
    const steps = [call("bash", { command: "ls" })];
    const blocked = [{ block: true, reason: "the harbour is closed" }];
    const env = { CI: "1" }; // it starts none there
    expect((await play(place, steps, 1, env)).played[0]!.returned).toEqual(blocked);
    await place.up();
    const facts = join(place.data, "launch.json");
    const text = place.read(facts);
    place.write(facts, text.replace('"protocol": 1', '"protocol": 99'));
    expect((await play(place, steps, 1, env)).played[0]!.returned).toEqual(blocked);
    chmodSync(place.folder, 0o755);
    place.write(facts, text);
    expect((await play(place, steps, 1, env)).played[0]!.returned).toEqual(blocked);
    chmodSync(place.folder, 0o700);
    expect(await taken(place)).toBe(1); // by the launcher, whose own facts were not changed
  });

  it("blocks a call if the daemon is killed while a guard is at work, and the guard is not run again", async () => {
    const command = "echo ran >> runs; while [ ! -e go ]; do sleep 0.02; done";
    const place = await wired({ PreToolUse: [{ id: "g", guard: true, command }] }, new DaemonPlace());
    await place.up();
    const playing = play(place, [call("bash", { command: "ls" })]);
    await expect.poll(() => place.has("runs")).toBe(true);
    await place.kill();
    expect((await playing).played[0]!.returned).toMatchObject([{ block: true }]);
    expect(place.read("runs")).toBe("ran\n");
  });
});
