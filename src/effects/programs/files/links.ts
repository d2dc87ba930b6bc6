/** Hard and symbolic links: a write to the link changes the file. */
import { operands } from "../../model/arguments.js";
import { effectOf } from "../../model/make-effect.js";
import { pathTarget } from "../../paths/paths.js";
import type { Program } from "../contract.js";

const links: Program = {
  names: ["ln", "link", "gln", "mklink"],
  effects(invocation, where) {
    const words = operands(invocation, ["-t", "-S"]);
    return words.slice(0, Math.max(words.length - 1, 1)).map((word) =>
      effectOf(invocation, {
        kind: "write",
        severity: "ordinary",
        target: pathTarget(word, where, invocation.cwd),
        certainty: word.known ? "certain" : "unknown",
        what: "creates another name for a file",
      }),
    );
  },
};

export default links;
