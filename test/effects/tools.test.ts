import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/core/text/json.js";
import { analyse } from "../../src/effects/analyse.js";
import { UNKNOWN } from "../../src/effects/model/invocation.js";
import { readCall } from "../../src/effects/tools/read-call.js";

const where = { cwd: "/home/dev/project", project: "/home/dev/project", home: "/home/dev", platform: "linux" };
const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

function does(tool_name: string, tool_input: JsonObject): string[] {
  const { invocations, unclear } = readCall({ hook_event_name: "PreToolUse", tool_name, tool_input }, where);
  return [
    ...invocations.map(({ program, args, redirects }) =>
      [
        ...(program === ":" ? [] : [program, ...args.map(({ text }) => text)]),
        ...redirects.flatMap(({ operator, target }) => [operator, target.text]),
      ]
        .join(" ")
        .replaceAll(UNKNOWN, "…"),
    ),
    ...unclear.map(({ what }) => `? ${what}`),
  ];
}

type Row = readonly [tool: string, input: JsonObject, ...does: string[]];

const CALLS: readonly Row[] = [
  ["Write", { file_path: "a", content: "rm -rf /" }, "> a"],
  ["Edit", { file_path: "a", old_string: "x", new_string: "/etc/hosts" }, ">> a"],
  ["MultiEdit", { file_path: "a", edits: [{ old_string: "x" }] }, ">> a"],
  ["NotebookEdit", { notebook_path: "a.ipynb", new_source: "x" }, ">> a.ipynb"],
  ["Delete", { file_path: "a" }, "rm -f -- a"],
  ["Move", { source_path: "a", destination_path: "b" }, "mv -- a b"],
  ["Read", { file_path: ".env" }, "cat -- .env"],
  ["Grep", { pattern: "x", path: "src" }, "cat -- src"],
  ["Glob", { pattern: "**/*.pem", path: "src" }],
  ["WebFetch", { url: "https://x.test/a", prompt: "x" }, "curl -s https://x.test/a"],
  ["TodoWrite", { todos: [{ content: "rm -rf /" }] }],
  [
    "Edit",
    {
      command: patch("*** Update File: a", "@@", "*** Delete File: b", "*** Add File: c"),
      file_path: "a",
      file_paths: ["a", "b", "c"],
    },
    ">> a",
    ">> b",
    ">> c",
    ">> a",
    "rm -f -- b",
    "> c",
  ],
  ["mcp__fs__write_file", { path: "a", content: "x" }, "> a"],
  ["mcp__fs__edit_file", { path: "a", edits: [] }, ">> a"],
  ["mcp__fs__move_file", { source: "a", destination: "b" }, "mv -- a b"],
  ["mcp__fs__copy_file", { from: "a", to: "b" }, "cp -- a b"],
  ["mcp__fs__delete_directory", { path: "a" }, "rm -rf -- a"],
  ["mcp__fs__removeFile", { uri: "file:///etc/hosts" }, "rm -f -- file:///etc/hosts"],
  ["mcp__fs__chmod", { path: "a", mode: "777" }, "chmod 777 -- a"],
  ["mcp__fs__read_multiple_files", { paths: ["a", "b"] }, "cat -- a", "cat -- b"],
  ["mcp__fs__list_directory", { path: "a" }],
  [
    "mcp__git__apply",
    { diff: "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- a/y\n+++ /dev/null\n" },
    ">> x",
    ">> x",
    ">> x",
    "rm -f -- y",
  ],
  ["mcp__shell__run", { command: "rm -rf /srv" }, "rm -rf /srv"],
  ["mcp__shell__run", { command: ["rm", "-rf", "/srv/a b"] }, "rm -rf /srv/a b"],
  ["mcp__shell__run", { cmd: "rm", args: ["-rf", "/srv"] }, "rm -rf /srv"],
  ["mcp__x__execute", { commands: ["ls", "rm -rf /srv"] }, "ls", "rm -rf /srv"],
  ["mcp__code__run", { language: "python", code: "import os; os.remove('a')" }, "rm -f -- a"],
  ["mcp__ide__executeCode", { code: "import shutil\nshutil.rmtree('/srv')" }, "rm -rf -- /srv"],
  ["mcp__repl__eval", { code: "require('child_process').execSync('rm -rf /')" }, "rm -rf /"],
  ["mcp__sandbox__run_script", { script: "cd /srv && rm -rf x" }, "cd /srv", "rm -rf x"],
  ["mcp__postgres__query", { sql: "DROP TABLE users" }, "psql -c DROP TABLE users"],
  ["mcp__http__post", { url: "https://x.test", body: "secret" }, "curl -s -d secret https://x.test"],
];

