/**
 * Reads the status of one task in a TASKS.yaml line by line: a list with `id`, or tasks keyed by id. A task of Cortex is claimed if it
 * has `claimed-by`, and blocked if it has `blocked-by`, whatever its open status is called.
 */

const SETTLED = ["done", "blocked", "split", "pending"];
const UNSET = ["", "null", "~", "[]"];

export function readStatus(text: string, id: string): string | undefined {
  const lines = text.slice(0, 1_000_000).split(/\r?\n/);
  const at = lines.findIndex((line) => names(line, id));
  if (at < 0) return undefined;
  const listed = /^\s*(?:-\s+)?["']?id["']?\s*:/.test(lines[at]!);
  // The other keys of `- id: x` are aligned after the dash, and may come before it.
  const block = listed ? itemAround(lines, at) : childrenOf(lines, at);
  const status = fieldOf(block, "status")?.match(/^[\w-]+/)?.[0];
  if (status !== undefined && SETTLED.includes(status)) return status;
  const isSet = (key: string) => !UNSET.includes(fieldOf(block, key) ?? "");
  if (isSet("blocked-by")) return "blocked";
  return isSet("claimed-by") ? "claimed" : status;
}

/** The first value of a key, without quotes. */
function fieldOf(block: readonly string[], key: string): string | undefined {
  const pattern = new RegExp(`^\\s*(?:-\\s+)?["']?${key}["']?\\s*:(?:\\s+(.*))?$`);
  for (const line of block) {
    const found = pattern.exec(line);
    if (found !== null) return plain((found[1] ?? "").replace(/^#.*/, ""));
  }
  return undefined;
}

function names(line: string, id: string): boolean {
  const [, value] = /^\s*(?:-\s+)?["']?id["']?\s*:\s*(.*)$/.exec(line) ?? [];
  if (value !== undefined) return plain(value) === id;
  const [, key] = /^\s+["']?([^\s"':]+)["']?\s*:\s*(?:#.*)?$/.exec(line) ?? [];
  return key === id;
}

function itemAround(lines: readonly string[], at: number): string[] {
  let from = at;
  while (from > 0 && !/^\s*-\s/.test(lines[from]!)) from--;
  const dash = indentOf(lines[from]!);
  const rest = lines.slice(from + 1);
  const end = rest.findIndex((line) => line.trim() !== "" && indentOf(line) <= dash);
  return [lines[from]!, ...rest.slice(0, end < 0 ? undefined : end)];
}

function childrenOf(lines: readonly string[], at: number): string[] {
  const rest = lines.slice(at + 1);
  const end = rest.findIndex((line) => line.trim() !== "" && indentOf(line) <= indentOf(lines[at]!));
  return rest.slice(0, end < 0 ? undefined : end);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function plain(value: string): string {
  const quoted = /^(["'])(.*?)\1/.exec(value)?.[2];
  return quoted ?? value.replace(/\s#.*$/, "").trim();
}
