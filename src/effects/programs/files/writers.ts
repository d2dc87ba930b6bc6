/** Programs that write to the files they are given. */
import { hasFlag, operands } from "../../model/arguments.js";
import type { Effect, Where } from "../../model/effect.js";
import type { Invocation, Word } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { fedFromOutside } from "../../paths/fed-names.js";
import type { Manner } from "../../paths/important.js";
import { isStream } from "../../paths/paths.js";
import { writeEffect } from "../../paths/writes.js";
import type { Program } from "../contract.js";

const writers: Program = {
  names: [
    "tee",
    "sponge",
    "patch",
    "truncate",
    "fallocate",
    "dd",
    "sed",
    "gsed",
    "perl",
    "ed",
    "ex",
    "touch",
    "nano",
    "vi",
    "vim",
    "nvim",
    "emacs",
    "ee",
    "pico",
  ],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    const fed = invocation.moreArgs && changesAll(invocation) ? fedFromOutside(invocation, where) : undefined;
    if (fed !== undefined)
      return [
        effectOf(invocation, {
          kind: "overwrite",
          severity: "risky",
          target: fed,
          certainty: "likely",
          what: "changes files outside the project whose names come from a list",
          instead: "change files of the project by name, such as `sed -i s/a/b/ ./src/app.ts`",
        }),
      ];
    return written(invocation)
      .filter(({ word }) => !isStream(word.text))
      .map(({ word, manner }) => effectFor(word, manner, invocation, where));
  },
};

export default writers;

function changesAll({ program = "", args }: Invocation): boolean {
  if (/^(?:truncate|tee|sponge)$/.test(program)) return true;
  return /^(?:g?sed|perl)$/.test(program) && args.some(({ text }) => /^-(?:[a-zA-Z]{0,6}i|-in-place)/.test(text));
}

interface Written {
  readonly word: Word;
  readonly manner: Manner;
}

function written(invocation: Invocation): Written[] {
  const all = (manner: Manner, words: readonly Word[]) => words.map((word) => ({ word, manner }));
  switch (invocation.program) {
    case "tee":
      return all(hasFlag(invocation, "a", ["append"]) ? "write" : "replace", operands(invocation));
    case "patch":
      return all("replace", operands(invocation, ["-i", "-d", "-o", "-p"]).slice(0, 1));
    case "sponge":
    case "ed":
    case "ex":
      return all("replace", operands(invocation));
    case "touch":
      return all("write", operands(invocation, ["-d", "-t", "-r"]));
    case "truncate":
      return all("replace", operands(invocation, ["-s", "--size", "-r", "--reference"]));
    case "fallocate":
      return / -\w{0,3}[pczi]|--(?:punch|zero|collapse|insert)/.test(lineOf(invocation))
        ? all("replace", operands(invocation, ["-l", "-o"]).slice(-1))
        : [];
    case "dd":
      return invocation.args.flatMap((word) =>
        word.text.startsWith("of=")
          ? [{ word: { ...word, text: word.text.slice(3) }, manner: "replace" as const }]
          : [],
      );
    case "sed":
    case "gsed":
      return inPlace(invocation, ["-e", "-f", "--expression", "--file", "-l"], "e");
    case "perl":
      return inPlace(invocation, ["-e", "-E", "-I", "-M", "-F"], "eE");
    default:
      return editorTargets(invocation);
  }
}

/** Without `-e` the first word is the script. */
function inPlace(invocation: Invocation, taking: readonly string[], scripts: string): Written[] {
  const edits = invocation.args.some(
    ({ text }) => /^-(?:[a-zA-Z]{0,6}i|-in-place)/.test(text) && !/^-(?:e|-e)/.test(text),
  );
  if (!edits) return [];
  const given = hasFlag(invocation, scripts === "e" ? "ef" : scripts, ["expression", "file"]);
  const bundled = invocation.args.some(({ text }) => /^-[a-zA-Z]{1,6}[eE]$/.test(text));
  const words = operands(invocation, taking);
  return words.slice(given && !bundled ? 0 : 1).map((word) => ({ word, manner: "replace" as const }));
}

/** An editor asks the user at the keyboard; only sensitive files count. */
function editorTargets(invocation: Invocation): Written[] {
  return operands(invocation, ["-c", "-u", "-S", "--cmd"]).map((word) => ({ word, manner: "write" as const }));
}

function effectFor(word: Word, manner: Manner, invocation: Invocation, where: Where): Effect {
  return writeEffect(invocation, word, where, {
    manner,
    kind: manner === "write" ? "write" : "overwrite",
    what: manner === "write" ? "writes to a file" : "replaces the content of a file",
  });
}
