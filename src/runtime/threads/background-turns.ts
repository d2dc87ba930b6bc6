/**
 * What became of turns in the background, which no user saw: kept until the next session of the folder shows it. One file per
 * folder with a line per turn; renaming it takes it.
 */
import { appendFileSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { redactText } from "../../core/redact/text.js";
import { parseObject } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import { ensurePrivateFolder } from "../../disk/files.js";
import { removeFile } from "../../disk/short-lock.js";
import { realFolder } from "../platform/paths.js";
import { backgroundTurnsFolder } from "./thread-places.js";

const PREVIEW_CHARS = 80;
const SESSION_CHARS = 8;
/** Older ones are no news. */
const KEPT_MS = 7 * 24 * 3_600_000;
const MOST_LINES = 5;
/** No more is redacted. */
const LONGEST = 4_000;

export interface BackgroundTurn {
  readonly agent: string;
  readonly session: string;
  /** What the agent said, or what it was asked for if it said nothing. */
  readonly text: string;
  /** Why there was no turn. */
  readonly problem?: string;
}

/** At most 81 characters, on one line. */
export function preview(text: string): string {
  const line = redactText(text.slice(0, LONGEST))
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();
  return line.length > PREVIEW_CHARS ? `${line.slice(0, PREVIEW_CHARS)}…` : line;
}

/** Never throws: the log has it too. */
export function noteTurn(paths: { readonly state: string }, cwd: string, turn: BackgroundTurn): void {
  try {
    const folder = backgroundTurnsFolder(paths);
    ensurePrivateFolder(folder);
    const line = JSON.stringify({ at: Date.now(), text: lineOf(turn) });
    appendFileSync(fileOf(folder, cwd), `${line}\n`, { mode: 0o600 });
  } catch {
    // The disk is full.
  }
}

/** The newest lines for the folder, which are gone then. Never throws. */
export function takeTurns(paths: { readonly state: string }, cwd: string, now = Date.now()): readonly string[] {
  const file = fileOf(backgroundTurnsFolder(paths), cwd);
  const taken = `${file}.${process.pid}`;
  try {
    renameSync(file, taken);
    const lines = readFileSync(taken, "utf8").split("\n").map(parseObject);
    removeFile(taken);
    return lines
      .flatMap((line) => (typeof line?.["text"] === "string" && now - Number(line["at"]) < KEPT_MS ? line["text"] : []))
      .slice(-MOST_LINES);
  } catch {
    return []; // there is none, or another session took it
  }
}

function lineOf({ agent, session, text, problem }: BackgroundTurn): string {
  const who = `Session hook: ${agent} session ${session.slice(0, SESSION_CHARS)}`;
  return problem === undefined
    ? `${who} got one more turn: ${preview(text)}`
    : `${who} got no turn (${preview(problem)})`;
}

function fileOf(folder: string, cwd: string): string {
  return join(folder, `${sha256(realFolder(cwd)).slice(0, 32)}.jsonl`);
}
