/** Questions and plans of agents, answered from the queue: a real daemon, launcher and terminal. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { provePerson } from "../../src/client/person-proof.js";
import type { JsonObject } from "../../src/core/text/json.js";
import type { OpenAsk } from "../../src/daemon/api.js";
import { CODE, onTerminal } from "../support/on-terminal.js";
import { says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(async () => {
  place = new DaemonPlace();
  const release = { event: "PreToolUse", id: "release", matcher: "Bash", command: says("ask", "release?") };
  const hooks = [{ builtin: "ask-user-question" }, { builtin: "exit-plan-mode" }, release];
  place.writeUser("hooks.json", { hooks });
  await place.wire();
  await place.up();
  await place.attend();
});

const QUESTIONS = [
  {
    question: "Which colour?",
    header: "Colour",
    options: [{ label: "Red" }, { label: "Blue", description: "as the sky" }],
    multiSelect: false,
  },
  { question: "Which tests?", header: "Tests", options: [{ label: "unit" }, { label: "slow" }], multiSelect: true },
];
const call = (tool: string, tool_input: object, more: object = {}) => ({
  session_id: "s1",
  cwd: place.project,
  permission_mode: "default",
  tool_name: tool,
  tool_input,
  tool_use_id: "toolu_1",
  ...more,
});
/** As `claude -p` does. */
const HEADLESS = { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" };
const INTERACTIVE = { CLAUDE_CODE_ENTRYPOINT: "cli" };
const only = async () => {
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  return (await place.asks())[0]!;
};
const held = async (tool: string, input: object, event = "PreToolUse", env: Record<string, string> = HEADLESS) => {
  const answer = place.launch("claude-code", event, { ...call(tool, input), hook_event_name: event }, { env });
  return { answer, ask: await only() };
};
const send = (ask: OpenAsk, body: JsonObject, isProven = true) => {
  const proven = { id: ask.id, hash: ask.hash, answers: body["answers"] };
  const proof = isProven ? { proof: provePerson(place.data, proven, { user: "ann", terminal: "/dev/pts/1" }) } : {};
  return place.ask({ method: "POST", path: `/v1/asks/${ask.id}`, body: { hash: ask.hash, ...body, ...proof } });
};
const specific = (stdout: string) => (JSON.parse(stdout) as JsonObject)["hookSpecificOutput"];
const ANSWERS = { "Which colour?": ["Blue"], "Which tests?": ["unit", "slow"] };
const RESULT = { "Which colour?": "Blue", "Which tests?": "unit, slow" };

describe("a question of an agent", () => {
  it("HL-04 BI-C3 is answered: allow, with the answers in the input and everything else kept", async () => {
    const { answer, ask } = await held("AskUserQuestion", { questions: QUESTIONS, metadata: { source: "x" } });
    expect(ask).toMatchObject({ kind: "question", questions: [{ question: "Which colour?" }, { multiSelect: true }] });
    expect(await send(ask, { verdict: "allow", answers: ANSWERS })).toMatchObject({ body: { outcome: "answered" } });
    expect(specific((await answer).stdout)).toMatchObject({
      permissionDecision: "allow",
      updatedInput: { questions: QUESTIONS, metadata: { source: "x" }, answers: RESULT },
    });
    expect(await place.asks("all")).toMatchObject([{ state: "used", answers: RESULT, by: { user: "ann" } }]);
    await expect.poll(async () => (await place.run(["log"])).stdout).toMatch(/AskUserQuestion.*answered by ann/);
    await expect.poll(async () => (await place.events()).length).toBeGreaterThan(0);
    expect((await place.run(["why", (await place.events()).at(-1)!.id])).stdout).toMatch(/^answered on PreToolUse/);
  });

  it("BI-C3 is answered beside the dialog of an interactive agent", async () => {
    const free = await place.launch("claude-code", "PreToolUse", call("AskUserQuestion", { questions: QUESTIONS }), {
      env: INTERACTIVE,
    });
    expect(free.stdout).not.toContain("permissionDecision");
    const { answer, ask } = await held("AskUserQuestion", { questions: QUESTIONS }, "PermissionRequest", INTERACTIVE);
    await send(ask, { verdict: "allow", answers: { ...ANSWERS, "Which colour?": "none of these" } });
    expect(specific((await answer).stdout)).toMatchObject({
      decision: { behavior: "allow", updatedInput: { answers: { "Which colour?": "none of these" } } },
    });
  });

  it("HL-07 takes only answers that fit, from a person, and the first one counts", async () => {
    const { answer, ask } = await held("AskUserQuestion", { questions: QUESTIONS });
    const unfit: unknown[] = [
      undefined,
      {},
      { "Which colour?": ["Blue"] },
      { ...ANSWERS, "Which day?": "Monday" },
      { ...ANSWERS, "Which colour?": ["Green"] },
      { ...ANSWERS, "Which colour?": ["Red", "Blue"] },
      { ...ANSWERS, "Which colour?": [] },
      { ...ANSWERS, "Which colour?": "" },
      { ...ANSWERS, "Which colour?": "\u001b[2J" },
      { ...ANSWERS, "Which colour?": "sky\0blue" },
      { ...ANSWERS, "Which colour?": "x".repeat(5_000) },
      { ...ANSWERS, "Which colour?": "x".repeat(100_000) },
      { ...ANSWERS, "Which tests?": ["unit", "unit"] },
      JSON.parse(`{"__proto__": "x"}`),
      ["Blue"],
    ];
    for (const answers of unfit)
      expect(await send(ask, { verdict: "allow", answers }), JSON.stringify(answers)).toMatchObject({ status: 400 });
    expect(await send(ask, { verdict: "deny", reason: "x".repeat(11_000_000) })).toMatchObject({ status: 413 });
    expect(await send(ask, { verdict: "allow", answers: ANSWERS }, false)).toMatchObject({ status: 403 });
    expect((await place.run(["approve", ask.id])).code).toBe(1);
    expect(await place.asks()).toHaveLength(1);
    expect(await send(ask, { verdict: "deny", reason: "not now" }, false)).toMatchObject({ kind: "ok" });
    expect(specific((await answer).stdout)).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringContaining("The user declined to answer: not now."),
    });
    expect(await send(ask, { verdict: "allow", answers: ANSWERS })).toMatchObject({ status: 410 });
    expect(await send({ ...ask, id: "00000000" }, { verdict: "deny" })).toMatchObject({ status: 404 });
  });

  it("takes one option if it does not say `multiSelect`, and own text if it has no options", async () => {
    const questions = [
      { question: "Which port?", options: [{ label: "80" }, { label: "443" }], multiSelect: "yes" },
      { question: "Which day?", options: [{ label: "Monday" }, { label: "Friday" }] },
      { question: "Why?", options: [] },
      { question: "Who?" },
    ];
    const { answer, ask } = await held("AskUserQuestion", { questions });
    const answers = { "Which port?": ["443"], "Which day?": ["Friday"], "Why?": "It is late.", "Who?": "Ann" };
    for (const more of [{ "Which port?": ["80", "443"] }, { "Which day?": ["Monday", "Friday"] }, { "Why?": ["late"] }])
      expect(await send(ask, { verdict: "allow", answers: { ...answers, ...more } })).toMatchObject({ status: 400 });
    for (const verdict of ["yes", "ALLOW", true, ["allow"], null])
      expect(await send(ask, { verdict, answers })).toMatchObject({ status: 400, code: "BODY_INVALID" });
    expect(await send(ask, { verdict: "allow", answers, force: true })).toMatchObject({ code: "BODY_INVALID" });
    expect(await place.asks()).toHaveLength(1);
    const ran = await onTerminal(place, ["answer", ask.id, "--choose", "1=443", "--choose", "2=Friday"], {
      text: "Answer 3",
      type: "It is late.",
      then: [
        ["Answer 4", "Ann"],
        ["re:Type ([a-z2-9]{4}) to ", "{}"],
      ],
    });
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    const given = { "Which port?": "443", "Which day?": "Friday", "Why?": "It is late.", "Who?": "Ann" };
    expect(specific((await answer).stdout)).toMatchObject({ updatedInput: { answers: given } });
  });

  it("is answered in a terminal, by numbers and own text, after the code was typed", async () => {
    const { answer, ask } = await held("AskUserQuestion", { questions: QUESTIONS });
    const listed = (await place.run(["asks"])).stdout;
    expect(listed).toContain("question: Which colour?");
    expect(listed).toContain("A question: snaphook answer ID   or   snaphook deny ID");
    expect(listed).not.toContain("snaphook approve");
    const ran = await onTerminal(place, ["answer", ask.id], {
      text: "Answer 1",
      type: "3",
      then: [
        ["No such option: 1 to 2. As your own text: `--text 1=3`.", "2"],
        ["Answer 2", "1,9"],
        ["Not all of these are options: 1 to 2.", " "],
        ["Type an answer", "1, slow"],
        ["re:Type ([a-z2-9]{4}) to ", "{}"],
      ],
    });
    expect(ran.stdout).toContain("as the sky");
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining(`Answered ${ask.id}.`) });
    expect(specific((await answer).stdout)).toMatchObject({ updatedInput: { answers: RESULT } });
  });

  it("T9 leaves no secret of a question or an answer on the disk", async () => {
    const secret = `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6"}`;
    const question = `Use ${secret} for the release?`;
    const { answer, ask } = await held("AskUserQuestion", { questions: [{ question, options: [{ label: "Yes" }] }] });
    expect(await send(ask, { verdict: "allow", answers: { [question]: `No, use ${secret}` } })).toMatchObject({
      kind: "ok",
    });
    expect((await answer).stdout).toContain(`No, use ${secret}`);
    expect(await place.asks("all")).toMatchObject([{ id: ask.id, state: "used" }]);
    await place.kill();
    const files = readdirSync(join(place.data, "store"), { withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(0);
    for (const { name } of files)
      expect(readFileSync(join(place.data, "store", name)).includes(secret), name).toBe(false);
  });

  it("without any question in it, is only a call, and can only be denied", async () => {
    const body = { questions: [], cwd: place.project };
    expect(await place.ask({ method: "POST", path: "/v1/asks", token: "hooks", body })).toMatchObject({ status: 400 });
    const { answer, ask } = await held("AskUserQuestion", { questions: [] });
    expect(ask).not.toHaveProperty("questions");
    for (const body of [{ verdict: "allow" }, { verdict: "allow", answers: {} }])
      expect(await send(ask, body)).toMatchObject({ status: 409 });
    await send(ask, { verdict: "deny" });
    expect(specific((await answer).stdout)).toMatchObject({ permissionDecision: "deny" });
  });

  it("that cannot be shown whole can only be denied", async () => {
    const twice = [QUESTIONS[0], QUESTIONS[0]];
    const { answer, ask } = await held("AskUserQuestion", { questions: twice });
    expect(await send(ask, { verdict: "allow" })).toMatchObject({ status: 409 });
    const inUp = {
      text: "a show all of it and approve",
      type: "key:a",
      then: [["not all of it", "key:\u0003"]],
    } as const;
    for (const ran of [await onTerminal(place, ["approve", ask.id]), await onTerminal(place, ["up"], inUp)]) {
      expect(ran.stdout).toContain("not all of it is known here; nothing was approved");
      expect(ran.stdout).not.toMatch(/Type [a-z2-9]{4} to /);
    }
    await send(ask, { verdict: "deny" });
    expect((await answer).stdout).toContain("deny");
  });
});

