import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { finding } from "../../core/errors.js";
import type { Check } from "./check.js";

/** Clocks of machines that share a home differ a little. */
const AHEAD_MS = 5 * 60_000;
const MOST_FILES = 5000;

export const clock: Check = {
  name: "clock",
  run({ call }) {
    const now = Date.now();
    const ahead = filesBelow(call.places.state)
      .slice(0, MOST_FILES)
      .map((file) => ({ file, by: (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) - now }))
      .filter(({ by }) => by > AHEAD_MS);
    const [first] = ahead;
    if (first === undefined) return [];
    const others = ahead.length > 1 ? `, and ${ahead.length - 1} more` : "";
    const why = `this file is dated ${Math.round(first.by / 60_000)} minutes in the future${others}`;
    return [finding("CLOCK_AHEAD", why, { file: first.file })];
  },
};

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return []; // nothing was ever kept
    throw error;
  }
}
