import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ProgramPlace, says } from "../../../test/support/program.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import type { Presence } from "../../core/events/payload.js";
import { toCanonicalTool, toNativeTool } from "../../core/events/tools.js";
import type { JsonObject } from "../../core/text/json.js";
import gemini from "./index.js";

const fixture = (file: string) => readFileSync(join(import.meta.dirname, "fixtures", file), "utf8");
const recorded = (name: string) => JSON.parse(fixture(`${name}.json`)) as JsonObject;
const decode = (payload: JsonObject) => gemini.decode(String(payload["hook_event_name"]), payload);
const decoded = (name: string) => decode(recorded(name));

const by = { hook: "h", source: "user", ms: 1 };
const said = (payload: JsonObject, decision: Partial<Decision>, presence: Presence = "headless") => {
  const event = decode(payload);
  const told = degrade({ ...NO_DECISION, ...decision }, gemini.capability(event.name, presence), gemini.title);
  return gemini.encode(told, event);
};
const say = (name: string, decision: Partial<Decision>, presence?: Presence) => {
  const { stdout, stderr, exitCode } = said(recorded(name), decision, presence);
  expect([stderr, exitCode]).toEqual([undefined, 0]);
  return stdout;
};

describe("Gemini CLI: what it is told", () => {
  it("AD-09 OU-20 a denied tool, with its reason", () => {
    expect(say("BeforeTool", { verdict: "deny", reason: "no" })).toBe('{"decision":"deny","reason":"no"}');
    expect(say("BeforeTool", { verdict: "deny" })).toBe('{"decision":"deny","reason":"Blocked by a hook."}');
    expect(say("BeforeTool", { verdict: "deny", reason: "no", input: { command: "true" } })).toBe(
      '{"decision":"deny","reason":"no"}',
    );
  });

  it("OU-20 a denied prompt, and nothing where it cannot deny", () => {
    expect(say("BeforeAgent", { verdict: "deny", reason: "no" })).toBe('{"decision":"deny","reason":"no"}');
    for (const event of ["SessionStart", "SessionEnd", "Notification", "PreCompress", "BeforeModel", "AfterModel"])
      expect(say(event, { verdict: "deny", reason: "no" })).toBe("{}");
  });

  it("a question only with a person there, with its reason where the person reads it", () => {
    const question = { verdict: "ask", reason: "sure?", verdictBy: by } as const;
    expect(say("BeforeTool", question, "interactive")).toBe(
      '{"decision":"ask","reason":"sure?","systemMessage":"sure?"}',
    );
    for (const presence of ["headless", "unknown"] as const)
      expect(say("BeforeTool", question, presence)).toBe('{"decision":"deny","reason":"sure?"}');
  });

  it("an allow is no opinion, and so is context before a tool", () => {
    expect(say("BeforeTool", { verdict: "allow", verdictBy: by })).toBe("{}");
    expect(say("BeforeTool", { context: "c", contextBy: [by] })).toBe("{}");
  });

  it("a rewrite as the complete input in its own fields", () => {
    const rewritten = (name: string, input: JsonObject) =>
      JSON.parse(say(name, { input, inputBy: [by] })).hookSpecificOutput;
    expect(rewritten("BeforeTool", { command: "true", description: "write marker" })).toEqual({
      hookEventName: "BeforeTool",
      tool_input: { command: "true", description: "write marker" },
    });
    const spawned = { agent_name: "generalist", subagent_type: "cli_help", prompt: "Leave a mark." };
    expect(rewritten("BeforeTool.invoke_agent", spawned).tool_input).toEqual({
      agent_name: "cli_help",
      prompt: "Leave a mark.",
    });
    expect(rewritten("BeforeTool.mcp", { size: 1 }).tool_input).toEqual({ size: 1 });
  });

  it("another address for a fetch goes into its prompt", () => {
    const fetched = { ...recorded("BeforeTool"), tool_name: "web_fetch" };
    const payload = { ...fetched, tool_input: { prompt: "Sum up https://a.example/x and say why." } };
    const input = (changed: JsonObject) => {
      const seen = decode(payload).payload["tool_input"] as JsonObject;
      return JSON.parse(said(payload, { input: { ...seen, ...changed }, inputBy: [by] }).stdout).hookSpecificOutput
        .tool_input;
    };
    expect(input({ url: "https://b.example/$&" })).toEqual({ prompt: "Sum up https://b.example/$& and say why." });
    expect(input({ prompt: "Sum up https://a.example/x." })).toEqual({ prompt: "Sum up https://a.example/x." });
  });

  it("context, replaced output, going on, a message and a wish to stop each have their place", () => {
    const context = { context: "c", contextBy: [by] };
    for (const event of ["SessionStart", "BeforeAgent", "AfterTool"])
      expect(say(event, context)).toBe(`{"hookSpecificOutput":{"hookEventName":"${event}","additionalContext":"c"}}`);
    expect(say("AfterTool", { output: { value: "new", by } })).toBe('{"decision":"deny","reason":"new"}');
    expect(say("AfterTool", { output: { value: { a: 1 }, by }, ...context })).toBe(
      '{"decision":"deny","reason":"{\\"a\\":1}\\n\\nc"}',
    );
    expect(say("AfterAgent", { forceContinue: { value: { reason: "tests" }, by } })).toBe(
      '{"decision":"deny","reason":"tests"}',
    );
    for (const event of ["SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent", "SessionEnd"])
      expect(say(event, { messages: [{ value: "m", by }] })).toBe('{"systemMessage":"m"}');
    for (const event of ["BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent"])
      expect(say(event, { stop: { value: { reason: "enough" }, by } })).toBe(
        '{"continue":false,"stopReason":"enough"}',
      );
  });
});