/** Longer than any screen, with the line that counts in its middle, far into it. */
const LONG = ["first", ...Array(150).fill("x"), `${"A".repeat(3_100)}; rm -rf evil`, ...Array(150).fill("x"), "last"];
/** What a terminal showed, with its rows put together again. */
const unwrapped = ({ stdout }: { readonly stdout: string }) => stdout.replaceAll("\r", "").replace(/\n *┆ /g, "");

describe("T15 what is too long for a screen is shown whole before its code is asked for", () => {
  const shownFirst = (text: string) => {
    const [before = ""] = text.split(/Type [a-z2-9]{4} to /);
    expect(before).toContain(LONG[151]);
    expect(before.match(/│ x$/gm)).toHaveLength(300);
  };
  const kinds = [
    ["a call", "Bash", { command: LONG.join("\n") }],
    ["a plan", "ExitPlanMode", { plan: LONG.join("\n") }],
    ["a question", "AskUserQuestion", { questions: [{ ...QUESTIONS[0], question: LONG.join("\n") }] }],
  ] as const;

  it.each(kinds)("%s: `approve` and `answer`", async (_, tool, input) => {
    const { answer, ask } = await held(tool, input);
    const isQuestion = ask.kind === "question";
    const line = isQuestion ? ["answer", ask.id, "--choose", "1=Red"] : ["approve", ask.id];
    const ran = await onTerminal(place, line);
    shownFirst(unwrapped(ran).replaceAll("\\n", "\n│ "));
    expect(ran.code).toBe(0);
    expect((await answer).stdout).toContain("allow");
  });

  it.each(kinds)("%s: key a in `up`", async (_, tool, input) => {
    const { answer } = await held(tool, input);
    const choice = tool === "AskUserQuestion" ? ([["Answer 1", "1"]] as const) : [];
    const view = onTerminal(place, ["up"], {
      text: "a show all of it and approve",
      type: "key:a",
      then: [...choice, [CODE, "{}"], ["re:Approved |Answered ", "key:\u0003"]],
    });
    expect((await answer).stdout).toContain("allow");
    shownFirst(unwrapped(await view).replaceAll("\\n", "\n│ "));
  });
});

