/**
 * The plan of a session. Agents of the Claude family write it to a file in `.claude/plans`, and the call that submits it does
 * not name that file. So the file that was last written there is remembered for each session.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { isAbsolute, join, normalize } from "node:path";
import { parseObject } from "../../../core/text/json.js";
import { writePrivateFile } from "../../../disk/files.js";
import { plainName } from "../calls/tool-call.js";

const MOST_BYTES = 1024 * 1024;

export function isPlanFile(path: unknown): path is string {
  return typeof path === "string" && isAbsolute(path) && /[\\/]\.claude[\\/]plans[\\/][^\\/]+$/.test(normalize(path));
}

export function rememberPlanFile(state: string, session: unknown, path: string): void {
  const memory = memoryOf(state, session);
  if (memory !== undefined) writePrivateFile(memory, JSON.stringify({ path: normalize(path) }));
}

/** The file that was last remembered for this session. */
export function planFileOf(state: string, session: unknown): string | undefined {
  const memory = memoryOf(state, session);
  const { path } = parseObject((memory && readText(memory)) ?? "") ?? {};
  return isPlanFile(path) ? path : undefined;
}

/** Undefined unless it is a regular file of readable size with text in it. Does not follow a link, and does not block. */
export function readText(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const facts = fstatSync(file);
    if (!facts.isFile() || facts.size > MOST_BYTES) return undefined;
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
    return text.trim() === "" ? undefined : text;
  } catch {
    return undefined; // missing, unreadable, or no text
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Sessions without a usable id must not share a plan. */
function memoryOf(state: string, session: unknown): string | undefined {
  return plainName(session) !== session ? undefined : join(state, "plan-files", `${plainName(session)}.json`);
}
