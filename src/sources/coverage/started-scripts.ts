/** Scripts that a script starts as programs, as far as its text names them: `subprocess.run(["sh", "check.sh"])`. */
import { dirname } from "node:path";
import { locate, type Walk } from "./walk.js";

const STARTS =
  /\b(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|fork|Worker\)?|execa|execaSync|execaNode|\$|Popen|run|call|check_call|check_output|getoutput|system|popen[23]?|execv[pe]*|execl[pe]*|posix_spawn|create_subprocess_exec|create_subprocess_shell|run_path|spec_from_file_location|SourceFileLoader|execfile|passthru|shell_exec|proc_open|capture3?|capture2e?)\s*\(/g;
const SCRIPT = /\.(?:[cm]?[jt]s|sh|bash|zsh|py|rb|pl|php|lua)$/i;
const LITERAL = /(["'`])((?:(?!\1)[^\\\n]|\\.)*)\1/g;

interface Place {
  readonly path: string;
  readonly cwd: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
}

export function followStarted(text: string, { path, cwd, variables }: Place, walk: Walk): void {
  const calls = [...text.matchAll(STARTS)].map((match) => argumentsAt(text, match.index + match[0].length));
  if (calls.length === 0 && !/\bopen\s*\(/.test(text)) return;
  const own = dirname(path);
  for (const call of calls) {
    const literals = [...call.matchAll(LITERAL)].map(([, , literal = ""]) => literal);
    for (const literal of literals) runIfThere(literal, [own, cwd], walk, cwd);
    const [first] = literals;
    if (first !== undefined && cwd !== undefined && /\s/.test(first) && !/[{}]/.test(first))
      walk.command(first, { cwd, variables, zero: path }, walk);
  }
  // Names assigned to a variable first.
  for (const [, , literal = ""] of text.matchAll(LITERAL))
    if (SCRIPT.test(literal)) runIfThere(literal, [own], walk, cwd);
}

function runIfThere(
  literal: string,
  folders: readonly (string | undefined)[],
  walk: Walk,
  cwd: string | undefined,
): void {
  if (/[\s*?<>|]/.test(literal) || literal === "" || /^-/.test(literal)) return;
  // `${folder}/check.sh`, f"{HERE}/check.sh": relative to the script.
  const tail = literal.replace(/^.*\}\//, "");
  // `__dirname + "/check.sh"`
  const beside = folders[0] === undefined ? undefined : locate(`.${tail}`, folders[0], walk.home);
  if (tail.startsWith("/") && beside !== undefined && walk.disk.text(beside) !== undefined)
    walk.run({ path: beside, cwd });
  for (const folder of folders) {
    if (folder === undefined || (!SCRIPT.test(tail) && !tail.includes("/"))) continue;
    const found = locate(tail, folder, walk.home);
    if (found !== undefined && walk.disk.text(found) !== undefined) walk.run({ path: found, cwd });
  }
}

/** The text up to the bracket that closes a call, or a few lines of it. */
function argumentsAt(text: string, from: number): string {
  let depth = 1;
  for (let at = from; at < Math.min(text.length, from + 1000); at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return text.slice(from, at);
  }
  return text.slice(from, from + 300);
}
