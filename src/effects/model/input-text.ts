/** Standard input of a program, as far as the command line contains it. */

import { readFrom } from "../shell/printed.js";
import { Reader } from "../shell/reader.js";
import type { Where } from "./effect.js";
import type { Input } from "./invocation.js";

/** Returns undefined if there is none. Unknown parts are `UNKNOWN`. */
export function inputText(input: Input, where: Where): string | undefined {
  return input.kind === "none" ? undefined : readFrom(input, new Reader(where));
}
