/** What a script of `sed` writes and starts: `w file`, `s/…/…/w file`, `e command`, `s/…/…/e`. */
import type { Where } from "../model/effect.js";
import { type Origin, writing } from "../model/equivalent-program.js";
import type { Invocation, Reading } from "../model/invocation.js";
import { readCommand } from "../shell/read-command.js";

const LONGEST = 10_000;

export function readSed(script: string, origin: Origin, where: Where): Reading {
  if (script.length > LONGEST)
    return { invocations: [], unclear: [{ what: "holds more code than can be followed", words: origin.words }] };
  const invocations: Invocation[] = [];
  const unclear: { what: string; words: string }[] = [];
  const written = (name: string) => {
    if (name !== "" && !/^\/dev\/(?:stdout|stderr|null)$/.test(name))
      invocations.push(writing(name, "overwrite", origin));
  };
  const run = (command: string) => {
    if (command === "") return void unclear.push({ what: "runs what it reads as commands", words: origin.words });
    const started = readCommand(command, { ...where, cwd: origin.cwd ?? where.cwd });
    invocations.push(...started.invocations);
    unclear.push(...started.unclear);
  };
  for (const line of script.split("\n")) {
    for (let at = 0; at < line.length; ) {
      at = afterAddress(line, at);
      const letter = line[at] ?? "";
      const rest = line.slice(at + 1);
      if (letter === "w" || letter === "W") written(rest.trim());
      else if (letter === "e") run(rest.trim());
      // The rest of the line is text, a name or a comment.
      if (/[wWeaicrR#:btT]/.test(letter)) break;
      if (letter === "s" || letter === "y") {
        const flags = afterParts(line, at + 1);
        const [, set = "", file] = /^([gpiImMe\d]*)(?:w\s*(.*))?/.exec(line.slice(flags)) ?? [];
        if (letter === "s" && set.includes("e")) run("");
        if (letter === "s" && file !== undefined) {
          written(file.trim());
          break;
        }
        at = flags + set.length;
      } else at++;
    }
  }
  return { invocations, unclear };
}

/** Numbers, `$`, patterns and what stands between them. */
function afterAddress(line: string, from: number): number {
  let at = from;
  while (at < line.length) {
    if (/[\s\d$,!;{}+~]/.test(line[at]!)) at++;
    else if (line[at] === "/") at = afterPart(line, at + 1, "/");
    else if (line[at] === "\\" && at + 1 < line.length) at = afterPart(line, at + 2, line[at + 1]!);
    else if (line[at] === "I" || line[at] === "M") at++;
    else break;
  }
  return at;
}

/** Behind both halves of `s/a/b/`. */
function afterParts(line: string, at: number): number {
  const mark = line[at];
  return mark === undefined ? at : afterPart(line, afterPart(line, at + 1, mark), mark);
}

function afterPart(line: string, from: number, mark: string): number {
  for (let at = from; at < line.length; at++) {
    if (line[at] === "\\") at++;
    else if (line[at] === mark) return at + 1;
  }
  return line.length;
}
