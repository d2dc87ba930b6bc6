/** Hooks of threads: real `sh`, real processes. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isAlive } from "../../src/runtime/platform/process-alive.js";
import { PROGRAM } from "../support/program.js";
import { APPROVES, PING_PONG, type ShownThread, ThreadPlace } from "../support/thread-place.js";

type Hooks = Readonly<Record<string, object>>;

function withHooks(hooks: Hooks, place = new ThreadPlace()): ThreadPlace {
  const { agents, templates } = PING_PONG;
  place.template({ agents, templates: { "ping-pong": { ...templates["ping-pong"], hooks } } });
  return place;
}

const answers = (value: object) => ({ command: `printf '%s' '${JSON.stringify(value)}'` });
const notes = (place: ThreadPlace, name: string) => ({
  command: `cat >> ${join(place.root, name)}; echo >> ${join(place.root, name)}`,
});
const stepNames = ({ steps }: ShownThread) => steps.map(({ agentSlotId }) => agentSlotId);

function contexts(place: ThreadPlace, name: string): Record<string, unknown>[] {
  const lines = readFileSync(join(place.root, name), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("the phases", () => {
  it("TH-01 IN-18 onStart comes before the first step, onTransition after each choice, onEnd once at the end", async () => {
    const place = new ThreadPlace();
    withHooks({ onStart: notes(place, "log"), onTransition: notes(place, "log"), onEnd: notes(place, "log") }, place);
    const { id } = await place.ran();
    const seen = contexts(place, "log");
    expect(seen.map(({ phase, currentStepIndex }) => [phase, currentStepIndex])).toEqual([
      ["start", 0],
      ["transition", 1],
      ["transition", 2],
      ["transition", 3],
      ["end", 4],
    ]);
    expect(seen[1]).toMatchObject({
      activeAgent: "reviewer",
      previousAgent: "coder",
      threadId: id,
      templateName: "ping-pong",
    });
    expect(seen[4]).toMatchObject({
      activeAgent: "reviewer",
      previousAgent: "reviewer",
      userMessage: "the task",
      totalCostUsd: 0.04,
      pendingControlAction: null,
    });
    expect(seen[4]!["artifactContent"]).toContain("second draft");
    expect((seen[4]!["steps"] as { output: string }[]).map(({ output }) => output)).toContain("please fix it");
  });

  it("TH-02 a hook is ended at its time limit with everything it started, and the thread goes on", async () => {
    const place = new ThreadPlace();
    withHooks({ onStart: { command: `sleep 300 & echo $! > ${place.root}/pid; wait`, timeout: 3_000 } }, place);
    const thread = await place.ran();
    expect(thread.status).toBe("completed");
    expect(thread.hookLines).toHaveLength(1);
    expect(thread.hookLines[0]!.problem).toMatch(/3000 ms|3 s|timeout/i);
    await expect.poll(() => isAlive(Number(place.read(join(place.root, "pid"))))).toBe(false);
  });

  it("TH-03 `sh -c`, with arguments as they are, the context on stdin, in the data folder", async () => {
    const place = new ThreadPlace();
    const home = join(place.home, ".cortex");
    const folder = join(home, "config/thread-templates");
    place.write(join(folder, "agents/solo.json"), {
      name: "solo",
      profile: "__active__",
      persistSession: true,
      promptTemplate: "CODE",
    });
    const command = `printf '%s\\n' "$PWD" > ${place.root}/seen; printf '%s\\n' "$@" >> ${place.root}/seen; cat >> ${place.root}/seen; true`;
    place.write(join(folder, "templates/mine.json"), {
      name: "mine",
      description: "",
      agents: ["solo"],
      transitions: [],
      entryAgent: "solo",
      maxTotalSteps: 1,
      hooks: { onEnd: { command: `sh -c '${command.replaceAll("'", "'\\''")}' hook`, args: [`a b`, `it's "$HOME"`] } },
    });
    const { id, status } = await place.ran("mine");
    expect(status).toBe("completed");
    const [cwd, first, second, context] = place.read(join(place.root, "seen")).split("\n");
    expect([cwd, first, second]).toEqual([home, "a b", `it's "$HOME"`]);
    expect(JSON.parse(context!)).toMatchObject({ threadId: id, phase: "end" });
  });
});

describe("with Cortex's files among the hook sources", () => {
  const solo = { profile: "__active__", promptTemplate: "CODE" };
  const template = (place: ThreadPlace, name: string) => ({
    name,
    description: "",
    agents: ["solo"],
    transitions: [],
    entryAgent: "solo",
    hooks: { onEnd: { command: `echo ${name} >> ${place.root}/ran` } },
  });
  const ran = (place: ThreadPlace) => place.read(join(place.root, "ran")).split("\n").filter(Boolean);

  it("TH-01 TH-09 Cortex's template runs its own hook once, no hook of another template, and registered ones", async () => {
    const place = new ThreadPlace();
    place.writeUser("hooks.json", {
      dialects: ["cortex"],
      hooks: [{ event: "cortex:thread.end", command: `echo registered >> ${place.root}/ran` }],
    });
    const folder = join(place.home, ".cortex/config/thread-templates");
    place.write(join(folder, "agents/solo.json"), { name: "solo", ...solo });
    for (const name of ["mine", "other"]) {
      const file = place.write(join(folder, `templates/${name}.json`), template(place, name));
      expect((await place.trust(file, ["--dialect", "cortex"])).code).toBe(0);
    }
    expect((await place.ran("mine")).status).toBe("completed");
    expect(ran(place)).toEqual(["mine", "registered"]);
  });

  it("TH-01 TH-09 a project's template runs its own hook once, and no hook of another one", async () => {
    const place = new ThreadPlace();
    const { mine, other } = { mine: template(place, "mine"), other: template(place, "other") };
    place.writeUser("hooks.json", { dialects: ["cortex"], hooks: [] });
    const file = place.write(".snaphook/threads/ours.json", { agents: { solo }, templates: { mine, other } });
    expect((await place.trust(file)).code).toBe(0);
    expect((await place.ran("mine")).status).toBe("completed");
    expect(ran(place)).toEqual(["mine"]);
  });

  it("TH-09 BI-C12 a registered hook for dispatched tasks finds the task's project, and the agent that was last", async () => {
    const place = new ThreadPlace();
    const cortex = join(place.home, ".cortex");
    place.writeUser("hooks.json", { dialects: ["cortex"], hooks: [] });
    place.write(join(cortex, "config/thread-templates/agents/solo.json"), { name: "solo", ...solo });
    const { hooks: _, ...plain } = template(place, "mine");
    place.write(join(cortex, "config/thread-templates/templates/mine.json"), plain);
    // As Cortex's own script does: the project is a folder of `context/projects`, the agent the one before the end.
    const script = `import { readFileSync } from "node:fs";
      let text = "";
      for await (const chunk of process.stdin) text += chunk;
      const { project, taskId, previousAgent } = JSON.parse(text);
      const tasks = readFileSync(process.env.CORTEX_HOME + "/context/projects/" + project + "/TASKS.yaml", "utf8");
      const prompt = tasks.includes("claimed-by: e1") ? "RESOLVE " + taskId : "";
      console.log(JSON.stringify({ insertAgent: false, targetAgent: previousAgent, prompt }));`;
    place.write(join(cortex, "hooks/status.mjs"), script);
    const entry = place.write(join(cortex, "config/hooks/11-status.json"), {
      id: "status",
      event: "cortex:thread.end",
      matcher: { source: "task-dispatch" },
      run: { script: "status.mjs", timeout: 10 },
      result: "hook-result",
    });
    expect((await place.trust(entry, ["--dialect", "cortex"])).code).toBe(0);
    const project = join(cortex, "context/projects/nimbus");
    place.write(join(project, "TASKS.yaml"), "tasks:\n  - id: t1\n    status: open\n    claimed-by: e1\n");
    const inProject = async (more: readonly string[]) => {
      await place.run(["thread", "run", "mine", "x", ...more], { cwd: project });
      const { hookLines, steps } = await place.last();
      return [
        ...hookLines.map(({ problem }) => problem),
        ...steps.map(({ agentSlotId, input }) => [agentSlotId, input]),
      ];
    };
    const [first, builtin, own] = await inProject(["--task", "t1"]);
    expect([first, own]).toEqual([
      ["solo", "CODE"],
      ["solo", "RESOLVE t1"],
    ]);
    expect(builtin).toEqual(["solo", expect.stringContaining("Task t1 is still claimed")]);
    expect(await inProject([])).toEqual([["solo", "CODE"]]);
  });
});

it("TH-03 hooks of the user's own templates, and extra ones, run where the agents work", async () => {
  const place = withHooks({ onEnd: { command: "pwd > template.txt" } });
  const extra = place.write("extra.json", { onEnd: { command: "pwd > extra.txt" } });
  await place.ran("ping-pong", "x", ["--extra-hooks", extra]);
  for (const name of ["template.txt", "extra.txt"]) expect(place.read(name).trim()).toBe(place.project);
});

describe("what a hook asks for", () => {
  it("TH-04 insertAgent gives a new agent in the slot hook:end a turn with the active profile", async () => {
    const place = withHooks({ onEnd: answers({ insertAgent: true, profile: "__active__", prompt: "SUM up" }) });
    place.writeUser("threads/profiles.json", { profiles: { mine: { agent: "claude-code", model: "own" } } });
    const thread = await place.ran("ping-pong", "x", ["--profile", "mine"]);
    expect(stepNames(thread)).toEqual(["coder", "reviewer", "coder", "reviewer", "hook:end"]);
    const last = place.calls.at(-1)!;
    expect(last).toMatchObject({ prompt: "SUM up", resumed: false });
    expect(last.args.join(" ")).toContain("--model own");
    expect(place.calls.slice(0, -1).map(({ session }) => session)).not.toContain(last.session);
  });

  it("TH-05 TH-08 targetAgent alone gives that agent a turn in its own session", async () => {
    const place = withHooks({ onEnd: answers({ targetAgent: "coder", prompt: "COMMIT it" }) });
    const thread = await place.ran();
    expect(stepNames(thread)).toEqual(["coder", "reviewer", "coder", "reviewer", "coder"]);
    expect(place.calls.at(-1)).toMatchObject({ prompt: "COMMIT it", resumed: true, session: place.calls[0]!.session });
  });

  it("TH-05 OU-22 targetAgent continues with its own profile, whatever `profile` says", async () => {
    const place = withHooks({ onEnd: answers({ targetAgent: "coder", prompt: "COMMIT it", profile: "codex" }) });
    const thread = await place.ran();
    expect(thread).toMatchObject({ status: "completed", hookLines: [] });
    expect(place.calls.at(-1)).toMatchObject({ prompt: "COMMIT it", resumed: true, session: place.calls[0]!.session });
  });

  it("TH-05 OU-22 targetAgent comes before insertAgent", async () => {
    const place = withHooks({ onEnd: answers({ insertAgent: true, targetAgent: "coder", prompt: "COMMIT it" }) });
    const thread = await place.ran();
    expect(stepNames(thread).at(-1)).toBe("coder");
    expect(place.calls).toHaveLength(5);
    expect(place.calls.at(-1)).toMatchObject({ resumed: true, session: place.calls[0]!.session });
  });

  it("TH-05 an unknown targetAgent is named in one line, and no agent is asked", async () => {
    const place = withHooks({ onEnd: answers({ targetAgent: "ghost", prompt: "BOO" }) });
    const thread = await place.ran();
    expect(place.calls).toHaveLength(4);
    expect(thread.hookLines).toHaveLength(1);
    expect(thread.hookLines[0]).toMatchObject({
      hook: "template:ping-pong:end",
      problem: expect.stringContaining("ghost"),
    });
  });

  it("TH-06 a directive stands before the prompt, with a blank line", async () => {
    const place = withHooks({ onEnd: answers({ insertAgent: true, directive: "You are brief.", prompt: "SUM up" }) });
    await place.ran();
    expect(place.calls.at(-1)!.prompt).toBe("You are brief.\n\nSUM up");
  });

  it("TH-07 the turn is a step with its own cost, and counts in the totals", async () => {
    const place = withHooks({ onEnd: answers({ targetAgent: "coder", prompt: "COMMIT it" }) });
    const thread = await place.ran();
    // The session's total is 0.03 by then.
    expect(thread.steps.at(-1)).toMatchObject({ agentSlotId: "coder", costUsd: expect.closeTo(0.01), numTurns: 1 });
    expect(thread.steps.at(-1)!.durationS).toBeGreaterThan(0);
    expect(thread.totalCostUsd).toBeCloseTo(0.05);
  });

  it("TH-04 a turn at a transition comes before the chosen agent's step", async () => {
    const place = withHooks({ onTransition: answers({ insertAgent: true, prompt: "LOOK" }) });
    const thread = await place.ran();
    expect(stepNames(thread).slice(0, 3)).toEqual(["coder", "hook:transition", "reviewer"]);
    // It does not become what the transitions look at.
    expect(stepNames(thread)[3]).toBe("hook:transition");
  });

  it("TH-05 targetAgent that is the next agent gets its turn first, then its step in the same session", async () => {
    const onTransition = answers({ targetAgent: "reviewer", prompt: "PREPARE" });
    const place = withHooks({
      onTransition: { command: `grep -q '"currentStepIndex":1,' && ${onTransition.command}` },
    });
    place.play([{ when: "PREPARE", say: "ready" }, ...APPROVES]);
    const thread = await place.ran();
    expect(thread.status).toBe("completed");
    expect(stepNames(thread)).toEqual(["coder", "reviewer", "reviewer", "coder", "reviewer"]);
    const [, prepared, review] = place.calls;
    expect([prepared!.prompt, prepared!.resumed]).toEqual(["PREPARE", false]);
    expect([review!.prompt, review!.session]).toEqual(["REVIEW ready", prepared!.session]);
  });

  it.each([
    ["no prompt", { insertAgent: true }],
    ["an empty prompt", { targetAgent: "coder", prompt: "  " }],
    ["insertAgent false", { insertAgent: false, prompt: "x" }],
  ])("%s asks for nothing", async (_, answer) => {
    const place = withHooks({ onEnd: answers(answer) });
    expect((await place.ran()).steps).toHaveLength(4);
  });
});

describe("extra hooks", () => {
  it("TH-09 AX-04 both act, the template's first", async () => {
    const place = withHooks({ onEnd: answers({ insertAgent: true, prompt: "FROM template" }) });
    const extra = place.write("extra.json", { onEnd: answers({ insertAgent: true, prompt: "FROM extra" }) });
    const thread = await place.ran("ping-pong", "x", ["--extra-hooks", extra]);
    expect(thread.steps.slice(4).map(({ input }) => input)).toEqual(["FROM template", "FROM extra"]);
  });

  it("TH-09 they run without a hook in the template", async () => {
    const place = withHooks({});
    const extra = place.write("extra.json", { hooks: { onEnd: answers({ insertAgent: true, prompt: "FROM extra" }) } });
    const thread = await place.ran("ping-pong", "x", ["--extra-hooks", extra]);
    expect(thread.steps.at(-1)!.input).toBe("FROM extra");
  });

  it("TH-09 --task asks for the status of a task that is still claimed, not of one that is done", async () => {
    for (const [status, steps] of [
      ["claimed", 5],
      ["done", 4],
    ] as const) {
      const place = withHooks({});
      place.write("TASKS.yaml", `tasks:\n  - id: t1\n    status: ${status}\n`);
      const thread = await place.ran("ping-pong", "x", ["--task", "t1"]);
      expect(thread.steps, status).toHaveLength(steps);
      if (status === "claimed") expect(thread.steps.at(-1)!.input).toContain("Task t1 is still claimed");
    }
  });

  it("extra hooks that changed since the start are not run by resume", async () => {
    const place = withHooks({});
    place.play([{ error: "stop" }]);
    const extra = place.write("extra.json", { onEnd: answers({ insertAgent: false }) });
    const { id } = await place.ran("ping-pong", "x", ["--extra-hooks", extra]);
    place.write("extra.json", { onEnd: { command: `touch ${place.root}/evil` } });
    place.play(APPROVES);
    const ran = await place.thread(["resume", id]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("the extra hooks changed");
    expect(place.has(join(place.root, "evil"))).toBe(false);
  });

  it("TH-11 ids of both are listed while the thread runs, and cannot be disabled", async () => {
    const place = withHooks({ onEnd: answers({ insertAgent: false }) });
    place.play([{ until: "go", say: "fine [APPROVED]" }]);
    const extra = place.write("extra.json", { onEnd: answers({ insertAgent: false }) });
    const child = place.begin(["run", "ping-pong", "x", "--extra-hooks", extra]);
    await expect.poll(() => place.calls.length).toBe(1);
    const { id } = await place.last();
    const scoped = (await place.list()).filter(({ source }) => source === "template-scoped").map((hook) => hook.id);
    expect(scoped).toEqual(["template:ping-pong:end", `extra:${id}:end`]);
    for (const hook of scoped) {
      const ran = await place.run(["disable", hook]);
      expect(ran.code, hook).not.toBe(0);
    }
    place.write(join(place.script, "go"), "");
    await new Promise((done) => child.once("exit", done));
    expect((await place.list()).map((hook) => hook.id)).not.toContain(`extra:${id}:end`);
  });
});

describe("hooks that fail", () => {
  it("TH-10 exit 1, bad JSON and a hang: the thread completes, with three lines and no process left", async () => {
    const place = new ThreadPlace();
    withHooks(
      {
        onStart: { command: "exit 1" },
        onTransition: { command: "echo no json" },
        onEnd: { command: `echo $$ > ${place.root}/pid; sleep 300`, timeout: 3_000 },
      },
      place,
    );
    place.play([{ say: "fine [APPROVED]" }]);
    const { agents, templates } = PING_PONG;
    const hooks = JSON.parse(place.read(join(place.user, "threads/mine.json"))).templates["ping-pong"].hooks as Hooks;
    const { transitions } = templates["ping-pong"];
    place.template({
      agents,
      templates: { "ping-pong": { ...templates["ping-pong"], transitions: [transitions[0]!, transitions[1]!], hooks } },
    });
    const thread = await place.ran();
    expect(thread.status).toBe("completed");
    expect(thread.hookLines.map(({ phase }) => phase)).toEqual(["start", "transition", "end"]);
    expect(isAlive(Number(place.read(join(place.root, "pid"))))).toBe(false);
    expect(thread.steps).toHaveLength(2);
  });

  it.each([
    ["10 MB of output", { command: "head -c 10000000 /dev/zero | tr '\\0' x" }],
    [
      "a prompt of 1 MB",
      { command: `printf '{"insertAgent":true,"prompt":"'; head -c 900000 /dev/zero | tr '\\0' x; printf '"}'` },
    ],
    ["a program that is missing", { command: "/does/not/exist" }],
    ["half a line of JSON", { command: `printf '{"insertAgent":true,"pro'` }],
  ])("TH-10 %s is one line, and inserts no agent", async (_, hook) => {
    const place = withHooks({ onEnd: hook });
    const thread = await place.ran();
    expect(thread).toMatchObject({ status: "completed", hookLines: [{ phase: "end" }] });
    expect(thread.steps).toHaveLength(4);
  });
});

describe("an inserted agent that cannot run", () => {
  it.each([
    ["a profile that does not exist", "ghost", 'there is no profile "ghost"'],
    ["a profile without its program", "absent", "/does/not/exist is not a program"],
  ])("TH-04 TH-10 %s: one line, no agent, and the thread goes on", async (_, profile, problem) => {
    const place = withHooks({ onStart: answers({ insertAgent: true, prompt: "BOO", profile }) });
    place.writeUser("threads/profiles.json", {
      profiles: { absent: { agent: "claude-code", program: "/does/not/exist" } },
    });
    const thread = await place.ran();
    expect(thread).toMatchObject({
      status: "completed",
      hookLines: [{ hook: "template:ping-pong:start", problem: expect.stringContaining(problem) }],
    });
    expect(thread.steps).toHaveLength(4);
  });
});

describe("Cortex's logs", () => {
  it("OB-05 every line of access-log.jsonl and session-activity parses after a thread", async () => {
    const place = withHooks({});
    const builtin = (name: string) => ({ event: "PostToolUse", builtin: name });
    place.writeUser("hooks.json", { hooks: [builtin("memory-references"), builtin("session-activity")] });
    const file = place.write("memory/patterns/PAT-1.md", "tides\n");
    const payload = {
      session_id: "s1",
      cwd: place.project,
      tool_name: "Read",
      tool_input: { file_path: file },
      tool_response: {},
    };
    const calls = place.write(join(place.script, "call.json"), payload);
    const run = `'${process.execPath}' '${PROGRAM}' hook claude-code PostToolUse < ${calls}`;
    place.play(APPROVES.map((step) => ({ ...step, run })));
    expect((await place.ran()).status).toBe("completed");
    const found = execFileSync("find", [
      place.root,
      "-name",
      "access-log.jsonl",
      "-o",
      "-path",
      "*session-activity/*.jsonl",
    ]);
    const logs = found.toString().trim().split("\n");
    expect(logs).toHaveLength(2);
    for (const log of logs) {
      const lines = place.read(log).trimEnd().split("\n");
      expect(lines).toHaveLength(4);
      for (const line of lines) expect(JSON.parse(line)).toMatchObject({ ts: expect.any(String) });
    }
  });
});