describe("Gemini CLI: what it says", () => {
  it("AD-09 its events are the canonical ones, with their fields", () => {
    const seen = [
      ["SessionStart", "SessionStart", { source: "startup" }],
      ["BeforeAgent", "UserPromptSubmit", { prompt: "please run the tool" }],
      ["BeforeTool", "PreToolUse", { tool_name: "Bash", tool_input: recorded("BeforeTool")["tool_input"] }],
      [
        "AfterTool",
        "PostToolUse",
        {
          tool_name: "Bash",
          tool_response: recorded("AfterTool")["tool_response"],
          native_tool_name: "run_shell_command",
        },
      ],
      [
        "AfterAgent",
        "Stop",
        { last_assistant_message: "ALL DONE", prompt_response: "ALL DONE", stop_hook_active: false },
      ],
      ["PreCompress", "PreCompact", { trigger: "auto" }],
      ["Notification", "Notification", { notification_type: "permission_prompt" }],
      ["SessionEnd", "SessionEnd", { reason: "exit" }],
    ] as const;
    for (const [native, name, fields] of seen) {
      const event = decoded(native);
      expect(event.name).toBe(name);
      expect(event.payload).toMatchObject({ hook_event_name: name, hook_origin: "gemini", ...fields });
      expect(event.native).toEqual({ agent: "gemini", event: native, payload: recorded(native) });
    }
  });

  it("tools have canonical names and fields, and find their way back", () => {
    expect(decoded("BeforeTool.replace").payload["tool_name"]).toBe("Edit");
    expect(decoded("BeforeTool.invoke_agent").payload).toMatchObject({
      tool_name: "Agent",
      tool_input: { subagent_type: "generalist", prompt: "Leave a mark." },
    });
    const search = { name: "grep_search", input: { pattern: "x", dir_path: "src", include_pattern: "*.ts" } };
    const canonical = { name: "Grep", input: { pattern: "x", path: "src", glob: "*.ts" } };
    expect(toCanonicalTool(gemini.tools, search)).toEqual(canonical);
    expect(toNativeTool(gemini.tools, canonical)).toEqual(search);
    expect(toNativeTool(gemini.tools, { name: "Read", input: {} }).name).toBe("read_file");
  });

  it("a tool of an MCP server has the name that rules about servers know", () => {
    for (const name of ["BeforeTool.mcp", "AfterTool.mcp"])
      expect(decoded(name).payload).toMatchObject({
        tool_name: "mcp__harbour__leave_mark",
        native_tool_name: "mcp_harbour_leave_mark",
      });
    expect(decoded("AfterTool.mcp").payload["tool_output"]).toBe("the mark is there");
  });

  it("a fetch has the address that its prompt holds", () => {
    const fetched = (tool_input: JsonObject) =>
      decode({ ...recorded("BeforeTool"), tool_name: "web_fetch", tool_input }).payload["tool_input"];
    expect(fetched({ prompt: "Read (https://a.example/x)." })).toMatchObject({ url: "https://a.example/x" });
    expect(fetched({ prompt: "Read it." })).toEqual({ prompt: "Read it." });
    expect(fetched({ url: "https://b.example" })).toMatchObject({ url: "https://b.example" });
  });

  it("a tool that failed is an error, also a command that Gemini calls a success", () => {
    const failed = (name: string) => decoded(name).payload["is_error"];
    for (const name of ["exit3", "rewritten", "signal", "read_file.error"])
      expect(failed(`AfterTool.${name}`), name).toBe(true);
    for (const name of ["AfterTool", "AfterTool.mcp", "AfterTool.write_file"])
      expect(failed(name), name).toBeUndefined();
    expect(decoded("AfterTool.exit3").payload["tool_output"]).toContain("hello\noops\nExit Code: 3");
  });

  it("a command that only prints how another one ended has not failed", () => {
    const printed = (llmContent: string, returnDisplay: string) =>
      decode({ ...recorded("AfterTool"), tool_response: { llmContent, returnDisplay } }).payload["is_error"];
    const wrapped = (text: string) =>
      `<untrusted_context>\nOutput: ${text}\nProcess Group PGID: 7\n</untrusted_context>`;
    expect(printed(wrapped("log\nExit Code: 3"), "log\nExit Code: 3")).toBeUndefined();
    expect(printed(wrapped("log\nExit Code: 3\nExit Code: 4"), "log\nExit Code: 3")).toBe(true);
  });

  it("a model that ended without a text has no last answer", () => {
    const silent = { ...recorded("AfterAgent"), prompt_response: "[no response text]" };
    expect(decode(silent).payload["last_assistant_message"]).toBeUndefined();
  });

  it("odd results are read as far as they go", () => {
    for (const tool_response of [null, "text", [], { llmContent: 7 }, { llmContent: [null, { text: 1 }] }]) {
      const { payload } = decode({ ...recorded("AfterTool"), tool_response, mcp_context: { server_name: 1 } });
      expect([payload["tool_name"], payload["tool_output"], payload["is_error"]]).toEqual([
        "Bash",
        undefined,
        undefined,
      ]);
    }
  });

  it("nothing tells a terminal from a script, except where nobody can be", () => {
    expect(gemini.presence({}, JSON.parse(fixture("_env.json"))).presence).toBe("unknown");
    expect(gemini.presence({}, { CI: "true" })).toEqual({ presence: "headless", evidence: "CI=true" });
    expect(gemini.projectFolder?.(JSON.parse(fixture("_env.json")))).toBe("/home/user/project");
  });
});

