/**
 * Fallback for programs without a table: `x delete cluster`, `x db:drop`, `x flags disable --env production` are clear
 * from their words.
 */
import { operands } from "../model/arguments.js";
import type { Invocation, Word } from "../model/invocation.js";
import type { Program } from "../programs/contract.js";
import { isTestName } from "./for-tests.js";
import { serviceEffect } from "./judge.js";
import { isHeavy, isLight } from "./nouns.js";
import { isDryRun, isGiven } from "./options.js";
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

/** Subcommands after which something is gone. */
const ENDS =
  /(?:^|[-_:.])(?:delete|destroy|drop|purge|wipe|nuke|erase|obliterate|terminate|deregister|decommission|deprovision|expunge|annihilate)(?:$|[-_:.])/i;
/** Everyday words; grave for everything at once, without a question, or in production. */
const CHANGES =
  /(?:^|[-_:.])(?:rm|del|remove|uninstall|revoke|rotate|reset|clear|empty|truncate|flush|prune|teardown|down|stop|kill|disable|suspend|archive|unpublish|cancel|rollback|restore|overwrite|evict|drain|fresh|toggle-?o(?:ff|n))(?:$|[-_:.])/i;
/** Words that put something in its place in production. */
const REPLACES =
  /(?:^|[-_:.])(?:deploy|release|release-react|promote|publish|push|import|sync|migrate|seed|apply|update|set|unset|enable|scale|restart|execute|transfer|run-operation)(?:$|[-_:.])/i;
/** Single small things, which people delete all day. */
const SMALL =
  /^(?:comments?|labels?|drafts?|notes?|reminders?|todos?|tasks?|bookmarks?|annotations?|timers?|sessions?|windows?|panes?|tabs?|sims?|simulators?|templates?|snippets?|history|logs?|tmp|temp|locks?)$/;
const UNASKED = ["--force", "--yes", "-y", "-f", "--no-prompt", "--no-confirm", "--skip-confirmation", "--assume-yes"];
/** Options that mean everything, whatever the subcommand is. */
const EVERYTHING =
  /^--?(?:drop|delete|purge|wipe|erase|remove|destroy|clear)[-_](?:all|everything|data|db|database)$|^--(?:factory-reset|wipe|nuke|self-destruct)$/;
const ALL = ["--all", "-a", "-A", "--purge", "--cascade", "--recursive", "--hard", "--hard-delete", "--delete-data"];
/** A word of a subcommand, or of an option that names where: not a text. */
const NAME = /^[a-z][a-z0-9:._-]{1,40}$/i;
const LIVE_OPTION = /^--(?:prod|production|live)$/;

export const CHANGES_PRODUCTION = "changes production";

export const otherClis: Program = {
  names: [],
  effects(invocation) {
    if (TEXTS.has(invocation.program!) || isDryRun(invocation)) return [];
    const script = scriptOnProduction(invocation.program!, invocation.args);
    if (script) return [serviceEffect(invocation, ON_PRODUCTION)];
    const found = loss(invocation);
    return found === undefined ? [] : [serviceEffect(invocation, { severity: "risky", ...found })];
  },
};

function loss(invocation: Invocation): { readonly what: string; readonly instead: string } | undefined {
  const words = subcommand(invocation.args);
  if (invocation.args.some(({ text }) => EVERYTHING.test(text))) return GONE;
  const at = words.findIndex((word) => ENDS.test(split(word)) || CHANGES.test(word) || REPLACES.test(word));
  if (at < 0 || words.slice(0, at).some((word) => verbIn(word) === "harmless")) return undefined;
  const verb = split(words[at]!);
  const about = [...words.slice(0, at), ...verb.split(/[-_:.]/), words[at + 1] ?? ""];
  if (about.some((word) => isLight(word) || (SMALL.test(word) && !isGiven(invocation, ALL)))) return undefined;
  const prod = invocation.args.some(
    ({ text }) => LIVE_OPTION.test(text) || (text.length < 200 && !/\s/.test(text) && PROD.test(` ${text}`)),
  );
  if (prod) return { what: CHANGES_PRODUCTION, instead: "try it on a test environment, and ask the user to do it" };
  const { does } = verbOf(verb);
  const gone = {
    what: `${does} of a service or a tool`,
    instead: "list what would be lost, and ask the user to do it",
  };
  const many = invocation.moreArgs || isGiven(invocation, ALL) || words.includes("all") || /[-_:]all$/i.test(verb);
  if (ENDS.test(verb)) {
    const named = invocation.args.length > at + 1 || many;
    return named && words[at + 1] !== "unavailable" && !invocation.args.some(({ text }) => isTestName(text))
      ? gone
      : undefined;
  }
  if (!CHANGES.test(verb)) return undefined;
  if (at === 0 && words.length === 1 && /^(?:uninstall|teardown)$/.test(verb) && operands(invocation).length < 2)
    return {
      what: "removes what this tool installed",
      instead: "see what it installed, and ask the user to remove it",
    };
  const heavy = about.some(isHeavy);
  const one = words.slice(0, at).some(isHeavy) && TAKES_AWAY.test(verb) && operands(invocation).length > at + 1;
  return heavy && (many || isGiven(invocation, UNASKED) || one) ? gone : undefined;
}

const TAKES_AWAY = /^(?:rm|del|remove|reset|revoke|detach|empty|truncate|flush)$/;
const GONE = {
  what: "deletes everything in a store or a service",
  instead: "list what would be lost, and ask the user to do it",
};
const split = (word: string) => word.replace(/([a-z])([A-Z])/g, "$1-$2");

/** The words before the first operand that is no name. An option in between may take the next word. */
function subcommand(args: readonly Word[]): readonly string[] {
  const words: string[] = [];
  for (const { text } of args) {
    if (words.length === 4) break;
    if (text.startsWith("-")) {
      if (words.length === 0) continue;
      break;
    }
    if (!NAME.test(text)) {
      if (words.length === 0) continue;
      break;
    }
    words.push(text);
  }
  return words;
}

function verbOf(word: string): { readonly does: string } {
  const seen = verbIn(word);
  return seen === undefined || seen === "harmless" ? { does: "deletes resources" } : seen.verb;
}
