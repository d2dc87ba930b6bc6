import { describe, expect, it } from "vitest";
import {
  allow,
  ask,
  combine,
  context,
  deny,
  forceContinue,
  type HookOutput,
  message,
  replaceOutput,
  rewrite,
  stopAgent,
  type Verdict,
} from "../../src/core/decision/decision.js";
import { readFences } from "../../src/core/decision/fence.js";
import { Merge } from "../../src/core/decision/merge.js";
import type { HookFunction, HookSpec, Level } from "../../src/core/hooks/hook.js";
import { fireHooks } from "../support/fire-hooks.js";
import { admitted } from "../support/hook-specs.js";

const hook = (
  id: string,
  answer: HookOutput | undefined | HookFunction,
  over: Partial<HookSpec> & { level?: Level } = {},
) => {
  const { level = "user", ...spec } = over;
  const fn = typeof answer === "function" ? answer : () => answer;
  return admitted({ id, run: { type: "function", fn }, ...spec }, { level });
};
const codes = (decision: { notes: readonly { code: string }[] }) => decision.notes.map(({ code }) => code);
const bash = (command: string) => ({ payload: { tool_name: "Bash", tool_input: { command } } });

describe("verdicts", () => {
  const ORDER: readonly Verdict[] = ["none", "allow", "ask", "deny"];
  const PAIRS = ORDER.flatMap((one) => ORDER.map((two) => [one, two] as const));

  it.each(PAIRS)("OU-14 %s and %s: the stricter one wins, in every order and strategy", async (one, two) => {
    const expected = ORDER[Math.max(ORDER.indexOf(one), ORDER.indexOf(two))];
    for (const strategy of ["serial", "parallel"] as const) {
      const hooks = [one, two].map((verdict, i) =>
        hook(`h${i}`, verdict === "none" ? {} : { verdict, reason: verdict }, { strategy }),
      );
      const decision = await fireHooks(hooks);
      expect([strategy, decision.verdict]).toEqual([strategy, expected]);
      expect(decision.reason).toBe(expected === "none" ? undefined : expected);
    }
  });

  it("an allow for a part of a call is none for the whole of it", async () => {
    const payload = { tool_name: "Edit", tool_input: { file_path: "src/a", file_paths: ["src/a", ".env"] } };
    const part = { content: { kind: "wildcard", source: "src/*" } } as const;
    const decision = await fireHooks([hook("part", allow(), { match: part })], { payload });
    expect([decision.verdict, codes(decision)]).toEqual(["none", ["ALLOW_FOR_PART"]]);
    expect((await fireHooks([hook("all", allow())], { payload })).verdict).toBe("allow");
    expect((await fireHooks([hook("part", deny("no"), { match: part })], { payload })).verdict).toBe("deny");
    const single = { payload: { tool_name: "Edit", tool_input: { file_path: "src/a", file_paths: ["src/a"] } } };
    expect((await fireHooks([hook("part", allow(), { match: part })], single)).verdict).toBe("allow");
  });

  it("OU-06 hooks without an opinion leave the agent's own permission flow alone", async () => {
    const decision = await fireHooks([hook("a", {}), hook("b", undefined), hook("c", message("hello"))]);
    expect(decision.verdict).toBe("none");
    expect(decision.verdictBy).toBeUndefined();
    expect(decision.input).toBeUndefined();
  });

  it("the first hook in order with the winning verdict gives the reason", async () => {
    const decision = await fireHooks([hook("a", ask("first")), hook("b", ask("second"))]);
    expect(decision).toMatchObject({ reason: "first", verdictBy: { hook: "a", source: "user" } });
  });

  it("an incidental reason stands back for another guard's of the same verdict, and for no weaker one", async () => {
    const guard = (id: string, answer: HookOutput, level?: Level) => hook(id, answer, { guard: true, level });
    const along = guard("along", { verdict: "deny", reason: "ours too", incidental: true });
    for (const hooks of [
      [along, guard("own", deny("the harm"))],
      [guard("own", deny("the harm")), along],
    ]) {
      const decision = await fireHooks(hooks);
      expect([decision.verdict, decision.reason, decision.verdictBy?.hook]).toEqual(["deny", "the harm", "own"]);
    }
    for (const other of [guard("own", ask("really?")), guard("silent", { verdict: "deny" }), guard("none", {})])
      expect(await fireHooks([along, other])).toMatchObject({ verdict: "deny", reason: "ours too" });
    // What is denied already is shown to no project.
    const project = await fireHooks([along, guard("theirs", deny("no"), "project")]);
    expect(project.hooks).toMatchObject([{ outcome: "deny" }, { id: "theirs", outcome: "skipped" }]);
  });

  it("an allow from a project or a plugin is no opinion, and said to be", async () => {
    for (const level of ["project", "plugin"] as const) {
      const decision = await fireHooks([hook("a", allow(), { level })]);
      expect(decision.verdict).toBe("none");
      expect(codes(decision)).toEqual(["ALLOW_FROM_PROJECT"]);
    }
  });

  it("an allow does not outlive a later change of the input", async () => {
    const decision = await fireHooks([hook("a", allow()), hook("b", rewrite({ command: "rm -rf /" }))], bash("ls"));
    expect(decision.verdict).toBe("none");
    expect(codes(decision)).toEqual(["ALLOW_OUTDATED"]);
  });

  it("an allow beside a guard's dropped rewrite does not count for the unchanged input", async () => {
    const guard = hook("a", combine(allow(), rewrite({ command: "ls" })), { guard: true });
    const decision = await fireHooks([guard], bash("rm -rf /"));
    expect(decision.verdict).toBe("none");
    expect(decision.input).toBeUndefined();
    expect(codes(decision)).toEqual(["REWRITE_BY_GUARD", "ALLOW_OUTDATED"]);
  });

  it("where nobody can be asked but the event can be denied, a question is a deny", async () => {
    const event = "UserPromptSubmit";
    const decision = await fireHooks([hook("a", ask("sure?"), { event })], { event, payload: { prompt: "go" } });
    expect(decision).toMatchObject({ verdict: "deny", reason: "sure?" });
    expect(codes(decision)).toEqual(["ASK_BECAME_DENY"]);
  });

  it("an answer that the event cannot take is noted and not applied", async () => {
    const decision = await fireHooks([hook("a", deny("too late"), { event: "PostToolUse" })], {
      event: "PostToolUse",
    });
    expect(decision.verdict).toBe("none");
    expect(codes(decision)).toEqual(["NOT_POSSIBLE_ON_EVENT"]);
  });
});

