/** `x=1`, `x+=1`, `x=(a b)`, `x[1]=2`. */
import type { Assignment } from "unbash";
import { UNKNOWN } from "../model/invocation.js";
import { expandText, expandWord } from "./expand.js";
import { MOST_CHOICES, MOST_WORDS } from "./limits.js";
import { variableValue } from "./parameters.js";
import type { Place, Reader } from "./reader.js";
import { NOT_KNOWN, type Value } from "./scope.js";

export function assignedText(one: Assignment, place: Place, reader: Reader): string {
  return valueAssigned(one, place, reader)[0] ?? "";
}

/** Several values if its parts have several. */
export function assign(one: Assignment, place: Place, reader: Reader, exported?: boolean): void {
  reader.mark("assigns", one.name);
  const [pick, widest] = [reader.pick, reader.widest];
  const choices: Value[] = [];
  reader.pick = 0;
  do {
    reader.widest = 1;
    choices.push(valueAssigned(one, place, reader));
  } while (++reader.pick < Math.min(reader.widest, MOST_CHOICES) && !reader.over);
  [reader.pick, reader.widest] = [pick, widest];
  place.scope.set(one.name, choices, exported);
}

function valueAssigned(one: Assignment, place: Place, reader: Reader): Value {
  const before = one.append === true || one.index !== undefined ? (variableValue(one.name, place, reader) ?? []) : [];
  if (one.value.type === "ArrayValue") {
    const elements = one.value.elements.flatMap((word) =>
      // `([key]=value)`: keys are not distinguished.
      expandWord(word, place, reader).map(({ text }) => text.replace(/^\[[^\]]{0,200}\]\+?=/, "")),
    );
    if (before.length + elements.length > MOST_WORDS) reader.stop("expands to too much text to analyse", one.text);
    return [...before, ...elements].slice(0, MOST_WORDS);
  }
  const text = expandText(one.value, place, reader);
  if (one.index !== undefined) {
    const at = Number(expandText(one.index, place, reader));
    if (!Number.isInteger(at) || at < 0 || at > 200) return NOT_KNOWN;
    const elements = [...before];
    while (elements.length < at) elements.push("");
    elements[at] = one.append === true ? `${elements[at] ?? ""}${text}` : text;
    return elements;
  }
  return one.append === true ? [`${before[0] ?? (before.length === 0 ? "" : UNKNOWN)}${text}`] : [text];
}

/** Assignments before these special builtins persist. */
export function changesAll(name: string): boolean {
  return name === "PROMPT_COMMAND" || name === "BASH_ENV" || name === "ENV";
}
