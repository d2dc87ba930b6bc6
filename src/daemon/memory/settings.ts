/**
 * The user's memory settings: `memory.json` in the config folder. Off unless the file says otherwise; a file with an
 * error means off. A project can only turn it off, with `.snaphook/memory.jsonc`.
 */
import { join } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import { TRUST, type Trust } from "../../core/records/memory.js";
import { isRecord, type JsonObject, parseObject } from "../../core/text/json.js";
import { readPlainFile, writePrivateFile } from "../../disk/files.js";
import type { AppPaths } from "../../runtime/platform/paths.js";

const OBSERVE = ["rules", "model"] as const;

export interface MemorySettings {
  readonly enabled: boolean;
  /** `model`: the user's model is asked about finished batches, too. */
  readonly observe: (typeof OBSERVE)[number];
  readonly inject: {
    readonly start: boolean;
    readonly prompt: boolean;
    readonly tool: boolean;
    /** An event waits no longer than this; then nothing is injected. */
    readonly recallMs: number;
    /** Least score for a prompt. */
    readonly high: number;
    readonly memories: number;
    readonly summaries: number;
    readonly chars: {
      readonly start: number;
      readonly prompt: number;
      readonly tool: number;
      readonly session: number;
    };
  };
  /** Least trust that is injected. */
  readonly trust: Trust;
  /** Folders in which nothing is remembered. */
  readonly exclude: readonly string[];
  /** Share of sessions that are given nothing, for comparison. */
  readonly holdout: number;
  /** A memory that was neither observed nor used for so long is removed. */
  readonly keepDays: number;
  /** Most memories that are kept. */
  readonly most: number;
}

export const USUAL_MEMORY: MemorySettings = {
  enabled: false,
  observe: "rules",
  inject: {
    start: true,
    prompt: true,
    tool: true,
    recallMs: 80,
    high: 0.75,
    memories: 10,
    summaries: 5,
    chars: { start: 1_600, prompt: 1_200, tool: 400, session: 8_000 },
  },
  trust: "project",
  exclude: [],
  holdout: 0,
  keepDays: 365,
  most: 20_000,
};

interface Range {
  readonly from?: number;
  readonly to: number;
  readonly fraction?: boolean;
}

/** Values that a person would not want: more text than an agent should read, or a wait that is felt. */
const RANGES: Readonly<Record<string, Range>> = {
  recallMs: { to: 10_000 },
  high: { to: 1, fraction: true },
  memories: { to: 50 },
  summaries: { to: 20 },
  start: { to: 8_000 },
  prompt: { to: 8_000 },
  tool: { to: 4_000 },
  session: { to: 40_000 },
  holdout: { to: 1, fraction: true },
  keepDays: { from: 1, to: 36_500 },
  most: { from: 1, to: 1_000_000 },
};

export interface LoadedMemory {
  readonly settings: MemorySettings;
  readonly problem?: Finding;
}

export function memoryFile({ config }: Pick<AppPaths, "config">): string {
  return join(config, "memory.json");
}

export function loadMemory(places: Pick<AppPaths, "config" | "home">): LoadedMemory {
  const file = memoryFile(places);
  let text: string;
  try {
    text = readPlainFile(file).toString("utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return { settings: USUAL_MEMORY };
    return { settings: USUAL_MEMORY, problem: finding("CONFIG_UNREADABLE", message, { file }) };
  }
  const { $schema: _, ...said } = parseObject(text) ?? { "": 0 };
  const wrong = wrongIn(said, USUAL_MEMORY as unknown as JsonObject, "");
  if (wrong !== undefined)
    return { settings: USUAL_MEMORY, problem: finding("CONFIG_TYPE", `${wrong}; memory is off`, { file }) };
  const inject = { ...USUAL_MEMORY.inject, ...(said["inject"] as object | undefined) };
  const chars = { ...USUAL_MEMORY.inject.chars, ...inject.chars };
  const exclude = ((said["exclude"] ?? []) as string[]).map((folder) => folder.replace(/^~(?=\/|$)/, places.home));
  return { settings: { ...USUAL_MEMORY, ...said, inject: { ...inject, chars }, exclude } };
}

/** The first thing that does not have the form of `usual`. */
function wrongIn(said: JsonObject, usual: JsonObject, at: string): string | undefined {
  for (const [key, value] of Object.entries(said)) {
    const name = at === "" ? key : `${at}.${key}`;
    if (!Object.hasOwn(usual, key)) return key === "" ? "it is no JSON object" : `unknown setting "${name}"`;
    const like = usual[key];
    if (key === "observe") {
      if (!OBSERVE.some((one) => one === value)) return `"observe" is one of ${OBSERVE.join(", ")}`;
    } else if (key === "trust") {
      if (!TRUST.slice(2).some((one) => one === value)) return `"trust" is one of ${TRUST.slice(2).join(", ")}`;
    } else if (Array.isArray(like)) {
      if (!Array.isArray(value) || value.some((item) => typeof item !== "string"))
        return `"${name}" is a list of folders`;
    } else if (isRecord(like)) {
      const inner = isRecord(value) ? wrongIn(value, like, name) : `"${name}" is an object`;
      if (inner !== undefined) return inner;
    } else if (typeof like !== typeof value) return `"${name}" is a ${typeof like}`;
    else if (typeof value === "number" && !isIn(value, RANGES[key]!)) return `"${name}" is ${rangeText(RANGES[key]!)}`;
  }
  return undefined;
}

function isIn(value: number, { from = 0, to, fraction = false }: Range): boolean {
  return value >= from && value <= to && (fraction || Number.isInteger(value));
}

function rangeText({ from = 0, to, fraction = false }: Range): string {
  return fraction ? `a number from ${from} to ${to}` : `a whole number from ${from} to ${to}`;
}

/** Keeps the other settings. */
export function switchMemory(places: Pick<AppPaths, "config">, enabled: boolean): void {
  const file = memoryFile(places);
  let said: JsonObject = {};
  try {
    said = parseObject(readPlainFile(file).toString("utf8")) ?? {};
  } catch {
    // there is none yet
  }
  writePrivateFile(file, `${JSON.stringify({ ...said, enabled }, null, 2)}\n`);
}

/** A file that cannot be read turns it off: a project can only tighten. */
export function projectAllows(root: string, what: "capture" | "inject"): boolean {
  let text: string;
  try {
    text = readPlainFile(join(root, ".snaphook", "memory.jsonc")).toString("utf8");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" || (error as NodeJS.ErrnoException).code === "ENOTDIR";
  }
  const plain = text
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, quoted: string | undefined) => quoted ?? "")
    .replace(/,(?=\s*[}\]])/g, "");
  const said = parseObject(plain);
  return said !== undefined && said[what] !== false;
}
