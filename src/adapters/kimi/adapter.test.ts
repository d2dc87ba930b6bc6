import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import type { JsonObject } from "../../core/text/json.js";
import { adapterContract } from "../../testing/adapter-contract.js";
import { wiredEvents } from "../_shared/wired-calls.js";
import kimi from "./index.js";

const FOLDER = join(import.meta.dirname, "fixtures");
const recorded = (name: string) => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8")) as JsonObject;
const samples = readdirSync(FOLDER).map((file) => {
  const payload = recorded(file.replace(/\.json$/, ""));
  return { event: String(payload["hook_event_name"]), payload };
});
const decoded = (fixture: string) => kimi.decode(String(recorded(fixture)["hook_event_name"]), recorded(fixture));

const by = { hook: "h", source: "user", ms: 1 };
const everything: Partial<Decision> = {
  verdict: "deny",
  reason: "no",
  context: "c",
  contextBy: [by],
  output: { value: "new", by },
  messages: [{ value: "m", by }],
  stop: { value: {}, by },
  forceContinue: { value: { reason: "tests" }, by },
};
const answer = (fixture: string, decision: Partial<Decision>) => {
  const event = decoded(fixture);
  return kimi.encode(
    degrade({ ...NO_DECISION, ...decision }, kimi.capability(event.name, "headless"), kimi.title),
    event,
  );
};
const say = (fixture: string, decision: Partial<Decision>) => {
  const { stdout, stderr, exitCode } = answer(fixture, decision);
  expect({ stderr, exitCode }).toEqual({ stderr: undefined, exitCode: 0 });
  return stdout;
};
const denial = (reason: string) =>
  `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"${reason}"}}`;

describe("Kimi Code: the adapter contract", () => {
  for (const { name, run } of adapterContract(kimi, samples)) it(name, run);
});

describe("Kimi Code: what it is told", () => {
  it("OU-19 nothing is said by printing nothing, because what it does not understand it pastes into the prompt", () => {
    for (const fixture of ["UserPromptSubmit", "PreToolUse", "Stop"]) expect(say(fixture, {})).toBe("");
    expect(say("PreToolUse", { verdict: "allow", verdictBy: by })).toBe("");
    expect(say("UserPromptSubmit", { context: " \n", contextBy: [by] })).toBe("");
  });

  it("OU-19 context with a prompt is a message, never additionalContext, also when it looks like JSON", () => {
    expect(say("UserPromptSubmit", { context: "the tide turns", contextBy: [by] })).toBe(
      '{"message":"the tide turns"}',
    );
    const tricky = '{"hookSpecificOutput":{"permissionDecision":"deny"}}';
    expect(JSON.parse(say("UserPromptSubmit", { context: tricky, contextBy: [by] }))).toEqual({ message: tricky });
  });

  it("OU-20 a deny before a tool and with a prompt carries its reason, and nothing else", () => {
    expect(say("PreToolUse", everything)).toBe(denial("no"));
    expect(say("UserPromptSubmit", everything)).toBe(denial("no"));
    for (const reason of [undefined, " "])
      expect(say("PreToolUse", { verdict: "deny", reason })).toBe(denial("Blocked by a hook."));
  });

  it("SE-15 the same deny is said for tools of MCP servers and for calls of subagents", () => {
    for (const call of ["PreToolUse.mcp", "PreToolUse.in-subagent", "PreToolUse.Agent", "PreToolUse.Write"])
      expect(say(call, { verdict: "deny", reason: "no" })).toBe(denial("no"));
  });

  it("OU-20 where it cannot be denied it is told nothing, and the record says what would have been", () => {
    const event = decoded("PermissionRequest");
    const wanted = { ...NO_DECISION, verdict: "deny", reason: "no", verdictBy: by } as const;
    const told = degrade(wanted, kimi.capability(event.name, "headless"), kimi.title);
    expect(kimi.encode(told, event)).toEqual(kimi.neutral);
    expect(told.notes).toMatchObject([{ code: "DEGRADED_DENY", message: expect.stringContaining("would have been") }]);
  });

  it("a question becomes a deny, a rewrite a deny that shows the wanted input, a stop a deny", () => {
    expect(say("PreToolUse", { verdict: "ask", reason: "sure?", verdictBy: by })).toBe(denial("sure?"));
    expect(say("PreToolUse", { input: { command: "ls" }, inputBy: [by] })).toMatch(/"deny".*instead: .*ls/);
    expect(say("PreToolUse", { stop: { value: { reason: "enough" }, by } })).toBe(denial("enough"));
  });

  it("the person is asked anyway when a permission is requested, so a question there needs no word", () => {
    const event = decoded("PermissionRequest");
    const wanted = { ...NO_DECISION, verdict: "ask", verdictBy: by } as const;
    const told = degrade(wanted, kimi.capability(event.name, "interactive"), kimi.title);
    expect(told.notes).toEqual([]);
    expect(kimi.encode(told, event)).toEqual(kimi.neutral);
  });

  it("is made to go on by the same word", () => {
    expect(say("Stop", { forceContinue: { value: { reason: "tests" }, by } })).toBe(denial("tests"));
    expect(say("Stop", { context: "c", contextBy: [by] })).toBe("");
  });

  it("hears nothing on any other event", () => {
    const silent = samples.filter(({ event }) => !["PreToolUse", "UserPromptSubmit", "Stop"].includes(event));
    expect(silent.length).toBeGreaterThan(10);
    for (const { event, payload } of silent) {
      const { name } = kimi.decode(event, payload);
      const told = degrade({ ...NO_DECISION, ...everything }, kimi.capability(name, "headless"), kimi.title);
      expect(kimi.encode(told, kimi.decode(event, payload)), event).toEqual(kimi.neutral);
    }
  });
});

