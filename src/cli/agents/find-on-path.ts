import { delimiter, join } from "node:path";
import { isExecutable } from "../../runtime/wiring/is-executable.js";

export function findOnPath(program: string, path: string | undefined): string | undefined {
  return (path ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, program))
    .find(isExecutable);
}
