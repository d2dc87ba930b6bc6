/** A command line below a real process that is called like a program of the test's choice. */
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProgramPlace } from "./program.js";

const RUN_BELOW = fileURLToPath(new URL("./run-below.mjs", import.meta.url));

/** `called` may be a path: then the program is a script there that Node runs. */
export function below(place: ProgramPlace, called: string, command: readonly string[]): string[] {
  const file = join(place.root, "programs", called);
  mkdirSync(dirname(file), { recursive: true });
  const isScript = called.includes("/");
  if (!existsSync(file)) symlinkSync(isScript ? RUN_BELOW : process.execPath, file);
  return isScript ? [process.execPath, file, ...command] : [file, RUN_BELOW, ...command];
}
