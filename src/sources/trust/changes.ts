/** Changes since the last approval: what the user has to review again, and nothing else. */
import { readFileSync } from "node:fs";
import { canonicalJson } from "../../core/text/json.js";
import { type DiffLine, lineDiff } from "../../core/text/line-diff.js";
import type { SourceReview } from "./approvals.js";
import type { TrustStore } from "./trust-store.js";

export interface Change {
  /** A file, or a hook by its id. */
  readonly what: string;
  readonly how: "added" | "removed" | "changed";
  /** Absent if it is too large, or not text. */
  readonly lines?: readonly DiffLine[];
}

/** Compared with the newest version; empty if there is none. */
export function changesOf({ record, hooks, files }: SourceReview, trust: TrustStore): Change[] {
  const before = record?.versions.at(-1);
  if (before === undefined) return [];
  const definitions = (list: typeof hooks) =>
    new Map(list.map(({ hook, token }) => [hook.id || token, readable(hook)]));
  const contents = (list: typeof files) => new Map(list.map(({ path, sha256 }) => [path, sha256]));
  return [
    ...compare(definitions(before.hooks), definitions(hooks), (old, now) => lineDiff(old, now)),
    ...compare(contents(before.files), contents(files), (old, _now, path) => fileDiff(trust.copyOf(old), path)),
  ];
}

type Lines = readonly DiffLine[] | undefined;

function compare(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  diff: (old: string, now: string, what: string) => Lines,
): Change[] {
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((what): Change[] => {
    const [old, current] = [before.get(what), now.get(what)];
    if (old === current) return [];
    if (old === undefined) return [{ what, how: "added" }];
    if (current === undefined) return [{ what, how: "removed" }];
    const lines = diff(old, current, what);
    return [{ what, how: "changed", ...(lines === undefined ? {} : { lines }) }];
  });
}

function fileDiff(copy: Buffer | undefined, path: string): Lines {
  if (copy === undefined) return undefined;
  try {
    const [old, now] = [copy.toString("utf8"), readFileSync(path, "utf8")];
    return old.includes("\0") || now.includes("\0") ? undefined : lineDiff(old, now);
  } catch {
    return undefined; // removed meanwhile
  }
}

/** One field per line, in a fixed order. */
export function readable(hook: object): string {
  return JSON.stringify(JSON.parse(canonicalJson(hook)), null, 2);
}
