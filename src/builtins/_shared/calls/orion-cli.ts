/** Calls of the `orion` program: `orion para create-entity --type project`. */
import type { Invocation } from "../../../effects/model/invocation.js";

/** Operands: words other than flags and their values. Empty for another program. */
export function orionWords({ program, args }: Invocation): readonly string[] {
  if (program !== "orion") return [];
  return args
    .filter(({ text }, at) => !text.startsWith("-") && !isFlagWithValue(args[at - 1]?.text ?? ""))
    .map(({ text }) => text);
}

/** `--name x` or `--name=x`. */
export function orionFlag({ args }: Invocation, name: string): string | undefined {
  for (const [at, { text }] of args.entries()) {
    if (text === `--${name}`) return args[at + 1]?.text;
    if (text.startsWith(`--${name}=`)) return text.slice(name.length + 3);
  }
  return undefined;
}

function isFlagWithValue(text: string): boolean {
  return text.startsWith("--") && !text.includes("=");
}
