/** Effects of reading a file. A file with secrets outside the project is not ordinary. */
import type { Effect, Where } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";
import { effectOf } from "../model/make-effect.js";
import { pathTarget } from "./paths.js";
import { isSensitive } from "./sensitive.js";

const INSTEAD = "ask the user for the one value you need; `printenv HOME` prints one variable";

interface Manner {
  /** Reason the read is sensitive, if the file name alone does not show it. */
  readonly secret?: string | undefined;
  /** Base directory, if it differs from the program's own. */
  readonly from?: string | undefined;
  readonly words?: string;
}

/** Home directories and mail of other users. Shared directories do not count. */
function ofAnother(path: string, { home }: Where): string | undefined {
  if (/^\/var\/(?:spool\/)?mail\/[^/\u{FFFC}]/u.test(path)) return "a user's mailbox";
  if (/^\/var\/spool\/(?:cron|at)\/./.test(path)) return "scheduled jobs of other accounts";
  if (/^\/(?:home|Users|root)\/?$/.test(path) && path !== home) return "the home directories of all users";
  const other =
    /^(?:\/(?:home|Users)\/(?!Shared\/|Public\/|linuxbrew\/|runner\/|vscode\/)[^/*?\u{FFFC}]{1,64}|\/root)(?=\/.)/u.exec(
      path,
    )?.[0];
  const own = /^\/(?:home|Users|root)(?:\/|$)/.test(home);
  return other === undefined || !own || other === home || home.startsWith(`${other}/`)
    ? undefined
    : "a file in another user's home directory";
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
    ...(away ? { instead: own === undefined ? "ask the user for the one file you need" : INSTEAD } : {}),
  });
}
