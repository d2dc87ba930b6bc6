/** Templates, profiles and arguments that are wrong: each has a clear message with file and line, and starts nothing. */
import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { expectNoStack } from "../support/program.js";
import { PING_PONG, ThreadPlace } from "../support/thread-place.js";

const { agents, templates } = PING_PONG;
const PLAIN = templates["ping-pong"];
const always = { type: "always" };

/** The first line with the text, from 1. */
function lineOf(place: ThreadPlace, file: string, text: string): number {
  const lines = place.read(file).split("\n");
  return lines.findIndex((line) => line.includes(text)) + 1;
}

/** What is wrong → the template, the message and the line in the file. */
const TEMPLATES: Readonly<Record<string, [change: object, message: string, near: string]>> = {
  "a cycle without a limit": [
    {
      maxTotalSteps: undefined,
      transitions: [PLAIN.transitions[0], { from: "reviewer", to: "coder", condition: always }],
    },
    "the transitions never end (coder:write → reviewer → coder:write); set `maxTotalSteps`",
    '"transitions"',
  ],
  "an unknown agent": [
    { agents: ["coder", "revewer"] },
    'there is no agent "revewer". Did you mean "reviewer"?',
    '"revewer"',
  ],
  "an unknown stage": [
    { transitions: [{ from: "coder", to: "coder:fly", condition: always }] },
    'agent "coder" has no stage "fly"; it has write, fix',
    "coder:fly",
  ],
  "an endpoint that is no agent of it": [
    { transitions: [{ from: "coder", to: "ghost", condition: always }] },
    '"ghost" is none of this template\'s agents (coder, reviewer)',
    '"ghost"',
  ],
  "an unknown condition": [
    { transitions: [{ from: "coder", to: "reviewer", condition: { type: "sometimes" } }] },
    '`type` must be always, convergence, output_contains or output_not_contains, not "sometimes"',
    '"sometimes"',
  ],
  "a pattern that does not compile": [
    { transitions: [{ from: "coder", to: "reviewer", condition: { type: "output_contains", pattern: "(a" } }] },
    "the pattern cannot be used",
    '"(a"',
  ],
  "convergence without a marker": [
    { transitions: [{ from: "coder", to: "reviewer", condition: { type: "convergence" } }] },
    "`transitions.0.condition.marker` is missing",
    '"condition"',
  ],
  "no entryAgent": [{ entryAgent: undefined }, "`entryAgent` is missing", '"ping-pong"'],
  "maxTotalSteps 0": [{ maxTotalSteps: 0 }, "`maxTotalSteps` must be a positive whole number", '"maxTotalSteps"'],
  "a limit that is a text": [
    { maxTotalCostUsd: "5" },
    "`maxTotalCostUsd` must be a positive number",
    '"maxTotalCostUsd"',
  ],
  "agents that are no list": [{ agents: "coder" }, "`agents` must be a list of names", '"agents": "coder"'],
  "another name": [{ name: "other" }, '`name` is "other", but this is "ping-pong"', '"other"'],
  "a misspelt limit": [
    { maxTotalCostUSD: 5 },
    'unknown key "maxTotalCostUSD". Did you mean "maxTotalCostUsd"?',
    '"maxTotalCostUSD"',
  ],
  "a transition that splits": [
    { transitions: [{ from: "coder", to: "reviewer", condition: { type: "split" } }] },
    '`type` must be always, convergence, output_contains or output_not_contains, not "split"',
    '"split"',
  ],
  "an unknown phase": [
    { hooks: { onNever: { command: "true" } } },
    '"onNever" must be one of onStart, onTransition, onEnd',
    '"onNever"',
  ],
  "a hook without a command": [{ hooks: { onEnd: {} } }, "`hooks.onEnd.command` is missing", '"onEnd"'],
  "arguments of a hook that are no list": [
    { hooks: { onEnd: { command: "true", args: "x" } } },
    "`args` must be a list of texts",
    '"args"',
  ],
};