describe("a plan", () => {
  const write = async (text: string) => {
    const folder = join(place.home, ".claude/plans");
    mkdirSync(folder, { recursive: true });
    const file_path = join(folder, "brave-fox.md");
    writeFileSync(file_path, text);
    await place.launch("claude-code", "PostToolUse", {
      ...call("Write", { file_path, content: text }),
      tool_response: { filePath: file_path },
    });
    return file_path;
  };

  it("HL-05 BI-C4 is shown whole and approved: allow", async () => {
    await write("# Plan\n1. Paint it\n");
    const { answer, ask } = await held("ExitPlanMode", {});
    expect(ask).toMatchObject({ kind: "plan", input: "# Plan\n1. Paint it\n" });
    const ran = await onTerminal(place, ["approve", ask.id]);
    expect(ran.stdout).toContain("1. Paint it");
    expect(specific((await answer).stdout)).toMatchObject({ permissionDecision: "allow" });
  });

  it("BI-C4 approved beside the dialog of an interactive agent repeats the input: Claude Code discards it otherwise", async () => {
    const input = { plan: "# Plan of the call", allowedPrompts: [{ tool: "Bash", prompt: "run tests" }] };
    const { answer, ask } = await held("ExitPlanMode", input, "PermissionRequest", INTERACTIVE);
    await send(ask, { verdict: "allow" });
    expect(specific((await answer).stdout)).toMatchObject({ decision: { behavior: "allow", updatedInput: input } });
  });

  it.each([
    ["with a text", { reason: "paint it blue" }, "paint it blue"],
    ["without", {}, "User rejected the plan."],
  ])("HL-05 BI-C4 is rejected %s: deny", async (_, more, text) => {
    const { answer, ask } = await held("ExitPlanMode", { plan: "# Plan of the call" });
    expect(ask.input).toBe("# Plan of the call");
    await send(ask, { verdict: "deny", ...more }, false);
    expect(specific((await answer).stdout)).toMatchObject({
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringMatching(new RegExp(`^${text}`)),
    });
  });

  it.each([
    ["only in its file", () => ({})],
    ["also in the call", (file: string) => ({ plan: "# Plan A", planFilePath: file })],
  ])("that changed after it was shown is not approved, and the new text is shown: %s", async (_, input) => {
    const file = await write("# Plan A");
    const { answer, ask } = await held("ExitPlanMode", input(file));
    writeFileSync(file, "# Plan B");
    expect(await send(ask, { verdict: "allow" })).toMatchObject({
      status: 409,
      message: expect.stringContaining("changed after it was shown"),
    });
    const now = await only();
    expect(now).toMatchObject({ id: ask.id, input: "# Plan B" });
    expect(now.hash).not.toBe(ask.hash);
    expect(await send(now, { verdict: "allow" })).toMatchObject({ kind: "ok" });
    expect((await answer).stdout).toContain("allow");
  });

  it("HL-06 BI-C4 that is not found, or of another session, is never approved", async () => {
    await write("# Plan A");
    const other = { ...call("ExitPlanMode", {}), session_id: "s2", hook_event_name: "PreToolUse" };
    const answer = place.launch("claude-code", "PreToolUse", other, { env: HEADLESS });
    const ask = await only();
    expect(await send(ask, { verdict: "allow" })).toMatchObject({ status: 409 });
    await place.kill();
    const { stdout } = await answer;
    expect(specific(stdout)).toMatchObject({ permissionDecision: expect.stringMatching(/^(ask|deny)$/) });
  });
});
