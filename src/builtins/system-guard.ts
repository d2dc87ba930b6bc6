/** Files that a program manages and that must not be edited by hand (BI-O27). */
import { relative, sep } from "node:path";
import { deny } from "../core/decision/decision.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { belowFolder, globProblem } from "./_shared/paths/folder-globs.js";
import { optionPath } from "./_shared/paths/option-path.js";
import { writtenFiles } from "./_shared/paths/written-files.js";
import { unlessExcepted } from "./_shared/state/unless-excepted.js";
import { shown } from "./_shared/text/shown.js";

const FILES = ["_meta.yaml", "**/.orion/**"];
const OPTIONS = {
  files: { type: "texts", default: FILES, help: "Globs of the files, below `folder`" },
  folder: { type: "text", default: ".", help: "Directory of the files" },
  instead: { type: "text", default: "`orion para update`", help: "Command that changes them" },
} satisfies BuiltinOptions;

const systemGuard: Builtin = {
  name: "system-guard",
  summary: "Denies writes, by any tool, to system files that a program manages, such as _meta.yaml.",
  from: "orion",
  example: {
    event: "PreToolUse",
    builtin: "system-guard",
    options: { files: ["_meta.yaml", "index.db"], instead: "`orion para update`" },
  },
  events: ["PreToolUse"],
  match: {},
  guard: true,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS, globProblem("files")),
  make(surroundings, options, services) {
    const { files, folder, instead } = { files: FILES, folder: ".", instead: OPTIONS.instead.default, ...options };
    const root = optionPath(folder, surroundings);
    const isKept = belowFolder(files as readonly string[]);
    return (payload) => {
      const found = writtenFiles(payload, surroundings).find((path) => {
        const way = relative(root, path).split(sep).join("/");
        return !way.startsWith("../") && isKept(way);
      });
      if (found === undefined) return undefined;
      return unlessExcepted("system-guard", payload, surroundings, services, () =>
        deny(
          `${shown(relative(root, found))} is managed by the system and must not be edited by hand. Instead: ${instead}.`,
        ),
      );
    };
  },
};

export default systemGuard;
