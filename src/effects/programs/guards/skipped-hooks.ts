/** Repository checks that one call skips: git hooks and those of hook managers. */
import type { Invocation } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp } from "../../model/rules.js";
import type { Program } from "../contract.js";

/** Subcommands that run hooks, each with the letters that skip them. */
const RUNS_HOOKS: Readonly<Record<string, string>> = {
  commit: "n",
  push: "",
  merge: "",
  am: "n",
  rebase: "",
  pull: "",
};
const OFF = /^(?:0|false|off|no|1|true)$/i;
/** Environment variables that disable hooks, with the values that do so. */
const SWITCHES: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^(?:HUSKY|LEFTHOOK|OVERCOMMIT|SIMPLE_GIT_HOOKS)$/, /^(?:0|false|off|no)$/i],
  [
    /^(?:HUSKY_SKIP_HOOKS|HUSKY_SKIP_INSTALL|SKIP_SIMPLE_GIT_HOOKS|OVERCOMMIT_DISABLE|GIT_HOOKS_DISABLED|SKIP_GIT_HOOKS|SKIP_HOOKS)$/,
    OFF,
  ],
  [/^(?:SKIP|LEFTHOOK_EXCLUDE)$/, /./],
];

const skippedHooks: Program = {
  names: ["git", "export"],
  effects(invocation) {
    if (asksForHelp(invocation) || !skips(invocation)) return [];
    return [
      effectOf(invocation, {
        kind: "persistence",
        severity: "risky",
        what: "skips the repository's pre-commit or pre-push checks",
        instead: "run the checks, and fix what they report",
        target: { type: "guard", name: "git hooks" },
      }),
    ];
  },
};

export default skippedHooks;

function skips(invocation: Invocation): boolean {
  const { program, args, variables } = invocation;
  if (program === "export")
    return args.some(({ text }) => {
      const [, name = "", value = ""] = /^(\w{1,40})=(.{0,100})$/s.exec(text) ?? [];
      return name !== "SKIP" && isSwitchedOff(name, value);
    });
  if (program !== "git") return false;
  const [verb, rest] = subcommand(args.map(({ text }) => text));
  const letters = RUNS_HOOKS[verb];
  if (letters === undefined) return false;
  if ([...variables].some(([name, { text }]) => isSwitchedOff(name, text))) return true;
  if (args.some(({ text }) => /^core\.hookspath=(?:|\/dev\/null)$/i.test(text))) return true;
  for (const [at, text] of rest.entries()) {
    if (text === "--") return false;
    // A commit message is not an option.
    if (/^(?:-[a-zA-Z]{0,6}[mFCct]|--message|--file|--author|--date)$/.test(rest[at - 1] ?? "")) continue;
    if (text === "--no-verify") return true;
    if (letters !== "" && /^-[a-zA-Z]{1,6}$/.test(text) && text.split(/[mFCctS]/, 1)[0]!.includes(letters)) return true;
  }
  return false;
}

function isSwitchedOff(name: string, value: string): boolean {
  return SWITCHES.some(([form, off]) => form.test(name) && off.test(value));
}

/** Git's global options come before the subcommand. */
function subcommand(words: readonly string[]): [verb: string, rest: readonly string[]] {
  let at = 0;
  while (at < words.length && words[at]!.startsWith("-"))
    at += /^(?:-c|-C|--git-dir|--work-tree)$/.test(words[at]!) ? 2 : 1;
  return [words[at] ?? "", words.slice(at + 1)];
}
