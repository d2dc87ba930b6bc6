/** The files an `apply_patch` text touches, so that a rule about paths holds for patches too. */
import { isRecord, type JsonObject } from "../../core/json.js";
import type { BasePayload } from "../../core/payload.js";

export interface PatchFacts {
  readonly paths: readonly string[];
  readonly adds: boolean;
  /** It changes, moves or deletes files that are there. */
  readonly changes: boolean;
}

/** Fields that are read out of the patch: a new value of one of them has no place in it. */
export const PATCH_FIELDS: readonly string[] = ["file_path", "file_paths"];

// Agents differ in the white space they forgive, before the stars and behind the colon: here all of it is.
const HEADER = /^[\s\u0085]*\*\*\* (?:(Add|Update|Delete) File|Move to):[\s\u0085]*(.+?)[\s\u0085]*$/is;

export function readPatch(text: string): PatchFacts {
  const paths = new Set<string>();
  let adds = false;
  let changes = false;
  for (const line of text.split("\n")) {
    const [, kind, path] = HEADER.exec(line) ?? [];
    if (path === undefined) continue;
    paths.add(path);
    if (kind?.toLowerCase() === "add") adds = true;
    else changes = true;
  }
  return { paths: [...paths], adds, changes };
}

/**
 * A patch as a Write of new files or an Edit of others, or both, with every file it touches. One in which no file is
 * found may still do something in the agent's reading of it.
 */
export function withPatchFiles(payload: BasePayload, text: unknown): BasePayload {
  const {
    file_path: _,
    file_paths: __,
    ...input
  }: JsonObject = isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
  const { paths, adds, changes } = readPatch(typeof text === "string" ? text : "");
  if (paths.length === 0)
    return { ...payload, tool_name: "Edit", also_tool_name: "Write", unreadable_input: true, tool_input: input };
  return {
    ...payload,
    tool_name: changes ? "Edit" : "Write",
    ...(adds && changes ? { also_tool_name: "Write" } : {}),
    tool_input: { ...input, file_path: paths[0], file_paths: paths },
  };
}
