/** Creates an index of a project's memory files from their access log (BI-C14). */
import { join } from "node:path";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { parseObject } from "../core/text/json.js";
import { readEnd, replaceFile } from "../disk/files.js";
import { accessLog } from "./_shared/paths/memory-files.js";
import { isInside, realPath } from "./_shared/paths/safe-files.js";

const OPTIONS = {
  roots: { type: "texts", default: [], help: "Additional directories with memory files" },
  hotDays: { type: "number", default: 30, help: "Days within which an accessed file counts as hot" },
  hotRefs: { type: "number", default: 2, help: "Minimum number of accesses to count as hot" },
} satisfies BuiltinOptions;

/** Only the tail of a log is read. */
const MOST_BYTES = 5_000_000;
const DAY_MS = 86_400_000;

const memoryIndex: Builtin = {
  name: "memory-index",
  summary: "Writes _meta/memory-index.json from the access log: number of references, last access, hot or cold.",
  from: "cortex",
  example: { event: "SessionEnd", builtin: "memory-index", options: { hotDays: 14 } },
  events: ["SessionEnd", "PreCompact"],
  match: {},
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make({ project }, { roots = [], hotDays = 30, hotRefs = 2 }, { now }) {
    return () => {
      for (const folder of [project, ...(roots as readonly string[])])
        writeMemoryIndex(folder, now(), Number(hotDays), Number(hotRefs));
      return undefined;
    };
  },
};

/** False if the folder has no access log. */
export function writeMemoryIndex(
  folder: string,
  now: number,
  hotDays = OPTIONS.hotDays.default,
  hotRefs = OPTIONS.hotRefs.default,
): boolean {
  const log = readEnd(accessLog(folder), MOST_BYTES, { followLink: false });
  const meta = realPath(join(folder, "_meta"));
  if (log === undefined || meta === undefined || !isInside(realPath(folder) ?? folder, meta)) return false;
  const since = now - hotDays * DAY_MS;
  const files = indexOf(log.text).map((file) => ({
    ...file,
    class: file.refs >= hotRefs && Date.parse(file["last-ref"]) >= since ? "hot" : "cold",
  }));
  const text = `${JSON.stringify({ generated: new Date(now).toISOString(), files }, null, 2)}\n`;
  replaceFile(join(meta, "memory-index.json"), text, { mode: 0o644 });
  return true;
}

interface Indexed {
  readonly file: string;
  readonly refs: number;
  readonly "last-ref": string;
}

/** Most accesses first, then most recent. */
export function indexOf(log: string): Indexed[] {
  const files = new Map<string, Indexed>();
  for (const line of log.split("\n")) {
    const { file, ts } = parseObject(line) ?? {};
    if (typeof file !== "string" || typeof ts !== "string" || file.startsWith("_") || Number.isNaN(Date.parse(ts)))
      continue;
    const known = files.get(file);
    const last = known === undefined || ts > known["last-ref"] ? ts : known["last-ref"];
    files.set(file, { file, refs: (known?.refs ?? 0) + 1, "last-ref": last });
  }
  return [...files.values()].sort(
    (a, b) => b.refs - a.refs || compare(b["last-ref"], a["last-ref"]) || compare(a.file, b.file),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export default memoryIndex;
