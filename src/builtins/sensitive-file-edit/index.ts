/**
 * Edits files that the agent itself refuses to edit, such as its own skills, and tells the model (BI-C1). It bypasses a
 * protection, so it does nothing without globs, never follows a link out of them, never touches files that hooks depend
 * on, and ignores entries of a project (SE-14).
 */
import { basename, dirname, join, relative } from "node:path";
import { deny } from "../../core/decision/decision.js";
import type { Builtin, Surroundings } from "../../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../../core/hooks/builtin-options.js";
import { isRecord } from "../../core/text/json.js";
import { fileOf, folderOf } from "../_shared/calls/tool-call.js";
import { belowFolder, globProblem } from "../_shared/paths/folder-globs.js";
import { ProtectedPaths } from "../_shared/paths/protected-paths.js";
import { isInside, realPath } from "../_shared/paths/safe-files.js";
import { shown } from "../_shared/text/shown.js";
import { protections } from "../self-protection/protections.js";
import { applyEdit } from "./apply-edit.js";

const OPTIONS = {
  globs: { type: "texts", help: "Files it may edit, relative to the call's directory (default: none)" },
} satisfies BuiltinOptions;

const sensitiveFileEdit: Builtin = {
  name: "sensitive-file-edit",
  summary: "Makes edits below .claude that the agent refuses to make, in files that you name. Off by default.",
  kind: "approver",
  from: "cortex",
  example: { event: "PreToolUse", builtin: "sensitive-file-edit", options: { globs: [".claude/skills/**"] } },
  events: ["PreToolUse"],
  match: { subject: { kind: "literals", exact: ["Edit", "Write"] } },
  guard: false,
  timeoutMs: 10_000,
  options: OPTIONS,
  checkOptions: checkedBy(OPTIONS, globProblem("globs")),
  make(surroundings, { globs = [] }, { level }) {
    const isGiven = belowFolder(globs as readonly string[]);
    return (payload) => {
      const { tool_name: tool, tool_input: input } = payload;
      const path = fileOf(payload, surroundings);
      const mayEdit = level === "user" || level === "managed";
      if (!mayEdit || path === undefined || !isRecord(input) || (tool !== "Edit" && tool !== "Write")) return undefined;
      const root = folderOf(payload, surroundings);
      const isNamed = (base: string, one: string) =>
        isInside(base, one) && isGiven(relative(base, one).replaceAll("\\", "/"));
      if (!isNamed(root, path)) return undefined;
      const said = (what: string) => `${shown(path)}: ${what}.`;
      const [realRoot, real] = [realPath(root), realTarget(path)];
      if (realRoot === undefined || real === undefined || !isNamed(realRoot, real))
        return deny(`[BYPASS ERROR] ${said("it leads out of the files that may be edited")} Nothing was changed.`);
      if (decidesHooks(real, root, surroundings))
        return deny(
          `[BYPASS ERROR] ${said("it controls hooks, and only the user may change it")} Nothing was changed.`,
        );
      const edit = applyEdit(tool, input, real);
      return "done" in edit
        ? deny(`[BYPASS OK] ${said(edit.done)} The tool call is no longer needed; continue, and do not retry.`)
        : deny(`[BYPASS ERROR] ${said(edit.wrong)} Nothing was changed.`);
    };
  },
};

/** The path of an existing or new file: a Write may create its directories. */
function realTarget(path: string): string | undefined {
  const real = realPath(path);
  if (real !== undefined || dirname(path) === path) return real;
  const folder = realTarget(dirname(path));
  return folder === undefined ? undefined : join(folder, basename(path));
}

function decidesHooks(path: string, cwd: string, surroundings: Surroundings): boolean {
  const { home, project } = surroundings;
  const paths = new ProtectedPaths(protections(surroundings, []), { home, cwd, folders: [project, cwd] });
  return paths.find(path) !== undefined;
}

export default sensitiveFileEdit;
