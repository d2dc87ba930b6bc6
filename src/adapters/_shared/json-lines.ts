/** Transcripts have one JSON object per line; an invalid line is skipped. */
import { isRecord, type JsonObject, parseObject } from "../../core/text/json.js";

export function readJsonLines(text: string): JsonObject[] {
  // A partial line is common: the agent is still writing.
  return text
    .split("\n")
    .map(parseObject)
    .filter((value) => value !== undefined);
}

/** The texts of content parts, joined; undefined if there are none. */
export function textOfParts(content: unknown): string | undefined {
  if (typeof content === "string") return content === "" ? undefined : content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.flatMap((part) => (isRecord(part) && typeof part["text"] === "string" ? [part["text"]] : []));
  return texts.length === 0 ? undefined : texts.join("\n");
}
