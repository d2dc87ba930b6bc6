import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { context, createHooks, defineHook, rewrite } from "snaphook";
import { loadHooks } from "snaphook/load";
import { runAgent } from "./agent.mjs";

const SIGNATURE = " (by the agent)";

const { entries, findings } = await loadHooks({
  cwd: process.cwd(),
  files: [{ path: fileURLToPath(new URL("hooks.json", import.meta.url)) }],
});
assert.deepEqual(findings, []);

const hooks = createHooks({
  entries,
  presence: "headless",
  hooks: [
    defineHook({
      id: "signed",
      event: "PreToolUse",
      matcher: "write_note",
      run({ tool_input }) {
        const text = String(tool_input["text"]);
        return text.endsWith(SIGNATURE) ? undefined : rewrite({ ...tool_input, text: `${text}${SIGNATURE}` });
      },
    }),
    defineHook({
      id: "remind",
      event: "PostToolUse",
      matcher: "write_note",
      run: () => context("Notes are public."),
    }),
  ],
});

const notes = new Map();
const read = await runAgent({
  hooks,
  tools: {
    write_note({ path, text }) {
      notes.set(path, text);
      return `wrote ${path}`;
    },
  },
  calls: [
    { name: "write_note", input: { path: "todo.txt", text: "buy milk" } },
    { name: "write_note", input: { path: "/etc/hosts", text: "0.0.0.0" } },
  ],
});
await hooks.close();

console.log(read.join("\n"));
assert.deepEqual(read, [
  "Answer in one sentence.",
  "wrote todo.txt",
  "Notes are public.",
  "write_note was denied: System files stay as they are.",
]);
assert.deepEqual([...notes], [["todo.txt", "buy milk (by the agent)"]]);
