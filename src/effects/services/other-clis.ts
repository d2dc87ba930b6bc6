/**
 * Fallback for programs without a table: `x cluster destroy`, `x delete-database`, `x db:drop` are clear from their
 * words.
 */
import type { Word } from "../model/invocation.js";
import type { Program } from "../programs/contract.js";
import { serviceEffect } from "./judge.js";
import { isHeavy } from "./nouns.js";
import { isDryRun } from "./options.js";
import { verbIn } from "./verbs.js";

/** Their arguments are text, not subcommands. */
const TEXTS = new Set(
  `echo printf tldr man apropos whatis help which type whence grep egrep fgrep rg ag ack say espeak notify-send logger wall
  banner figlet cowsay expr test [ [[ info cheat mail tee read export set cat ls cd awk sed find`.split(/\s+/),
);

const SCRIPT = /\.(?:sh|bash|zsh|fish|py|[cm]?js|ts|rb|pl|php|ps1|bat|cmd)$/;
const ACTS =
  /(?:^|[/_.-])(?:deploy|release|rollback|migrate|seed|restore|wipe|nuke|destroy|teardown|purge|drop|reset|delete|remove|clean|cleanup|truncate|flush|backfill|sync|push|send|notify|broadcast|mail|newsletter|anonymi[sz]e)(?:[_.-]|$)/i;
const PROD = /(?:^|[\s=:/_@.,-])(?:prod|production|prd|live)(?=$|[\s=:/_@.,\d-])/i;

export const ON_PRODUCTION = {
  severity: "risky",
  what: "runs a script that changes production",
  instead: "read the script first, run it on a test environment, and ask the user to run it on production",
} as const;

/** `./deploy.sh prod`, `scripts/wipe-production.py`: the content of a script is unknown, its name and arguments are not. */
export function scriptOnProduction(name: string, args: readonly Word[]): boolean {
  if (!SCRIPT.test(name) || !ACTS.test(name)) return false;
  return PROD.test(name) || args.some(({ text }) => text.length < 200 && !/\s/.test(text) && PROD.test(` ${text}`));
}

export const otherClis: Program = {
  names: [],
  effects(invocation) {
    if (TEXTS.has(invocation.program!)) return [];
    const script = scriptOnProduction(invocation.program!, invocation.args);
    if (script) return [serviceEffect(invocation, ON_PRODUCTION)];
    const words: string[] = [];
    for (const { text } of invocation.args) {
      if (words.length === 3 || !/^[a-z][a-z:_-]{1,40}$/.test(text)) break;
      words.push(text);
    }
    for (const [at, word] of words.entries()) {
      const seen = verbIn(word);
      if (seen === "harmless") return [];
      if (seen === undefined) continue;
      const nouns = [...words.slice(0, at), ...seen.nouns, words[at + 1] ?? ""];
      if (
        !/\b(?:delete|destroy|drop|purge|wipe|nuke)\b/i.test(word.replace(/_/g, "-")) ||
        !nouns.some(isHeavy) ||
        isDryRun(invocation)
      )
        return [];
      return [
        serviceEffect(invocation, {
          severity: "risky",
          what: `${seen.verb.does} that contain other resources`,
          instead: "list what would be lost, and ask the user to delete it",
        }),
      ];
    }
    return [];
  },
};
