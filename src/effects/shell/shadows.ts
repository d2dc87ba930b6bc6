/**
 * Aliases and functions under the name of a program that is given passwords or keys: whatever is typed for the program
 * goes to them first.
 */
import type { Effect } from "../model/effect.js";

const TRUSTED = /^(?:sudo|su|doas|pkexec|ssh|scp|sftp|ssh-add|ssh-keygen|passwd|gpg2?|kinit)$/;
/** Its own options, or another program for the same: `alias sudo='sudo '`, `alias ssh='ssh -A'`, `alias gpg=gpg2`. */
const ITSELF =
  /^(?:(?:TERM|LANG|LC_ALL)=[\w.-]{0,60} )?(?:command |\\)?(?:sudo(?:-rs)?|su|doas|ssh|scp|sftp|ssh-add|ssh-keygen|passwd|gpg2?)(?: -[\w=,.@-]{0,60}){0,20} ?$/;
/** Where everybody is root already: `sudo() { "$@"; }`. */
const PASSES_ON = /^[({]\s*(?:command\s+|env\s+|exec\s+)?"?\$[@*]"?\s*;?\s*[)}]$/;

export function shadow(name: string, does: string, words: string): Effect | undefined {
  const text = does.slice(0, 2000);
  if (!TRUSTED.test(name) || ITSELF.test(text) || PASSES_ON.test(text)) return undefined;
  return {
    kind: "escalate",
    severity: "risky",
    certainty: "certain",
    words,
    what: `puts something else in the place of ${name}, which is given passwords or keys`,
    instead: "give it a name of its own, such as `alias to-web='ssh web'`",
  };
}
