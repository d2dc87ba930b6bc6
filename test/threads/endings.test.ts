/** How threads end, or do not: interrupted hooks, agents that do not stop, and what hooks are told then. */
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isAlive } from "../../src/runtime/platform/process-alive.js";
import { PROGRAM } from "../support/program.js";
import { PING_PONG, type ShownThread, ThreadPlace } from "../support/thread-place.js";

const { agents, templates } = PING_PONG;
const PLAIN = templates["ping-pong"];

function withTemplate(more: object, place = new ThreadPlace()): ThreadPlace {
  place.template({ agents, templates: { "ping-pong": { ...PLAIN, ...more } } });
  return place;
}

/** Keeps each context on a line of its own. */
const notes = (place: ThreadPlace) => ({ command: `cat >> ${place.root}/contexts; echo >> ${place.root}/contexts` });
const contexts = (place: ThreadPlace) =>
  place
    .read(join(place.root, "contexts"))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const exit = (child: ReturnType<ThreadPlace["begin"]>) => new Promise((done) => child.once("exit", done));
const slots = ({ steps }: ShownThread) => steps.map(({ agentSlotId }) => agentSlotId);

describe("onEnd", () => {
  it("TH-01 runs once after `thread abort`, and is told of it", async () => {
    const place = new ThreadPlace();
    withTemplate({ hooks: { onEnd: notes(place) } }, place);
    place.play([{ when: "CODE", run: `'${process.execPath}' '${PROGRAM}' thread abort 'too big'` }]);
    expect(await place.ran()).toMatchObject({ status: "aborted", steps: [{ agentSlotId: "coder" }] });
    expect(contexts(place)).toMatchObject([{ phase: "end", pendingControlAction: "abort", activeAgent: "coder" }]);
  });

  it("TH-01 does not run after Ctrl-C or a failure; once at the true end", async () => {
    const place = new ThreadPlace();
    withTemplate({ hooks: { onEnd: notes(place) } }, place);
    place.play([{ until: "never" }]);
    const child = place.begin(["run", "ping-pong", "x"]);
    await expect.poll(() => place.calls.length).toBe(1);
    child.kill("SIGINT");
    await exit(child);
    const { id, status } = await place.last();
    expect(status).toBe("cancelled");
    place.play([{ error: "overloaded" }]);
    await place.thread(["resume", id]);
    expect((await place.last()).status).toBe("failed");
    expect(contexts(place)).toEqual([]);
    place.play([{ when: "interrupted", say: "first draft" }, { say: "fine [APPROVED]" }]);
    expect((await place.thread(["resume", id])).code).toBe(0);
    expect(contexts(place)).toMatchObject([{ phase: "end", pendingControlAction: null }]);
  });

  it("`disableHooks` runs a template without its hooks", async () => {
    const place = new ThreadPlace();
    withTemplate({ hooks: { onStart: notes(place), onEnd: notes(place) }, disableHooks: true }, place);
    expect((await place.ran()).status).toBe("completed");
    expect(contexts(place)).toEqual([]);
  });
});

describe("what hooks read", () => {
  it("IN-18 a task's thread names the task and the project", async () => {
    const place = withTemplate({});
    const extra = place.write("extra.json", { onEnd: notes(place) });
    await place.ran("ping-pong", "the task", ["--task", "t1", "--extra-hooks", extra]);
    await place.ran("ping-pong", "no task", ["--extra-hooks", extra]);
    const project = { project: place.project, projectId: place.project };
    expect(contexts(place)).toMatchObject([
      { ...project, source: "task-dispatch", taskId: "t1", taskProject: place.project, userMessage: "the task" },
      { ...project, source: null, taskId: null, taskProject: null, userMessage: "no task" },
    ]);
  });

  it("BI-C11 TH-09 hooks of an own file on cortex:thread.* run in each thread, built-ins too", async () => {
    const place = withTemplate({ transitions: [PLAIN.transitions[0]] });
    place.writeUser("hooks.json", {
      hooks: [
        { event: "cortex:thread.start", ...notes(place) },
        { event: "cortex:thread.transition", ...notes(place) },
        { event: "cortex:thread.end", builtin: "post-task", options: { agent: "coder" } },
      ],
    });
    const thread = await place.ran();
    expect(thread).toMatchObject({ status: "completed", hookLines: [] });
    expect(contexts(place).map(({ phase }) => phase)).toEqual(["start", "transition"]);
    expect(slots(thread)).toEqual(["coder", "reviewer", "coder"]);
    expect(place.calls.at(-1)).toMatchObject({ resumed: true, session: place.calls[0]!.session });
    expect(place.calls.at(-1)!.prompt).toContain("save what the next agent should know");
  });
});

