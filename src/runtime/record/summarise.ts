/**
 * What is kept of a payload (SE-17): ids and facts as they are, texts up to a length, contents of files not at all. Every
 * text is redacted before it is cut at its final length, so that no half of a secret is left over.
 */

import { nameIn, redactField, redactNumber } from "../../core/redact/json.js";
import { redactText } from "../../core/redact/text.js";
import { cut, isRecord, type JsonObject, lookUp } from "../../core/text/json.js";

const TEXT_CHARS = 500;
/** Longer than others are worth. */
const LIMITS: Readonly<Record<string, number>> = {
  prompt: 10_000,
  last_assistant_message: 5_000,
  compact_summary: 5_000,
  response: 5_000,
  plan: 10_000,
  text: 2_000,
  cwd: 4_096,
  transcript_path: 4_096,
  agent_transcript_path: 4_096,
  file_path: 4_096,
  notebook_path: 4_096,
};
/** What a tool writes into a file. */
const CONTENTS: ReadonlySet<string> = new Set([
  "content",
  "old_string",
  "new_string",
  "new_source",
  "old_str",
  "new_str",
  "file_text",
  "insert_text",
  "patch",
  "diff",
]);
/** Replaced by what `tool-facts` makes of them. */
const OUTPUTS: ReadonlySet<string> = new Set(["tool_response", "tool_output", "tool_result"]);

/** Looked at beyond the limit, because redaction may make the beginning shorter. */
const MARGIN = 2_048;
const ITEMS = 50;
const DEPTH = 6;
/** Of all texts together; JSON makes at most a few bytes of each character. */
const BUDGET_CHARS = 30_000;

/** `chars`: how much text there is in it, at most. */
export function summarise(payload: JsonObject): { readonly kept: JsonObject; readonly chars: number } {
  const left = { chars: BUDGET_CHARS };
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(payload)) {
    if (OUTPUTS.has(key) || value === undefined) continue;
    if (key === "tool_input") kept.push([key, summariseInput(value, left)]);
    else kept.push([keyOf(key), summariseField(key, value, left, 0)]);
  }
  return { kept: Object.fromEntries(kept), chars: BUDGET_CHARS - left.chars };
}

/** Redacted, and not longer than the limit. `name`: of the field it stands in. */
export function shorten(text: string, limit: number = TEXT_CHARS, name = ""): string {
  const looked = text.length > limit + MARGIN ? wholeWords(text.slice(0, limit + MARGIN)) : text;
  return cut(redactField(name, looked), limit);
}

interface Left {
  chars: number;
}

function summariseInput(input: unknown, left: Left): unknown {
  return summariseField("tool_input", input, left, 0, true);
}

function summariseField(key: string, value: unknown, left: Left, depth: number, inInput = false): unknown {
  if (left.chars <= 0) return "<more>";
  left.chars -= 1;
  if (typeof value === "string") {
    if (inInput && CONTENTS.has(key)) return `<${value.length} chars>`;
    const limit = (inInput ? undefined : lookUp(LIMITS, key)) ?? inputLimit(key);
    const text = shorten(value, Math.min(left.chars, limit), key);
    left.chars -= text.length;
    return text;
  }
  if (typeof value === "number") return redactNumber(key, value);
  if (Array.isArray(value)) {
    if (depth >= DEPTH) return `<${value.length} items>`;
    return value.slice(0, ITEMS).map((item) => summariseField(key, item, left, depth + 1, inInput));
  }
  if (!isRecord(value)) return typeof value === "bigint" || typeof value === "function" ? String(value) : value;
  if (depth >= DEPTH) return "<more>";
  const fields = Object.entries(value).slice(0, ITEMS);
  for (const [name] of fields) left.chars -= Math.min(name.length, 100);
  return Object.fromEntries(
    fields.map(([name, inner]) => [keyOf(name), summariseField(nameIn(value, name), inner, left, depth + 1, inInput)]),
  );
}

/** Paths are cut nowhere, and a plan is what its call is about. */
function inputLimit(key: string): number {
  return /_path$|^plan$/.test(key) ? (lookUp(LIMITS, key) ?? TEXT_CHARS) : TEXT_CHARS;
}

function keyOf(name: string): string {
  return name.length < 20 ? name : cut(redactText(name, { lone: false }), 100);
}

/** Without the word at the end that was cut in two: half a token has no form to know it by. */
function wholeWords(text: string): string {
  let end = text.length;
  while (end > text.length - MARGIN / 4 && !/\s/.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}
