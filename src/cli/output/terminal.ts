/** What our output goes to: how wide it is, and whether it shows colours. */
import { type Output, ownOutput } from "./stdout.js";

/** Of a terminal that does not say. */
const USUAL_COLUMNS = 80;

/** Read before a function of a code config may run: it sees few variables, and so does all that follows. */
const { NO_COLOR, FORCE_COLOR } = process.env;

/** `--no-color`, `NO_COLOR`, `FORCE_COLOR`; otherwise only on a terminal. */
export function usesColours(stream: Output = ownOutput()): boolean {
  if (process.argv.includes("--no-color") || (NO_COLOR ?? "") !== "") return false;
  if ((FORCE_COLOR ?? "") !== "") return FORCE_COLOR !== "0";
  return stream.isTTY === true;
}

/** Columns to fill. A pipe or a file has no limit: nothing is wrapped or cut there. */
export function outputWidth(stream: Output = ownOutput()): number {
  return stream.isTTY ? stream.columns || USUAL_COLUMNS : Number.POSITIVE_INFINITY;
}
