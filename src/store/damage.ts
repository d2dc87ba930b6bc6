/** Detects a damaged database from an engine's error, and moves the file aside. */
import { existsSync, renameSync } from "node:fs";

const GENERIC = 1;
const CORRUPT = 11;
const CONSTRAINT = 19;
const NOT_A_DATABASE = 26;
const CORRUPT_INDEX = 267;

/** `perhaps index`: the search index may be inconsistent; other errors have the same message. */
export function damageIn(error: unknown): "file" | "index" | "perhaps index" | undefined {
  const number = numberOf(error);
  if (number === CORRUPT_INDEX) return "index";
  if ([CORRUPT, NOT_A_DATABASE].includes(number & 0xff)) return "file";
  return [GENERIC, CONSTRAINT].includes(number & 0xff) ? "perhaps index" : undefined;
}

function numberOf(error: unknown): number {
  const { errcode, rawCode } = error as { errcode?: unknown; rawCode?: unknown };
  return typeof errcode === "number" ? errcode : typeof rawCode === "number" ? rawCode : 0;
}

/** An engine error, as opposed to a bug in the code that used it. */
export function isEngineError(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^(ERR_)?SQLITE/.test(code);
}

/** Never deleted: the user may be able to recover data. Returns the new path. */
export function setAside(file: string, now: Date): string {
  const aside = freeName(`${file}.damaged-${now.toISOString().replaceAll(":", "-")}`);
  renameSync(file, aside);
  for (const part of ["-wal", "-shm"])
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${aside}${part}`);
  return aside;
}

export function freeName(wanted: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!existsSync(name)) return name;
  }
}
