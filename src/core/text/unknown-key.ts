/** Unknown keys: the message, and the check for options from untyped programs. */
import { suggestNames } from "./suggest.js";

/** `Unknown key "comand". Did you mean "command"?` `usual`: names of keys that users know from elsewhere. */
export function unknownKey(
  name: string,
  known: readonly string[],
  usual: Readonly<Record<string, string>> = {},
): string {
  const near = nearKey(name, known, usual);
  if (near !== undefined) return `Unknown key "${name}". Did you mean "${near}"?`;
  return `Unknown key "${name}".${known.length > 10 ? "" : ` Keys are ${known.join(", ")}.`}`;
}

export function nearKey(
  name: string,
  known: readonly string[],
  usual: Readonly<Record<string, string>> = {},
): string | undefined {
  return Object.hasOwn(usual, name) ? usual[name] : suggestNames(name, known)[0];
}

/**
 * Throws a TypeError if an option looks like a misspelt known one. Other keys are ignored: an object of another type
 * may be passed as options.
 */
export function checkOptionKeys(call: string, options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const near = nearKey(name, known);
    if (near !== undefined && !Object.hasOwn(options, near)) throw new TypeError(`${call}: ${unknownKey(name, known)}`);
  }
}
