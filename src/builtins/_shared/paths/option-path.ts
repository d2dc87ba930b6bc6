/** Resolves a configured path: relative to the home directory, to the project, or absolute. */
import { join, resolve } from "node:path";
import type { Surroundings } from "../../../core/hooks/builtin.js";

export function optionPath(path: unknown, { home, project }: Surroundings): string {
  const text = String(path);
  return text.startsWith("~/") ? join(home, text.slice(2)) : resolve(project, text);
}
