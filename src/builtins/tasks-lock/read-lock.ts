/** Reads the lock at the top of a TASKS.yaml without a YAML library, to keep events fast. */

export interface TasksLock {
  readonly owner: string;
  /** Milliseconds since 1970; NaN if unreadable. */
  readonly expiresAt: number;
}

/** Undefined without a lock: no key `lock` at the top, or an empty one. */
export function readLock(text: string): TasksLock | undefined {
  const lines = text.slice(0, 100_000).split(/\r?\n/);
  const at = lines.findIndex((line) => /^(?:lock|"lock"|'lock')\s*:/.test(line));
  if (at < 0) return undefined;
  const rest = lines[at]!.slice(lines[at]!.indexOf(":") + 1).trim();
  const fields = rest.startsWith("{") ? inline(rest) : below(lines.slice(at + 1));
  const owner = fields.get("owner") ?? "";
  return owner === "" ? undefined : { owner, expiresAt: Date.parse(fields.get("expires_at") ?? "") };
}

/** `{ owner: a, expires_at: "…" }` */
function inline(text: string): Map<string, string> {
  const end = text.indexOf("}");
  const pairs = text.slice(1, end < 0 ? undefined : end).split(",");
  return new Map(pairs.flatMap((pair) => field(pair) ?? []));
}

/** Lines indented deeper than the key; the first of them sets the indentation. */
function below(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  let depth: number | undefined;
  for (const line of lines) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const indent = line.length - line.trimStart().length;
    if (indent === 0 || (depth !== undefined && indent < depth)) break;
    depth ??= indent;
    if (indent > depth) continue;
    for (const [name, value] of field(line) ?? []) fields.set(name, value);
  }
  return fields;
}

function field(text: string): [string, string][] | undefined {
  const [, name, value] = /^\s*["']?([\w-]+)["']?\s*:\s*(.*)$/.exec(text) ?? [];
  return name === undefined ? undefined : [[name, scalar(value!)]];
}

function scalar(text: string): string {
  const [, quoted] = /^(?:"([^"]*)"|'([^']*)')/.exec(text)?.filter((one) => one !== undefined) ?? [];
  const plain = quoted ?? text.replace(/(?:^|\s)#.*$/, "").trim();
  return plain === "null" || plain === "~" ? "" : plain;
}
