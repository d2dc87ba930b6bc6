import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import selfProtection from "../../src/builtins/self-protection/index.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { BuiltinPlace } from "../support/builtin-place.js";

const NAME = "self-protection";
const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
const claude = (tool_name: string, tool_input: (file: string) => JsonObject): Write => [
  "claude-code",
  "PreToolUse",
  (file) => ({ tool_name, tool_input: tool_input(file) }),
];
const codex = (...lines: string[]): Write => [
  "codex",
  "PreToolUse",
  (file) => codexPatch(patch(...lines.map((line) => line.replace("FILE", file)))),
];

type Write = readonly [agent: string, event: string, payload: (file: string) => JsonObject];

/** Calls that write to a file, as each agent sends them. */
const WRITES: readonly Write[] = [
  claude("Write", (file_path) => ({ file_path, content: "" })),
  claude("Edit", (file_path) => ({ file_path, old_string: "a", new_string: "b" })),
  claude("MultiEdit", (file_path) => ({ file_path, edits: [] })),
  claude("NotebookEdit", (notebook_path) => ({ notebook_path, new_source: "" })),
  claude("mcp__fs__write_file", (path) => ({ path, content: "" })),
  claude("mcp__fs__move_file", (destination) => ({ source: "a", destination })),
  claude("mcp__fs__move_file", (source) => ({ source, destination: "a" })),
  claude("mcp__fs__rename", (newPath) => ({ oldPath: "a", newPath })),
  claude("mcp__fs__delete_file", (file) => ({ uri: `file://${encodeURI(file)}` })),
  claude("mcp__fs__createSymlink", (link) => ({ target: "a", link })),
  claude("mcp__fs__write_files", (path) => ({ files: [{ path: "a" }, { path }] })),
  claude("mcp__readonly__save", (filename) => ({ filename })),
  claude("mcp__x__frobnicate", (path) => ({ path })),
  codex("*** Add File: FILE", "+x"),
  codex("*** Update File: a", "@@", "*** Delete File: FILE"),
  codex("*** Update File: a", "*** Move to: FILE"),
  ["cursor", "preToolUse", (target_file) => ({ tool_name: "Write", tool_input: { target_file } })],
  ["cursor", "preToolUse", (path) => ({ tool_name: "Delete", tool_input: { path } })],
  ["gemini", "BeforeTool", (file_path) => ({ tool_name: "write_file", tool_input: { file_path } })],
  ["gemini", "BeforeTool", (file_path) => ({ tool_name: "replace", tool_input: { file_path } })],
  ["copilot", "preToolUse", (path) => ({ toolName: "create", toolArgs: { path, file_text: "" } })],
  ["copilot", "preToolUse", (path) => ({ toolName: "str_replace_editor", toolArgs: { command: "create", path } })],
  ["copilot", "preToolUse", (file) => ({ toolName: "apply_patch", toolArgs: patch(`*** Update File: ${file}`) })],
  ["vscode-copilot", "PreToolUse", (filePath) => ({ tool_name: "create_file", tool_input: { filePath } })],
  [
    "vscode-copilot",
    "PreToolUse",
    (filePath) => ({
      tool_name: "multi_replace_string_in_file",
      tool_input: { replacements: [{ filePath: "a.ts" }, { filePath }] },
    }),
  ],
  ["cline", "PreToolUse", (path) => ({ tool_call: { id: "1", name: "editor", input: { path, new_text: "" } } })],
  ["kimi", "PreToolUse", (path) => ({ tool_name: "Write", tool_input: { path } })],
  ["qwen", "PreToolUse", (notebook_path) => ({ tool_name: "notebook_edit", tool_input: { notebook_path } })],
  ["windsurf", "pre_write_code", (file_path) => ({ tool_info: { file_path, edits: [] } })],
  ["pi", "tool_call", (path) => ({ toolName: "edit", input: { path, edits: [] } })],
  ["opencode", "tool.execute.before", (filePath) => ({ input: { tool: "write" }, output: { args: { filePath } } })],
  ["kilo", "tool.execute.before", (path) => ({ input: { tool: "notebook_edit" }, output: { args: { path } } })],
];

function codexPatch(command: string): JsonObject {
  return { tool_name: "apply_patch", tool_input: { command } };
}

/** What self-protection says to a call as the agent sends it. */
function judge(place: BuiltinPlace, agent: string, event: string, payload: JsonObject) {
  const decoded = ADAPTERS[agent]!.decode(event, { cwd: place.project, ...payload });
  const { tool_name: tool, tool_input: input, ...rest } = decoded.payload;
  expect(decoded.name).toBe("PreToolUse");
  expect(selfProtection.match.except).not.toContain(tool);
  return place.call(NAME, String(tool), input as JsonObject, { payload: rest });
}

