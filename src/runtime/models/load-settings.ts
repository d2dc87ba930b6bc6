/** The user's `models.json`. A project has none: its hooks use the user's models. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import { type ModelsFile, NO_MODELS, readModelsFile } from "../../models/settings.js";
import type { AppPaths } from "../platform/paths.js";

export interface LoadedModels {
  readonly path: string;
  /** False if there is no such file. */
  readonly exists: boolean;
  readonly file: ModelsFile;
  readonly findings: readonly Finding[];
}

export function modelsPath({ config }: Pick<AppPaths, "config">): string {
  return join(config, "models.json");
}

/** Total: problems are reported, and defaults apply. */
export async function loadModelSettings(places: Pick<AppPaths, "config" | "home">): Promise<LoadedModels> {
  const path = modelsPath(places);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const exists = code !== "ENOENT";
    const findings = exists ? [finding("CONFIG_UNREADABLE", message, { file: path })] : [];
    return { path, exists, file: NO_MODELS, findings };
  }
  const plain = readModelsFile(parsed(text), places.home);
  if (plain.problems.length === 0) return { path, exists: true, file: plain.file, findings: [] };
  // Comments, or problems whose position is needed.
  const { parseConfigText } = await import("../../sources/read/config-text.js");
  const { value, findings, where } = parseConfigText(path, text);
  if (value === undefined) return { path, exists: true, file: NO_MODELS, findings };
  const { file, problems } = readModelsFile(value, places.home);
  const found = problems.map(({ path: at, code, message }) => finding(code, message, where(at)));
  return { path, exists: true, file, findings: [...findings, ...found] };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Variables with keys, which the daemon requests from the agent's process. */
export async function modelVariables(places: Pick<AppPaths, "config" | "home">): Promise<readonly string[]> {
  const { models } = (await loadModelSettings(places)).file;
  return Object.values(models).flatMap(({ keyEnv, passEnv }) => [
    ...(keyEnv === undefined ? [] : [keyEnv]),
    ...passEnv,
  ]);
}
