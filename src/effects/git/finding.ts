/** Effect of a git subcommand on history, uncommitted work or a remote. */
import type { Effect } from "../model/effect.js";
import type { Subcommand } from "./subcommand.js";

export type Finding = Pick<Effect, "kind" | "severity" | "what"> &
  Partial<Pick<Effect, "instead" | "target" | "certainty">>;

export type Judge = (call: Subcommand) => Finding | readonly Finding[] | undefined;

export const lost = (severity: "risky" | "destructive", what: string, instead: string): Finding => ({
  kind: "history",
  severity,
  what,
  instead,
});

export const STASH = "stash the changes so that they can be restored: `git stash push --include-untracked`";
