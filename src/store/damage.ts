/** A database that cannot be read: what an engine's error says about it, and where the file goes. */
import { existsSync, renameSync } from "node:fs";

const CORRUPT = 11;
const NOT_A_DATABASE = 26;
/** The search index contradicts its tables; nothing else is wrong. */
const CORRUPT_INDEX = 267;

export function damageIn(error: unknown): "file" | "search" | undefined {
  const { code, errcode, rawCode } = error as { code?: unknown; errcode?: unknown; rawCode?: unknown };
  const number = typeof errcode === "number" ? errcode : rawCode;
  if (code === "SQLITE_CORRUPT_VTAB" || number === CORRUPT_INDEX) return "search";
  if (code === "SQLITE_CORRUPT" || code === "SQLITE_NOTADB") return "file";
  return typeof number === "number" && [CORRUPT, NOT_A_DATABASE].includes(number & 0xff) ? "file" : undefined;
}

/** Something that the engine said, as opposed to a fault in the code that used it. */
export function isEngineError(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^(ERR_)?SQLITE/.test(code);
}

/** Never deleted: somebody may be able to read more of it. Returns where it is now. */
export function setAside(file: string, now: Date): string {
  const aside = freeName(`${file}.damaged-${now.toISOString().replaceAll(":", "-")}`);
  renameSync(file, aside);
  for (const part of ["-wal", "-shm"])
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${aside}${part}`);
  return aside;
}

function freeName(wanted: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!existsSync(name)) return name;
  }
}
