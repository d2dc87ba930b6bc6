/** What it comes to when a program writes to a path, replaces what is there, or deletes it. */
import type { Effect, EffectKind, Gravity, Where } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";
import { effectOf } from "../model/make-effect.js";
import { fromHome, type Important, important, type Manner } from "./important.js";
import { pathTarget } from "./paths.js";
import { isSensitive } from "./sensitive.js";

interface Writing {
  readonly manner: Manner;
  /** When nothing is known of the path. */
  readonly kind: EffectKind;
  readonly what: string;
  readonly words?: string;
}

const VERBS: Readonly<Record<Manner, string>> = { write: "writes to", replace: "replaces", delete: "deletes" };
const INSTEAD: Readonly<Record<Manner, string>> = {
  write: "write it to a file of the project, and ask the person to apply it",
  replace: "write it to a file of the project, and ask the person to apply it",
  delete: "ask the person to delete it",
};

export function writeEffect(invocation: Invocation, word: Word, where: Where, writing: Writing): Effect {
  const target = pathTarget(word, where, invocation.cwd);
  const found = knownOf(target.name, target.place === "project", where);
  const severity = found?.severity[writing.manner] ?? "ordinary";
  return effectOf(invocation, {
    kind: severity === "ordinary" ? writing.kind : (found?.kind ?? writing.kind),
    severity,
    target: found === undefined ? target : { ...target, sensitive: true },
    certainty: word.known ? "certain" : "unknown",
    what: found === undefined ? writing.what : `${VERBS[writing.manner]} ${found.what}`,
    ...(writing.words === undefined ? {} : { words: writing.words }),
    ...(severity === "ordinary" ? {} : { instead: INSTEAD[writing.manner] }),
  });
}

const SECRET: Readonly<Record<Manner, Gravity>> = { write: "ordinary", replace: "risky", delete: "risky" };

function knownOf(path: string, inProject: boolean, where: Where): Important | undefined {
  if (inProject) return undefined;
  const found = important(path, where);
  if (found !== undefined) return found;
  const secret = fromHome(path, where).startsWith("~/") ? isSensitive(path) : undefined;
  return secret === undefined ? undefined : { what: secret, severity: SECRET };
}
