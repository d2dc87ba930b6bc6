/** Files that a tool call names, mapped to equivalent programs. */

import { type PatchFile, patchFiles } from "../../core/events/patch.js";
import type { JsonObject } from "../../core/text/json.js";
import { equivalentProgram, literal, type Origin, writing } from "../model/equivalent-program.js";
import { type Invocation, UNKNOWN } from "../model/invocation.js";
import { diffFiles } from "./diff-files.js";
import { type Field, textsIn } from "./fields.js";
import { isCanonicalFileTool, type ToolDoes, toolDoes, toolWords } from "./tool-words.js";

/** Fields that name a file in canonical tools, and in additional fields of agents. */
const FILE_FIELD = /(?:^|_)(?:paths?|files?|filename|notebook|uri|dir|directory|folder)$/;
/** Other tools use more field names. */
const OTHER_FIELD =
  /(?:^|_)(?:paths?|files?|filenames?|notebook|uris?|urls?|dirs?|directory|directories|folders?|source|sources|src|destination|dest|dst|target|targets|from|to|link|location|name|basename|output|out|old|new|root|save_to|saveto)$/;
const GOAL_FIELD = /(?:^|_)(?:destination|dest|dst|target|to|new|output|out|link)(?:_|$)/;
const PATCH_FIELD = /^(?:command|diff|input|patch|patch_text|raw|udiff|unified|unified_diff)$/;
/** Base directory of the other fields. */
const BASE_FIELD =
  /^(?:base|base_dir|base_path|basedir|cwd|dir|directory|folder|parent|project_root|repo|repo_path|root|root_dir|root_path|work_?dir|working_dir(?:ectory)?|workspace)$/;
const ADDRESS = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;

export function callFiles(tool: string, input: JsonObject, origin: Omit<Origin, "words">): Invocation[] {
  const does = toolDoes(tool);
  const fields = textsIn(input);
  const named = isCanonicalFileTool(tool) && does !== "move" ? FILE_FIELD : OTHER_FIELD;
  const base = fields.find(({ name, text }) => BASE_FIELD.test(name) && isAnchored(text))?.text;
  const meant = (text: string) => (base === undefined || isAnchored(text) ? text : `${base}/${text}`);
  const files = fields
    .filter(({ name, text }) => named.test(name) && text !== "" && !isAddress(text))
    .map(({ name, text }) => ({ name, text: meant(text) }));
  const patches = does === "list" || does === "read" || tool === "Write" ? [] : patchesIn(fields);
  const patched = patches.map((file) => ({ ...file, path: meant(file.path) }));
  const removed = new Set(patched.filter((file) => file.does === "delete").map(({ path }) => path));
  const from = (path: string): Origin => ({ ...origin, words: `${tool} ${path}` });
  return [
    ...invocationsFor(does, tool, input, files, from),
    ...patched.flatMap(({ path, does: change }) =>
      change === "delete"
        ? [equivalentProgram("rm", ["-f", "--", path], from(path))]
        : removed.has(path)
          ? []
          : [writing(path, change === "change" ? "write" : "overwrite", from(path))],
    ),
  ];
}

function invocationsFor(
  does: ToolDoes,
  tool: string,
  input: JsonObject,
  files: readonly Field[],
  from: (path: string) => Origin,
): Invocation[] {
  const paths = [...new Set(files.map(({ text }) => text))];
  switch (does) {
    case "list":
      return [];
    case "read":
      return paths.map((path) => equivalentProgram("cat", ["--", literal(path, /[*?[]/.test(path))], from(path)));
    case "delete": {
      const whole =
        input["recursive"] === true ||
        toolWords(tool).some((word) => /^(?:dir|directory|folder|rmdir|tree)$/.test(word));
      return paths.map((path) => equivalentProgram("rm", [whole ? "-rf" : "-f", "--", path], from(path)));
    }
    case "move":
    case "copy": {
      const goals = files.filter(({ name }) => GOAL_FIELD.test(name)).map(({ text }) => text);
      const sources = paths.filter((path) => !goals.includes(path));
      const program = does === "move" ? "mv" : "cp";
      if (sources.length === 0) return goals.map((goal) => writing(goal, "overwrite", from(goal)));
      return sources.flatMap((source) =>
        (goals.length === 0 ? [UNKNOWN] : goals).map((goal) =>
          equivalentProgram(program, ["--", source, goal], from(`${source} ${goal}`)),
        ),
      );
    }
    case "permissions": {
      const mode = typeof input["mode"] === "string" ? input["mode"] : UNKNOWN;
      return paths.map((path) => equivalentProgram("chmod", [mode, "--", path], from(path)));
    }
    default:
      return paths.map((path) => writing(path, does, from(path)));
  }
}

/** Independent of where the tool runs. */
function isAnchored(text: string): boolean {
  return /^(?:[/~]|\$\{?HOME\b|file:|[a-z]:[\\/])/i.test(text);
}

/** A remote URL is not a file. */
function isAddress(text: string): boolean {
  return ADDRESS.test(text) && !/^file:/i.test(text);
}

function patchesIn(fields: readonly Field[]): PatchFile[] {
  return fields
    .filter(({ name }) => PATCH_FIELD.test(name))
    .flatMap(({ text }) => {
      const files = patchFiles(text);
      return files.length > 0
        ? files
        : diffFiles(text).map((file) => ({ ...file, path: file.path.replace(/^[ab]\//, "") }));
    })
    .filter(({ path }) => path !== "/dev/null");
}
