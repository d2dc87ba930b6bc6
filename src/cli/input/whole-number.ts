/** A flag that takes a whole number. */
import { type Finding, finding } from "../../core/errors.js";
import type { Call } from "../command.js";

export function wholeNumber(call: Call, flag: string, usual: number): number | Finding {
  const given = call.flags[flag];
  if (given === undefined) return usual;
  const value = Number(given);
  if (Number.isInteger(value) && value > 0) return value;
  return finding("USAGE", `--${flag} must be a positive whole number, not "${String(given)}"`);
}
