/** Collects the effects of an invocation from all files that know its program. */

import { mentions } from "../paths/mentions.js";
import { PROGRAMS } from "../programs/_registry.js";
import type { Program } from "../programs/contract.js";
import { otherClis } from "../services/other-clis.js";
import { byProgram } from "./by-program.js";
import { cloudMetadata } from "./cloud-metadata.js";
import type { Effect, Where } from "./effect.js";
import type { Invocation, Reading } from "./invocation.js";
import { mining } from "./mining.js";

/** Several files may cover one program: for `curl`, one for what it sends and one for what it changes. */
const BY_NAME = new Map<string, Program[]>();
for (const program of PROGRAMS)
  for (const name of program.names) BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), program]);
const OTHERS: readonly Program[] = [otherClis];

/** An invocation with the files that know its program. */
export interface Called {
  readonly invocation: Invocation;
  /** The same with the name by which they know it. */
  readonly call: Invocation;
  readonly known: readonly Program[];
}

export function programEffects({ call, known }: Called, where: Where): readonly Effect[] {
  const effects: Effect[] = [];
  for (const program of known) for (const effect of program.effects(call, where)) effects.push(effect);
  const mentioned = mentions(call, effects, where);
  for (const effect of mining(call)) effects.push(effect);
  for (const effect of cloudMetadata(call)) effects.push(effect);
  for (const effect of mentioned) effects.push(effect);
  return effects;
}

/** Programs it starts, and equivalent programs. */
export function furtherReadings({ call, known }: Called, where: Where): readonly Reading[] {
  const found: Reading[] = [];
  for (const program of known) {
    const reading = program.further?.(call, where);
    if (reading !== undefined) found.push(reading);
  }
  return found;
}

export function programsOf(invocation: Invocation): Called {
  const { program } = invocation;
  if (program === undefined) return { invocation, call: invocation, known: [] };
  const { name, known } = namedOf(program);
  return { invocation, call: name === undefined ? invocation : { ...invocation, program: name }, known };
}

/** `name`: the one in the table, if it is another. */
const namedOf = byProgram((program): { readonly name?: string; readonly known: readonly Program[] } => {
  const found = BY_NAME.get(program);
  if (found !== undefined) return { known: found };
  const name = plainName(program);
  const known = BY_NAME.get(name);
  return known === undefined ? { known: OTHERS } : { name, known };
});

/** macOS and Windows file systems ignore case; `npx` starts `tool@version`. */
function plainName(program: string): string {
  return program
    .slice(0, 200)
    .toLowerCase()
    .replace(/\.exe$/, "")
    .replace(/(.)@[^@]*$/, "$1");
}
