/** The key of a model: from a variable, or from a private file. Never stored, logged or shown. */
import { statSync } from "node:fs";
import type { Failure } from "../core/decision/failure.js";
import { readPlainFile } from "../disk/files.js";
import type { ModelSettings } from "./settings.js";

export type KeyResult = { readonly key: string | undefined } | { readonly failure: Failure };

/** Anything else cannot be a header. */
const KEY = /^[\x21-\x7e]{1,4096}$/;

export function readKey(
  { keyEnv, keyFile }: ModelSettings,
  environment: Readonly<Record<string, string | undefined>>,
): KeyResult {
  if (keyEnv !== undefined) {
    const key = environment[keyEnv]?.trim() ?? "";
    return KEY.test(key) ? { key } : missing(`the variable ${keyEnv} is not set, or holds no key`);
  }
  if (keyFile === undefined) return { key: undefined };
  try {
    if (process.platform !== "win32" && (statSync(keyFile).mode & 0o077) !== 0)
      return missing(`others can read ${keyFile}: run \`chmod 600 ${keyFile}\``);
    const key = readPlainFile(keyFile).toString("utf8").trim();
    return KEY.test(key) ? { key } : missing(`${keyFile} holds no key`);
  } catch (error) {
    return missing(`${keyFile} cannot be read (${(error as NodeJS.ErrnoException).code ?? "not a plain file"})`);
  }
}

function missing(message: string): KeyResult {
  return { failure: { cause: "model-failed", message } };
}
