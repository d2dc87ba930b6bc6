/** CP-14: title and summary of a session by rules: its first prompt, counts, files. */
import type { BatchRow, SessionStats } from "../core/records/records.js";
import { cut } from "../core/text/json.js";

const TITLE_CHARS = 80;
const MOST_FILES = 5;
/** A prompt that only continues. */
const EMPTY = /^(?:continue|go on|yes|ok(?:ay)?|proceed|hi|hello|hey|thanks?|weiter|ja)\b.{0,10}$/i;

/** Of the user's prompts, if there are any. */
export function titleOf(batches: readonly Pick<BatchRow, "kind" | "prompt" | "promptFrom">[]): string | undefined {
  const prompts = batches.filter(({ kind }) => kind !== "system");
  const users = prompts.filter(({ promptFrom }) => promptFrom === undefined);
  const own = (users.length > 0 ? users : prompts).map(({ prompt }) => prompt.trim());
  const first = own.find((prompt) => !EMPTY.test(prompt) && !prompt.startsWith("/")) ?? own[0];
  if (first === undefined) return undefined;
  const line = (first.split("\n").find((one) => one.trim() !== "") ?? first).replace(/\s+/g, " ").trim();
  return line.length > TITLE_CHARS ? `${cut(line, TITLE_CHARS - 1).trimEnd()}…` : line;
}

export function summaryOf(title: string, { activities, failures, files, prompts }: SessionStats): string {
  const named = files.map(baseName).filter((name) => /^[\w.@+-]+$/.test(name));
  const some = [...new Set(named)].slice(0, MOST_FILES);
  const counts = [
    count(prompts, "prompt"),
    count(activities, "tool call"),
    ...(failures > 0 ? [`${failures} failed`] : []),
  ];
  const about = some.length === 0 ? "" : `; files: ${some.join(", ")}${named.length > some.length ? " …" : ""}`;
  return `${title} (${counts.join(", ")}${about})`;
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
