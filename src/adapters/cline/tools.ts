/**
 * Cline's tools. Most take a list where the canonical tool takes one thing, and take it in several spellings: whatever
 * spelling a model uses, the same rule must see it. MCP tools are called `server__tool`.
 */
import { isRecord, type JsonObject } from "../../core/json.js";
import type { ToolTable } from "../../core/tools.js";
import { readPatch } from "../_shared/patch.js";

export const CLINE_TOOLS: ToolTable = {
  run_commands: { name: "Bash" },
  read_files: { name: "Read" },
  search_codebase: { name: "Grep" },
  fetch_web_content: { name: "WebFetch" },
  editor: { name: "Edit", fields: { path: "file_path", old_text: "old_string", new_text: "new_string" } },
  apply_patch: { name: "Edit" },
  spawn_agent: { name: "Agent", fields: { task: "prompt" } },
  ask_question: { name: "AskUserQuestion" },
  skills: { name: "Skill" },
};

/** The editor with no text to replace and no line to insert at. */
export const WRITING_TOOLS: ToolTable = {
  editor: { name: "Write", fields: { path: "file_path", new_text: "content" } },
};

/** Tools that were seen to turn down an input without the fields they need, before they do anything. */
export const REFUSING_TOOLS: ReadonlySet<string> = new Set([
  "run_commands",
  "read_files",
  "search_codebase",
  "fetch_web_content",
  "editor",
  "ask_question",
]);

export function toolsFor(native: string, input: unknown): ToolTable {
  const writes = native === "editor" && isRecord(input) && input["old_text"] == null && input["insert_line"] == null;
  return writes ? WRITING_TOOLS : CLINE_TOOLS;
}

/** A tool that takes a list: the canonical fields that say it in one text each, and the input that says such texts. */
export interface ListTool {
  readonly fields: readonly string[];
  read(input: unknown): JsonObject;
  write(input: JsonObject): JsonObject;
}

export const LIST_TOOLS: Readonly<Record<string, ListTool>> = {
  run_commands: {
    fields: ["command"],
    read: (input) => text("command", items(input, ["commands", "command", "cmd"]).map(commandOf), "\n"),
    write: ({ command }) => ({ commands: [command] }),
  },
  read_files: {
    fields: ["file_path"],
    read: (input) => files(items(input, ["files", "paths", "file_paths"]).map(pathOf)),
    write({ file_path, file_paths }) {
      const others = Array.isArray(file_paths) ? file_paths.slice(1) : [];
      return { files: [file_path, ...others].map((path) => ({ path })) };
    },
  },
  search_codebase: {
    fields: ["pattern"],
    read: (input) => text("pattern", items(input, ["queries"]), "|"),
    write: ({ pattern }) => ({ queries: [pattern] }),
  },
  fetch_web_content: {
    fields: ["url", "prompt"],
    read(input) {
      const requests = items(input, ["requests"]).filter(isRecord);
      const all = (field: string) => requests.map((request) => request[field]);
      return { ...text("url", all("url"), "\n"), ...text("prompt", all("prompt").slice(0, 1), "\n") };
    },
    write: ({ url, prompt }) => ({
      requests: String(url)
        .split("\n")
        .map((one) => ({ url: one, prompt })),
    }),
  },
  apply_patch: {
    fields: ["command"],
    read(input) {
      const patch = text("command", items(input, ["input"]), "\n");
      return { ...patch, ...files([...readPatch(String(patch["command"])).paths]) };
    },
    write: ({ command }) => ({ input: command }),
  },
};

/** The list under the first of these keys; a bare list, or one thing by itself, is one too. */
function items(input: unknown, keys: readonly string[]): unknown[] {
  if (Array.isArray(input)) return input;
  if (!isRecord(input)) return input === undefined || input === null ? [] : [input];
  // A program with its arguments is one thing.
  const key = "args" in input ? undefined : keys.find((one) => input[one] !== undefined);
  const value = key === undefined ? input : input[key];
  return Array.isArray(value) ? value : [value];
}

function commandOf(item: unknown): unknown {
  if (!isRecord(item)) return item;
  const { command, args } = item;
  return typeof command === "string" && Array.isArray(args) ? [command, ...args.map(String)].join(" ") : command;
}

function pathOf(item: unknown): unknown {
  return isRecord(item) ? (item["path"] ?? item["filePath"]) : item;
}

function files(paths: readonly unknown[]): JsonObject {
  const known = paths.filter((path) => typeof path === "string");
  return known.length === 0 ? {} : { file_path: known[0], file_paths: known };
}

function text(field: string, parts: readonly unknown[], glue: string): JsonObject {
  const texts = parts.filter((part) => typeof part === "string");
  return texts.length === 0 ? {} : { [field]: texts.join(glue) };
}
