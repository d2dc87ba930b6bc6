import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ProgramPlace } from "../../../test/support/program.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import type { JsonObject } from "../../core/text/json.js";
import cline from "./index.js";

const recorded = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, "fixtures", `${name}.json`), "utf8")) as JsonObject;
const read = (name: string) => cline.decode(name.split(".")[0]!, recorded(name));
const call = (tool: string, input: unknown) =>
  cline.decode("PreToolUse", { hookName: "tool_call", tool_call: { id: "call_1", name: tool, input } });

const by = { hook: "h", source: "user", ms: 1 };
const said = (event: ReturnType<typeof read>, decision: Partial<Decision>) => {
  const degraded = degrade({ ...NO_DECISION, ...decision }, cline.capability(event.name, "headless"), cline.title);
  const { stdout, exitCode } = cline.encode(degraded, event);
  expect(exitCode).toBe(0);
  return stdout;
};
const say = (fixture: string, decision: Partial<Decision>) => said(read(fixture), decision);
const rewritten = (event: ReturnType<typeof read>, input: JsonObject) =>
  (JSON.parse(said(event, { input, inputBy: [by] })) as { overrideInput: unknown }).overrideInput;

describe("Cline: what it is told", () => {
  it("nothing is said by printing nothing, and so is an allow", () => {
    expect(say("PreToolUse", {})).toBe("");
    expect(say("PreToolUse", { verdict: "allow", verdictBy: by })).toBe("");
  });

  it("OU-20 a tool that checks its input is denied by itself, and the model is told why", () => {
    const told = "This call was denied by a hook and did not run: no";
    const golden = `{"overrideInput":{"denied":"no"},"contextModification":"${told}"}`;
    for (const tool of ["", ".editor-create", ".read_files", ".search_codebase", ".fetch_web_content", ".ask_question"])
      expect(say(`PreToolUse${tool}`, { verdict: "deny", reason: "no" }), tool).toBe(golden);
    expect(say("PreToolUse", { verdict: "deny", reason: "no", context: "more", contextBy: [by] })).toBe(
      `{"overrideInput":{"denied":"no"},"contextModification":"${told}\\n\\nmore"}`,
    );
  });

  it("OU-20 any other tool is denied by ending the run: nothing else is sure to hold it back", () => {
    const golden = '{"cancel":true,"errorMessage":"no"}';
    expect(say("PreToolUse.mcp", { verdict: "deny", reason: "no" })).toBe(golden);
    expect(say("PreToolUse.spawn_agent", { verdict: "deny", reason: "no" })).toBe(golden);
    expect(said(call("team_run_task", {}), { verdict: "deny", reason: "no" })).toBe(golden);
    expect(said(cline.decode("PreToolUse", {}), { verdict: "deny", reason: "no" })).toBe(golden);
  });

  it("a question becomes a deny, because nobody can be asked", () => {
    expect(say("PreToolUse", { verdict: "ask", reason: "sure?", verdictBy: by })).toContain('"denied":"sure?"');
  });

  it("a wish to stop ends the run, before and after a tool", () => {
    const stop = { value: { reason: "enough" }, by };
    expect(say("PreToolUse", { stop })).toBe('{"cancel":true,"errorMessage":"enough"}');
    expect(say("PostToolUse", { stop })).toBe('{"cancel":true,"errorMessage":"enough"}');
    expect(say("PostToolUse", { stop: { value: {}, by } })).toBe('{"cancel":true,"errorMessage":"Blocked by a hook."}');
  });

  it("context is given before and after a tool, and a replaced output is not", () => {
    expect(say("PreToolUse", { context: "c", contextBy: [by] })).toBe('{"contextModification":"c"}');
    expect(say("PostToolUse", { context: "c", contextBy: [by] })).toBe('{"contextModification":"c"}');
    expect(say("PostToolUse", { output: { value: "new", by } })).toBe("");
  });

  it("nothing is said where it does not listen", () => {
    const all: Partial<Decision> = {
      verdict: "deny",
      reason: "no",
      context: "c",
      contextBy: [by],
      stop: { value: {}, by },
      forceContinue: { value: { reason: "go on" }, by },
    };
    for (const name of ["TaskStart", "TaskStart.in-subagent", "TaskComplete", "SessionShutdown"])
      expect(say(name, all), name).toBe("");
  });
});

