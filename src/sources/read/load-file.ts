/** Detects the dialect of a file, and loads it. */
import { finding } from "../../core/errors.js";
import type { ConfigFile, DialectLoader, Files, LoadedConfig, LoadTools } from "../contract.js";
import { LOADERS } from "../dialects/_loaders.js";
import { parseConfigText } from "./config-text.js";

/** For a file that was named without a dialect. */
export function loaderFor(path: string, files: Pick<Files, "read">): DialectLoader {
  const text = files.read(path);
  const value = text === undefined ? undefined : parseConfigText(path, text).value;
  const native = LOADERS["native"]!;
  return Object.values(LOADERS).find((loader) => loader !== native && loader.detect(path, value)) ?? native;
}

/** Loaders do not throw; if one does, it must not affect other files. */
export function loadSafely(loader: DialectLoader, file: ConfigFile, tools: LoadTools): LoadedConfig {
  try {
    return loader.load(file, tools);
  } catch (error) {
    const why = `the file could not be loaded (${error instanceof Error ? error.message : String(error)})`;
    return { hooks: [], findings: [finding("INTERNAL", why, { file: file.path })] };
  }
}
