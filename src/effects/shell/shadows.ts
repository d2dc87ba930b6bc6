/** Aliases and functions that shadow a program which receives passwords or keys: they receive the input first. */
import type { Effect } from "../model/effect.js";

const TRUSTED = /^(?:sudo|su|doas|pkexec|ssh|scp|sftp|ssh-add|ssh-keygen|passwd|gpg2?|kinit)$/;
/** Only adds options, or names an equivalent program: `alias sudo='sudo '`, `alias ssh='ssh -A'`, `alias gpg=gpg2`. */
const ITSELF =
  /^(?:(?:TERM|LANG|LC_ALL)=[\w.-]{0,60} )?(?:command |\\)?(?:sudo(?:-rs)?|su|doas|ssh|scp|sftp|ssh-add|ssh-keygen|passwd|gpg2?)(?: -[\w=,.@-]{0,60}){0,20} ?$/;
/** Common where every user is root: `sudo() { "$@"; }`. */
const PASSES_ON = /^[({]\s*(?:command\s+|env\s+|exec\s+)?"?\$[@*]"?\s*;?\s*[)}]$/;

export function shadow(name: string, does: string, words: string): Effect | undefined {
  const text = does.slice(0, 2000);
  if (!TRUSTED.test(name) || ITSELF.test(text) || PASSES_ON.test(text)) return undefined;
  return {
    kind: "escalate",
    severity: "risky",
    certainty: "certain",
    words,
    what: `replaces ${name}, which receives passwords or keys, with something else`,
    instead: "choose another name, such as `alias to-web='ssh web'`",
  };
}
