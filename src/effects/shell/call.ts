/** A wrapper invocation, as the unwrapping functions receive it. */
import type { Input, Invocation, Word } from "../model/invocation.js";
import { absolute } from "../paths/paths.js";
import { type Place, placed, type Reader, type Start } from "./reader.js";

export interface Call {
  /** The wrapper's own invocation. */
  readonly invocation: Invocation;
  readonly args: readonly Word[];
  readonly start: Start;
  readonly place: Place;
  readonly reader: Reader;
}

/** Undefined: it starts nothing and prints its own output. */
export type TakeApart = (call: Call) => Invocation[] | undefined;

/** Context changes for the program it starts. */
export interface Change {
  readonly variables?: ReadonlyMap<string, Word>;
  readonly input?: Input;
  readonly moreArgs?: boolean;
  readonly runs?: "elsewhere";
  /** Undefined if unknown. */
  readonly folder?: { readonly is: string | undefined };
  readonly positional?: readonly Word[];
  /** `$0` */
  readonly zero?: string;
  /** A subshell: variables set in it do not persist. */
  readonly fresh?: boolean;
  /** Not a wrapper: a shell builtin that runs another command. */
  readonly itself?: boolean;
}

export function startWords(call: Call, words: readonly Word[], change: Change = {}): Invocation[] {
  if (words.length === 0) return [];
  const { start } = call;
  return call.reader.walk.start(
    {
      ...start,
      words,
      variables: change.variables ?? start.variables,
      input: change.input ?? start.input,
      moreArgs: change.moreArgs ?? start.moreArgs,
    },
    placeWithin(call, change),
  );
}

/** Text that a shell runs as commands. */
export function runText(call: Call, text: string, change: Change = {}): Invocation[] {
  return call.reader.walk.text(text, placeWithin(call, change), call.start.line);
}

function placeWithin({ place, invocation, start, reader }: Call, change: Change): Place {
  const { folder } = change;
  const own = folder !== undefined || change.fresh === true || change.positional !== undefined;
  const scope = own ? place.scope.copy() : place.scope;
  const to = folder?.is;
  if (folder !== undefined)
    scope.folders =
      to === undefined ? [undefined] : place.scope.folders.map((from) => absolute(to, reader.where, from));
  if (change.positional !== undefined) scope.positional = change.positional;
  if (change.zero !== undefined && own) scope.zero = change.zero;
  if (change.fresh === true) {
    const exported = new Set([...scope.variables].flatMap(([name, value]) => (value.exported ? [name] : [])));
    for (const name of [...scope.variables.keys()]) if (!exported.has(name)) scope.variables.delete(name);
    for (const [name, word] of change.variables ?? start.variables) scope.set(name, [[word.text]], true);
    scope.aliases.clear();
  }
  return placed(place, {
    scope,
    depth: place.depth + 1,
    input: change.input ?? start.input,
    through: change.itself === true ? place.through : [...place.through, invocation.program ?? invocation.name.text],
    runs: change.runs ?? place.runs,
  });
}
