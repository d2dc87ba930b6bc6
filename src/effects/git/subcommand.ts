/** A git call reduced to its subcommand: global options removed, inline aliases expanded. */
import type { Invocation, Word } from "../model/invocation.js";

export interface Subcommand {
  readonly name: string;
  readonly args: readonly Word[];
  /** Settings from `-c name=value` and `--config-env`. */
  readonly config: readonly (readonly [name: string, value: string])[];
}

const TAKING = new Set([
  "-C",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--exec-path",
  "--super-prefix",
  "--attr-source",
]);

export function subcommandOf({ args }: Invocation): Subcommand | undefined {
  const config: (readonly [string, string])[] = [];
  let at = 0;
  for (; at < args.length; at++) {
    const { text } = args[at]!;
    if (text === "--") continue;
    if (!text.startsWith("-")) break;
    if (text === "-c" || text === "--config-env") config.push(pair(args[++at]?.text ?? ""));
    else if (text.startsWith("--config-env=")) config.push(pair(text.slice(13)));
    else if (text.startsWith("-c")) config.push(pair(text.slice(2)));
    else if (TAKING.has(text)) at++;
  }
  const name = args[at]?.text;
  return name === undefined ? undefined : unaliased({ name, args: args.slice(at + 1), config });
}

function pair(text: string): readonly [string, string] {
  const equals = text.indexOf("=");
  return equals < 0 ? [text.toLowerCase(), "true"] : [text.slice(0, equals).toLowerCase(), text.slice(equals + 1)];
}

/** Expands an alias that is defined in the call itself. */
function unaliased(given: Subcommand): Subcommand {
  const alias = given.config.find(([name]) => name === `alias.${given.name.toLowerCase()}`)?.[1];
  if (alias === undefined || alias.startsWith("!")) return given;
  const [name = "", ...words] = alias.trim().split(/\s+/);
  return {
    name,
    args: [...words.map((text): Word => ({ text, known: true, glob: false, source: text })), ...given.args],
    config: given.config.filter(([key]) => !key.startsWith("alias.")),
  };
}
