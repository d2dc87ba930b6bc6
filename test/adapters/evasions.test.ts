import { describe, expect, it, onTestFinished } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { NO_DECISION } from "../../src/core/decision/decision.js";
import { createHooks, deny } from "../../src/index.js";
import { ProgramPlace } from "../support/program.js";

type Call = readonly [agent: string, tool: string, input: unknown];

/** What the agent sends before this call of its model. */
function sent(agent: string, tool: string, input: unknown): { event: string; payload: Record<string, unknown> } {
  switch (agent) {
    case "pi":
      return { event: "tool_call", payload: { toolName: tool, input, ctx: {} } };
    case "copilot":
      return { event: "preToolUse", payload: { sessionId: "s", toolName: tool, toolArgs: input } };
    case "opencode":
    case "kilo":
      return { event: "tool.execute.before", payload: { input: { tool, sessionID: "s" }, output: { args: input } } };
    case "cline":
      return { event: "PreToolUse", payload: { tool_call: { id: "c", name: tool, input } } };
    case "gemini":
      return { event: "BeforeTool", payload: { tool_name: tool, tool_input: input } };
    case "cursor":
      return { event: "preToolUse", payload: { tool_name: tool, tool_input: input } };
    default:
      return { event: "PreToolUse", payload: { tool_name: tool, tool_input: input } };
  }
}

async function judged(matcher: string | object, [agent, tool, input]: Call) {
  const hooks = createHooks({ presence: "headless" });
  onTestFinished(() => hooks.close());
  hooks.on("PreToolUse", { id: "policy", matcher: matcher as string, guard: true }, () => deny("seen"));
  const { event, payload } = sent(agent, tool, input);
  const decoded = ADAPTERS[agent]!.decode(event, payload);
  return hooks.fire("PreToolUse", decoded.payload as never, { agent });
}

const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
const TWO_FILES = patch("*** Update File: README.md", "@@", "+x", "*** Update File: .env", "@@", "+x");
const ENV = "Read(*.env)";

describe("a guard sees through what a model sends", () => {
  it.each<readonly [string, string, ...Call]>([
    ["a decoy beside the path", ENV, "pi", "read", { path: "/x/.env", file_path: "README.md" }],
    ["a decoy beside the path", ENV, "copilot", "view", { path: "/x/.env", file_path: "README.md" }],
    ["a decoy beside the path", ENV, "opencode", "read", { filePath: "/x/.env", file_path: "README.md" }],
    ["a decoy beside the path", ENV, "kilo", "read", { filePath: "/x/.env", file_path: "README.md" }],
    ["a decoy beside the path", ENV, "kimi", "Read", { path: "/x/.env", file_path: "README.md" }],
    ["a decoy beside the path", ENV, "vscode-copilot", "read_file", { filePath: "/x/.env", file_path: "README.md" }],
    ["one spelling", ENV, "cursor", "Read", { path: "/x/.env", file_path: "README.md" }],
    ["another spelling", ENV, "cursor", "Read", { path: "README.md", target_file: ".env" }],
    ["a third spelling", ENV, "cursor", "Read", { path: "README.md", file_path: ".env" }],
    ["a decoy beside a patch", "Edit(*.env)", "vscode-copilot", "apply_patch", { file_path: "a", input: TWO_FILES }],
    ["a second file", ENV, "cline", "read_files", { files: [{ path: "README.md" }, { path: ".env" }] }],
    ["a second spelling", ENV, "cline", "read_files", { files: ["README.md"], path: ".env" }],
    ["a second file", ENV, "gemini", "read_many_files", { include: ["README.md", ".env"] }],
    ["the only file of a list", ENV, "gemini", "read_many_files", { include: [".env"] }],
    ["a second file of a patch", "Edit(*.env)", "copilot", "apply_patch", TWO_FILES],
    ["a second file of a patch", "Edit(*.env)", "codex", "apply_patch", { command: TWO_FILES }],
    ["a second file of a patch", "Edit(*.env)", "opencode", "apply_patch", { patchText: TWO_FILES }],
    ["a second file of a patch", "Edit(*.env)", "cline", "apply_patch", { input: TWO_FILES }],
    ["a second command", "Bash(rm *)", "cline", "run_commands", { commands: ["true", "rm x"] }],
    ["arguments of nothing", "Bash(rm *)", "cline", "run_commands", { commands: ["rm -rf x"], args: [] }],
    ["a command beside commands", "Bash(rm *)", "cline", "run_commands", { commands: ["ls"], command: "rm x" }],
    ["a second search", "Grep(secret*)", "cline", "search_codebase", { queries: ["a", "secret"] }],
    [
      "a second address",
      "WebFetch(https://evil.test/*)",
      "cline",
      "fetch_web_content",
      { requests: [{ url: "https://ok.test/" }, { url: "https://evil.test/a" }] },
    ],
    [
      "a second address",
      "WebFetch(https://evil.test/*)",
      "gemini",
      "web_fetch",
      { prompt: "https://a.b https://evil.test/a" },
    ],
    [
      "a decoy beside the prompt, in capitals",
      "WebFetch(https://evil.test/*)",
      "gemini",
      "web_fetch",
      { url: "https://ok.test/", prompt: "HTTPS://Evil.test" },
    ],
    [
      "an address in a list",
      "WebFetch(https://evil.test/*)",
      "vscode-copilot",
      "fetch_webpage",
      { urls: ["https://ok.test/", "https://evil.test/a"] },
    ],
    ["a patch beside a command", "Bash(rm *)", "copilot", "bash", { command: "rm -rf /x", raw: TWO_FILES }],
    ["what is typed into a shell", "Bash(rm *)", "copilot", "write_bash", { shellId: "1", input: "rm x" }],
    ["a file made by the editor", "Write(*.env)", "copilot", "str_replace_editor", { command: "create", path: ".env" }],
    [
      "a new file beside a change",
      "Write(*.env)",
      "codex",
      "apply_patch",
      { command: patch("*** Add File: .env", "+x", "*** Update File: a") },
    ],
    [
      "a command of a task",
      "Bash(rm *)",
      "vscode-copilot",
      "create_and_run_task",
      { task: { command: "rm", args: ["x"] } },
    ],
    ["an older name of a tool", "Edit(*.env)", "qwen", "replace", { file_path: ".env" }],
    [
      "a header behind a space",
      "Edit(*.env)",
      "codex",
      "apply_patch",
      { command: patch(" *** Update File: f.env", "+x") },
    ],
    [
      "a header without a space",
      "Edit(*.env)",
      "opencode",
      "apply_patch",
      { patchText: patch("*** Update File:f.env", "+x") },
    ],
  ])("%s: %s, %s %s", async (_title, matcher, ...call) => {
    expect(await judged(matcher, call)).toMatchObject({ verdict: "deny", reason: "seen" });
  });

  it.each<Call>([
    ["pi", "read", { path: "README.md" }],
    ["cline", "read_files", { files: ["a", "b"] }],
    ["cursor", "Read", { path: "README.md", file_path: "README.md" }],
    ["gemini", "read_many_files", { include: ["a", "b"] }],
  ])("%s %s of other files goes on", async (...call) => {
    expect((await judged(ENV, call)).verdict).toBe("none");
  });

  it.each<readonly [string | object, ...Call]>([
    ["Edit(*.env)", "codex", "apply_patch", { command: "*** Begin Patch\n*** Change: .env" }],
    ["Write(*.env)", "codex", "apply_patch", { command: "" }],
    [{ tool: "Edit|Write", path: "**/.env" }, "opencode", "apply_patch", { patchText: "x" }],
    [{ tool: "Edit", fields: { file_path: "env$" } }, "copilot", "apply_patch", "x"],
    ["Edit(*.env)", "vscode-copilot", "multi_replace_string_in_file", { replacements: "[]", file_path: "a" }],
    [ENV, "gemini", "read_many_files", { include: ["**/*"] }],
  ])("%j cannot decide about a call of %s that cannot be read, and fails closed", async (matcher, ...call) => {
    const { verdict, reason, hooks } = await judged(matcher, call);
    expect({ verdict, hooks }).toMatchObject({ verdict: "deny", hooks: [{ id: "policy", cause: "unreadable-call" }] });
    expect(reason).toContain("cannot be parsed");
  });
});

