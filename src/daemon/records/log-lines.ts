/** The newest lines of the daemon's log and of the hook log, read from their ends. */
import { type FileHandle, open } from "node:fs/promises";
import type { LogLineRow, LogName } from "../../core/records/log-line.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { hookLogFile } from "../../runtime/record/hook-log.js";
import { type LoggedEvent, parseLogged } from "../../runtime/record/read-hook-log.js";
import { filesOf } from "../../runtime/record/rotating-log.js";

export interface LogFilter {
  readonly log: LogName;
  readonly level?: "warning" | "error" | undefined;
  /** In the line, in any case. */
  readonly text?: string | undefined;
  readonly limit: number;
}

export interface LogPage {
  readonly lines: readonly LogLineRow[];
  /** False if older lines were not looked at. */
  readonly isWhole: boolean;
}

/** Then the rest is left to `snaphook log` and to the file. */
const MOST_BYTES = 4_000_000;
const BLOCK = 256 * 1024;
const LEVELS = ["info", "warning", "error"] as const;

/** Newest first. A file that does not exist has no lines. Never rejects. */
export async function readLogLines(places: AppPaths, filter: LogFilter): Promise<LogPage> {
  const { log, level = "info", text = "", limit } = filter;
  const least = LEVELS.indexOf(level);
  const wanted = text.toLowerCase();
  const lines: LogLineRow[] = [];
  const file = log === "daemon" ? daemonPlace(places).log : hookLogFile(places.state);
  const budget = { bytes: MOST_BYTES };
  for await (const line of linesOf(filesOf(file), budget)) {
    const row = log === "daemon" ? daemonRow(line) : hookRow(line);
    if (row === undefined || LEVELS.indexOf(row.level) < least) continue;
    if (!`${row.tag} ${row.text}`.toLowerCase().includes(wanted)) continue;
    if (lines.length === limit) return { lines, isWhole: false };
    lines.push(row);
  }
  return { lines, isWhole: budget.bytes > 0 };
}

/** Backwards, through rotated files, within the budget. */
async function* linesOf(files: readonly string[], budget: { bytes: number }): AsyncGenerator<string> {
  const seen = new Set<number>();
  for (const file of files) {
    const handle = await open(file, "r").catch(() => undefined);
    if (handle === undefined) continue;
    try {
      const { ino, size } = await handle.stat();
      // The log may rotate while it is read: the newest file then appears again under its next name.
      if (!seen.has(ino)) yield* backwards(handle, size, budget);
      seen.add(ino);
    } catch {
      // not readable
    } finally {
      await handle.close();
    }
    if (budget.bytes <= 0) return;
  }
}

async function* backwards(handle: FileHandle, size: number, budget: { bytes: number }): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for (let to = size; to > 0 && budget.bytes > 0; ) {
    const from = Math.max(0, to - BLOCK);
    const block = Buffer.alloc(to - from);
    await handle.read(block, 0, block.length, from);
    budget.bytes -= block.length;
    const whole = Buffer.concat([block, rest]);
    // The first line may begin in an earlier block.
    const first = from === 0 ? 0 : whole.indexOf(10) + 1;
    rest = first === 0 && from > 0 ? whole : whole.subarray(0, first);
    const lines = whole.toString("utf8", rest === whole ? whole.length : first).split("\n");
    for (let n = lines.length - 1; n >= 0; n--) if (lines[n] !== "") yield lines[n]!;
    to = from;
  }
}

const TAGGED = /^(\S{20,30}) (\[?[A-Za-z][A-Za-z:-]*\]?) (.*)$/s;

function daemonRow(line: string): LogLineRow | undefined {
  const [, time = "", tag = "", text = ""] = TAGGED.exec(line) ?? [];
  const at = Date.parse(time);
  if (Number.isNaN(at)) return undefined; // torn
  const level = tag === "ERROR" ? "error" : tag === "[DROP]" ? "warning" : "info";
  return { at, level, tag, text };
}

function hookRow(line: string): LogLineRow | undefined {
  const logged = parseLogged(line);
  if (logged === undefined) return undefined;
  const { at, id, event, hooks, notes } = logged;
  const level = hooks.some(({ outcome }) => outcome === "failed") ? "error" : notes.length > 0 ? "warning" : "info";
  return { at: Date.parse(at), level, tag: event, text: hookText(logged), ...(id === undefined ? {} : { id }) };
}

/** `codex deny, 3.1 ms: no-make deny 2.9 ms; broken failed (exit code 7)` */
function hookText({ agent, decision, sent = decision, ms, hooks, notes }: LoggedEvent): string {
  const said = sent === decision ? decision : `${decision}, sent ${sent}`;
  const runs = hooks.map(({ id, outcome, ms, cause, stderr }) => {
    const why = [cause, stderr].filter((one) => one !== undefined && one !== "").join(", ");
    return `${id} ${outcome} ${ms} ms${why === "" ? "" : ` (${why})`}`;
  });
  const codes = notes.map(({ code }) => code);
  return `${agent} ${said}, ${ms} ms${[...runs, ...codes].map((one, n) => (n === 0 ? `: ${one}` : `; ${one}`)).join("")}`;
}
