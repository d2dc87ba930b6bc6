/** The stored record of an evaluation. */
import { hostname } from "node:os";
import { redactStart } from "../../core/redact/excerpt.js";
import { redactField, redactJson } from "../../core/redact/json.js";
import { redactText } from "../../core/redact/text.js";
import { cut, isRecord, lookUp } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";

export type Category = "filesystem" | "shell" | "network" | "agent" | "other";

const CATEGORIES: Readonly<Record<string, Category>> = {
  Bash: "shell",
  PowerShell: "shell",
  BashOutput: "shell",
  KillShell: "shell",
  Read: "filesystem",
  Write: "filesystem",
  Edit: "filesystem",
  MultiEdit: "filesystem",
  Delete: "filesystem",
  NotebookEdit: "filesystem",
  NotebookRead: "filesystem",
  Glob: "filesystem",
  Grep: "filesystem",
  LS: "filesystem",
  WebFetch: "network",
  WebSearch: "network",
  Agent: "agent",
  Task: "agent",
  Skill: "agent",
};

export function categoryOf(tool: string): Category {
  return lookUp(CATEGORIES, tool) ?? "other";
}

const SUMMARY = 500;
/** File contents are not stored. */
const CONTENTS =
  /^(?:content|old_string|new_string|new_source|old_str|new_str|file_text|insert_text|patch|diff|edits)$/;

/** Without secrets and file contents. */
export function summaryOf(input: unknown): string {
  if (!isRecord(input)) return "";
  const short = Object.entries(input).map(([key, value]) => [key, shortened(key, value)] as const);
  try {
    return cut(redactText(JSON.stringify(redactJson(Object.fromEntries(short)))), SUMMARY);
  } catch {
    return "";
  }
}

function shortened(key: string, value: unknown): unknown {
  if (CONTENTS.test(key)) return `<${(typeof value === "string" ? value : JSON.stringify(value)).length} chars>`;
  return typeof value === "string" ? redactStart(value, 4 * SUMMARY, (text) => redactField(key, text)) : value;
}

let machine: string | undefined;

/** Identifies the machine without revealing its name. */
export function machineId(): string {
  machine ??= sha256(`snaphook ${hostname()}`).slice(0, 16);
  return machine;
}
