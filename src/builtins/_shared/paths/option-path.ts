/** A path that an entry names: of the person's home, of the project, or absolute. */
import { join, resolve } from "node:path";
import type { Surroundings } from "../../../core/hooks/builtin.js";

export function optionPath(path: unknown, { home, project }: Surroundings): string {
  const text = String(path);
  return text.startsWith("~/") ? join(home, text.slice(2)) : resolve(project, text);
}
