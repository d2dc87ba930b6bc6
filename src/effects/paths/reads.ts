/** A file that a program takes in. One that holds secrets, and is not of the project, is not read without a word. */
import type { Effect, Where } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";
import { effectOf } from "../model/make-effect.js";
import { pathTarget } from "./paths.js";
import { isSensitive } from "./sensitive.js";

const INSTEAD = "ask the person for the one value that is needed; `printenv HOME` shows a variable without its file";

interface Manner {
  /** What is taken in with the file, though its name alone does not say so. */
  readonly secret?: string | undefined;
  /** The folder it is looked for in, where that is another than the program's own. */
  readonly from?: string | undefined;
  readonly words?: string;
}

/** Homes and mail of other people; folders that are shared on purpose are nobody's home. */
function ofAnother(path: string, { home }: Where): string | undefined {
  if (/^\/var\/(?:spool\/)?mail\/[^/\u{FFFC}]/u.test(path)) return "the mail of an account";
  if (/^\/var\/spool\/(?:cron|at)\/./.test(path)) return "what runs for other accounts";
  if (/^\/(?:home|Users|root)\/?$/.test(path) && path !== home) return "the homes of all people";
  const other =
    /^(?:\/(?:home|Users)\/(?!Shared\/|Public\/|linuxbrew\/|runner\/|vscode\/)[^/*?\u{FFFC}]{1,64}|\/root)(?=\/.)/u.exec(
      path,
    )?.[0];
  const own = /^\/(?:home|Users|root)(?:\/|$)/.test(home);
  return other === undefined || !own || other === home || home.startsWith(`${other}/`)
    ? undefined
    : "a file in the home of another person";
}

export function readEffect(word: Word, invocation: Invocation, where: Where, manner: Manner = {}): Effect {
  const { from = invocation.cwd, words = invocation.words } = manner;
  const target = pathTarget(word, where, from);
  const own = isSensitive(target.name) ?? manner.secret;
  const absolute = word.text.startsWith("/") && !invocation.through.includes("find");
  const secret = own ?? (absolute ? ofAnother(target.name, where) : undefined);
  const away = secret !== undefined && target.place !== "project" && target.place !== "temp";
  return effectOf(invocation, {
    kind: "read",
    severity: away ? "risky" : "ordinary",
    target,
    certainty: word.known ? "certain" : "unknown",
    words,
    what: secret === undefined ? "reads a file" : `reads ${secret}`,
    ...(away ? { instead: own === undefined ? "ask the person for the one file that is needed" : INSTEAD } : {}),
  });
}
