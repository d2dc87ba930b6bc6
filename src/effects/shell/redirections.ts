/** Redirections of a command: files it writes and reads, and its standard input. */
import type { Redirection, RedirectOperator, Redirect as ShellRedirect } from "unbash";
import { type Input, type Redirect, UNKNOWN } from "../model/invocation.js";
import { expandBody, expandText, expandWord } from "./expand.js";
import { MOST_JOINED } from "./limits.js";
import { fileKey } from "./printed.js";
import type { Place, Reader } from "./reader.js";
import { plainWord } from "./scope.js";

export interface Redirected {
  readonly redirects: readonly Redirect[];
  /** Undefined: inherited. */
  readonly input: Input | undefined;
  /** Files that receive its output; undefined if inherited. */
  readonly output: readonly Redirect[] | undefined;
}

export function redirected(redirections: readonly Redirection[], place: Place, reader: Reader): Redirected {
  const redirects: Redirect[] = [];
  let input: Input | undefined;
  let output: Redirect[] | undefined;
  if (redirections.length > MOST_JOINED)
    reader.stop("has too many redirections to analyse", place.source.slice(0, 200));
  for (const one of reader.over ? [] : redirections) {
    const descriptor = one.descriptor?.type === "FileDescriptor" ? one.descriptor.value : undefined;
    if (one.type === "HereDoc") {
      const text = expandBody(one.body, one.delimiter?.quoted ?? true, place, reader);
      if ((descriptor ?? 0) === 0) input = { kind: "text", text: plainWord(text) };
    } else if (one.type === "HereString") {
      const text = one.target === undefined ? "" : expandText(one.target, place, reader);
      if ((descriptor ?? 0) === 0) input = { kind: "text", text: plainWord(`${text}\n`) };
    } else {
      const to = fileOf(one, place, reader);
      // The content of other file descriptors is not tracked.
      if (one.operator === "<&" && (descriptor ?? 0) === 0 && one.target?.text !== "0" && one.target?.text !== "-")
        input = { kind: "text", text: plainWord(UNKNOWN) };
      if (to === undefined) continue;
      redirects.push(descriptor === undefined ? to : { ...to, descriptor });
      if (to.operator === "<" || to.operator === "<>") {
        if ((descriptor ?? 0) === 0) input = inputFrom(to, reader);
      } else if ((descriptor ?? 1) === 1 && one.descriptor?.type !== "FileDescriptorVariable")
        output = [...(output ?? []), to];
    }
  }
  return { redirects, input, output };
}

function inputFrom({ target }: Redirect, reader: Reader): Input {
  const writers = reader.files.get(fileKey(target.text));
  return writers === undefined ? { kind: "file", file: target } : { kind: "pipe", from: writers.flat() };
}

function fileOf(redirect: ShellRedirect, place: Place, reader: Reader): Redirect | undefined {
  if (redirect.target === undefined) return undefined;
  const [target = plainWord("")] = expandWord(redirect.target, place, reader);
  const operator = operatorOf(redirect.operator, target.text);
  return operator === undefined ? undefined : { operator, target };
}

/** Duplicated file descriptors are not files: `2>&1`, `<&3`, `>&-`. */
function operatorOf(operator: RedirectOperator, target: string): Redirect["operator"] | undefined {
  if (operator === ">&") return /^(?:\d+-?|-)$/.test(target) ? undefined : "&>";
  return operator === "<&" ? undefined : operator;
}
