/** Unwraps wrappers that the table describes. */
import { type Invocation, UNKNOWN, type Word } from "../../model/invocation.js";
import { type Call, type Change, runText, startWords } from "../call.js";
import { type Found, hasOption, readOptions, valueOfOption } from "../options.js";
import { readFrom } from "../printed.js";
import { plainWord } from "../scope.js";
import type { Row } from "./rows.js";

/** Index at which the command begins. Undefined if it starts nothing. */
export function splitRow(
  args: readonly Word[],
  row: Row,
): { readonly found: Found; readonly rest: readonly Word[] } | undefined {
  const own = behind(args, row.after);
  if (own === undefined) return undefined;
  const found = readOptions(own, row);
  if (row.asks !== undefined && hasOption(found, ...row.asks)) return undefined;
  if (row.own?.includes(found.rest[0]?.text ?? "")) return undefined;
  return { found, rest: found.rest.slice(row.operands ?? 0) };
}

export function takeApartRow(call: Call, row: Row): Invocation[] | undefined {
  const split = splitRow(call.args, row);
  if (split === undefined) return undefined;
  const { found, rest } = split;
  const folder = row.folder === undefined ? undefined : valueOfOption(found, ...row.folder);
  const change: Change = {
    ...(row.elsewhere === true ? { runs: "elsewhere" as const, folder: { is: undefined } } : {}),
    ...(folder === undefined ? {} : { folder: { is: folder.known ? folder.text : undefined } }),
  };
  const texts = (row.text ?? []).flatMap(
    (name) => valueOfOption(found, name) ?? (row.elsewhere === true ? valuesAnywhere(call.args, name) : []),
  );
  const printing = texts.flatMap(({ text }) => runText(call, unlisted(text), { ...change, fresh: true }));
  if (row.elsewhere === true && texts.length > 0) return printing;
  // `flock FILE -c TEXT`
  if (rest[1] !== undefined && row.text?.includes(rest[0]!.text))
    return runText(call, rest[1].text, { ...change, fresh: true });
  const command = rest[0]?.text === "--" ? rest.slice(1) : rest;
  if (row.joins === true)
    return command.length === 0
      ? orNothing([...printing, ...asShell(call, row, change)])
      : runText(call, joined(command), { ...change, fresh: true });
  if (command.length === 0) return orNothing([...printing, ...asShell(call, row, change)]);
  const assigned = row.assigns === true ? withVariables(call, command, change) : undefined;
  return [...printing, ...(assigned ?? startWords(call, command, change))];
}

/** Options of remote tools may follow their operands: `gcloud compute ssh vm --command …`. */
function valuesAnywhere(args: readonly Word[], name: string): Word[] {
  return args.flatMap((word, at): Word[] => {
    if (word.text === name) return args[at + 1] === undefined ? [] : [args[at + 1]!];
    return word.text.startsWith(`${name}=`) ? [{ ...word, text: word.text.slice(name.length + 1) }] : [];
  });
}

/** `commands=["a","b"]` of `aws ssm` as one string. */
function unlisted(text: string): string {
  const list = /^\s{0,8}(?:\{\s{0,8}"commands"\s{0,8}:\s{0,8}|commands=)\[?(.{0,4000}?)\]?\}?\s{0,8}$/is.exec(
    text,
  )?.[1];
  if (list === undefined) return text;
  return list
    .split(/["']\s{0,8},\s{0,8}["']/)
    .join("\n")
    .replace(/^["']|["']$/g, "");
}

/** `ssh HOST <<EOF`. A script piped in from a file is handled by its name, like any script. */
export function asShell(call: Call, row: Pick<Row, "shell">, change: Change): Invocation[] {
  const { input } = call.start;
  if (row.shell !== true || input.kind === "none" || input.kind === "file") return [];
  const text = readFrom(input, call.reader);
  return text.trim() === UNKNOWN ? [] : runText(call, text, { ...change, fresh: true, input: { kind: "none" } });
}

function withVariables(call: Call, words: readonly Word[], change: Change): Invocation[] | undefined {
  const { variables, rest } = leadingVariables(words);
  if (variables.size === 0) return undefined;
  return startWords(call, rest, { ...change, variables: new Map([...call.start.variables, ...variables]) });
}

export function leadingVariables(words: readonly Word[]): { variables: Map<string, Word>; rest: readonly Word[] } {
  const variables = new Map<string, Word>();
  let at = 0;
  for (; at < words.length; at++) {
    const match = /^([^\s=/-][^\s=/]{0,200})=/.exec(words[at]!.text);
    if (match === null) break;
    variables.set(match[1]!, plainWord(words[at]!.text.slice(match[0].length)));
  }
  return { variables, rest: words.slice(at) };
}

/** Joins words like `ssh` and `watch`. Patterns and quotes in them are expanded again. */
export function joined(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(" ");
}

function orNothing(printing: Invocation[]): Invocation[] | undefined {
  return printing.length > 0 ? printing : undefined;
}

/** The words after the required first words, skipping options; undefined if it starts differently. */
function behind(args: readonly Word[], first: readonly string[] | undefined): readonly Word[] | undefined {
  let at = 0;
  for (const name of first ?? []) {
    while (at < args.length && args[at]!.text.startsWith("-") && args[at]!.text !== name) at++;
    if (args[at]?.text !== name && args[at]?.text !== UNKNOWN) return undefined;
    at++;
  }
  return args.slice(at);
}
