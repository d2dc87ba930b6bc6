/**
 * No fixture was recorded from Kilo: they are OpenCode's recorded shapes with neutral values, because Kilo's documents
 * call its plugins identical. What a tool is given is from Kilo's own definitions of its tools.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROGRAM, ProgramPlace } from "../../../test/support/program.js";
import { recordedPayloads } from "../../../test/support/recorded-payloads.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import type { Presence } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import { whyUnsupported } from "../_shared/event-table.js";
import kilo from "./index.js";

const SAMPLES = new Map(recordedPayloads(kilo).map((one) => [one.file.replace(/\.json$/, ""), one]));
const by = { hook: "h", source: "user", ms: 1 };
const deny = { verdict: "deny", reason: "the harbour is closed" } as const;

function decoded(file: string) {
  const { event, payload } = SAMPLES.get(file)!;
  return kilo.decode(event, payload);
}

/** What our plugin is told, exactly. */
function told(file: string, decision: Partial<Decision>, presence: Presence = "headless"): string {
  const event = decoded(file);
  const can = kilo.capability(event.name, presence);
  const { stdout, exitCode } = kilo.encode(degrade({ ...NO_DECISION, ...decision }, can, kilo.title), event);
  expect(exitCode).toBe(0);
  return stdout;
}

const rewritten = (input: JsonObject) => ({ input, inputBy: [by] });

describe("what our plugin is told to do", () => {
  it.each([
    ["tool.execute.before", deny, '{"deny":"the harbour is closed"}'],
    ["tool.execute.before", { verdict: "ask", reason: "really?" }, '{"deny":"really?"}'],
    ["tool.execute.before", { verdict: "allow" }, "{}"],
    ["tool.execute.before", rewritten({ command: "true" }), '{"args":{"command":"true"}}'],
    ["tool.execute.after", { output: { value: "clean", by }, context: "noon" }, '{"context":"noon","output":"clean"}'],
    ["chat.message", { ...deny, context: "noon" }, '{"deny":"the harbour is closed","context":"noon"}'],
    ["chat.message.in-subagent", { ...deny, context: "noon" }, '{"context":"noon"}'],
    ["command.execute.before", deny, '{"deny":"the harbour is closed"}'],
    ["experimental.session.compacting", deny, '{"deny":"the harbour is closed"}'],
    ["session.created", { context: "noon" }, '{"context":"noon"}'],
    ["session.idle", { forceContinue: { value: { reason: "look" }, by } }, '{"continue":"look"}'],
    ["session.idle.in-subagent", { forceContinue: { value: { reason: "look" }, by } }, "{}"],
    ["permission.asked", deny, '{"deny":"the harbour is closed"}'],
    ["permission.asked", { verdict: "ask", reason: "really?" }, '{"deny":"really?"}'],
    ["dispose", { ...deny, messages: [{ value: "bye", by }] }, '{"message":"bye"}'],
  ] as const)("OU-20 on %s: %j", (file, decision, answer) => {
    expect(told(file, decision as Partial<Decision>)).toBe(answer);
  });

  it("says allow to a permission only where a person is waited for", () => {
    expect(told("permission.asked", { verdict: "allow" }, "interactive")).toBe('{"allow":true}');
    expect(told("permission.asked", { verdict: "ask" }, "interactive")).toBe("{}");
    expect(told("permission.asked", { verdict: "allow" }, "unknown")).toBe("{}");
  });

  it("puts a rewrite back into Kilo's own fields", () => {
    const { tool_input: sent } = decoded("tool.execute.before.edit").payload as { tool_input?: JsonObject };
    const args = { oldString: "one", newString: "three", filePath: "/home/user/project/notes.md" };
    expect(JSON.parse(told("tool.execute.before.edit", rewritten({ ...sent, new_string: "three" })))).toEqual({ args });
  });
});

