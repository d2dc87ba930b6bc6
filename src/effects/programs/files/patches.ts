/** Files that a patch changes. */
import { operands } from "../../model/arguments.js";
import type { Effect, Where } from "../../model/effect.js";
import { literal } from "../../model/equivalent-program.js";
import type { Invocation, Word } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { absolute } from "../../paths/paths.js";
import { writeEffect } from "../../paths/writes.js";
import { diffFiles } from "../../tools/diff-files.js";
import type { Program } from "../contract.js";

const patches: Program = {
  names: ["patch", "gpatch", "git"],
  effects(invocation, where) {
    const files = patchesOf(invocation);
    if (files === undefined) return [];
    const { input } = invocation;
    if (input.kind === "text") return diffEffects(input.text.text, invocation, where);
    return [...files, ...(input.kind === "file" ? [input.file] : [])].flatMap((word) =>
      patchEffect(word, invocation, where),
    );
  },
};

export default patches;

/** Returns undefined if no patch is applied. */
function patchesOf(invocation: Invocation): readonly Word[] | undefined {
  const { program, args } = invocation;
  if (program !== "git") {
    const at = args.findIndex(({ text }) => text === "-i" || text === "--input");
    return at === -1
      ? operands(invocation, ["-p", "-d", "-D", "-F", "-o", "-r", "-B"]).slice(1)
      : args.slice(at + 1, at + 2);
  }
  const verb = args.findIndex(({ text }) => text === "apply" || text === "am");
  if (verb === -1 || args.slice(0, verb).some(({ text }) => /^[a-z]/.test(text))) return undefined;
  if (args.some(({ text }) => /^--(?:check|stat|numstat|summary)$/.test(text))) return undefined;
  return operands({ ...invocation, args: args.slice(verb + 1) }, ["-p", "-C", "--directory"]);
}

/** With and without git's path prefix: options decide how many components are stripped. */
function diffEffects(text: string, invocation: Invocation, where: Where): Effect[] {
  const names = new Set(diffFiles(text).flatMap(({ path }) => [path, path.slice(path.indexOf("/") + 1)]));
  return [...names]
    .filter((name) => name !== "/dev/null")
    .map((name) =>
      writeEffect(invocation, literal(name), where, { manner: "write", kind: "write", what: "changes a file" }),
    );
}

function patchEffect(word: Word, invocation: Invocation, where: Where): Effect[] {
  const name = absolute(word.text, where, invocation.cwd);
  if (name === undefined || word.text === "-") return [];
  return [
    effectOf(invocation, {
      kind: "write",
      severity: "ordinary",
      target: { type: "patch", name },
      what: "changes the files named in a patch",
    }),
  ];
}
