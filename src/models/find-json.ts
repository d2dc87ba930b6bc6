/** Finds the JSON objects in a model's reply: alone, in a code fence, or between prose. */
import { isRecord, type JsonObject, parseObject } from "../core/text/json.js";

/** An answer is short. The limits bound the time: each start may be read to the end. */
const MOST_CHARS = 50_000;
const MOST_OBJECTS = 20;
const MOST_STARTS = 200;

export function findJson(text: string): readonly JsonObject[] {
  if (text.length > MOST_CHARS) return [];
  const whole = parseWhole(text.trim());
  if (whole !== undefined) return whole;
  const found: JsonObject[] = [];
  let starts = 0;
  for (let at = text.indexOf("{"); at >= 0 && found.length < MOST_OBJECTS; at = text.indexOf("{", at)) {
    if (++starts > MOST_STARTS) break;
    const end = endOfObject(text, at);
    const object = end < 0 ? undefined : parseObject(text.slice(at, end));
    if (object === undefined) at++;
    else {
      found.push(object);
      at = end;
    }
  }
  return found;
}

/** Some models answer with a list of one, or with JSON in a string. */
function parseWhole(text: string): readonly JsonObject[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return [value];
    if (Array.isArray(value)) return value.filter(isRecord).slice(0, MOST_OBJECTS);
    if (typeof value !== "string") return [];
    const inner = parseObject(value);
    return inner === undefined ? [] : [inner];
  } catch {
    return undefined; // prose around it
  }
}

/** Position after the closing brace; negative if it is missing. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let i = start; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char === "\\") i++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return i + 1;
  }
  return -1;
}
