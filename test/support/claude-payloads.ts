/** Payloads as Claude Code's released program sent them to hooks. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../src/core/json.js";

const FOLDER = join(import.meta.dirname, "../fixtures/claude-code");

export interface Recorded {
  readonly file: string;
  readonly event: string;
  readonly payload: JsonObject;
}

export function recordedPayloads(): Recorded[] {
  return readdirSync(FOLDER)
    .filter((file) => !file.startsWith("_"))
    .map((file) => ({ file, event: file.split(".")[0]!, payload: readJson(file) }));
}

/** The environment that a hook was given beside them, in a session without a person. */
export function recordedEnvironment(): Record<string, string> {
  return readJson("_env.SessionStart.json") as Record<string, string>;
}

function readJson(file: string): JsonObject {
  return JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
}
