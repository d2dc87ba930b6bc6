/** A program that starts others, as those who take it apart see it. */
import type { Input, Invocation, Word } from "../model/invocation.js";
import type { Place, Reader, Start } from "./reader.js";

export interface Call {
  /** As it is reported itself. */
  readonly invocation: Invocation;
  readonly args: readonly Word[];
  readonly start: Start;
  readonly place: Place;
  readonly reader: Reader;
}

/** Undefined: it starts nothing, and prints itself what it prints. */
export type TakeApart = (call: Call) => Invocation[] | undefined;

/** How what it starts differs from itself. */
export interface Change {
  readonly variables?: ReadonlyMap<string, Word>;
  readonly input?: Input;
  readonly moreArgs?: boolean;
  readonly runs?: "elsewhere";
  /** Undefined when it cannot be told. */
  readonly folder?: { readonly is: string | undefined };
  readonly positional?: readonly Word[];
  /** `$0` */
  readonly zero?: string;
  /** A shell of its own: variables that it sets stay there. */
  readonly fresh?: boolean;
  /** It is no wrapper: a command of the shell that runs another. */
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

/** A text that a shell reads as commands. */
export function runText(call: Call, text: string, change: Change = {}): Invocation[] {
  return call.reader.walk.text(text, placeWithin(call, change), call.start.line);
}

function placeWithin({ place, invocation, start }: Call, change: Change): Place {
  const { folder } = change;
  const own = folder !== undefined || change.fresh === true || change.positional !== undefined;
  const scope = own ? place.scope.copy() : place.scope;
  if (folder !== undefined) scope.folders = [folder.is];
  if (change.positional !== undefined) scope.positional = change.positional;
  if (change.zero !== undefined && own) scope.zero = change.zero;
  if (change.fresh === true) {
    const exported = new Set([...scope.variables].flatMap(([name, value]) => (value.exported ? [name] : [])));
    for (const name of [...scope.variables.keys()]) if (!exported.has(name)) scope.variables.delete(name);
    for (const [name, word] of change.variables ?? start.variables) scope.set(name, [[word.text]], true);
    scope.aliases.clear();
  }
  return {
    ...place,
    scope,
    depth: place.depth + 1,
    input: change.input ?? start.input,
    through: change.itself === true ? place.through : [...place.through, invocation.program ?? invocation.name.text],
    runs: change.runs ?? place.runs,
  };
}
