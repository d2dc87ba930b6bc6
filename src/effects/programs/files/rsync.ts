/** Copies trees, also over the network. `--delete` removes everything that is not in the source. */
import { hasFlag, operands } from "../../model/arguments.js";
import type { Effect } from "../../model/effect.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { pathTarget } from "../../paths/paths.js";
import { readEffect } from "../../paths/reads.js";
import { removalOf } from "../../paths/removal.js";
import { writeEffect } from "../../paths/writes.js";
import type { Program } from "../contract.js";

const VALUES = [
  "-e",
  "--rsh",
  "-f",
  "--filter",
  "--exclude",
  "--include",
  "--exclude-from",
  "--include-from",
  "--files-from",
  "-T",
  "--temp-dir",
  "--log-file",
  "--bwlimit",
  "-B",
  "--port",
  "-M",
  "--password-file",
];

const rsync: Program = {
  names: ["rsync"],
  effects(invocation, where) {
    const words = operands(invocation, VALUES);
    const to = words.at(-1);
    if (
      to === undefined ||
      words.length < 2 ||
      asksForHelp(invocation) ||
      hasFlag(invocation, "n", ["dry-run", "list-only"])
    )
      return [];
    const line = lineOf(invocation);
    const remote = /^[^/]{1,255}:|^rsync:\/\//.test(to.text);
    const deletes = / --(?:delete|del|remove-source-files)/.test(line);
    const { severity } = removalOf(to, invocation, where, true);
    const grave =
      deletes && (remote || severity !== "ordinary")
        ? severity === "destructive" && !remote
          ? "destructive"
          : "risky"
        : "ordinary";
    const effects: Effect[] = words.slice(0, -1).map((word) => readEffect(word, invocation, where));
    if (remote)
      effects.push(
        effectOf(invocation, {
          kind: "send",
          severity: "ordinary",
          target: { type: "host", name: to.text },
          what: "sends files to another machine",
        }),
      );
    else
      effects.push(
        writeEffect(invocation, to, where, {
          manner: "replace",
          kind: "write",
          what: "copies files",
          names: "maybe-folder",
        }),
      );
    if (/ --remove-source-files/.test(line))
      for (const word of words.slice(0, -1)) {
        const lost = /^[^/]{1,255}:/.test(word.text) ? "risky" : removalOf(word, invocation, where, true).severity;
        if (lost !== "ordinary")
          effects.push(
            effectOf(invocation, {
              kind: "delete",
              severity: lost,
              target: pathTarget(word, where, invocation.cwd),
              what: "deletes files outside the project after it copied them",
              instead: "copy without deleting: `rsync -a ./src/ ./backup/`",
            }),
          );
      }
    if (deletes)
      effects.push(
        effectOf(invocation, {
          kind: "delete",
          severity: grave,
          target: remote ? { type: "host", name: to.text } : pathTarget(to, where, invocation.cwd),
          what: "deletes everything in the target that is missing in the source",
          ...(grave === "ordinary"
            ? {}
            : { instead: "see what would be deleted: `rsync -n -a --delete ./src/ ./backup/`" }),
        }),
      );
    return effects;
  },
};

export default rsync;
