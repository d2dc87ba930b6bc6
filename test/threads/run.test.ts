/** `snaphook thread` with real processes: the agents' program is a script. */
import { readdirSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { stopDaemon } from "../../src/client/daemon-control.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { isAlive } from "../../src/runtime/platform/process-alive.js";
import { APPROVES, PING_PONG, ThreadPlace } from "../support/thread-place.js";

function pingPong(): ThreadPlace {
  const place = new ThreadPlace();
  place.template(PING_PONG);
  return place;
}

describe("thread run", () => {
  it("agents alternate until the marker, each in one session, and steps have their own costs", async () => {
    const place = pingPong();
    const ran = await place.thread(["run", "ping-pong", "add a limit"]);
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain("step 4/6 reviewer");
    expect(ran.stdout).toContain("completed: the agents are done (4 steps, 60 tokens, $0.0400).");
    const thread = await place.last();
    expect(thread).toMatchObject({ status: "completed", stopReason: "converged", totalTokens: 60 });
    expect(thread.steps.map(({ agentSlotId, stage, output }) => [agentSlotId, stage, output])).toEqual([
      ["coder", "write", "first draft"],
      ["reviewer", null, "please fix it"],
      ["coder", "fix", "second draft"],
      ["reviewer", null, "fine [APPROVED]"],
    ]);
    const [coder, reviewer, again, last] = place.calls;
    expect([again!.session, last!.session]).toEqual([coder!.session, reviewer!.session]);
    expect(coder!.session).not.toBe(reviewer!.session);
    expect(place.calls.map(({ resumed }) => resumed)).toEqual([false, false, true, true]);
    // The program reports the total of its session: 0.01, then 0.02.
    expect(thread.steps.map(({ costUsd }) => costUsd)).toEqual([0.01, 0.01, 0.01, 0.01]);
    expect(coder).toMatchObject({ prompt: "CODE add a limit", cwd: place.project, thread: thread.id });
    for (const text of ["first draft", "second draft", "[APPROVED]"])
      expect(place.read(thread.artifactPath)).toContain(text);
    expect(statSync(join(thread.artifactPath, "..")).mode & 0o777).toBe(0o700);
  });

  it("--json prints the thread alone, also of a thread that fails, with exit code 1", async () => {
    const place = pingPong();
    place.play([{ when: "CODE", error: "no credit left" }]);
    const ran = await place.run(["thread", "run", "ping-pong", "x", "--json"]);
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.stdout)).toMatchObject({
      status: "failed",
      error: "claude-code reported an error: no credit left",
    });
  });

  it("placeholders are filled in once, and the directive begins a session only", async () => {
    const place = new ThreadPlace();
    const prompt =
      "CODE {{input}} in {{artifactPath}}{{#if previousOutput}} after {{previousOutput}}{{/if}} {{nothing}}";
    place.template({
      agents: { solo: { profile: "__active__", directive: "You are brief.", promptTemplate: prompt } },
      templates: {
        solo: {
          agents: ["solo"],
          entryAgent: "solo",
          transitions: [{ from: "solo", to: "solo", condition: { type: "output_not_contains", pattern: "second" } }],
        },
      },
    });
    place.play([{ when: "after", say: "second {{input}}" }, { say: "first {{input}}" }]);
    const { artifactPath } = await place.ran("solo", "the {{artifactPath}} task");
    const [first, second] = place.calls.map((call) => call.prompt);
    expect(first).toBe(`You are brief.\n\nCODE the {{artifactPath}} task in ${artifactPath}`);
    expect(second).toBe(`CODE the {{artifactPath}} task in ${artifactPath} after first {{input}}`);
  });

  it("changed files of the repository are named", async () => {
    const place = new ThreadPlace();
    place.template({
      agents: { solo: { profile: "__active__", promptTemplate: "CODE\n{{modifiedFiles}}" } },
      templates: { solo: { agents: ["solo"], entryAgent: "solo" } },
    });
    place.write("left.txt", "x");
    const { execFileSync } = await import("node:child_process");
    execFileSync("git", ["init", "-q"], { cwd: place.project });
    await place.ran("solo");
    expect(place.calls[0]!.prompt).toBe("CODE\n- left.txt");
  });

  it("a profile gives agent, model and arguments; --profile chooses the one of agents without", async () => {
    const place = pingPong();
    place.writeUser("threads/profiles.json", {
      profiles: { fast: { agent: "claude-code", model: "small", args: ["--permission-mode", "acceptEdits"] } },
    });
    await place.ran("ping-pong", "x", ["--profile", "fast"]);
    const [coder, reviewer] = place.calls.map(({ args }) => args.join(" "));
    expect(coder).toContain("--model small");
    expect(coder).toContain("--permission-mode acceptEdits");
    expect(coder).toContain("--permission-prompt-tool mcp__snaphook__approve");
    expect(reviewer).not.toContain("small");
  });

  it("an agent that keeps no session gets a new one for each step", async () => {
    const place = new ThreadPlace();
    const { agents, templates } = PING_PONG;
    place.template({ agents: { ...agents, coder: { ...agents.coder, persistSession: false } }, templates });
    await place.ran();
    const [first, , second] = place.calls;
    expect(second!.session).not.toBe(first!.session);
    expect(second!.resumed).toBe(false);
  });

  it.each([
    ["step limit", { maxTotalSteps: 3 }, 3],
    ["cost limit", { maxTotalCostUsd: 0.015 }, 2],
    ["token limit", { maxTotalTokens: 15 }, 1],
  ])("stops at the %s, says so and ends with 1", async (reason, limit, steps) => {
    const place = new ThreadPlace();
    const { agents, templates } = PING_PONG;
    place.template({ agents, templates: { "ping-pong": { ...templates["ping-pong"], ...limit } } });
    place.play([{ say: "never done" }]);
    const ran = await place.thread(["run", "ping-pong", "x"]);
    expect(ran.code).toBe(1);
    const thread = await place.last();
    expect(thread).toMatchObject({ status: "completed", stopReason: reason });
    expect(thread.steps).toHaveLength(steps);
  });

  it("an agent ends its thread with `snaphook thread abort`", async () => {
    const place = pingPong();
    const { PROGRAM } = await import("../support/program.js");
    place.play([
      { when: "CODE", say: "too big", run: `'${process.execPath}' '${PROGRAM}' thread abort 'the task is too big'` },
    ]);
    const ran = await place.thread(["run", "ping-pong", "x"]);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain("aborted: the task is too big");
    expect(await place.last()).toMatchObject({ status: "aborted", steps: [{ agentSlotId: "coder" }] });
  });

  it("secrets are redacted in everything that is kept, and what agents print is removed", async () => {
    const place = pingPong();
    const secret = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    place.play([{ say: `done with ${secret} [APPROVED]` }]);
    const thread = await place.ran("ping-pong", `use ${secret}`);
    expect(JSON.stringify(thread)).not.toContain(secret);
    expect(readdirSync(join(thread.artifactPath, "..")).sort()).toEqual(["artifact.md", "thread.json"]);
    expect(place.read(thread.artifactPath)).not.toContain(secret);
  });
});

