/** What the installed launcher would run, parsed from its text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { launcherPath } from "./command-line.js";

export interface LauncherFacts {
  /** The program copy it runs; undefined if it names none. */
  readonly program?: string;
  /** The version of that copy. */
  readonly version?: string;
}

/** Undefined if there is no launcher. Throws if it cannot be read. */
export function launcherFacts(dataFolder: string): LauncherFacts | undefined {
  let text: string;
  try {
    text = readFileSync(launcherPath(dataFolder), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const [, copy] = /versions\/([^/'"\s]+)\/dist/.exec(text) ?? [];
  if (copy === undefined) return {};
  // A copy is named after its version and its content.
  return { program: join(dataFolder, "versions", copy, "dist/snaphook.cjs"), version: copy.replace(/-[^-]*$/, "") };
}
