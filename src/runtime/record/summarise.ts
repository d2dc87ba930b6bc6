/**
 * Summarises a payload for storage (SE-17): ids and facts unchanged, texts up to a length, file contents not at all.
 * Every text is redacted before it is cut, so that no half of a secret remains.
 */

import type { Mark } from "../../core/records/records.js";
import { redactStart } from "../../core/redact/excerpt.js";
import { nameIn, redactField, redactNumber } from "../../core/redact/json.js";
import { redactName } from "../../core/redact/text.js";
import { cut, isRecord, type JsonObject, lookUp } from "../../core/text/json.js";
import { withoutUnkept } from "../../core/text/unkept-text.js";

const TEXT_CHARS = 500;
/** Longer limits for some fields. */
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
/** Content that a tool writes into a file. */
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
/** Replaced by `tool-facts`. */
const OUTPUTS: ReadonlySet<string> = new Set(["tool_response", "tool_output", "tool_result"]);

const ITEMS = 50;
const DEPTH = 6;
/** Total characters of all texts; JSON needs at most a few bytes for each. */
const BUDGET_CHARS = 30_000;
/** Limit of a complete input. The daemon redacts it between answers, so it must be fast. */
const EVIDENCE_CHARS = 64_000;
/** More marks are merged into one for the whole. */
const MOST_MARKS = 40;

/** What the summary does not show, by path. */
export type Marks = Readonly<Record<string, Mark>>;

export interface Summary {
  readonly kept: JsonObject;
  /** Maximum characters in it. */
  readonly chars: number;
  readonly marks: Marks;
}

/** `at`: replaces `tool_input` in the paths of marks. */
export function summarise(payload: JsonObject, at = "tool_input"): Summary {
  const walk = new Walk(BUDGET_CHARS, (key, inInput) => {
    if (inInput && CONTENTS.has(key)) return undefined;
    return (inInput ? undefined : lookUp(LIMITS, key)) ?? inputLimit(key);
  });
  const kept: [string, unknown][] = [];
  for (const [key, value] of Object.entries(payload)) {
    if (OUTPUTS.has(key) || value === undefined) continue;
    if (key === "tool_input") kept.push([key, walk.field("tool_input", value, at, 0, true)]);
    else kept.push([walk.keyOf(key, ""), walk.field(key, value, key, 0, false)]);
  }
  return { kept: Object.fromEntries(kept), chars: BUDGET_CHARS - walk.left, marks: walk.marks };
}

/** A complete tool input within the limits: redacted, including file contents. `name`: prefix of the paths of marks. */
export function keepWhole(name: string, input: JsonObject): { readonly kept: JsonObject; readonly marks: Marks } {
  const walk = new Walk(EVIDENCE_CHARS, () => EVIDENCE_CHARS);
  return { kept: walk.field("tool_input", input, name, 0, true) as JsonObject, marks: walk.marks };
}

/** Redacted, and at most as long as the limit. `name`: of its field. */
export function shorten(text: string, limit: number = TEXT_CHARS, name = ""): string {
  return redactStart(withoutUnkept(text), limit, (looked) => redactField(name, looked));
}

/** `undefined`: the text is omitted, and only its size is kept. */
type LimitOf = (key: string, inInput: boolean) => number | undefined;

class Walk {
  left: number;
  readonly #limitOf: LimitOf;
  readonly #marks: Record<string, Mark> = {};
  #count = 0;

  constructor(budget: number, limitOf: LimitOf) {
    this.left = budget;
    this.#limitOf = limitOf;
  }

  get marks(): Marks {
    return this.#marks;
  }

  field(key: string, value: unknown, path: string, depth: number, inInput: boolean): unknown {
    if (this.left <= 0) return this.#marked(path, "omitted", "<more>");
    this.left -= 1;
    if (typeof value === "string") return this.#text(key, value, path, inInput);
    if (typeof value === "number") {
      const shown = redactNumber(key, value);
      return shown === value ? value : this.#marked(path, "redacted", shown);
    }
    if (Array.isArray(value)) {
      if (depth >= DEPTH) return this.#marked(path, "omitted", `<${value.length} items>`);
      if (value.length > ITEMS) this.#mark(path, "cut");
      return value.slice(0, ITEMS).map((item, index) => this.field(key, item, `${path}.${index}`, depth + 1, inInput));
    }
    if (!isRecord(value)) return typeof value === "bigint" || typeof value === "function" ? String(value) : value;
    if (depth >= DEPTH) return this.#marked(path, "omitted", "<more>");
    const all = Object.entries(value);
    if (all.length > ITEMS) this.#mark(path, "cut");
    const fields = all.slice(0, ITEMS);
    for (const [name] of fields) this.left -= Math.min(name.length, 100);
    return Object.fromEntries(
      fields.map(([name, inner]) => {
        const shown = this.keyOf(name, path);
        return [shown, this.field(nameIn(value, name), inner, `${path}.${shown}`, depth + 1, inInput)];
      }),
    );
  }

  keyOf(name: string, path: string): string {
    if (name.length < 20) return name;
    const shown = cut(redactName(name), 100);
    if (shown !== name) this.#mark(path, "redacted");
    return shown;
  }

  #text(key: string, value: string, path: string, inInput: boolean): string {
    const most = this.#limitOf(key, inInput);
    if (most === undefined) return this.#marked(path, "omitted", `<${value.length} chars>`);
    const limit = Math.min(this.left, most);
    const text = shorten(value, limit, key);
    this.left -= text.length;
    if (text === value) return text;
    // A text shorter than its limit was not cut, so any difference is redaction.
    return this.#marked(path, value.length > limit ? "cut" : "redacted", text);
  }

  #marked<T>(path: string, mark: Mark, value: T): T {
    this.#mark(path, mark);
    return value;
  }

  #mark(path: string, mark: Mark): void {
    const known = this.#count < MOST_MARKS;
    this.#marks[known ? path : ""] = known ? mark : "cut";
    this.#count++;
  }
}

/** Paths are never cut, and a plan is the content of its call. */
function inputLimit(key: string): number {
  return /_path$|^plan$/.test(key) ? (lookUp(LIMITS, key) ?? TEXT_CHARS) : TEXT_CHARS;
}