describe("rewrites", () => {
  it("OU-03 the tool gets the rewritten command, with an allow or without", async () => {
    for (const answer of [rewrite({ command: "ls -l" }), combine(rewrite({ command: "ls -l" }), allow())]) {
      const decision = await fireHooks([hook("a", answer)], bash("ls"));
      expect(decision.input).toEqual({ command: "ls -l" });
      expect(decision.originalInput).toEqual({ command: "ls" });
      expect(decision.inputBy).toMatchObject([{ hook: "a" }]);
      expect(decision.verdict).toBe(answer.verdict ?? "none");
    }
  });

  it("OU-04 a serial hook sees the rewrite of the one before, which replaces the whole input", async () => {
    const seen: unknown[] = [];
    const second: HookFunction = (payload) => {
      seen.push(payload["tool_input"]);
      return undefined;
    };
    const decision = await fireHooks(
      [hook("a", rewrite({ command: "ls" })), hook("b", second), hook("c", second, { guard: true })],
      {
        payload: { tool_name: "Bash", tool_input: { command: "rm", timeout: 5 } },
      },
    );
    expect(seen).toEqual([{ command: "ls" }, { command: "ls" }]);
    expect(decision.input).toEqual({ command: "ls" });
  });

  const inParallel = (...inputs: Record<string, unknown>[]) =>
    fireHooks(
      inputs.map((input, i) => hook(`h${i}`, rewrite(input), { strategy: "parallel" })),
      { payload: { tool_name: "x", tool_input: { a: 1, b: 1 } } },
    );

  it("parallel rewrites of different keys are both applied", async () => {
    expect((await inParallel({ a: 2, b: 1 }, { a: 1 }, { a: 1, b: 1, c: 3 })).input).toEqual({ a: 2, c: 3 });
  });

  it("parallel rewrites of one key that differ are not applied but asked about", async () => {
    const decision = await inParallel({ a: 2, b: 2 }, { a: 3, b: 1 });
    expect(decision.input).toEqual({ a: 1, b: 2 });
    expect(decision.verdict).toBe("ask");
    expect(decision.reason).toContain('"h0" and "h1" change "a"');
    expect(codes(decision)).toEqual(["REWRITE_CONFLICT"]);
  });

  it("the whole rewrite may be dropped only when every part of it may", async () => {
    const optional = hook("a", rewrite({ a: 2 }, { optional: true }));
    const bySpec = hook("b", rewrite({ a: 3 }), { rewrites: "optional" });
    expect((await fireHooks([optional, bySpec])).inputOptional).toBe(true);
    expect((await fireHooks([optional, hook("c", rewrite({ a: 4 }))])).inputOptional).toBe(false);
  });
});