describe("Gemini CLI: its transcript", () => {
  const lines = fixture("_transcript.jsonl").trimEnd().split("\n");
  const read = (...more: object[]) =>
    gemini.transcript!([...lines, ...more.map((line) => JSON.stringify(line))].join("\n"));

  it("holds the last answer, the list of things to do and the model", () => {
    expect(read()).toEqual({
      lastAnswer: "The harbour is closed.",
      plan: "[completed] look at the log book\n[in_progress] close the harbour",
      model: "gemini-2.5-flash",
    });
  });

  it("is read with what was taken back and replaced", () => {
    const answer = { id: "a", type: "gemini", content: [{ text: "It is open." }], model: "other" };
    expect(read(answer)).toMatchObject({ lastAnswer: "It is open.", model: "other" });
    expect(read(answer, { ...answer, content: "It is closed again." }).lastAnswer).toBe("It is closed again.");
    expect(read(answer, { $rewindTo: "a" }).lastAnswer).toBe("The harbour is closed.");
    expect(read({ $rewindTo: "unknown" })).toEqual({});
    expect(read({ $set: { messages: [answer] } })).toEqual({ lastAnswer: "It is open.", model: "other" });
  });

  it("is read as far as it goes", () => {
    expect(gemini.transcript!(`${lines[0]}\n{"id":"x","type":"gem`)).toEqual({});
    expect(
      read({ id: "x", type: "gemini", content: null, toolCalls: [{ name: "write_todos", args: 7 }] }),
    ).toMatchObject({
      lastAnswer: "The harbour is closed.",
    });
  });
});

describe("Gemini CLI: the program itself", () => {
  it("AD-09 install writes named entries with milliseconds, only for what is needed, and beside other settings", async () => {
    const place = new ProgramPlace();
    const file = join(place.home, ".gemini/settings.json");
    place.write(file, '{\n  // mine\n  "ui": {}\n}\n');
    const { code, stdout } = await place.run(["install", "gemini"]);
    expect(code).toBe(0);
    expect(stdout).toContain("GEMINI_CLI_TRUST_WORKSPACE=true");
    const text = place.read(file);
    expect(text).toContain("// mine");
    const { hooks } = JSON.parse(text.replace("// mine", ""));
    expect(Object.keys(hooks)).toEqual([
      "BeforeTool",
      "AfterTool",
      "BeforeAgent",
      "SessionStart",
      "SessionEnd",
      "AfterAgent",
      "Notification",
    ]);
    expect(hooks.BeforeTool).toEqual([
      {
        hooks: [
          {
            type: "command",
            name: "snaphook",
            command: expect.stringMatching(/launch'? gemini BeforeTool --wait=3600$/),
            timeout: 3_600_000,
          },
        ],
      },
    ]);
  });

  it("IN-20 a hook and the log see that the event came from Gemini CLI", async () => {
    const place = new ProgramPlace();
    const keeps = { event: "PreToolUse", matcher: "Bash", command: `cat > '${place.path("seen.json")}'` };
    const denies = { event: "PreToolUse", matcher: "Bash", id: "no", command: says("deny", "the harbour is closed") };
    place.writeUser("hooks.json", { hooks: [keeps, denies] });
    const input = { ...recorded("BeforeTool"), cwd: place.project };
    const { code, stdout } = await place.run(["hook", "gemini", "BeforeTool"], { input });
    expect([code, stdout]).toEqual([0, '{"decision":"deny","reason":"the harbour is closed"}']);
    expect(JSON.parse(place.read("seen.json"))).toMatchObject({ hook_origin: "gemini", hook_event_name: "PreToolUse" });
    expect(JSON.parse(place.read(join(place.state, "hooks.log")))).toMatchObject({ agent: "gemini", decision: "deny" });
  });
});