it("TH-09 OU-22 answers of commands in an own file count as those of a template; other output is one line", async () => {
  const place = withTemplate({});
  const answers = (value: object) => ({ command: `printf '%s' '${JSON.stringify(value)}'` });
  place.play([{ say: "fine [APPROVED]" }]);
  place.writeUser("hooks.json", {
    hooks: [
      { event: "cortex:thread.start", command: "echo hello" },
      { event: "cortex:thread.start", command: `pwd > ${place.root}/pwd; echo $SNAPHOOK_EVENT >> ${place.root}/pwd` },
      { event: "cortex:thread.end", ...answers({ insertAgent: true, prompt: "SUM up" }) },
      { event: "cortex:thread.end", ...answers({ targetAgent: "coder", prompt: "COMMIT it" }) },
    ],
  });
  const thread = await place.ran();
  expect(thread.hookLines).toEqual([
    expect.objectContaining({ phase: "start", problem: expect.stringContaining("is not a hook result") }),
  ]);
  expect(thread.steps.slice(2).map(({ agentSlotId, input }) => [agentSlotId, input])).toEqual([
    ["hook:end", "SUM up"],
    ["coder", "COMMIT it"],
  ]);
  expect(place.read(join(place.root, "pwd"))).toBe(`${place.project}\ncortex:thread.start\n`);
});

describe("processes that do not end by themselves", () => {
  const pidIn = (place: ThreadPlace, name: string) => Number(readFileSync(join(place.root, name), "utf8"));

  it("Ctrl-C ends the whole process group of the agent", async () => {
    const place = withTemplate({});
    place.play([{ run: `sleep 300 & echo $! > ${place.root}/child`, until: "never" }]);
    const child = place.begin(["run", "ping-pong", "x"]);
    await expect.poll(() => place.read(join(place.root, "child"))).toMatch(/\n$/);
    expect(isAlive(pidIn(place, "child"))).toBe(true);
    child.kill("SIGINT");
    expect(await exit(child)).toBe(1);
    await expect.poll(() => isAlive(pidIn(place, "child"))).toBe(false);
    expect(isAlive(place.calls[0]!.pid)).toBe(false);
  });

  it("Ctrl-C while a hook runs ends the hook; resume runs it again", async () => {
    const place = new ThreadPlace();
    const command = `cat > /dev/null; [ -e ${place.root}/again ] || { echo $$ > ${place.root}/hook; sleep 300; }`;
    withTemplate({ hooks: { onTransition: { command } } }, place);
    const child = place.begin(["run", "ping-pong", "x"]);
    await expect.poll(() => place.read(join(place.root, "hook"))).toMatch(/\n$/);
    child.kill("SIGINT");
    expect(await exit(child)).toBe(1);
    await expect.poll(() => isAlive(pidIn(place, "hook"))).toBe(false);
    const cancelled = await place.last();
    expect(cancelled).toMatchObject({ status: "cancelled", hookLines: [] });
    expect(slots(cancelled)).toEqual(["coder"]);
    place.write(join(place.root, "again"), "");
    expect((await place.thread(["resume", cancelled.id])).code).toBe(0);
    expect(slots(await place.last())).toEqual(["coder", "reviewer", "coder", "reviewer"]);
  });

  it("an agent that ignores SIGTERM is ended at the time limit of its profile", async () => {
    const place = withTemplate({});
    const script = `#!/bin/sh\ntrap '' TERM\necho $$ > ${place.root}/agent\nwhile :; do sleep 1; done\n`;
    const program = place.write(join(place.root, "bin/stubborn"), script);
    chmodSync(program, 0o755);
    const profile = { agent: "claude-code", program, turnMinutes: 0.05 };
    place.writeUser("threads/profiles.json", { defaultProfile: "short", profiles: { short: profile } });
    const thread = await place.ran();
    expect(thread).toMatchObject({ status: "failed", error: "claude-code: the turn took more than 0.05 minutes" });
    expect(isAlive(pidIn(place, "agent"))).toBe(false);
  });

  it("a reader that has gone cancels the thread, and its agent ends", async () => {
    const place = withTemplate({});
    place.play([{ until: "never" }]);
    const child = place.begin(["run", "ping-pong", "x"]);
    let errors = "";
    child.stderr!.on("data", (data) => {
      errors += String(data);
    });
    child.stdout!.once("data", () => child.stdout!.destroy());
    expect(await exit(child)).toBe(1);
    expect(errors).not.toContain("ended the program");
    expect((await place.last()).status).toBe("cancelled");
    expect(place.calls.every(({ pid }) => !isAlive(pid))).toBe(true);
  });

  it("a record that cannot be saved is named, and the thread can be resumed", async () => {
    const place = withTemplate({});
    // A folder cannot be replaced by a file.
    place.play([
      {
        when: "CODE",
        say: "draft",
        run: `cd ${place.state}/threads/thr_* && rm thread.json && mkdir -p thread.json/x`,
      },
    ]);
    const ran = await place.thread(["run", "ping-pong", "x"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/FILE_UNWRITABLE: thr_\w+ was interrupted: its record cannot be saved/);
    expect(ran.stderr).toMatch(/`snaphook thread resume thr_\w+` continues/);
    expect(ran.stderr).not.toContain("internal error");
    expect(place.calls.every(({ pid }) => !isAlive(pid))).toBe(true);
  });

  it("`thread cancel --json` names the thread", async () => {
    const place = withTemplate({});
    place.play([{ until: "never" }]);
    const child = place.begin(["run", "ping-pong", "x"]);
    const ended = exit(child);
    await expect.poll(() => place.calls.length).toBe(1);
    const { id } = await place.last();
    expect(await place.json(["thread", "cancel", id])).toEqual({ cancelled: id });
    expect(await ended).toBe(1);
    const over = await place.run(["thread", "cancel", id, "--json"]);
    expect(over.code).toBe(1);
    expect(over.stdout + over.stderr).toContain("THREAD_OVER");
  });
});
