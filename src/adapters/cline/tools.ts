/**
 * Cline's tools. Most take a list instead of a single value, in several spellings: a rule must see every spelling. MCP
 * tools are called `server__tool`.
 */

import { listField, type ToolTable } from "../../core/events/tools.js";
import { asText, isRecord, type JsonObject } from "../../core/text/json.js";

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

/** Tools that were seen to reject an input without required fields, before they do anything. */
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

/** A tool with a list: the canonical fields with its items as strings, and the input built from them. */
export interface ListTool {
  readonly fields: readonly string[];
  read(input: unknown): JsonObject;
  write(input: JsonObject): JsonObject;
}

export const LIST_TOOLS: Readonly<Record<string, ListTool>> = {
  run_commands: {
    fields: ["command"],
    read: (input) => several("command", commandsIn(input), "\n"),
    write: ({ command }) => ({ commands: [command] }),
  },
  read_files: {
    fields: ["file_path"],
    read(input) {
      const paths = textsIn(input, ["files", "paths", "file_paths", "path", "filePath", "file_path"]);
      return paths.length === 0 ? {} : { file_path: paths[0], file_paths: paths };
    },
    write({ file_path, file_paths }) {
      const others = Array.isArray(file_paths) ? file_paths.slice(1) : [];
      return { files: [file_path, ...others].map((path) => ({ path })) };
    },
  },
  search_codebase: {
    fields: ["pattern"],
    read: (input) => several("pattern", textsIn(input, ["queries"]), "|"),
    write: ({ pattern }) => ({ queries: [pattern] }),
  },
  fetch_web_content: {
    fields: ["url", "prompt"],
    read(input) {
      const [prompt] = textsIn(isRecord(input) ? (input["requests"] ?? input) : input, ["prompt"], "in items");
      return {
        ...several("url", textsIn(input, ["requests", "url"]), "\n"),
        ...(prompt === undefined ? {} : { prompt }),
      };
    },
    write: ({ url, prompt }) => ({
      requests: asText(url)
        .split("\n")
        .map((one) => ({ url: one, prompt })),
    }),
  },
  apply_patch: {
    fields: ["command"],
    read: (input) => several("command", textsIn(input, ["input"]), "\n"),
    write: ({ command }) => ({ input: command }),
  },
};

/** Maximum depth: a model may send anything. */
const DEPTH = 4;

/** All strings in lists and under these keys, in any spelling: only Cline knows which one it reads. */
function textsIn(value: unknown, keys: readonly string[], bare: "any" | "in items" = "any", depth = DEPTH): string[] {
  if (typeof value === "string") return bare === "any" ? [value] : [];
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, keys, bare, depth - 1));
  return isRecord(value) ? keys.flatMap((key) => textsIn(value[key], keys, "any", depth - 1)) : [];
}

/** A program with its arguments is one command. */
function commandsIn(value: unknown, depth = DEPTH): string[] {
  if (typeof value === "string") return [value];
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((item) => commandsIn(item, depth - 1));
  if (!isRecord(value)) return [];
  const { commands, command, cmd, args } = value;
  const program =
    typeof command === "string" && Array.isArray(args) ? [command, ...args.map(String)].join(" ") : command;
  return [commands, program, cmd].flatMap((one) => commandsIn(one, depth - 1));
}

/** As one string and, if there are several, as a list. */
function several(field: string, texts: readonly string[], glue: string): JsonObject {
  if (texts.length === 0) return {};
  const list = listField(field);
  return { [field]: texts.join(glue), ...(texts.length > 1 && list !== undefined ? { [list]: texts } : {}) };
}
