/** Builds the command line that a call starts. */
import { UNKNOWN } from "../model/invocation.js";
import type { Act, Call } from "./language.js";
import { join, NOTHING_KNOWN, type Value } from "./value.js";

export interface StartedCommand {
  readonly command: Value;
  readonly cwd: string | undefined;
}

export function startedCommand({ command: at, rest }: Act & { does: "run" }, { args, named }: Call): StartedCommand {
  const given = [...args.slice(at), ...(named.has("args") ? [named.get("args")!] : [])];
  const first = given[0] ?? named.get("command") ?? NOTHING_KNOWN;
  const options = given.find(({ fields }) => fields !== undefined)?.fields;
  const folder = (named.get("cwd") ?? options?.get("cwd"))?.texts[0];
  const cwd = folder?.startsWith("/") && !folder.includes(UNKNOWN) ? folder : undefined;
  const words = rest
    ? [...given.filter(({ fields }) => fields === undefined), ...(options?.has("args") ? [options.get("args")!] : [])]
    : [first];
  if (words.length === 1 && words[0]!.items === undefined) return { command: words[0]!, cwd };
  const all = words.flatMap((word) => word.items ?? [word]);
  // A list may be concatenated from others: `["git"] + arguments`.
  return {
    command: join(
      all.map((word) => ({ ...word, texts: word.texts.map(quoted) })),
      " ",
    ),
    cwd,
  };
}

/** Placeholder in a command line for an unknown value. */
const HIDDEN = "${hidden_part}";

/** Quotes a word for a shell. */
export function quoted(word: string): string {
  if (word === "") return "''";
  if (/^[\w./:=@%+,-]+$/.test(word)) return word;
  return word
    .split(UNKNOWN)
    .map((part) => (part === "" ? "" : `'${part.replaceAll("'", "'\\''")}'`))
    .join(`"${HIDDEN}"`);
}

/** A command line for a shell. */
export function withHidden(line: string): string {
  return line.replaceAll(UNKNOWN, HIDDEN);
}