describe("calls of tools", () => {
  it.each(CALLS)("T4 T8 %s %j does what a program is known for", (...row) => {
    const [tool, input, ...expected] = row as unknown as Row;
    expect(does(tool, input)).toEqual(expected);
  });

  it("T8 T13 takes whatever a model sends", () => {
    const deep: JsonObject = {};
    let at = deep;
    for (let n = 0; n < 200; n++) at = at["path"] = {} as JsonObject;
    for (const input of [
      deep,
      { path: 1 },
      { path: null },
      { command: [1, { command: {} }] },
      { constructor: "x" },
      [],
    ])
      for (const tool of ["Write", "mcp__x__run", "constructor", "__proto__", ""])
        expect(does(tool, input as JsonObject)).toBeInstanceOf(Array);
    expect(does("mcp__x__write", { paths: Array.from({ length: 5_000 }, (_, n) => `f${n}`) }).length).toBe(2_000);
  });

  it.each<[what: string, verdict: string, ...calls: [string, JsonObject][]]>([
    [
      "deleting a tree of the system",
      "destructive",
      ["Bash", { command: "rm -rf /usr" }],
      ["Bash", { command: "python3 -c \"import shutil; shutil.rmtree('/usr')\"" }],
      ["Bash", { command: "node -e \"require('fs').rmSync('/usr', { recursive: true })\"" }],
      ["Bash", { command: "ruby -e \"require 'fileutils'; FileUtils.rm_rf '/usr'\"" }],
      ["mcp__fs__delete_directory", { path: "/usr" }],
      ["mcp__fs__remove", { path: "/usr", recursive: true }],
      ["mcp__shell__exec", { command: ["rm", "-rf", "/usr"] }],
      ["mcp__jupyter__run", { code: "import shutil\nshutil.rmtree('/usr')" }],
    ],
    [
      "a file that shells run",
      "risky",
      ["Bash", { command: "echo x >> ~/.bashrc" }],
      ["Write", { file_path: "~/.bashrc", content: "x" }],
      ["Edit", { file_path: "/home/dev/.bashrc", old_string: "a", new_string: "b" }],
      ["Bash", { command: "python3 -c \"open('/home/dev/.bashrc', 'a')\"" }],
      ["mcp__fs__append_file", { path: "/home/dev/.bashrc", content: "x" }],
      ["mcp__fs__move_file", { source: "a", destination: "/home/dev/.bashrc" }],
    ],
    [
      "dropping a database",
      "destructive",
      ["Bash", { command: "psql -c 'DROP DATABASE shop'" }],
      ["mcp__postgres__execute", { sql: "DROP DATABASE shop" }],
    ],
    [
      "everyday work",
      "ordinary",
      ["Bash", { command: "echo x > src/a.ts" }],
      ["Write", { file_path: "src/a.ts", content: "x" }],
      ["Delete", { file_path: "src/a.ts" }],
      ["mcp__fs__write_file", { path: "src/a.ts", content: "x" }],
      ["Bash", { command: "python3 -c \"open('src/a.ts', 'w')\"" }],
    ],
  ])("T8 %s is as grave whatever tool does it: %s", (_, severity, ...calls) => {
    const grave = ["ordinary", "risky", "destructive"];
    for (const [tool_name, tool_input] of calls) {
      const { effects } = analyse({ hook_event_name: "PreToolUse", tool_name, tool_input }, where);
      const most = Math.max(...effects.map((effect) => grave.indexOf(effect.severity)));
      expect(grave[most], `${tool_name} ${JSON.stringify(tool_input)}`).toBe(severity);
    }
  });
});
