/** Commands specific to Windows and PowerShell. */
import type { Effect, Severity, Where } from "../../model/effect.js";
import type { Invocation, Word } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp, lineOf } from "../../model/rules.js";
import { upstream } from "../../model/upstream.js";
import { pathTarget } from "../../paths/paths.js";
import { removalOf } from "../../paths/removal.js";
import type { Program } from "../contract.js";

const INSTEAD = "delete only files that this task created, by name";

/** Deletion commands of both Windows shells, with all their aliases. */
const windows: Program = {
  names: ["remove-item", "ri", "del", "erase", "rd", "rmdir", "clear-content", "clear-recyclebin"],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    const line = lineOf(invocation);
    if (/ -WhatIf(?:\s|$)/i.test(line)) return [];
    const recursive = / -r(?:ecurse)?(?:\s|$)| -recur\w{0,4}| \/s(?:\s|$)/i.test(line);
    if (/^clear-recyclebin$/i.test(invocation.program ?? ""))
      return [
        effectOf(invocation, { kind: "delete", severity: "risky", what: "empties the recycle bin", instead: INSTEAD }),
      ];
    const below = upstream(invocation).some(({ args }) => args.some(({ text }) => /^-r(?:ecurse)?$/i.test(text)));
    if (!recursive && !below && !/^\s?Cert:/i.test(listed(invocation)[0]?.text ?? "")) return [];
    const paths = invocation.args.filter(isPath);
    return (paths.length > 0 ? paths : listed(invocation)).map((word) => deletion(word, invocation, where));
  },
};

export default windows;

/** `Get-ChildItem C:\\Users | Remove-Item -Recurse`: the paths that are listed. */
function listed(invocation: Invocation): Word[] {
  return upstream(invocation)
    .filter(({ program }) => /^(?:get-childitem|gci|dir|ls)$/i.test(program ?? ""))
    .flatMap(({ args }) => args.filter(isPath));
}

function isPath({ text }: Word): boolean {
  return !text.startsWith("-") && !/^\/[a-z](?::\S{0,10})?$/i.test(text);
}

const DRIVE = /^Cert:|^[a-z]:(?:[\\/]?\*?$|[\\/]?(?:windows|users|program ?files|programdata|system32)(?:[\\/]|$))/i;
const HOME =
  /\$(?:\{?env:)?(?:USERPROFILE|HOME|HOMEPATH|SystemRoot|windir|SystemDrive|ProgramFiles|APPDATA)|%(?:USERPROFILE|HOMEPATH|SystemRoot|windir|SystemDrive|ProgramFiles|APPDATA)%/i;

function deletion(word: Word, invocation: Invocation, where: Where): Effect {
  const grave = DRIVE.test(word.text) || /^~[\\/]{0,2}\*{0,1}(?:\.\*)?$/.test(word.text) || HOME.test(word.source);
  const { severity, what } = grave
    ? { severity: "destructive" as Severity, what: "a disk, home directory or system directory and everything in it" }
    : removalOf({ ...word, text: word.text.replaceAll("\\", "/") }, invocation, where, true);
  return effectOf(invocation, {
    kind: "delete",
    severity,
    target: pathTarget(word, where, invocation.cwd),
    certainty: word.known ? "certain" : "unknown",
    what: `deletes ${what}`,
    ...(severity === "ordinary" ? {} : { instead: INSTEAD }),
  });
}
