/** Functions that a line defines and calls. */
import type { Invocation, Word } from "../model/invocation.js";
import { type Place, placed, type Reader } from "./reader.js";
import { plainWord } from "./scope.js";

/** Undefined if it is not a function. */
export function callFunction(
  words: readonly Word[],
  place: Place,
  reader: Reader,
  line: string,
): Invocation[] | undefined {
  const name = words[0]!.text;
  const definitions = place.scope.functions.get(name);
  if (definitions === undefined) return undefined;
  const { scope } = place;
  const before = scope.positional;
  const printing = definitions.flatMap(({ node, source }) => {
    if (place.calls.includes(node)) {
      if (place.beside) reader.effects.push(startsItself(line));
      return [];
    }
    scope.positional = words.slice(1);
    scope.set("FUNCNAME", [[name]]);
    return reader.walk.nodes([node.body], placed(place, { source, calls: [...place.calls, node] }));
  });
  scope.positional = before;
  return printing;
}

export function startsItself(words: string) {
  return {
    kind: "machine",
    severity: "destructive",
    certainty: "certain",
    what: "starts copies of itself until the machine stops responding",
    words,
    instead: "call a function a fixed number of times",
    target: { type: "other", name: plainWord(words).text },
  } as const;
}
