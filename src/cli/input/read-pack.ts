/** What commands about the pack read: a built-in by name and options as they are typed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BUILTINS } from "../../builtins/_registry.js";
import { type Finding, finding } from "../../core/errors.js";
import type { Builtin } from "../../core/hooks/builtin.js";
import { type JsonObject, lookUp } from "../../core/text/json.js";
import { packageRoot } from "../../runtime/platform/paths.js";
import { unknownBuiltin } from "../../sources/compile/builtin-hooks.js";
import type { Call } from "../command.js";

export function namedBuiltin(name: string): Builtin | Finding {
  return lookUp(BUILTINS, name) ?? finding("BUILTIN_UNKNOWN", unknownBuiltin(name, BUILTINS));
}

/** The one argument of commands about a built-in. */
export function onlyNamedBuiltin({ args: [name, ...more] }: Pick<Call, "args">): Builtin | Finding {
  if (name !== undefined && more.length === 0) return namedBuiltin(name);
  return finding("USAGE", "give one built-in; `snaphook pack` lists them");
}

export function isFinding(value: object): value is Finding {
  return "severity" in value;
}

/** `k=v`, where v is JSON or else text; commas separate what goes into a list. */
export function readOptions(builtin: Builtin, given: readonly string[]): JsonObject | Finding {
  const options: JsonObject = {};
  for (const one of given) {
    const [, name, value = ""] = /^([\w-]+)=([\s\S]*)$/.exec(one) ?? [];
    if (name === undefined) return finding("USAGE", `--option must be KEY=VALUE, not "${one}"`);
    const read = readValue(value);
    const isList = lookUp(builtin.options ?? {}, name)?.type === "texts";
    options[name] = isList && typeof read === "string" ? read.split(",") : read;
  }
  const problem = builtin.checkOptions(options);
  return problem === undefined ? options : finding("HOOK_FIELD_INVALID", problem);
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text; // a word need not be quoted
  }
}

/** Its section of the page, without the heading; empty when the page is not there. */
export function pageSection(name: string): string {
  try {
    const page = readFileSync(join(packageRoot(), "docs/builtins.md"), "utf8");
    const [, below = ""] = page.split(`\n## ${name}\n`);
    return below.split("\n## ")[0]!.trim();
  } catch {
    return ""; // an installation without its documentation
  }
}