describe("thread cancel and resume", () => {
  it("Ctrl-C ends the agent with its children, and resume continues in the same sessions without a step twice", async () => {
    const place = pingPong();
    place.play([{ when: "REVIEW", until: "go", child: true, say: "fine [APPROVED]" }, ...APPROVES]);
    const child = place.begin(["run", "ping-pong", "x"]);
    await expect.poll(() => place.calls.length).toBe(2);
    const { pid, session } = place.calls[1]!;
    child.kill("SIGINT");
    expect(await new Promise((done) => child.once("exit", done))).toBe(1);
    expect(isAlive(pid)).toBe(false);
    const cancelled = await place.last();
    expect(cancelled).toMatchObject({ status: "cancelled", steps: [{ agentSlotId: "coder" }] });
    place.write(join(place.script, "go"), "");
    place.play([{ when: "interrupted", say: "fine [APPROVED]" }]);
    const ran = await place.thread(["resume", cancelled.id]);
    expect(ran.code, ran.stderr).toBe(0);
    const thread = await place.last();
    expect(thread).toMatchObject({ status: "completed", stopReason: "converged" });
    expect(thread.steps.map(({ agentSlotId }) => agentSlotId)).toEqual(["coder", "reviewer"]);
    expect(place.calls).toHaveLength(3);
    expect(place.calls[2]).toMatchObject({ session, resumed: true });
    // The time in which nothing ran is no part of the step.
    expect(Date.parse(thread.steps[1]!.startedAt)).toBeGreaterThan(Date.parse(cancelled.endedAt!));
  });

  it("`thread cancel` ends a thread of another terminal", async () => {
    const place = pingPong();
    place.play([{ until: "never" }]);
    const child = place.begin(["run", "ping-pong", "x"]);
    await expect.poll(() => place.calls.length).toBe(1);
    const { id } = await place.last();
    expect((await place.last()).status).toBe("running");
    expect((await place.thread(["resume", id])).stderr).toContain("THREAD_RUNS");
    const cancelled = await place.thread(["cancel", id.slice(4, 9)]);
    expect(cancelled.code, cancelled.stderr).toBe(0);
    if (child.exitCode === null) await new Promise((done) => child.once("exit", done));
    expect((await place.last()).status).toBe("cancelled");
    expect((await place.thread(["cancel", id])).code).toBe(1);
  });

  it("an agent that was killed fails the thread with its reason; resume continues its session", async () => {
    const place = pingPong();
    place.play([{ when: "CODE", crash: true }]);
    const failed = await place.ran();
    expect(failed).toMatchObject({ status: "failed", error: "claude-code was ended by SIGKILL", steps: [] });
    place.play([{ when: "interrupted", say: "first draft" }, ...APPROVES]);
    expect((await place.thread(["resume", failed.id])).code).toBe(0);
    expect(place.calls[1]).toMatchObject({ session: place.calls[0]!.session, resumed: true });
    expect((await place.last()).steps).toHaveLength(4);
  });

  it("a session that is gone fails the thread, and resume gives a new one the whole prompt", async () => {
    const place = pingPong();
    place.play([
      { when: "CODE", say: "first draft" },
      { when: "REVIEW", error: "stop here" },
    ]);
    const { id, slots } = await place.ran();
    unlinkSync(join(place.script, `${slots["coder"]!.sessionId}.jsonl`));
    place.play([{ when: "interrupted", say: "please fix it" }, ...APPROVES]);
    await place.thread(["resume", id]);
    const failed = await place.last();
    expect(failed.status).toBe("failed");
    expect(failed.error).toContain("no longer has the session");
    expect((await place.thread(["resume", id])).code).toBe(0);
    const again = place.calls.find(({ prompt }) => prompt.startsWith("FIX"))!;
    expect(again.resumed).toBe(false);
  });

  it("a runner that was killed while it took the thread does not keep it", async () => {
    const place = pingPong();
    place.play([{ error: "stop" }]);
    const { id } = await place.ran();
    place.write(join(place.state, "threads", id, "runner.json.lock"), "");
    place.play(APPROVES);
    const ran = await place.thread(["resume", id]);
    expect(ran.code, ran.stderr).toBe(0);
  });

  it("what an agent printed is removed by list, by resume and by the daemon if the runner could not", async () => {
    const place = pingPong();
    place.play([{ when: "CODE", say: "draft" }, { error: "stop" }]);
    const { id } = await place.ran();
    const folder = join(place.state, "threads", id);
    const raw = () => readdirSync(folder).filter((name) => name.startsWith("turn-"));
    // The second turn failed: its output is needed by `resume`.
    const needed = ["turn-2-1.err", "turn-2-1.out", "turn-2-1.prompt"];
    expect(raw()).toEqual(needed);
    const leave = () => {
      for (const end of ["out", "err", "prompt"]) place.write(join(folder, `turn-1-1.${end}`), "token");
    };
    leave();
    await place.thread(["list"]);
    expect(raw()).toEqual(needed);
    leave();
    await place.thread(["resume", id]);
    expect(raw().filter((name) => name.startsWith("turn-1"))).toEqual([]);
    leave();
    const killed = place.write(join(place.state, "session-hooks/a/turn-1-1.out"), "token");
    onTestFinished(async () => void (await stopDaemon(findPlaces(place.env))));
    expect((await place.run(["up", "--detach"], { env: { SNAPHOOK_DAEMON: "" } })).code).toBe(0);
    await expect.poll(() => raw().filter((name) => name.startsWith("turn-1"))).toEqual([]);
    await expect.poll(() => place.has(killed)).toBe(false);
  });

  it("a thread that is over cannot be resumed", async () => {
    const place = pingPong();
    const { id } = await place.ran();
    const ran = await place.thread(["resume", id]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain("THREAD_OVER");
  });
});
