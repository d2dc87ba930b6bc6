/**
 * Files of `install --project` contain paths of this machine, so they are excluded from the repository: one block of
 * ours at the end of .gitignore (CF-20). Removing its last line restores the file's bytes.
 */
import { existsSync, unlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import { leadsOut, readConfigFile, writeConfigFile } from "./config-file.js";
import { lineEnd } from "./formats/line-end.js";

const BEGIN = "# >>> snaphook: wired for this machine only >>>";
const END = "# <<< snaphook <<<";

export interface IgnoreChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** Adds or removes files. Does nothing outside a git repository. Returns the problem if it failed. */
export function updateGitIgnore(project: string, change: IgnoreChange): Finding | undefined {
  if (!existsSync(join(project, ".git"))) return undefined;
  const file = join(project, ".gitignore");
  const now = readConfigFile(file);
  if ("problem" in now) return failed(file, now.problem, change);
  try {
    const outside = leadsOut(file, project);
    if (outside !== undefined) return failed(file, `a link leads out of the project, to ${outside}`, change);
    const edited = edit(now.text, project, change);
    if (edited === (now.text ?? "")) return undefined;
    if (edited === "" && !wasEmpty(now.text)) unlinkSync(now.real);
    else writeConfigFile(now.real, edited, now.text === undefined ? { mode: 0o644 } : {});
    return undefined;
  } catch (error) {
    return failed(file, `it could not be changed (${(error as Error).message})`, change);
  }
}

function failed(file: string, why: string, { add = [] }: IgnoreChange): Finding {
  const left =
    add.length === 0
      ? "remove the lines of missing files from it yourself"
      : `keep these files of this machine out of git yourself: ${add.join(", ")}`;
  return finding("FILE_UNWRITABLE", `${why}; the agents' files are done, ${left}`, { file });
}

function edit(text: string | undefined, project: string, change: IgnoreChange): string {
  const lines = (paths: readonly string[] = []) =>
    paths.map((path) => `/${relative(project, path).replaceAll("\\", "/")}`);
  const { rest, own } = split(text ?? "");
  const removed = lines(change.remove);
  const wanted = [...new Set([...own, ...lines(change.add)])].filter((line) => !removed.includes(line)).sort();
  return wanted.length === 0 ? rest : append(rest, wanted, wasEmpty(text));
}

/** The user's file was there, without a byte: then no line break follows our block. */
function wasEmpty(text: string | undefined): boolean {
  return text === "" || (text?.startsWith(BEGIN) === true && text.endsWith(END));
}

/** A file without a final line break gets ours before the block and none after it, so that it can be restored. */
function append(rest: string, lines: readonly string[], isEmpty: boolean): string {
  const open = rest !== "" && !rest.endsWith("\n");
  const eol = lineEnd(rest);
  const block = [BEGIN, ...lines, END].join(eol);
  if (isEmpty) return block;
  return open ? `${rest}${eol}${block}` : `${rest}${block}${eol}`;
}

function split(text: string): { rest: string; own: string[] } {
  const start = text.indexOf(BEGIN);
  const last = text.indexOf(END, start);
  if (start === -1 || last === -1) return { rest: text, own: [] };
  const own = text
    .slice(start + BEGIN.length, last)
    .split(/\r?\n/)
    .filter((line) => line !== "");
  const behind = text.slice(last + END.length);
  const before = text.slice(0, start);
  if (behind === "") return { rest: before.replace(/\r?\n$/, ""), own };
  return { rest: before + behind.replace(/^\r?\n/, ""), own };
}
