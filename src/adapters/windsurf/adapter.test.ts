/** The fixtures are written by hand from the fields that Windsurf's documents name; none was recorded from the program. */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ProgramPlace } from "../../../test/support/program.js";
import { recordedPayloads } from "../../../test/support/recorded-payloads.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import { commandLine, gateCommandLine } from "../../runtime/wiring/command-line.js";
import { whyUnsupported } from "../_shared/event-table.js";
import { wiredEvents } from "../_shared/wired-calls.js";
import cursor from "../cursor/index.js";
import windsurf from "./index.js";

const samples = recordedPayloads(windsurf);
const sample = (name: string) => samples.find(({ file }) => file === `${name}.json`)!;
const decoded = (name: string) => windsurf.decode(sample(name).event, sample(name).payload);
const by = { hook: "h", source: "user", ms: 1 };
const tell = (name: string, decision: Partial<Decision>) => {
  const event = decoded(name);
  const can = windsurf.capability(event.name, "unknown");
  return windsurf.encode(degrade({ ...NO_DECISION, ...decision }, can, windsurf.title), event);
};
const BEFORE_TOOLS = ["pre_run_command", "pre_read_code", "pre_write_code", "pre_mcp_tool_use"];
const AFTER_TOOLS = BEFORE_TOOLS.map((name) => name.replace("pre_", "post_"));

describe("what Windsurf sends", () => {
  it("AD-16 its events for each kind of tool are calls of that tool", () => {
    const call = { hook_origin: "windsurf", session_id: "c0ffee00-0000-4000-8000-000000000001" };
    for (const [time, name] of [
      ["pre", "PreToolUse"],
      ["post", "PostToolUse"],
    ]) {
      expect(decoded(`${time}_run_command`)).toMatchObject({
        name,
        payload: { ...call, tool_name: "Bash", tool_input: { command: "npm test" }, cwd: "/home/user/project" },
      });
      expect(decoded(`${time}_read_code`)).toMatchObject({
        name,
        payload: { ...call, tool_name: "Read", tool_input: { file_path: "/home/user/project/a.txt" } },
      });
      expect(decoded(`${time}_write_code.new-file`)).toMatchObject({
        name,
        payload: { ...call, tool_name: "Write", tool_input: { file_path: "/home/user/project/b.txt", content: "new" } },
      });
      expect(decoded(`${time}_mcp_tool_use`)).toMatchObject({
        name,
        payload: { ...call, tool_name: "mcp__harbour__leave_mark", tool_input: { berth: 7 } },
      });
    }
    expect(decoded("post_mcp_tool_use").payload["tool_output"]).toBe("marked");
  });

  it("a change of parts of a file is an Edit, of one part in Claude Code's fields too", () => {
    const edit = { old_string: "hi", new_string: "ho" };
    const file_path = "/home/user/project/a.txt";
    expect(decoded("pre_write_code").payload).toMatchObject({
      tool_name: "Edit",
      native_tool_name: "write_code",
      tool_input: { file_path, edits: [edit], ...edit },
    });
    const several = { tool_info: { file_path, edits: [{ old_string: "", new_string: "a" }, edit] } };
    const { payload } = windsurf.decode("pre_write_code", several);
    expect(payload).toMatchObject({ tool_name: "Edit", tool_input: several.tool_info });
    expect(windsurf.decode("pre_write_code", { tool_info: { file_path } }).payload["tool_name"]).toBe("Write");
  });

  it("IN-12 what is nested in tool_info is found where other agents have it", () => {
    expect(decoded("pre_user_prompt")).toMatchObject({
      name: "UserPromptSubmit",
      payload: { prompt: "please run it", model: "Some Model 1" },
    });
    expect(decoded("post_cascade_response_with_transcript").payload.transcript_path).toMatch(/\.jsonl$/);
    expect(decoded("post_setup_worktree")).toMatchObject({
      name: "windsurf:post_setup_worktree",
      payload: { root_workspace_path: "/home/user/project" },
    });
  });

  it("AD-16 the end of an answer is a Stop with the last words, and a session starts with its prompt", () => {
    expect(decoded("post_cascade_response")).toMatchObject({
      name: "Stop",
      payload: { last_assistant_message: "All done." },
    });
    expect(whyUnsupported(windsurf, "SessionStart")).toContain("first prompt");
    const step = (response: string) => JSON.stringify({ type: "planner_response", planner_response: { response } });
    expect(windsurf.transcript!(`${step("one")}\n${step("two")}\n{"type":"user_input"}\n{"ty`)).toEqual({
      lastAnswer: "two",
    });
  });
});

describe("what Windsurf is told", () => {
  const blocked = (reason: string) => ({ stdout: "", stderr: `${reason}\n`, exitCode: 2 });

  it("OU-20 a denial before anything is exit code 2 and its reason on stderr", () => {
    for (const name of [...BEFORE_TOOLS, "pre_user_prompt"]) {
      expect(tell(name, { verdict: "deny", reason: "no" })).toEqual(blocked("no"));
      expect(tell(name, { verdict: "deny", reason: " " })).toEqual(blocked("Blocked by a hook."));
    }
    expect(tell("pre_run_command", { verdict: "ask", reason: "sure?" })).toEqual(blocked("sure?"));
    expect(tell("pre_run_command", { input: { command: "ls" }, inputBy: [by] }).stderr).toContain("ls");
  });

  it("OU-19 everything else is exit code 0 and not a byte", () => {
    for (const name of [...AFTER_TOOLS, "post_cascade_response", "post_setup_worktree"])
      expect(tell(name, { verdict: "deny", reason: "no" })).toEqual({ stdout: "", exitCode: 0 });
    expect(tell("pre_write_code", { verdict: "allow", context: "c", contextBy: [by] })).toEqual(windsurf.neutral);
    expect(tell("post_cascade_response", { forceContinue: { value: { reason: "on" }, by } })).toEqual(windsurf.neutral);
  });
});

describe("Windsurf's file", () => {
  it("AD-16 names every kind of tool, while special cases of a general event stay out of Cursor's", async () => {
    const place = new ProgramPlace();
    await place.run(["install", "windsurf"]);
    const { hooks, ...rest } = JSON.parse(readFileSync(join(place.home, ".codeium/windsurf/hooks.json"), "utf8"));
    expect(rest).toEqual({});
    expect(Object.keys(hooks).sort()).toEqual(
      [...BEFORE_TOOLS, ...AFTER_TOOLS, "pre_user_prompt", "post_cascade_response"].sort(),
    );
    const launcher = join(place.data, "launch");
    for (const [event, entries] of Object.entries(hooks)) {
      const command = (BEFORE_TOOLS.includes(event) ? gateCommandLine : commandLine)(launcher, "windsurf", event);
      expect(entries).toEqual([{ command, show_output: false }]);
    }
    expect(wiredEvents(cursor).map(({ event }) => event)).not.toContain("beforeShellExecution");
  });

  it("OU-20 a guard blocks a write, also when the program has gone", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      version: 1,
      hooks: { PreToolUse: [{ matcher: "Edit", guard: true, command: `echo '{"decision":"deny","reason":"no"}'` }] },
    });
    await place.run(["install", "windsurf"]);
    const call = () =>
      spawnSync(join(place.data, "launch"), ["windsurf", "pre_write_code"], {
        input: JSON.stringify(sample("pre_write_code").payload),
        cwd: place.project,
        encoding: "utf8",
        env: place.env,
      });
    expect(call()).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(/^no$/m) });
    rmSync(join(place.data, "versions"), { recursive: true });
    expect(call()).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("install") });
  });
});