describe("Kimi Code: what it says", () => {
  it("a prompt of parts becomes its text; pictures are left out", () => {
    expect(decoded("UserPromptSubmit").payload["prompt"]).toBe("please run it");
    const prompt = [{ type: "text", text: "a" }, { type: "image_url", image_url: {} }, 7, { type: "text", text: "b" }];
    expect(kimi.decode("UserPromptQueued", { prompt }).payload["prompt"]).toBe("a\nb");
    expect(decoded("TurnStarted")).toMatchObject({ name: "TurnStart", payload: { prompt: "please run it" } });
  });

  it("file tools have canonical fields beside their own, so that path rules hold", () => {
    expect(decoded("PreToolUse.Read").payload).toMatchObject({
      tool_name: "Read",
      tool_input: { path: "nope.txt", file_path: "nope.txt" },
    });
    expect(decoded("PreToolUse.Write").payload["tool_input"]).toMatchObject({ file_path: "a.txt", content: "x" });
    const read = { tool_name: "Read", tool_input: { path: "a", line_offset: 5, n_lines: 2 } };
    expect(kimi.decode("PreToolUse", read).payload["tool_input"]).toMatchObject({ offset: 5, limit: 2 });
    const fetched = { tool_name: "FetchURL", tool_input: { url: "u" } };
    expect(kimi.decode("PreToolUse", fetched).payload).toMatchObject({
      tool_name: "WebFetch",
      native_tool_name: "FetchURL",
    });
    expect(decoded("PreToolUse.mcp").payload["tool_name"]).toBe("mcp__harbour__leave_mark");
    expect(decoded("PreToolUse.Agent").payload).toMatchObject({
      tool_name: "Agent",
      tool_input: { prompt: "do sub work" },
    });
  });

  it("knows a call by its id, and a result by its text", () => {
    expect(decoded("PreToolUse").payload["tool_use_id"]).toBe("call_1");
    expect(decoded("PostToolUse").payload).toMatchObject({
      tool_output: "hello-from-tool\n",
      tool_response: "hello-from-tool\n",
    });
  });

  it("a failing command is an error with its text", () => {
    expect(decoded("PostToolUseFailure").payload).toMatchObject({
      is_error: true,
      error: "bad\nCommand failed with exit code: 3.",
      tool_output: "bad\nCommand failed with exit code: 3.",
    });
    expect(kimi.decode("PostToolUseFailure", { error: 7 }).payload).toMatchObject({ is_error: true, error: 7 });
  });

  it("subagents, notices, compaction and failures have canonical fields", () => {
    expect(decoded("SubagentStop").payload).toMatchObject({ agent_type: "coder", last_assistant_message: "sub done" });
    expect(decoded("Notification").payload).toMatchObject({
      notification_type: "task.completed",
      message: expect.stringContaining("slow echo completed"),
    });
    expect(decoded("PreCompact").payload).toMatchObject({ trigger: "manual", context_tokens: 20153 });
    const failed = { error_type: "APIError", error_message: "gone" };
    expect(kimi.decode("StopFailure", failed).payload).toMatchObject({ error: "APIError", error_details: "gone" });
  });

  it("an agent's id means a subagent, so that of the main agent goes", () => {
    expect(recorded("PermissionRequest")["agent_id"]).toBe("main");
    expect("agent_id" in decoded("PermissionRequest").payload).toBe(false);
    expect(kimi.decode("Notification", { agent_id: "a1" }).payload.agent_id).toBe("a1");
  });

  it("an event nobody knows keeps its name, and nothing says whether a person is there", () => {
    expect(kimi.decode("SessionHeartbeat", {}).name).toBe("kimi:SessionHeartbeat");
    expect(kimi.presence(recorded("PreToolUse"), {}).presence).toBe("unknown");
  });
});

describe("Kimi Code: its config", () => {
  const places = { home: "/home/user", project: "/home/user/project", environment: {} };

  it("is the person's config.toml, wherever KIMI_CODE_HOME says; a project has none", () => {
    const paths = (environment: Record<string, string>) =>
      kimi.wiring!.files("user", { ...places, environment }).map(({ path }) => path);
    expect(paths({})).toEqual(["/home/user/.kimi-code/config.toml"]);
    expect(paths({ KIMI_CODE_HOME: "/k" })).toEqual(["/k/config.toml"]);
    expect(kimi.wiring!.files("project", places)).toEqual([]);
  });

  it("CF-23 an entry has the keys it allows and waits as long as it allows", () => {
    const format = kimi.wiring!.files("user", places)[0]!.format;
    if (format.kind !== "toml") throw new Error("not TOML");
    const command = "'/my data/snaphook/launch' kimi Stop";
    const entry = format.entry({ event: "Stop", command, seconds: 600, gates: false });
    expect(entry).toBe(`event = "Stop"\ncommand = "'/my data/snaphook/launch' kimi Stop"\ntimeout = 600`);
    expect(wiredEvents(kimi).every(({ seconds }) => seconds >= 1 && seconds <= 600)).toBe(true);
  });
});