describe("Cline: a rewrite in its own spelling", () => {
  it("a changed command is one command", () => {
    expect(say("PreToolUse", { input: { command: "true" }, inputBy: [by] })).toBe(
      '{"overrideInput":{"commands":["true"]}}',
    );
    const several = read("PreToolUse.several-commands");
    expect(rewritten(several, { ...(several.payload["tool_input"] as JsonObject), command: "a\nb" })).toEqual({
      commands: ["a\nb"],
    });
    expect(rewritten(read("PreToolUse.cmd"), { command: "true" })).toEqual({ commands: ["true"] });
  });

  it("what a hook changed in Cline's own fields is kept, and what it did not change too", () => {
    expect(rewritten(read("PreToolUse"), { commands: ["a", "b"] })).toEqual({ commands: ["a", "b"] });
    const several = read("PreToolUse.several-commands");
    const { command } = several.payload["tool_input"] as JsonObject;
    expect(rewritten(several, { command })).toEqual({ commands: ["echo one", "exit 3", "sleep 0.1; echo three >&2"] });
    expect(rewritten(call("run_commands", "ls"), { command: "ls", raw: "ls" })).toBe("ls");
  });

  it("files, searches and pages", () => {
    expect(rewritten(read("PreToolUse.read_files"), { file_path: "/a" })).toEqual({
      files: [{ path: "/a" }, { path: "/nope" }],
    });
    expect(rewritten(read("PreToolUse.search_codebase"), { pattern: "x" })).toEqual({ queries: ["x"] });
    expect(rewritten(read("PreToolUse.fetch_web_content"), { url: "http://b/" })).toEqual({
      requests: [{ url: "http://b/", prompt: "x" }],
    });
  });

  it("an edit and a new file have the same tool and other canonical fields", () => {
    expect(rewritten(read("PreToolUse.editor-replace"), { file_path: "/a", old_string: "b", new_string: "c" })).toEqual(
      {
        path: "/a",
        old_text: "b",
        new_text: "c",
      },
    );
    expect(rewritten(read("PreToolUse.editor-create"), { file_path: "/a", content: "b" })).toEqual({
      path: "/a",
      new_text: "b",
    });
    expect(rewritten(read("PreToolUse.spawn_agent"), { systemPrompt: "s", prompt: "p" })).toEqual({
      systemPrompt: "s",
      task: "p",
    });
  });
});

