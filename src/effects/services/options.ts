/** Options as service CLIs write them: `--force`, `--force=true`, `-f`, `-rf`, and `-auto-approve` with one dash. */
import { compileGlob } from "../../core/match/glob.js";
import type { Invocation } from "../model/invocation.js";

const NO = /^(?:false|0|no|none|off)$/i;

/** True if one of these is given, and not as `=false`. */
export function isGiven(invocation: Invocation, names: readonly string[]): boolean {
  for (const { text } of invocation.args) {
    if (text === "--") break;
    if (text.startsWith("-") && fits(text, names)) return true;
  }
  return valuedOf(names).some((name) => {
    const equals = name.indexOf("=");
    const values = optionValues(invocation, [name.slice(0, equals)]);
    if (values.length === 0) return false;
    const isWanted = compileGlob(name.slice(equals + 1), "wildcard");
    return values.some((value) => isWanted(value.toLowerCase()));
  });
}

const valued = new WeakMap<readonly string[], readonly string[]>();

/** Those that are given with a value. The lists are constants. */
function valuedOf(names: readonly string[]): readonly string[] {
  let found = valued.get(names);
  if (found === undefined) {
    found = names.filter((name) => name.includes("="));
    valued.set(names, found);
  }
  return found;
}

function fits(text: string, names: readonly string[]): boolean {
  const equals = text.indexOf("=");
  const given = equals < 0 ? text : text.slice(0, equals);
  if (names.includes(given) && (equals < 0 || !NO.test(text.slice(equals + 1)))) return true;
  if (!/^-[A-Za-z]{2,6}$/.test(text)) return false;
  return names.some((name) => name.length === 2 && text.includes(name[1]!));
}

const DRY = [
  "--dry-run",
  "--dryrun",
  "--dry_run",
  "--dry",
  "-dry-run",
  "-dryrun",
  "--what-if",
  "--whatif",
  "--no-execute",
  "--preview",
  "--simulate",
  "--generate-cli-skeleton",
  "--help",
  "-help",
];

/** A dry run. */
export function isDryRun(invocation: Invocation, also: readonly string[] = []): boolean {
  return isGiven(invocation, DRY) || (also.length > 0 && isGiven(invocation, also));
}

/** The value of the first of these options: `-c X`, `-cX`, `--command X`, `--command=X`. */
export function optionValue(invocation: Invocation, names: readonly string[]): string | undefined {
  return optionValues(invocation, names)[0];
}

export function optionValues({ args }: Invocation, names: readonly string[]): string[] {
  const values: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const { text } = args[at]!;
    if (text === "--") break;
    for (const name of names)
      if (text === name) {
        const next = args[at + 1];
        if (next !== undefined) values.push(next.text);
      } else if (name.length > 2 && text.startsWith(`${name}=`)) values.push(text.slice(name.length + 1));
      else if (name.length === 2 && name !== "--" && text.startsWith(name) && !text.startsWith("--"))
        values.push(text.slice(text[2] === "=" ? 3 : 2));
  }
  return values;
}
