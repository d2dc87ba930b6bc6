/**
 * Files that a shell script runs. It is analysed together with the files it sources, which share its variables and
 * functions.
 */
import type { Script, Walk } from "./walk.js";

const MOST_SOURCED = 50;
const FUNCTION = /^[\t ]*(?:function[\t ]+([\w:.-]+)[\t ]*(?:\(\))?|([\w:.-]+)[\t ]*\(\))[\t \n]*\{/gm;

export function followShell(
  { path, cwd }: Script,
  text: string,
  variables: Readonly<Record<string, string>>,
  walk: Walk,
): void {
  if (cwd === undefined) return void walk.notCovered.add(`${path}: its working directory is unknown`);
  const sourced: string[] = [];
  for (;;) {
    const notes = new Set(walk.notCovered);
    const together = joined(path, text, sourced, walk);
    const found = walk.command(together, { cwd, variables, zero: path }, walk).filter((one) => !sourced.includes(one));
    if (found.length === 0 || sourced.length > MOST_SOURCED) return;
    // Unknown parts may become known from the files that were found.
    walk.notCovered.clear();
    for (const note of notes) walk.notCovered.add(note);
    sourced.push(...found);
  }
}

/** Before the script for what they set, after it for what they use of it; each function is called once. */
function joined(path: string, text: string, sourced: readonly string[], walk: Walk): string {
  const libraries = sourced.map((file) => `${asSource(file)}${walk.disk.text(file) ?? ""}\n`).join("");
  const all = `${libraries}${asSource(path)}${text}\n${libraries}`;
  const functions = [...new Set([...all.matchAll(FUNCTION)].map(([, a, b]) => a ?? b!))];
  return `${all}${functions.join("\n")}\n`;
}

function asSource(path: string): string {
  return `BASH_SOURCE=('${path.replaceAll("'", `'\\''`)}')\n`;
}