describe("a rewrite that the agent has no words for", () => {
  it.each<Call>([
    ["codex", "apply_patch", { command: TWO_FILES }],
    ["copilot", "apply_patch", TWO_FILES],
    ["opencode", "apply_patch", { patchText: TWO_FILES }],
    ["vscode-copilot", "multi_replace_string_in_file", { replacements: [{ filePath: "a.env" }] }],
    ["cline", "apply_patch", { input: TWO_FILES }],
  ])("of %s is a deny that shows the wanted input", async (agent, tool, input) => {
    const place = new ProgramPlace();
    const answer = {
      hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { file_path: "/sandbox/.env" } },
    };
    place.writeUser("hooks.json", {
      hooks: [{ event: "PreToolUse", command: `cat <<'EOF'\n${JSON.stringify(answer)}\nEOF` }],
    });
    const { event, payload } = sent(agent, tool, input);
    const { stdout } = await place.run(["hook", agent, event], { input: JSON.stringify(payload) });
    expect(stdout).toMatch(/deny|cancel/);
    expect(stdout).toContain("This call must be made differently");
    expect(stdout).toContain("/sandbox/.env");
  });

  it.each<readonly [...Call, object]>([
    ["pi", "read", { path: "/x/.env", file_path: "decoy" }, { path: "/safe" }],
    ["copilot", "view", { path: "/x/.env", file_path: "decoy" }, { path: "/safe" }],
    ["opencode", "read", { filePath: "/x/.env", file_path: "decoy" }, { filePath: "/safe" }],
    ["vscode-copilot", "read_file", { filePath: "/x/.env", file_path: "decoy" }, { filePath: "/safe" }],
    ["cursor", "Read", { path: "/x/.env", target_file: "decoy" }, { path: "/safe" }],
    ["cursor", "Read", { file_path: "/x/.env" }, { file_path: "/safe" }],
    ["gemini", "read_many_files", { include: ["/x/.env", "b"] }, { include: ["/safe", "b"] }],
  ])("%s %s: one that it has words for reaches the field that it reads", (agent, tool, input, wanted) => {
    const adapter = ADAPTERS[agent]!;
    const { event, payload } = sent(agent, tool, input);
    const decoded = adapter.decode(event, payload);
    const rewritten = { ...(decoded.payload["tool_input"] as object), file_path: "/safe" };
    expect(adapter.canRewrite?.(decoded, rewritten)).toBe(true);
    const { stdout } = adapter.encode({ ...NO_DECISION, input: rewritten }, decoded);
    expect(stdout).toContain(JSON.stringify(wanted));
  });
});