describe("Cline: what it sends", () => {
  it("a call has the session of the whole run, its folder and its id", () => {
    expect(read("PreToolUse").payload).toMatchObject({
      hook_event_name: "PreToolUse",
      session_id: "1794726695778_c56rj",
      cwd: "/home/user/project",
      tool_use_id: "call_1",
      tool_name: "Bash",
      native_tool_name: "run_commands",
      tool_input: { command: "echo hello-from-tool | tee ran.txt" },
    });
    expect(read("PreToolUse").payload.agent_id).toBeUndefined();
    expect(cline.decode("TaskStart", { taskId: "conv_1" }).payload.session_id).toBe("conv_1");
  });

  it("SE-15 a shell command is seen in every spelling that Cline takes", () => {
    const commandIn = (input: unknown) => (call("run_commands", input).payload["tool_input"] as JsonObject)["command"];
    const spellings = [
      { commands: ["rm x"] },
      { commands: "rm x" },
      { commands: [{ command: "rm", args: ["x"] }] },
      { commands: { command: "rm", args: ["x"] } },
      { command: "rm", args: ["x"] },
      { command: "rm x" },
      { cmd: "rm x" },
      [{ command: "rm", args: ["x"] }],
      ["rm x"],
      "rm x",
    ];
    for (const input of spellings) expect(commandIn(input), JSON.stringify(input)).toBe("rm x");
    expect(commandIn({ commands: ["ls", "rm x"] })).toBe("ls\nrm x");
    expect(read("PreToolUse.cmd").payload["tool_input"]).toMatchObject({ command: "touch by-cmd" });
    expect(read("PreToolUse.program-and-arguments").payload["tool_input"]).toMatchObject({ command: "touch by-args" });
  });

  it("SE-15 a file is seen in every spelling that Cline takes", () => {
    const pathsIn = (input: unknown) => (call("read_files", input).payload["tool_input"] as JsonObject)["file_paths"];
    const spellings = [
      { files: [{ path: "/a" }] },
      { files: ["/a"] },
      { files: { path: "/a" } },
      { paths: "/a" },
      { file_paths: ["/a"] },
      { path: "/a", start_line: 1 },
      { filePath: "/a" },
      [{ path: "/a" }],
      "/a",
    ];
    for (const input of spellings) expect(pathsIn(input), JSON.stringify(input)).toEqual(["/a"]);
  });

  it("tools have their canonical names and fields", () => {
    const tool = (name: string) => {
      const { tool_name, tool_input } = read(name).payload;
      return [tool_name, tool_input];
    };
    const file_path = "/home/user/project/new.txt";
    expect(tool("PreToolUse.editor-create")).toEqual(["Write", expect.objectContaining({ file_path, content: "hi" })]);
    expect(tool("PreToolUse.editor-replace")).toEqual([
      "Edit",
      expect.objectContaining({ file_path, old_string: "hi", new_string: "ho" }),
    ]);
    expect(tool("PreToolUse.read_files")).toEqual([
      "Read",
      expect.objectContaining({ file_path, file_paths: [file_path, "/nope"] }),
    ]);
    expect(tool("PreToolUse.search_codebase")).toEqual(["Grep", expect.objectContaining({ pattern: "ho" })]);
    expect(tool("PreToolUse.fetch_web_content")).toEqual([
      "WebFetch",
      expect.objectContaining({ url: "http://127.0.0.1:1/", prompt: "x" }),
    ]);
    expect(tool("PreToolUse.spawn_agent")).toEqual(["Agent", expect.objectContaining({ prompt: "Do your part." })]);
    expect(tool("PreToolUse.mcp")).toEqual(["mcp__harbour__leave_mark", {}]);
    const patch = "*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** End Patch";
    expect(call("apply_patch", { input: patch }).payload).toMatchObject({
      tool_name: "Edit",
      tool_input: { command: patch, file_paths: ["a", "b"] },
    });
    expect(call("constructor", {}).payload["tool_name"]).toBe("constructor");
  });

  it("a failed command in a call that Cline counts as a success is a failure", () => {
    expect(read("PostToolUse").payload).toMatchObject({ tool_output: "hello-from-tool\n", duration_ms: 126 });
    expect(read("PostToolUse").payload["is_error"]).toBeUndefined();
    for (const name of ["PostToolUse.exit3", "PostToolUse.several-commands"])
      expect(read(name).payload, name).toMatchObject({ is_error: true, error: "Command exited with code 3" });
    expect(read("PostToolUse.denied").payload).toMatchObject({ is_error: true, error: "✖ Invalid input" });
  });

  it("the text of a result, whatever shape it has", () => {
    const output = (name: string) => read(name).payload["tool_output"];
    expect(output("PostToolUse.several-commands")).toBe("one\n\n[Command exited with code 3]\n\n[stderr]\nthree\n");
    expect(output("PostToolUse.mcp")).toBe("the mark is there");
    expect(output("PostToolUse.spawn_agent")).toBe("my part is done");
    expect(output("PostToolUse.ask_question")).toBe("a");
    expect(output("PostToolUse.editor-create")).toBe("File created successfully at: /home/user/project/new.txt");
  });

  it("the start and the end of a subagent are told from those of the run", () => {
    expect(read("TaskStart")).toMatchObject({ name: "SessionStart", payload: { source: "startup" } });
    expect(read("TaskResume")).toMatchObject({ name: "SessionStart", payload: { source: "resume" } });
    expect(read("TaskComplete")).toMatchObject({ name: "Stop", payload: { last_assistant_message: "all done" } });
    const agent_id = "agent_1794742888077_tb9dkl";
    expect(read("TaskStart.in-subagent")).toMatchObject({ name: "SubagentStart", payload: { agent_id } });
    expect(read("TaskComplete.in-subagent")).toMatchObject({
      name: "SubagentStop",
      payload: { agent_id, last_assistant_message: "my part is done" },
    });
    expect(read("PreToolUse.in-subagent")).toMatchObject({ name: "PreToolUse", payload: { agent_id } });
    expect(read("SessionShutdown").name).toBe("Interrupt");
    expect(cline.presence(recorded("PreToolUse"), {}).presence).toBe("unknown");
  });

  it("odd input is read without a word", () => {
    const odd = [null, 7, "x", [], [null], {}, { id: {}, name: 7 }, { name: "run_commands", input: [null, {}, [1]] }];
    for (const event of ["PreToolUse", "PostToolUse", "TaskComplete", "Else"])
      for (const one of odd) {
        const decoded = cline.decode(event, { tool_call: one, tool_result: one, turn: one, workspaceRoots: one });
        expect(typeof decoded.name).toBe("string");
        expect(() => cline.encode({ ...NO_DECISION, input: { command: "x" } }, decoded)).not.toThrow();
      }
  });
});