describe("what hooks are given", () => {
  it.each([
    ["tool.execute.before", "PreToolUse", { tool_name: "Bash", native_tool_name: "bash", tool_use_id: "call_2" }],
    ["tool.execute.before.edit", "PreToolUse", { tool_name: "Edit" }],
    ["tool.execute.before.mcp", "PreToolUse", { tool_name: "mcp__harbour__leave_mark" }],
    ["tool.execute.before.in-subagent", "PreToolUse", { session_id: "ses_main", agent_id: "ses_1" }],
    ["tool.execute.after.exit3", "PostToolUse", { tool_output: "hi\n", is_error: true }],
    ["chat.message.in-subagent", "SubagentStart", { session_id: "ses_main", agent_type: "general" }],
    ["session.created.resumed", "SessionStart", { source: "resume" }],
    ["session.idle", "Stop", { last_assistant_message: "done", stop_hook_active: false }],
    ["session.deleted", "SessionEnd", { reason: "deleted" }],
    ["session.error", "Error", { error: "The key is not valid" }],
    ["permission.replied", "PermissionResult", { tool_name: "Bash", decision: "allow" }],
    ["todo.updated", "kilo:todo.updated", { todos: [expect.objectContaining({ content: "Write the parser" })] }],
  ])("%s is %s", (file, name, fields) => {
    const event = decoded(file);
    expect(event.name).toBe(name);
    expect(event.payload).toMatchObject({ cwd: "/home/user/project", hook_origin: "kilo", ...fields });
  });

  it("a rule about commands holds for all of Kilo's tools that run some", () => {
    const input = { command: "npm login", workdir: "/home/user/project" };
    const { payload } = decoded("tool.execute.before.interactive-terminal");
    expect(payload).toMatchObject({ tool_name: "Bash", tool_input: input });
    expect(kilo.tools["background_process"]?.name).toBe("Bash");
    const args = { ...input, description: "Logs in", command: "true" };
    expect(JSON.parse(told("tool.execute.before.interactive-terminal", rewritten(args)))).toEqual({ args });
  });

  it("a rule about files holds for notebooks", () => {
    const call = (tool: string) =>
      kilo.decode("tool.execute.before", { input: { tool, sessionID: "s" }, output: { args: { path: "a.ipynb" } } });
    expect(call("notebook_read").payload).toMatchObject({ tool_name: "Read", tool_input: { file_path: "a.ipynb" } });
    const edit = { tool_name: "NotebookEdit", tool_input: { notebook_path: "a.ipynb" } };
    expect(call("notebook_edit").payload).toMatchObject(edit);
  });

  it("speaks of itself, not of the agent it was forked from", () => {
    expect(whyUnsupported(kilo, "TaskCreated")).toContain("hook kilo:todo.updated");
    expect(kilo.presence({ mode: "run" }, {})).toEqual({ presence: "headless", evidence: "kilo run never asks" });
    expect(JSON.stringify([kilo.events, kilo.notCovered])).not.toMatch(/opencode/i);
  });
});

describe("where the plugin goes", () => {
  const places = { home: "/h", project: "/p", environment: {} };
  const files = (scope: "user" | "project", environment = {}) =>
    kilo.wiring!.files(scope, { ...places, environment }).map(({ path }) => path);

  it("is the folder that Kilo loads by itself", () => {
    expect(files("user")).toEqual(["/h/.config/kilo/plugins/snaphook.js"]);
    expect(files("user", { XDG_CONFIG_HOME: "/x" })).toEqual(["/x/kilo/plugins/snaphook.js"]);
    expect(files("project")).toEqual(["/p/.kilo/plugins/snaphook.js"]);
    expect(kilo.traces.folders!(places)).toEqual(["/h/.config/kilo"]);
  });

  it("CF-23 golden: one file with our launcher in it, beside the person's own plugins", async () => {
    const place = new ProgramPlace();
    const folder = join(place.root, "config/kilo/plugins");
    const mine = place.write(join(folder, "mine.js"), "export default {};\n");
    expect((await place.run(["install", "kilo"])).code).toBe(0);
    const bundled = readFileSync(join(dirname(PROGRAM), "bridges/kilo.js"), "utf8");
    const mark = "// Written by `snaphook install`; `snaphook uninstall` removes it.\n";
    const launcher = JSON.stringify(join(place.data, "launch"));
    expect(readFileSync(join(folder, "snaphook.js"), "utf8")).toBe(
      mark + bundled.replace('"@SNAPHOOK_LAUNCHER@"', launcher),
    );
    await place.run(["uninstall", "kilo"]);
    expect(existsSync(join(folder, "snaphook.js"))).toBe(false);
    expect(readFileSync(mine, "utf8")).toBe("export default {};\n");
  });

  it("no folder is left where there was none", async () => {
    const place = new ProgramPlace();
    await place.run(["install", "kilo", "--project"]);
    expect(place.has(".kilo/plugins/snaphook.js")).toBe(true);
    await place.run(["uninstall", "kilo", "--project"]);
    expect(place.has(".kilo")).toBe(false);
  });
});