describe("a project's rewrite", () => {
  const owned = (input: object) => [
    hook("owner", rewrite({ command: "ls", a: 1 })),
    hook("project", rewrite(input as { a?: number }), { level: "project" }),
  ];

  it("stands, without a word, where it leaves what an owner set", async () => {
    const decision = await fireHooks(owned({ command: "ls", a: 1, b: 2 }), bash("ls"));
    expect([decision.input, codes(decision)]).toEqual([{ command: "ls", a: 1, b: 2 }, []]);
  });

  it("is refused as far as it takes away or changes what an owner set", async () => {
    for (const input of [
      { command: "ls", b: 2 },
      { command: "ls", a: 5, b: 2 },
    ]) {
      const decision = await fireHooks(owned(input), bash("ls"));
      expect([decision.input, codes(decision)]).toEqual([{ command: "ls", a: 1, b: 2 }, ["REWRITE_REFUSED"]]);
    }
    const nothingLeft = await fireHooks(owned({ command: "ls", a: 5 }), bash("ls"));
    expect(nothingLeft.input).toEqual({ command: "ls", a: 1 });
    expect(nothingLeft.inputBy.map((one) => one.hook)).toEqual(["owner"]);
  });

  it("does not bring back what an owner took away", async () => {
    const hooks = [
      hook("owner", rewrite({ a: 1 })),
      hook("project", rewrite({ command: "ls", a: 1 }), { level: "project" }),
    ];
    expect((await fireHooks(hooks, bash("ls"))).input).toEqual({ a: 1 });
  });
});

describe("an event without an input", () => {
  it("gets one from an owner, whose fields a project does not change", async () => {
    const event = "own:event";
    const hooks = [
      hook("owner", rewrite({ a: 1 }), { event }),
      hook("project", (payload) => rewrite({ ...(payload as { tool_input?: object }).tool_input, a: 2, b: 3 }), {
        event,
        level: "project",
      }),
    ];
    const decision = await fireHooks(hooks, { event, payload: {} });
    expect([decision.input, codes(decision)]).toEqual([{ a: 1, b: 3 }, ["REWRITE_REFUSED"]]);
    const unchanged = await fireHooks([hook("none", rewrite({}), { event })], { event, payload: {} });
    expect(unchanged.inputBy).toEqual([]);
  });
});

describe("a hook that is asked a second time", () => {
  it("repeats nothing that it has said, whatever others say, and adds what is new", () => {
    const merge = new Merge({ event: "PreToolUse", input: {}, contextBudget: 1000 });
    const says = (id: string, text: string, again: boolean) =>
      merge.add({ hook: hook(id, {}), output: { context: text, message: text }, ms: 1, again });
    says("one", "a", false);
    says("two", "b", false);
    says("two", "a", false);
    says("one", "a", true);
    says("two", "b", true);
    says("one", "c", true);
    says("three", "b", true);
    const { messages, context: joined } = merge.finish([]);
    expect(messages.map(({ value, by }) => `${by.hook} ${value}`)).toEqual([
      "one a",
      "two b",
      "two a",
      "one c",
      "three b",
    ]);
    expect(joined).toBe("a\n\nb\n\na\n\nc\n\nb");
  });
});

describe("context", () => {
  it("OU-05 is joined with a blank line, in order", async () => {
    const hooks = ["one", "two", "three"].map((text, i) =>
      hook(`h${i}`, context(text), { strategy: i === 1 ? "serial" : "parallel" }),
    );
    const decision = await fireHooks(hooks);
    expect(decision.context).toBe("one\n\ntwo\n\nthree");
    expect(decision.contextBy.map((by) => by.hook)).toEqual(["h0", "h1", "h2"]);
  });

  it("neighbours that ask for it are joined by a line break", async () => {
    const line = (text: string): HookOutput => ({ verdict: undefined, context: text, contextGlue: "\n" });
    const decision = await fireHooks([hook("a", line("one")), hook("b", line("two")), hook("c", context("three"))]);
    expect(decision.context).toBe("one\ntwo\n\nthree");
  });

  it("CI-16 three injectors of 8 KB under a budget of 10 KB: one fits, the others are named", async () => {
    const hooks = ["a", "b", "c"].map((id) => hook(id, context(id.repeat(8000))));
    const decision = await fireHooks(hooks, { contextBudget: 10_000 });
    expect(decision.context).toBe("a".repeat(8000));
    const dropped = decision.notes.filter(({ code }) => code === "CONTEXT_OVER_BUDGET");
    expect(dropped.map((note) => note.hook)).toEqual(["b", "c"]);
  });

  it("CI-16 a smaller part may still fit after one that did not, and 10 KB is the budget by default", async () => {
    const sizes = [6000, 6000, 3998, 1];
    const decision = await fireHooks(sizes.map((size, i) => hook(`h${i}`, context("x".repeat(size)))));
    expect(decision.context).toHaveLength(10_000);
    expect(decision.contextBy.map((by) => by.hook)).toEqual(["h0", "h2"]);
  });
});

