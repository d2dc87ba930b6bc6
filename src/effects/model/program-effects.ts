/** Collects the effects of an invocation from all files that know its program. */

import { mentions } from "../paths/mentions.js";
import { PROGRAMS } from "../programs/_registry.js";
import type { Program } from "../programs/contract.js";
import { otherClis } from "../services/other-clis.js";
import { cloudMetadata } from "./cloud-metadata.js";
import type { Effect, Where } from "./effect.js";
import type { Invocation, Reading } from "./invocation.js";
import { mining } from "./mining.js";

/** Several files may cover one program: for `curl`, one for what it sends and one for what it changes. */
const BY_NAME = new Map<string, Program[]>();
for (const program of PROGRAMS)
  for (const name of program.names) BY_NAME.set(name, [...(BY_NAME.get(name) ?? []), program]);
const OTHERS: readonly Program[] = [otherClis];

export function programEffects(invocation: Invocation, where: Where): readonly Effect[] {
  const { call, known } = programsOf(invocation);
  const effects = known.flatMap((one) => one.effects(call, where));
  return [...effects, ...mining(call), ...cloudMetadata(call), ...mentions(call, effects, where)];
}

/** Programs it starts, and equivalent programs. */
export function furtherReadings(invocation: Invocation, where: Where): Reading[] {
  const { call, known } = programsOf(invocation);
  return known.flatMap((one) => one.further?.(call, where) ?? []);
}

function programsOf(invocation: Invocation): { readonly call: Invocation; readonly known: readonly Program[] } {
  const { program } = invocation;
  if (program === undefined) return { call: invocation, known: [] };
  const name = BY_NAME.has(program) ? program : plainName(program);
  const known = BY_NAME.get(name);
  if (known === undefined) return { call: invocation, known: OTHERS };
  return { call: name === program ? invocation : { ...invocation, program: name }, known };
}

/** macOS and Windows file systems ignore case; `npx` starts `tool@version`. */
function plainName(program: string): string {
  return program
    .slice(0, 200)
    .toLowerCase()
    .replace(/\.exe$/, "")
    .replace(/(.)@[^@]*$/, "$1");
}