describe("self-protection", () => {
  it.each(WRITES)("T4 a file tool of %s (%s) writes to no protected file unasked", (agent, event, payload) => {
    const place = new BuiltinPlace();
    const verdictOn = (file: string) => judge(place, agent, event, payload(file))?.verdict;
    expect(verdictOn(join(place.surroundings.data, "trust/x"))).toBe("deny");
    expect(verdictOn(join(place.home, ".claude/settings.json"))).toBe("ask");
    expect(verdictOn(join(place.project, ".snaphook/hooks.json"))).toBe("ask");
    expect(verdictOn(join(place.project, "src/index.ts"))).toBeUndefined();
  });

  it.each(Object.values(ADAPTERS).filter(({ wiring }) => wiring !== undefined))(
    "T4 every file that decides about hooks of $title is protected, there or not, and wherever it was moved to",
    ({ wiring, hookFiles }) => {
      const place = new BuiltinPlace();
      const moved = new Proxy<Record<string, string>>(
        {},
        { get: (_, name) => join(place.root, "moved", String(name)) },
      );
      for (const environment of [{}, moved])
        for (const scope of ["user", "project"] as const) {
          const places = { home: place.home, project: join(place.project, "packages/a"), environment };
          const wired = wiring!.files(scope, places).map(({ path }) => path);
          for (const path of [...wired, ...(hookFiles?.(scope, places) ?? [])])
            expect(place.protect(path, { environment })?.verdict, path).toBe("ask");
        }
    },
  );

  it("T4 what only reads is none of its business", () => {
    const place = new BuiltinPlace();
    const path = join(place.home, ".claude/settings.json");
    for (const tool of ["mcp__fs__read_file", "mcp__fs__get_file_info", "mcp__fs__list_directory", "View_image"])
      expect(place.call(NAME, tool, { path }), tool).toBeUndefined();
  });

  it("T4 a folder is not taken away with what is in it", () => {
    const place = new BuiltinPlace();
    mkdirSync(join(place.home, ".claude"));
    for (const [path, verdict] of [
      [place.home, "deny"],
      [join(place.home, ".local"), "deny"],
      [join(place.home, ".claude"), "ask"],
      [join(place.project, "packages/a/.codex"), "ask"],
    ] as const) {
      expect(place.call(NAME, "Delete", { file_path: path }), path).toMatchObject({ verdict });
      expect(place.call(NAME, "mcp__fs__move", { from: path, to: "x" }), path).toMatchObject({ verdict });
      expect(place.call(NAME, "mcp__fs__create_directory", { path }), path).toBeUndefined();
    }
    expect(place.call(NAME, "Delete", { file_path: "src" })).toBeUndefined();
    expect(place.call(NAME, "Bash", { command: "rm -rf ~/.claude" })?.reason).toContain("including the hook config of");
  });

  it("T4 the strictest of several files counts, and content is no path", () => {
    const place = new BuiltinPlace();
    const { cache, config } = place.surroundings;
    const file = join(config, "hooks.json");
    const several = ["a.ts", file, join(cache, "x")];
    expect(place.call(NAME, "Edit", { file_path: "a.ts", file_paths: several })).toMatchObject({ verdict: "deny" });
    const input = { file_path: "a.ts", content: file, old_string: file, new_string: file };
    expect(place.call(NAME, "Write", input)).toBeUndefined();
    expect(place.call(NAME, "mcp__fs__write", { path: "a.ts", text: file, body: [file] })).toBeUndefined();
  });

  it("T4 a patch in which no file is found is asked about", () => {
    const place = new BuiltinPlace();
    expect(judge(place, "codex", "PreToolUse", codexPatch("*** Begin"))).toMatchObject({ verdict: "ask" });
  });

  it("T4 T15 says in one line what was seen and what to do, with nothing hidden in it", () => {
    const place = new BuiltinPlace();
    const { reason = "" } = place.protect("\u001b[2Jx\n\u202e/../.snaphook/hooks.json") ?? {};
    expect(reason).toContain("\\u{1b}[2Jx\\u{a}\\u{202e}/../.snaphook/hooks.json is a project's Snaphook config");
    expect(reason).toMatch(/^[^\n]+`snaphook off`\.$/);
    const long = place.protect(`.snaphook/${"x".repeat(100)}/${"y".repeat(190)}`);
    expect(long?.reason?.length).toBeLessThan(400);
  });

  it("checks its options when a file is loaded", () => {
    expect(selfProtection.checkOptions({ also: ["a", "~/b"] })).toBeUndefined();
    expect(selfProtection.checkOptions({ also: "a" })).toContain("list of strings");
    expect(selfProtection.checkOptions({ only: [] })).toContain('unknown option "only"');
  });
});