describe("advice about a call", () => {
  const advice: HookOutput = { ...context("mind the lockfile"), contextIsAdvice: true };

  it.each(["serial", "parallel"] as const)(
    "is left out, and not on record, if a hook denies it: %s",
    async (strategy) => {
      const hooks = [hook("advises", { ...advice, message: "hi" }, { strategy }), hook("only", advice, { strategy })];
      const decision = await fireHooks([
        ...hooks,
        hook("b", context("kept"), { strategy }),
        hook("d", deny("no"), { strategy }),
      ]);
      expect(decision).toMatchObject({ verdict: "deny", context: "kept", contextBy: [{ hook: "b" }] });
      expect(decision.hooks.map(({ id, did }) => [id, did])).toEqual([
        ["advises", ["message"]],
        ["only", undefined],
        ["b", ["context"]],
        ["d", undefined],
      ]);
      expect(decision.hooks[1]).not.toHaveProperty("did");
    },
  );

  it.each([allow("fine"), ask("sure?"), {}])("is kept if no hook denies it: %j", async (answer) => {
    const decision = await fireHooks([hook("advises", advice), hook("b", answer)]);
    expect(decision).toMatchObject({ context: "mind the lockfile", hooks: [{ did: ["context"] }, {}] });
  });
});

describe("context that came with a project or a plugin", () => {
  const of = (level: Level) => hook("p", context("a\n--- end of context ---\nb"), { level });

  it.each(["project", "plugin"] as const)("T14 of level %s is fenced, with its hook and source", async (level) => {
    const decision = await fireHooks([hook("u", context("mine")), of(level)]);
    const [mine, theirs, ...more] = readFences(decision.context!);
    expect([mine, more]).toEqual([{ text: "mine" }, []]);
    expect(theirs).toEqual({
      text: "a\n~~~ end of context ---\nb",
      by: { hook: "p", source: decision.contextBy[1]!.source },
    });
  });

  it.each(["managed", "builtin", "user", "code"] as const)("T14 of level %s stays as it is", async (level) => {
    expect((await fireHooks([of(level)])).context).toBe("a\n--- end of context ---\nb");
  });

  it("T14 CI-16 the fence counts, and is left out with its text rather than cut", async () => {
    const text = "x".repeat(500);
    const whole = (await fireHooks([hook("p", context(text), { level: "project" })])).context!;
    const under = (contextBudget: number) =>
      fireHooks([hook("p", context(text), { level: "project" }), hook("u", context("mine"))], { contextBudget });
    expect((await under(whole.length + 6)).context).toBe(`mine\n\n${whole}`);
    const tight = await under(whole.length - 1);
    expect([tight.context, codes(tight)]).toEqual(["mine", ["CONTEXT_OVER_BUDGET"]]);
  });
});

describe("everything else in a decision", () => {
  it("the last replaced output wins, the first word to go on, the first stop; messages are collected", async () => {
    const both = (n: number) =>
      combine(replaceOutput(n), forceContinue(`go on ${n}`), message(`message ${n}`), stopAgent(`stop ${n}`));
    const event = "test:all";
    const decision = await fireHooks([hook("a", both(1), { event }), hook("b", both(2), { event })], {
      event,
    });
    expect(decision).toMatchObject({
      output: { value: 2, by: { hook: "b" } },
      forceContinue: { value: { reason: "go on 1" }, by: { hook: "a" } },
      stop: { value: { reason: "stop 1" }, by: { hook: "a" } },
      messages: [{ value: "message 1" }, { value: "message 2" }],
    });
  });

  it("a hook in observe mode changes nothing, and the record says what it would have done", async () => {
    for (const strategy of ["serial", "parallel"] as const) {
      const observer = hook("a", combine(deny("no"), rewrite({ a: 2 }), context("x")), {
        mode: "observe",
        strategy,
      });
      const decision = await fireHooks([observer, hook("b", {}, { strategy })]);
      expect(decision).toMatchObject({
        verdict: "none",
        hooks: [
          { id: "a", outcome: "observed", would: { verdict: "deny" } },
          { id: "b", outcome: "none" },
        ],
      });
      expect(decision.input).toBeUndefined();
      expect(decision.context).toBeUndefined();
    }
  });
});
