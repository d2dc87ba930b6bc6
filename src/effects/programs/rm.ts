/** Deletes. What is in version control or can be made again is everyday work; what is wider than that is not. */

import { hasFlag, operands } from "../arguments.js";
import type { Effect } from "../effect.js";
import { pathTarget } from "../paths.js";
import type { Program } from "./contract.js";

const rm: Program = {
  names: ["rm", "unlink", "rmdir"],
  effects(invocation, where) {
    const recursive = hasFlag(invocation, "rR", ["recursive"]);
    return operands(invocation).map((word): Effect => {
      const target = pathTarget(word, where, invocation.cwd);
      const wide = recursive && (target.place === "root" || target.place === "system" || target.name === where.home);
      return {
        kind: "delete",
        gravity: wide ? "destructive" : "ordinary",
        target,
        certainty: word.known ? "certain" : "unknown",
        words: invocation.words,
        what: recursive ? "deletes a folder with all that is in it" : "deletes a file",
        ...(wide ? { instead: "delete only the files that were made for this task, by their names" } : {}),
      };
    });
  },
};

export default rm;
