/** Parses bytes to JSON values. Total: problems are returned as text. */

export interface Parsed {
  readonly value?: unknown;
  readonly problem?: string;
}

export const NDJSON = "application/x-ndjson";
/** Deeper values would exhaust the stack of recursive readers. */
const MAX_DEPTH = 200;

/** Lines become a list. Other content types are left to the route. */
export function parseBody(contentType: string, bytes: Uint8Array): Parsed {
  if (contentType === NDJSON) return parseLines(bytes);
  return contentType === "application/json" ? parseOne(bytes) : {};
}

function parseOne(bytes: Uint8Array): Parsed {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return isTooDeep(value, MAX_DEPTH) ? { problem: "the JSON is nested too deeply" } : { value };
  } catch {
    return { problem: "not JSON in UTF-8" };
  }
}

function parseLines(bytes: Uint8Array): Parsed {
  const values: unknown[] = [];
  for (const [index, line] of linesOf(bytes).entries()) {
    if (line.every((byte) => byte <= 0x20)) continue;
    const { value, problem } = parseOne(line);
    if (problem !== undefined) return { problem: `line ${index + 1}: ${problem}` };
    values.push(value);
  }
  return { value: values };
}

function linesOf(bytes: Uint8Array): Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, start)) {
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return [...lines, bytes.subarray(start)];
}

function isTooDeep(value: unknown, left: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1));
}
