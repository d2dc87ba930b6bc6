/** What a program reads on its standard input, as far as it stands in the command line. */

import { readFrom } from "../shell/printed.js";
import { Reader } from "../shell/reader.js";
import type { Where } from "./effect.js";
import type { Input } from "./invocation.js";

/** Undefined when there is none. What cannot be told of it is an `UNKNOWN`. */
export function inputText(input: Input, where: Where): string | undefined {
  return input.kind === "none" ? undefined : readFrom(input, new Reader(where));
}
