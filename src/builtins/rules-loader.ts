/** Adds the rules that apply to the current file to the model's context, once per session (BI-C6, CI-12). */
import { existsSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { context } from "../core/decision/decision.js";
import { fence } from "../core/decision/fence.js";
import type { Builtin, Surroundings } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { fileOf } from "./_shared/calls/tool-call.js";
import { belowFolder } from "./_shared/paths/folder-globs.js";
import { isInside, readOwnFile } from "./_shared/paths/safe-files.js";
import { SessionMarks } from "./_shared/state/once.js";
import { readFrontMatter } from "./_shared/text/front-matter.js";

const OPTIONS = {
  folders: { type: "texts", default: ["rules", ".cortex/rules"], help: "Project directories that contain rules" },
} satisfies BuiltinOptions;

const MOST_RULES = 200;
const MOST_BYTES = 64 * 1024;
const BUDGET = 9500;

const rulesLoader: Builtin = {
  name: "rules-loader",
  summary: "Adds the rules whose `paths` match the file that was read or changed, once per session.",
  kind: "context",
  from: "cortex",
  example: { event: "PostToolUse", builtin: "rules-loader", options: { folders: ["rules"] } },
  events: ["PostToolUse"],
  match: { subject: { kind: "literals", exact: ["Read", "Edit", "Write", "MultiEdit"] } },
  guard: false,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, options, services) {
    const folders = (options["folders"] ?? OPTIONS.folders.default) as readonly string[];
    return async (payload) => {
      const { project } = surroundings;
      const file = fileOf(payload, surroundings);
      if (file === undefined || !isInside(project, file)) return undefined;
      const name = relative(project, file).replaceAll("\\", "/");
      const marks = new SessionMarks(services, "rules-loader", payload);
      const rules = ruleFiles(folders, surroundings);
      const seen = await marks.seen(Object.fromEntries(rules.map((path) => [path, "given"])));
      const given: Record<string, string> = {};
      let text = "";
      for (const path of rules) {
        if (seen.has(path) || path === file) continue;
        const rule = await readOwnFile(path, MOST_BYTES, project);
        const { list, body } = readFrontMatter(rule?.text ?? "");
        if (!belowFolder(list("paths") ?? [])(name)) continue;
        const block = fence(body.trim(), { hook: "rules-loader", source: relative(project, path) });
        if (text.length + block.length > BUDGET) continue; // with a later call
        text += `${text === "" ? "" : "\n\n"}${block}`;
        given[path] = "given";
      }
      if (text === "") return undefined;
      await marks.mark(given);
      return context(text);
    };
  },
};

function ruleFiles(folders: readonly string[], { project }: Surroundings): string[] {
  const paths = folders
    .map((folder) => resolve(project, folder))
    .filter((folder) => isInside(project, folder) && existsSync(folder))
    .flatMap((folder) => namesIn(folder).map((name) => join(folder, name)));
  return paths.slice(0, MOST_RULES);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .sort();
  } catch {
    return []; // not a directory
  }
}

export default rulesLoader;
