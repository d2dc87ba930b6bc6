/** What a call of a tool would write to, by the canonical payload: paths, and whether it takes things away. */
import { isRecord } from "../../core/json.js";
import type { BasePayload } from "../../core/payload.js";

export interface WriteTargets {
  readonly paths: readonly string[];
  /** What it names is moved or deleted, with all that is in it. */
  readonly removes: boolean;
}

/** Tools that are known to change no file by a path of theirs. What a shell does is judged by its command. */
export const NOT_FILE_TOOLS: readonly string[] = [
  "Agent",
  "AskUserQuestion",
  "Bash",
  "BashOutput",
  "EnterPlanMode",
  "ExitPlanMode",
  "Glob",
  "Grep",
  "KillShell",
  "LS",
  "Monitor",
  "NotebookRead",
  "PowerShell",
  "Read",
  "Skill",
  "Task",
  "TaskOutput",
  "TodoRead",
  "TodoWrite",
  "ToolSearch",
  "WebFetch",
  "WebSearch",
];

const CANONICAL = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit", "Delete", "Move"]);
const WRITING =
  /^(?:add|append|apply|archive|change|chmod|chown|clean|clone|commit|convert|copy|cp|create|delete|download|edit|export|extract|format|generate|import|init|insert|install|link|ln|make|mkdir|modify|move|mv|new|overwrite|patch|prepend|put|remove|rename|render|replace|restore|rm|rmdir|save|set|store|symlink|sync|touch|trash|truncate|unlink|unpack|unzip|update|upload|write|zip)(?:s|d|ed|ing)?$/;
const READING =
  /^(?:cat|check|compare|count|describe|diff|exists|fetch|find|get|glob|grep|head|info|inspect|list|load|locate|lookup|ls|open|peek|preview|query|read|search|show|stat|status|tail|tree|view|walk|watch)(?:s|ed|ing)?$/;
const REMOVING = /^(?:clean|delete|move|mv|remove|rename|rm|rmdir|trash|unlink)(?:s|d|ed|ing)?$/;

/** Fields that name a file in the canonical tools, and in whatever their agent sends beside. */
const FILE_FIELD = /(?:^|_)(?:paths?|files?|filename|notebook|uri|dir|directory|folder)$/;
/** Tools of others have more words for it. */
const OTHER_FIELD =
  /(?:^|_)(?:paths?|files?|filenames?|notebook|uris?|urls?|dirs?|directory|directories|folders?|source|sources|src|destination|dest|dst|target|targets|from|to|link|location|name|output|out|old|new|root)$/;
/** Deeper than any tool has its files, and no further: a model may send anything. */
const DEPTH = 6;

/** Undefined for a call that writes to no file. */
export function writeTargets({ tool_name: tool, tool_input: input }: BasePayload): WriteTargets | undefined {
  if (typeof tool !== "string" || !isRecord(input)) return undefined;
  const known = CANONICAL.has(tool);
  const words = wordsOf(tool);
  // A tool whose name says nothing may do anything.
  if (!known && !words.some((word) => WRITING.test(word)) && words.some((word) => READING.test(word))) return undefined;
  const paths = new Set<string>();
  collect(input, known ? FILE_FIELD : OTHER_FIELD, false, DEPTH, paths);
  return paths.size === 0 ? undefined : { paths: [...paths], removes: words.some((word) => REMOVING.test(word)) };
}

/** The words of a tool's own name, without that of its server: `mcp__files__moveFile` is about `move` and `file`. */
function wordsOf(tool: string): string[] {
  return snakeCase(tool.slice(tool.lastIndexOf("__") + 1)).split("_");
}

function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();
}

function collect(value: unknown, field: RegExp, named: boolean, depth: number, found: Set<string>): void {
  if (typeof value === "string") {
    if (named && value !== "") found.add(value);
  } else if (depth > 0 && Array.isArray(value)) {
    for (const item of value) collect(item, field, named, depth - 1, found);
  } else if (depth > 0 && isRecord(value)) {
    for (const [key, inner] of Object.entries(value))
      collect(inner, field, field.test(snakeCase(key)), depth - 1, found);
  }
}
