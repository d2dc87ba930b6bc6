import { describe, expect, it } from "vitest";
import { FixturePlace } from "../support/fixture-place.js";

const TEMPLATE = ".cortex/config/thread-templates/templates/review.json";
const SESSION = ".cortex/config/session-hooks.json";
const thread = {
  threadId: "t1",
  templateName: "review",
  currentStepIndex: 2,
  steps: [{ agent: "planner" }],
  activeAgent: "planner",
};

describe("hooks of cortex threads and sessions", () => {
  it("CF-25 EX-07 loads the hooks of a template and of a session with their ids and their milliseconds", () => {
    const { hooks, findings } = new FixturePlace("cortex").load([TEMPLATE, SESSION]);
    expect(findings).toEqual([]);
    expect(hooks.map(({ id, event, timeoutMs, result }) => [id, event, timeoutMs, result])).toEqual([
      ["template:review:start", "cortex:thread.start", 30_000, "json"],
      ["template:review:transition", "cortex:thread.transition", 500, "json"],
      ["template:review:end", "cortex:thread.end", 10_000, "json"],
      ["session:new", "cortex:session.new", 20_000, "text"],
      ["session:messageEnd", "cortex:session.messageEnd", 60_000, "text"],
      ["session:messageEnd.Stop", "Stop", 60_000, "text"],
    ]);
  });

  it("CF-25 IN-18 EX-05 hands over arguments intact and the context of the thread, in the data folder", async () => {
    const place = new FixturePlace("cortex");
    const more = { source: "task-dispatch", taskId: "k7", totalCostUsd: 0.5 };
    const decision = await place.fire(TEMPLATE, "cortex:thread.end", { ...thread, ...more });
    expect(decision.output).toMatchObject({ by: { hook: "template:review:end" } });
    expect(decision.output!.value).toEqual({
      targetAgent: `the "second" reviewer's $HOME`,
      prompt: "Wrap up t1.",
      cwd: place.path(".cortex"),
      context: {
        threadId: "t1",
        templateName: "review",
        phase: "end",
        currentStepIndex: 2,
        steps: [{ agent: "planner" }],
        activeAgent: "planner",
        previousAgent: null,
        artifactContent: null,
        userMessage: null,
        totalCostUsd: 0.5,
        source: "task-dispatch",
        taskId: "k7",
      },
    });
  });

  it("OU-22 inserts no agent, with a warning, when the answer is no hook result", async () => {
    const place = new FixturePlace("cortex");
    const answer = async (command: string) => {
      const path = place.write("t.json", { name: "t", hooks: { onStart: { command } } });
      const { output, notes } = await place.fire(path, "cortex:thread.start", thread);
      return [output?.value, notes.map(({ code }) => code)];
    };
    const nobody = [{ insertAgent: false }, ["HOOK_WARNING"]];
    expect(await answer(`printf '{"insertAgent":"maybe"}'`)).toEqual(nobody);
    expect(await answer(`printf '{"targetAgent":7}'`)).toEqual(nobody);
    expect(await answer("echo hello")).toEqual(nobody);
    expect(await answer(`printf '{"insertAgent":'`)).toEqual(nobody);
    expect(await answer("exit 0")).toEqual([{ insertAgent: false }, []]);
    expect(await answer(`printf '{"insertAgent":true,"profile":"__active__","prompt":"go"}'`)).toEqual([
      { insertAgent: true, profile: "__active__", prompt: "go" },
      [],
    ]);
    expect((await place.fire(TEMPLATE, "cortex:thread.start", thread)).output!.value).toEqual({
      insertAgent: false,
    });
  });

  it("OU-22 EX-14 goes on without a result when the hook fails", async () => {
    const decision = await new FixturePlace("cortex").fire(TEMPLATE, "cortex:thread.transition", thread);
    expect(decision.output).toBeUndefined();
    expect(decision.hooks).toMatchObject([
      { id: "template:review:transition", outcome: "failed", cause: "exit", answered: "allow" },
    ]);
  });

  it("EX-25 runs the template's hook, then the extra one, of the same phase", async () => {
    const place = new FixturePlace("cortex");
    const template = place.write(".cortex/t.json", {
      name: "t",
      hooks: { onEnd: { command: "echo template >> marks.log" } },
    });
    const extra = place.write(".cortex/x.json", {
      id: "extra",
      event: "cortex:thread.end",
      run: { command: "echo extra >> marks.log" },
    });
    const decision = await place.fire([template, extra], "cortex:thread.end", thread);
    expect(place.read(".cortex/marks.log")).toBe("template\nextra\n");
    expect(decision.hooks.map(({ id }) => id)).toEqual(["template:t:end", "extra"]);
  });

  it("IN-19 tells a session's hook who it is for, on stdin and in the environment, and takes its text", async () => {
    const place = new FixturePlace("cortex");
    const payload = {
      channel: "C1",
      sessionId: "s9",
      sessionName: "lunch",
      executionId: "e3",
      profile: "plan",
      timestampIso: "2026-07-29T10:00:00.000Z",
    };
    const { output } = await place.fire(SESSION, "cortex:session.new", payload);
    expect(output!.value).toBe(String(output!.value).trim());
    expect(JSON.parse(output!.value as string)).toEqual({
      context: { ...payload, trigger: "new" },
      env: {
        CORTEX_HOOK_CHANNEL: "C1",
        CORTEX_HOOK_EXECUTION_ID: "e3",
        CORTEX_HOOK_SESSION_ID: "s9",
        CORTEX_HOOK_SESSION_NAME: "lunch",
        CORTEX_HOOK_TRIGGER: "new",
      },
    });
  });

  it("IN-19 takes blank text for nothing, and dates the event when nobody did", async () => {
    const place = new FixturePlace("cortex");
    const silent = await place.fire(SESSION, "cortex:session.messageEnd", { channel: "C1" });
    expect(silent.output).toBeUndefined();
    expect(silent.hooks).toMatchObject([{ id: "session:messageEnd", outcome: "none" }]);
    const path = place.write("session-hooks.json", { onMessageEnd: { command: "cat" } });
    const context = JSON.parse(
      (await place.fire(path, "cortex:session.messageEnd", { channel: "C1" })).output!.value as string,
    );
    expect(context).toMatchObject({ trigger: "messageEnd", executionId: null });
    expect(new Date(context.timestampIso).toISOString()).toBe(context.timestampIso);
  });

  it("CF-17 says which key of a lifecycle file it cannot use, and keeps the others", () => {
    const place = new FixturePlace("cortex");
    const hooks = { onStart: "echo", onPause: { command: "true" }, onEnd: { command: "true" } };
    const template = place.load(place.write("t.json", { name: "t", hooks }));
    expect(template.hooks.map(({ id }) => id)).toEqual(["template:t:end"]);
    expect(template.findings.map(({ code, field }) => `${code} ${field}`)).toEqual([
      "CONFIG_TYPE hooks.onStart",
      "CONFIG_UNKNOWN_KEY hooks.onPause",
    ]);
    const session = place.load(place.write("session-hooks.json", { onNew: { args: ["x"] } }));
    expect(
      session.findings.map(({ code, message }) => [code, message.startsWith("skipped session-hooks.json: ")]),
    ).toEqual([["HOOK_FIELD_MISSING", true]]);
  });
});