describe("a template that is wrong", () => {
  it.each(Object.entries(TEMPLATES))("%s is refused with its file and line", async (_, [change, message, near]) => {
    const place = new ThreadPlace();
    const file = place.template({ agents, templates: { "ping-pong": { ...PLAIN, ...change } } });
    const ran = await place.thread(["run", "ping-pong", "x"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(message);
    expectNoStack(ran);
    expect(ran.stderr).toContain(`${file}:${lineOf(place, file, near)}:`);
    expect(place.calls).toEqual([]);
    const checked = await place.run(["thread", "templates", "ping-pong", "--json"]);
    const { templates: shown, findings } = JSON.parse(checked.stdout);
    expect(checked.code).toBe(1);
    expect(findings[0]).toMatchObject({ code: "THREAD_TEMPLATE", file });
    expect(shown).toHaveLength(1);
  });

  it("a pattern that is slow in other engines is fast", async () => {
    const place = new ThreadPlace();
    const condition = { type: "output_contains", pattern: "^(a+)+$" };
    place.template({
      agents,
      templates: { "ping-pong": { ...PLAIN, transitions: [{ from: "coder", to: "reviewer", condition }] } },
    });
    place.play([{ say: `${"a".repeat(50_000)}!` }]);
    expect(await place.ran()).toMatchObject({ status: "completed", stopReason: "no transition" });
  });

  it("one broken file or template keeps no other from running", async () => {
    const place = new ThreadPlace();
    place.template(PING_PONG);
    place.writeUser("threads/broken.json", "{ not json");
    place.template({ agents, templates: { wrong: { agents: ["ghost"] } } }, "wrong.json");
    expect((await place.ran()).status).toBe("completed");
    const listed = await place.thread(["templates"]);
    expect(listed.code).toBe(1);
    expect(listed.stderr).toContain("broken.json");
    // A limit may be behind the error.
    expect(listed.stderr).toContain("nothing of the file is used");
    expect(listed.stderr).not.toContain("are still used");
    expect(listed.stdout).toContain("ping-pong");
  });
});

describe("an agent that is wrong", () => {
  it.each([
    [
      "an unknown profile",
      { profile: "ghost", promptTemplate: "x" },
      'there is no profile "ghost"; profiles: claude-code, codex, gemini, pi',
    ],
    ["no profile", { promptTemplate: "x" }, "`profile` is missing"],
    ["a prompt file outside", { profile: "pi", promptTemplate: "file:../../secret.md" }, "is outside"],
    ["a prompt file that is missing", { profile: "pi", directive: "file:none.md" }, "cannot be read"],
    [
      "an entry stage that is none",
      { profile: "pi", stages: { a: { promptTemplate: "x" } }, entryStage: "b" },
      'no stage "b"; it has a',
    ],
    ["a stage without a prompt", { profile: "pi", stages: { a: {} } }, 'stage "a" has no `promptTemplate`'],
    [
      "AX-01 a prompt that asks for Cortex's wait",
      { profile: "pi", promptTemplate: "Update the artifact before calling `thread_wait`." },
      'agent "solo" is to call `thread_wait`, a tool of Cortex\'s server',
    ],
    [
      "AX-01 a list of tools with Cortex's split",
      { profile: "pi", mcpToolAllowlist: ["thread_split"] },
      'agent "solo" is to call `thread_split`, a tool of Cortex\'s server',
    ],
    ["a flag that is a text", { profile: "pi", persistSession: "yes" }, "`persistSession` must be true or false"],
  ])("%s is refused with its file", async (_, agent, message) => {
    const place = new ThreadPlace();
    const file = place.template({
      agents: { solo: agent },
      templates: { solo: { agents: ["solo"], entryAgent: "solo" } },
    });
    const ran = await place.thread(["run", "solo", "x"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).toMatch(new RegExp(`${file}:\\d+:`));
  });
});

describe("files that would block a reader", () => {
  it("a pipe or a device among the templates, or as extra hooks, is named", async () => {
    const place = new ThreadPlace();
    place.template(PING_PONG);
    const folder = join(place.user, "threads");
    execFileSync("mkfifo", [join(folder, "pipe.json"), join(place.project, "extra.json")]);
    symlinkSync("/dev/zero", join(folder, "zero.json"));
    const listed = await place.thread(["templates"]);
    expect(listed.code).toBe(1);
    for (const name of ["pipe.json", "zero.json"]) expect(listed.stderr).toContain(name);
    const ran = await place.thread(["run", "ping-pong", "x", "--extra-hooks", "extra.json"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("the extra hooks cannot be read (it is not a plain file)");
    expect((await place.ran()).status).toBe("completed");
  });
});

describe("a shell that is wrong", () => {
  const shell = {
    params: ["worker", "reviewer"],
    agents: ["{worker}", "{reviewer}"],
    transitions: [{ from: "{worker}:{worker.entryStage}", to: "{reviewer}", condition: always }],
    entryAgent: "{worker}",
    maxTotalSteps: 2,
    hooks: { onEnd: { command: "true", args: ["{worker}"] } },
  };

  it("bindings are filled in", async () => {
    const place = new ThreadPlace();
    place.template({
      agents,
      shells: { pair: shell },
      templates: { mine: { shell: "pair", worker: "coder", reviewer: "reviewer" } },
    });
    expect((await place.ran("mine")).steps.map(({ agentSlotId }) => agentSlotId)).toEqual(["coder", "reviewer"]);
  });

  it.each([
    ["an unknown shell", { shell: "none" }, 'there is no shell "none"', '"shell": "none"'],
    [
      "a parameter that is missing",
      { shell: "pair", worker: "coder" },
      'shell "pair" needs `reviewer`, which is missing',
      '"mine"',
    ],
    [
      "a parameter that is a number",
      { shell: "pair", worker: "coder", reviewer: 7 },
      "`reviewer` must be a text",
      '"reviewer": 7',
    ],
    [
      "a placeholder without a value",
      { shell: "odd", worker: "coder" },
      'shell "odd" contains {stranger}, which has no value here',
      '"shell": "odd"',
    ],
    [
      "an agent that does not exist",
      { shell: "pair", worker: "coder", reviewer: "revewer" },
      'there is no agent "revewer"',
      '"mine"',
    ],
  ])("%s is refused with its file and line", async (_, binding, message, near) => {
    const place = new ThreadPlace();
    const odd = { ...shell, params: ["worker"], agents: ["{worker}", "{stranger}"] };
    const file = place.template({ agents, shells: { pair: shell, odd }, templates: { mine: binding } });
    const ran = await place.thread(["run", "mine", "x"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).toContain(`${file}:${lineOf(place, file, near)}:`);
  });
});

describe("profiles that are wrong", () => {
  it.each([
    [{ profiles: { a: { agent: "kimi" } } }, "threads cannot drive kimi", '"agent"'],
    [{ profiles: { a: { agent: "ghost" } } }, "`agent` must be one of claude-code, codex, gemini, pi", '"agent"'],
    [{ profiles: { a: { backend: "ghost" } } }, "`backend` must be one of", '"backend"'],
    [{ profiles: { a: { args: "--x" } } }, "`args` must be a list of texts", '"args"'],
    [{ profiles: { a: { agent: "pi", model: 7 } } }, "`model` must be a text", '"model"'],
    [{ profiles: { a: { agent: "pi", program: "" } } }, "`program` must be the path of a program", '"program"'],
    [{ profiles: { a: { agent: "pi", turnMinutes: 0 } } }, "`turnMinutes` must be a positive number", '"turnMinutes"'],
    [{ profiles: { a: 7 } }, "a profile must be an object", '"a"'],
    [{ profiles: {}, defaultProfile: "b" }, 'there is no profile "b"', '"defaultProfile"'],
    [{}, "`profiles` must be an object", "{"],
  ])("%j is refused with its file and line", async (profiles, message, near) => {
    const place = new ThreadPlace();
    const file = place.writeUser("threads/profiles.json", profiles);
    const ran = await place.thread(["templates"]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).toContain(`${file}:${lineOf(place, file, near)}:`);
  });
});

describe("a thread with a profile that is wrong", () => {
  it.each([
    ["the default one is unknown", { profiles: {}, defaultProfile: "b" }, [], '"defaultProfile"'],
    ["the named one", { profiles: { a: { args: "--x" } } }, ["--profile", "a"], '"args"'],
  ])("%s: it does not start with another one, and the reason is named", async (_, profiles, more, near) => {
    const place = new ThreadPlace();
    place.template(PING_PONG);
    const file = place.writeUser("threads/profiles.json", profiles);
    const ran = await place.thread(["run", "ping-pong", "x", ...more]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("there is no profile");
    expect(ran.stderr).toContain(`${file}:${lineOf(place, file, near)}:`);
    expect(place.calls).toEqual([]);
    expect(place.has(join(place.state, "threads"))).toBe(false);
  });

  it("that of an agent: the template is refused with both places", async () => {
    const place = new ThreadPlace();
    const coder = { ...agents.coder, profile: "a" };
    const template = place.template({ agents: { ...agents, coder }, templates });
    const file = place.writeUser("threads/profiles.json", { profiles: { a: { model: 7 } } });
    const ran = await place.thread(["run", "ping-pong", "x"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(`${template}:${lineOf(place, template, '"profile": "a"')}:`);
    expect(ran.stderr).toContain(`${file}:${lineOf(place, file, '"model"')}:`);
  });
});

describe("Cortex's files as they are", () => {
  it("agents, templates, profiles and prompts of separate files, and a name that is not the file's", async () => {
    const place = new ThreadPlace();
    const config = join(place.home, ".cortex/config");
    const write = (name: string, value: object) => place.write(join(config, name), value);
    write("profiles.json", { defaultProfile: "plan", profiles: { plan: { backend: "claude", model: "m1" } } });
    write("thread-templates/agents/solo.json", {
      name: "solo",
      description: "d",
      profile: "plan",
      persistSession: true,
      directive: "file:solo.md",
      systemPrompt: "be brief",
      promptTemplate: "CODE {{input}}",
      tools: "Read,Edit",
      pluginDirs: [],
    });
    place.write(join(place.home, ".cortex/prompts/directives/solo.md"), "You are solo.");
    const template = { description: "d", agents: ["solo"], transitions: [], entryAgent: "solo", maxTotalSteps: 4 };
    write("thread-templates/templates/mine.json", { name: "mine", ...template });
    write("thread-templates/templates/other.json", { name: "another", ...template });
    expect((await place.ran("mine", "go")).status).toBe("completed");
    const { prompt, args } = place.calls[0]!;
    expect(prompt).toBe("You are solo.\n\nCODE go");
    expect(args.join(" ")).toContain("--model m1 --system-prompt be brief --tools Read,Edit");
    const ran = await place.thread(["run", "other", "x"]);
    expect(ran.stderr).toContain('`name` is "another", but this is "other"');
  });

  it("empty texts are none, and what stands before a prompt file's text is left out", async () => {
    const place = new ThreadPlace();
    const config = join(place.home, ".cortex/config/thread-templates");
    const template = { agents: ["solo"], transitions: [], entryAgent: "solo", maxTotalSteps: 1 };
    place.write(join(config, "templates/mine.json"), { name: "mine", ...template });
    const solo = {
      name: "solo",
      profile: "__active__",
      persistSession: false,
      directive: "",
      tools: "",
      pluginDirs: [],
    };
    place.write(join(config, "agents/solo.json"), { ...solo, systemPrompt: "file:brief.md" });
    const prompts = join(place.home, ".cortex/prompts/systemPrompts");
    place.write(join(prompts, "brief.md"), "---\nowner: ann\n---\nbe brief");
    expect((await place.ran("mine", "go")).status).toBe("completed");
    expect(place.calls[0]!.prompt).toBe("go");
    expect(place.calls[0]!.args.join(" ")).toContain("--system-prompt be brief");
    expect(place.calls[0]!.args).not.toContain("--tools");
    place.write(join(prompts, "brief.md"), "---\nextends: base.md\n---\n@fill(who)\nyou\n@endfill\n");
    const refused = await place.thread(["run", "mine", "go"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("brief.md extends another file");
    expect(refused.stderr).toContain(`${join(config, "agents/solo.json")}:`);
  });

  it("all in one thread-templates.json", async () => {
    const place = new ThreadPlace();
    place.write(join(place.home, ".cortex/config/thread-templates.json"), PING_PONG);
    expect((await place.ran()).steps).toHaveLength(4);
  });
});

describe("templates of a project", () => {
  it("run only after the user approved the file, and again only after a change was approved", async () => {
    const place = new ThreadPlace();
    const file = place.write(".snaphook/threads/ours.json", PING_PONG);
    const refused = await place.thread(["run", "ping-pong", "x"]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("THREAD_TEMPLATE_UNTRUSTED");
    expect((await place.thread(["templates"])).stdout).toContain("not approved");
    expect((await place.trust(file)).code).toBe(0);
    expect((await place.ran()).status).toBe("completed");
    const { agents: own, templates: all } = PING_PONG;
    place.write(".snaphook/threads/ours.json", {
      agents: { ...own, coder: { ...own.coder, directive: "EVIL" } },
      templates: all,
    });
    expect((await place.thread(["run", "ping-pong", "x"])).stderr).toContain("THREAD_TEMPLATE_UNTRUSTED");
    expect(place.calls.every(({ prompt }) => !prompt.includes("EVIL"))).toBe(true);
  });

  it("define no profiles, and read no prompt files", async () => {
    const place = new ThreadPlace();
    const profile = { agent: "claude-code", program: join(place.project, "evil") };
    const solo = { profile: "claude-code", directive: "file:x.md" };
    place.write(".snaphook/threads/ours.json", {
      profiles: { "claude-code": profile },
      agents: { solo },
      templates: { solo: { agents: ["solo"], entryAgent: "solo" } },
    });
    const ran = await place.thread(["templates"]);
    expect(ran.stderr).toContain("a project cannot define them");
    expect(ran.stderr).toContain("a template of a project cannot use `file:`");
  });
});

describe("arguments that are wrong", () => {
  it.each([
    [["run"], "give a template and one message"],
    [["run", "review"], "give a template and one message"],
    [["run", "review", "a", "b"], "give a template and one message"],
    [["run", "revew", "x"], 'there is no template "revew". Did you mean "review"?'],
    [["run", "review", "x", "--profile", "ghost"], 'there is no profile "ghost"'],
    [["run", "review", "x", "--extra-hooks", "none.json"], "the extra hooks cannot be read"],
    [["show"], "give the id of a thread"],
    [["show", "../../etc"], "no thread begins with"],
    [["resume", "thr_00000000"], "no thread begins with"],
    [["list", "--limit", "x"], "must be a positive whole number"],
    [["abort", "x"], "an agent of a thread calls it"],
    [["fly"], 'unknown: "fly"'],
    [[], "give one of run, list"],
  ])("%j", async (args, message) => {
    const place = new ThreadPlace();
    const ran = await place.thread(args);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(message);
    expectNoStack(ran);
    expect(place.has(join(place.state, "threads"))).toBe(false);
  });

  it.each([
    ["a list", "[]", "extra hooks must be an object", 1],
    ["half an object", "{", "CONFIG_SYNTAX", 1],
    ["a misspelt phase", '{\n  "onEmd": { "command": "true" }\n}', '"onEmd" must be one of', 2],
    ["a phase of no thread", '{ "hooks": {\n  "onNew": { "command": "true" } } }', '"onNew" must be one of', 2],
    ["no command", '{\n  "onStart": { "command": "true" },\n  "onEnd": { "args": [] }\n}', "is missing", 3],
    ["a misspelt field", '{ "onEnd": {\n  "command": "true",\n  "timeuot": 5 } }', 'unknown key "timeuot"', 3],
    ["another type", '{ "onEnd": {\n  "command": "true",\n  "type": "http" } }', '`type` must be "command"', 3],
    ["a limit that is a text", '{ "onEnd": { "command": "true",\n  "timeout": "5" } }', "must be a positive", 2],
    ["hooks that are a list", '{\n  "hooks": []\n}', "`hooks` must be an object of phases", 2],
  ])("extra hooks with %s start no thread", async (_, text, message, line) => {
    const place = new ThreadPlace();
    place.template(PING_PONG);
    writeFileSync(join(place.project, "extra.json"), text);
    const ran = await place.thread(["run", "ping-pong", "x", "--extra-hooks", "extra.json"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(message);
    expect(ran.stderr).toContain(`${join(place.project, "extra.json")}:${line}:`);
    expect(place.has(join(place.state, "threads"))).toBe(false);
    expect(place.calls).toEqual([]);
  });
});
