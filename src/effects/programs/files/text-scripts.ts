/** Editors of streams whose scripts write files and start programs. */

import { readAwk } from "../../code/awk.js";
import { readSed } from "../../code/sed.js";
import { operands } from "../../model/arguments.js";
import type { Invocation, Reading } from "../../model/invocation.js";
import type { Program } from "../contract.js";

const SEDS = new Set(["sed", "gsed"]);

const textScripts: Program = {
  names: ["awk", "gawk", "mawk", "nawk", ...SEDS],
  effects: () => [],
  further(invocation, where) {
    const { cwd, through, runs, words, program } = invocation;
    const origin = { cwd, through, runs, words };
    const read = SEDS.has(program!) ? readSed : readAwk;
    const readings = scriptsOf(invocation).map((script) => read(script, origin, where));
    return {
      invocations: readings.flatMap(({ invocations }) => invocations),
      unclear: readings.flatMap(({ unclear }) => unclear),
    } satisfies Reading;
  },
};

export default textScripts;

/** Without an option that gives one, or a file of them, the first word is the script. */
function scriptsOf(invocation: Invocation): string[] {
  const { args, program } = invocation;
  const option = SEDS.has(program!) ? /^(?:-[nEirsuz]{0,6}e|--expression)$/ : /^(?:-e|--source)$/;
  const given = args.flatMap(({ text }, at) =>
    option.test(text) && args[at + 1] !== undefined ? [args[at + 1]!.text] : [],
  );
  if (given.length > 0 || args.some(({ text }) => /^(?:-f|--file)/.test(text))) return given;
  const first = operands(invocation, SEDS.has(program!) ? ["-l"] : ["-F", "-v", "-i", "-E"])[0];
  return first === undefined ? [] : [first.text];
}
