/** PowerShell commands that write, copy and move files, mapped to equivalent programs. */

import { equivalentProgram, literal, type Origin, writing } from "../../model/equivalent-program.js";
import type { Invocation, Reading, Word } from "../../model/invocation.js";
import type { Program } from "../contract.js";

const FILES = ["path", "literalpath", "filepath", "outfile", "pspath"];
const GOALS = ["destination", "newname"];
const SWITCHES =
  /^-(?:force|recurse|append|nonewline|noclobber|passthru|confirm|whatif|asbytestream|usebasicparsing|container)(?::|$)/i;

const powershellFiles: Program = {
  names: [
    "set-content",
    "add-content",
    "out-file",
    "tee-object",
    "clear-content",
    "new-item",
    "set-item",
    "copy-item",
    "move-item",
    "rename-item",
    "invoke-webrequest",
    "export-csv",
    "export-clixml",
  ],
  effects: () => [],
  further(invocation, where): Reading {
    const { cwd, through, runs, words } = invocation;
    return { invocations: acts(invocation, { cwd: cwd ?? where.cwd, through, runs, words }), unclear: [] };
  },
};

export default powershellFiles;

function acts(invocation: Invocation, origin: Origin): Invocation[] {
  const { files, goals, rest } = given(invocation);
  const name = invocation.program!.toLowerCase();
  const sources = files.length > 0 ? files : rest.slice(0, 1);
  switch (name) {
    case "copy-item":
    case "move-item":
    case "rename-item": {
      const goal = goals[0] ?? rest[files.length > 0 ? 0 : 1];
      const program = name === "copy-item" ? "cp" : "mv";
      return goal === undefined
        ? []
        : sources.map((source) => equivalentProgram(program, ["-f", "--", source, goal], origin));
    }
    case "invoke-webrequest":
      return files.map((file) => writing(file, "overwrite", origin));
    default: {
      const adds = name === "add-content" || invocation.args.some(({ text }) => /^-append$/i.test(text));
      return sources.map((file) => writing(file, adds ? "write" : "overwrite", origin));
    }
  }
}

/** Values by parameter name, which may be abbreviated. Lists are one word with commas. */
function given({ args }: Invocation): { readonly files: Word[]; readonly goals: Word[]; readonly rest: Word[] } {
  const [files, goals, rest]: [Word[], Word[], Word[]] = [[], [], []];
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    if (!/^-[a-z]/i.test(word.text)) rest.push(...listed(word));
    else if (!SWITCHES.test(word.text)) {
      const [name = "", joined] = word.text.slice(1).toLowerCase().split(":", 2);
      const value = joined === undefined ? args[++at] : literal(word.text.slice(name.length + 2));
      const among = (names: readonly string[]) => names.some((one) => one.startsWith(name));
      if (value !== undefined && among(FILES)) files.push(...listed(value));
      else if (value !== undefined && among(GOALS)) goals.push(...listed(value));
    }
  }
  return { files, goals, rest };
}

function listed(word: Word): Word[] {
  return word.text.split(",").map((text) => ({ ...word, text: text.trim().replaceAll("\\", "/") }));
}