describe("Cline: its hook files", () => {
  const EVENTS = ["PostToolUse", "PreToolUse", "SessionShutdown", "TaskComplete", "TaskResume", "TaskStart"];

  it("CF-23 golden: an executable file for each event, beside the person's own", async () => {
    const place = new ProgramPlace();
    const folder = join(place.home, ".cline/hooks");
    const mine = place.write(join(folder, "PreToolUse"), "#!/bin/sh\necho mine\n");
    expect((await place.run(["install", "cline"])).code).toBe(0);
    for (const event of EVENTS) {
      const file = join(folder, `${event}.zsh`);
      const [shell, mark, call, answer = ""] = readFileSync(file, "utf8").split("\n");
      expect([shell, mark]).toEqual(["#!/bin/sh", "# Written by `snaphook install`; `snaphook uninstall` removes it."]);
      const launcher = `${place.data}/launch`;
      const run = `exec ${launcher} cline ${event}`;
      expect(call).toBe(event === "PreToolUse" ? `[ -x '${launcher}' ] && ${run}` : run);
      expect(answer).toMatch(event === "PreToolUse" ? /^printf '%s' '\{"cancel":true,/ : /^$/);
      expect(statSync(file).mode & 0o100, event).toBe(0o100);
    }
    await place.run(["uninstall", "cline"]);
    expect(existsSync(join(folder, "PreToolUse.zsh"))).toBe(false);
    expect(readFileSync(mine, "utf8")).toBe("#!/bin/sh\necho mine\n");
  });

  it("no folder is left where there was none", async () => {
    const place = new ProgramPlace();
    await place.run(["install", "cline"]);
    expect(existsSync(join(place.home, ".cline/hooks/TaskStart.zsh"))).toBe(true);
    await place.run(["uninstall", "cline"]);
    expect(existsSync(join(place.home, ".cline"))).toBe(false);
  });

  it("a project has its own folder, and CLINE_DIR moves the person's", () => {
    const places = { home: "/h", project: "/p", environment: {} };
    const first = (scope: "user" | "project", environment = {}) =>
      cline.wiring!.files(scope, { ...places, environment })[0]!.path;
    expect(first("user")).toBe("/h/.cline/hooks/PreToolUse.zsh");
    expect(first("user", { CLINE_DIR: "/c" })).toBe("/c/hooks/PreToolUse.zsh");
    expect(first("project")).toBe("/p/.clinerules/hooks/PreToolUse.zsh");
  });
});
