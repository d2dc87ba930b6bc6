/** Reads the tail of a Claude Code transcript: last messages, changed files, number of turns. */
import { isRecord, type JsonObject, parseObject } from "../../../core/text/json.js";
import { readEnd } from "../../../disk/files.js";

export interface Transcript {
  readonly lastText: string | undefined;
  readonly files: readonly string[];
  readonly turns: number;
}

const MOST_BYTES = 1_000_000;
const CHANGING = new Set(["Write", "Edit", "MultiEdit", "NotebookEdit"]);

/** Missing or in another format: returns nothing. */
export function readTranscript(path: unknown): Transcript {
  const text = typeof path === "string" && path !== "" ? (readEnd(path, MOST_BYTES)?.text ?? "") : "";
  const files = new Set<string>();
  let lastText: string | undefined;
  let turns = 0;
  for (const line of text.split("\n")) {
    const { type, message } = parseObject(line) ?? {};
    if (!isRecord(message)) continue;
    const parts = partsOf(message);
    if (type === "user" && parts.some((part) => part["type"] === "text")) turns++;
    if (type !== "assistant") continue;
    for (const { type: kind, text: said, name, input } of parts) {
      if (kind === "text" && typeof said === "string" && said.trim() !== "") lastText = said;
      const file = isRecord(input) ? (input["file_path"] ?? input["notebook_path"]) : undefined;
      if (kind === "tool_use" && CHANGING.has(String(name)) && typeof file === "string") files.add(file);
    }
  }
  return { lastText, files: [...files], turns };
}

/** The last texts of user and assistant, oldest first, at most `mostChars` in all. */
export function lastMessages(path: unknown, mostChars: number): readonly string[] {
  const text = typeof path === "string" && path !== "" ? (readEnd(path, MOST_BYTES)?.text ?? "") : "";
  const kept: string[] = [];
  let left = mostChars;
  for (const line of text.split("\n").reverse()) {
    const { type, message, isSidechain } = parseObject(line) ?? {};
    if (!isRecord(message) || isSidechain === true || (type !== "user" && type !== "assistant")) continue;
    const said = partsOf(message).map(({ type: kind, text: part }) => (kind === "text" ? String(part) : ""));
    const one = said.join("\n").trim();
    if (one === "") continue;
    if (one.length > left) break;
    left -= one.length;
    kept.unshift(`${type}: ${one}`);
  }
  return kept;
}

function partsOf({ content }: JsonObject): readonly JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}
