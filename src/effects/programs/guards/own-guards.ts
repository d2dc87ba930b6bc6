/** Commands that would weaken the guards: Snaphook, its daemon, its environment variables, git hooks. */
import type { Effect, Severity } from "../../model/effect.js";
import type { Invocation, Word } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp } from "../../model/rules.js";
import type { Program } from "../contract.js";

const RUNNERS = ["npx", "bunx", "pnpx", "pnpm", "yarn", "bun", "npm", "node", "deno", "nodejs"];
const ENDING = ["kill", "pkill", "killall", "skill", "taskkill", "stop-process"];
const SERVICES = ["systemctl", "service", "launchctl", "rc-service", "sc", "brew"];
const VARIABLES = ["unset", "export", "declare", "typeset", "readonly", "local", "setx", "remove-item", "set-item"];

const ownGuards: Program = {
  names: ["snaphook", ...RUNNERS, ...ENDING, ...SERVICES, ...VARIABLES, "git"],
  effects(invocation) {
    if (asksForHelp(invocation)) return [];
    const found = loosened(invocation);
    return found === undefined ? [] : [guardEffect(invocation, ...found)];
  },
};

export default ownGuards;

type Found = readonly [severity: Severity, what: string, instead: string];

const PERSON = "ask the user to do it in their own terminal";
const STATUS = "inspect with `snaphook status`, and ask the user for the change";

/** Except for removing variables meant only for hooks, as `env-isolation` does. */
const GOES_BY = /^(?:env:)?SNAPHOOK_(?!(?:AGENT|EVENT|HOOK_ID|PROJECT_DIR|SESSION_ID)$)/i;

function loosened(invocation: Invocation): Found | undefined {
  const { program = "", args } = invocation;
  const name = program.toLowerCase().replace(/\.exe$/, "");
  if (name === "snaphook") return verbOf(args);
  if (ENDING.includes(name) && args.some(isOurs)) return ["destructive", "ends the daemon that runs the hooks", STATUS];
  if (SERVICES.includes(name)) {
    const stops = args.some(({ text }) =>
      /^(?:stop|disable|mask|kill|unload|bootout|remove|delete|uninstall|rm)$/.test(text),
    );
    return stops && args.some(isOurs) ? ["destructive", "stops or removes Snaphook", STATUS] : undefined;
  }
  if (VARIABLES.includes(name))
    return args.some(({ text }) => GOES_BY.test(text))
      ? [
          "risky",
          "changes environment variables that control Snaphook",
          "do not change variables that start with SNAPHOOK_",
        ]
      : undefined;
  if (name === "git") return hooksPath(args);
  return throughRunner(args);
}

function isOurs({ text, source }: Word): boolean {
  return /snaphook/i.test(text) || /snaphook/i.test(source);
}

/** `npx snaphook off`, `node ./snaphook.cjs off`, `npm uninstall -g snaphook`. */
function throughRunner(args: readonly Word[]): Found | undefined {
  const at = args
    .slice(0, 6)
    .findIndex(({ text }) => /(?:^|[/\\])snaphook(?:@[\w.^~-]{1,40})?(?:\.[cm]?js)?$/.test(text));
  if (at === -1) return undefined;
  const before = args.slice(0, at).map(({ text }) => text);
  if (before.some((word) => /^(?:uninstall|un|unlink|remove|rm|r)$/.test(word)))
    return ["risky", "removes Snaphook", PERSON];
  return before.some((word) => /^(?:install|i|add|view|info|why|ls|outdated|update)$/.test(word))
    ? undefined
    : verbOf(args.slice(at + 1));
}

const FOR_PEOPLE = /^(?:approve|away|disable|except|observe|off|private|remove|revoke|trust|uninstall|untrust)$/;
const FOR_PEOPLE_IF = [
  { name: "channels", words: /^confirm$/ },
  { name: "passkeys", words: /^(?:add|remove|allow-code)$/ },
];
const CHANGING = /^(?:add|down|import|init|install|restart|setup)$/;

/** Effect of these arguments, if it would weaken guards. */
export function verbOf(args: readonly Word[]): Found | undefined {
  const verb = args.find(({ text }) => !text.startsWith("-"));
  if (verb === undefined) return undefined;
  if (!verb.known) return ["risky", "runs Snaphook with arguments that cannot be determined", STATUS];
  if (
    args.some(({ text }) => text === "--list") ||
    (verb.text === "trust" && args.some(({ text }) => text === "--diff"))
  )
    return undefined;
  const asked = FOR_PEOPLE_IF.find(({ name }) => name === verb.text)?.words;
  const isAsked = args.some(({ text, known }) => asked?.test(text) || (asked !== undefined && !known));
  if (isAsked || FOR_PEOPLE.test(verb.text))
    return ["destructive", "weakens guards, which only the user may do", PERSON];
  return CHANGING.test(verb.text) ? ["risky", "changes which hooks run", STATUS] : undefined;
}

/** Changes or removes the git hooks of a repository. Projects keep hooks in a directory of the repository itself. */
function hooksPath(args: readonly Word[]): Found | undefined {
  const words = args.map(({ text }) => text);
  const given = words.find((word) => /^core\.hookspath=/i.test(word))?.slice("core.hookspath=".length);
  const at = words.includes("config") ? words.findIndex((word) => /^core\.hookspath$/i.test(word)) : -1;
  const reads = words.some((word) => /^(?:--get(?:-all)?|get|-l|--list)$/.test(word));
  const unset = at !== -1 && words.some((word) => /^(?:--unset(?:-all)?|unset)$/.test(word));
  const path = given ?? (at === -1 || reads ? undefined : words[at + 1]);
  // For a single call it equals skipping the hooks.
  if (given === "/dev/null") return undefined;
  const own = path !== undefined && /^\.?[\w-]/.test(path) && !/[$~\u{FFFC}]|\.\./u.test(path);
  return unset || (path !== undefined && !own)
    ? ["risky", "makes git run different hooks, or none", "read it with `git config --get core.hooksPath`"]
    : undefined;
}

function guardEffect(invocation: Invocation, severity: Severity, what: string, instead: string): Effect {
  return effectOf(invocation, {
    kind: "persistence",
    severity,
    what,
    instead,
    target: { type: "guard", name: "snaphook" },
  });
}
