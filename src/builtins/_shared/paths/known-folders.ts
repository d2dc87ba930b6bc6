/**
 * Which of its protected children a folder has, kept from one judgement to the next. A name that is added to a folder, taken
 * away or made a link changes the times of the folder, so one look at the folder stands for a look at each child.
 */
import type { Stats } from "node:fs";
import type { PathNode } from "./path-rules.js";

interface Known {
  readonly children: readonly PathNode[];
  readonly there: readonly PathNode[];
  readonly stats: Pick<Stats, "dev" | "ino" | "ctimeMs" | "mtimeMs">;
}

const MOST_FOLDERS = 500;
/** File systems count time in steps of up to two seconds: a folder that changed so lately may change within the same step. */
const SETTLED_MS = 3_000;

const known = new Map<string, Known>();

/** Undefined if each of them has to be looked at. None of those given is a link. */
export function childrenThere(
  folder: string,
  children: readonly PathNode[],
  stats: Stats,
): readonly PathNode[] | undefined {
  const found = known.get(folder);
  return found?.children === children && isSame(found.stats, stats) ? found.there : undefined;
}

/** `there`: those that exist. No child may be a link. */
export function rememberChildren(
  folder: string,
  children: readonly PathNode[],
  there: readonly PathNode[],
  { stats, now }: { readonly stats: Stats; readonly now: number },
): void {
  if (stats.ctimeMs > now - SETTLED_MS) return;
  if (known.size >= MOST_FOLDERS) known.clear();
  const { dev, ino, ctimeMs, mtimeMs } = stats;
  known.set(folder, { children, there, stats: { dev, ino, ctimeMs, mtimeMs } });
}

function isSame(one: Known["stats"], other: Stats): boolean {
  return (
    one.mtimeMs === other.mtimeMs && one.ctimeMs === other.ctimeMs && one.ino === other.ino && one.dev === other.dev
  );
}
