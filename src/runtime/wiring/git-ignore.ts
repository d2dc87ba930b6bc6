/**
 * Files that `install --project` writes hold paths of this machine, so they are kept out of the repository: one block of
 * ours at the end of .gitignore (CF-20). Taking the last line out of it gives the file its bytes back.
 */
import { existsSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";

const BEGIN = "# >>> snaphook: wired for this machine only >>>";
const END = "# <<< snaphook <<<";

/** Adds or removes files. Does nothing outside a git repository. Throws when the disk refuses. */
export function updateGitIgnore(
  project: string,
  change: { readonly add?: string[]; readonly remove?: string[] },
): void {
  if (!existsSync(join(project, ".git"))) return;
  const file = join(project, ".gitignore");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const lines = (paths: readonly string[] = []) =>
    paths.map((path) => `/${relative(project, path).replaceAll("\\", "/")}`);
  const { rest, own } = split(text);
  const removed = lines(change.remove);
  const wanted = [...new Set([...own, ...lines(change.add)])].filter((line) => !removed.includes(line)).sort();
  const edited = wanted.length === 0 ? rest : append(rest, wanted);
  if (edited === text) return;
  if (edited === "") unlinkSync(file);
  else writeFileSync(file, edited);
}

/** A file that did not end with a line break gets ours before the block and none behind it: that tells them apart. */
function append(rest: string, lines: readonly string[]): string {
  const open = rest !== "" && !rest.endsWith("\n");
  const block = [BEGIN, ...lines, END].join("\n");
  return open ? `${rest}\n${block}` : `${rest}${block}\n`;
}

function split(text: string): { rest: string; own: string[] } {
  const start = text.indexOf(BEGIN);
  const last = text.indexOf(END, start);
  if (start === -1 || last === -1) return { rest: text, own: [] };
  const own = text
    .slice(start + BEGIN.length, last)
    .split("\n")
    .filter((line) => line !== "");
  const behind = text.slice(last + END.length);
  const before = text.slice(0, start);
  if (behind === "") return { rest: before.replace(/\n$/, ""), own };
  return { rest: before + behind.replace(/^\r?\n/, ""), own };
}
