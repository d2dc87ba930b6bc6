/** Commands that would weaken the guards: Snaphook, its daemon, its environment variables, git hooks. */
import type { Effect, Severity } from "../../model/effect.js";
import type { Invocation, Word } from "../../model/invocation.js";
import { effectOf } from "../../model/make-effect.js";
import { asksForHelp } from "../../model/rules.js";
import { writeEffect } from "../../paths/writes.js";
import type { Program } from "../contract.js";
import { MOVES } from "./agents.js";

const RUNNERS = ["npx", "bunx", "pnpx", "pnpm", "yarn", "bun", "npm", "node", "deno", "nodejs"];
const ENDING = ["kill", "pkill", "killall", "skill", "taskkill", "stop-process"];
const SERVICES = ["systemctl", "service", "launchctl", "rc-service", "sc", "brew"];
const VARIABLES = ["unset", "export", "declare", "typeset", "readonly", "local", "setx", "remove-item", "set-item"];

const ownGuards: Program = {
  names: ["snaphook", ...RUNNERS, ...ENDING, ...SERVICES, ...VARIABLES, "git"],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    const found = loosened(invocation);
    const file = writtenBy(invocation);
    return [
      ...(found === undefined ? [] : [guardEffect(invocation, ...found)]),
      ...(file === undefined ? [] : [writeEffect(invocation, file, where, WRITES)]),
    ];
  },
};

export default ownGuards;

type Found = readonly [severity: Severity, what: string, instead: string];

const PERSON = "ask the user to do it in their own terminal";
const STATUS = "inspect with `snaphook status`, and ask the user for the change";

/** Except for removing variables meant only for hooks, as `env-isolation` does. */
const GOES_BY = /^(?:env:)?SNAPHOOK_(?!(?:AGENT|EVENT|HOOK_ID|PROJECT_DIR|SESSION_ID)$)/i;

function loosened(invocation: Invocation): Found | undefined {
  const { args, variables } = invocation;
  const name = nameOf(invocation);
  if (name === "snaphook") return verbOf(args, variables);
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
  const called = callsThrough(args).map((rest) => verbOf(rest, variables));
  return called.find((one) => one !== undefined) ?? removedBy(args);
}

function nameOf({ program = "" }: Invocation): string {
  return program.toLowerCase().replace(/\.exe$/, "");
}

function isOurs({ text, source }: Word): boolean {
  return /snaphook/i.test(text) || /snaphook/i.test(source);
}

/** A package, file or archive of ours: `snaphook@0.1`, `./snaphook.cjs`, `old@npm:snaphook`, `./snaphook-0.1.0.tgz`. */
const PROGRAM =
  /^snaphook@|(?:^|[/\\:])snaphook(?:[@#][\w.^~-]{1,60}|-\d[\w.+-]{0,60}(?=\.t))?(?:\.[cm]?js|\.tgz|\.tar\.gz|\.git)?$/;
const MANAGES = /^(?:install|i|add|view|info|why|ls|outdated|update)$/;
const REMOVES = /^(?:uninstall|un|unlink|remove|rm|r)$/;

/** What follows our program: `npx snaphook off`, `node ./snaphook.cjs off`, `npx -p snaphook snaphook off`. */
function callsThrough(args: readonly Word[]): (readonly Word[])[] {
  const at = args.findIndex(({ text }) => PROGRAM.test(text));
  if (at === -1 || args.slice(0, at).some(({ text }) => MANAGES.test(text) || REMOVES.test(text))) return [];
  return args.flatMap(({ text }, from) => (PROGRAM.test(text) ? [args.slice(from + 1)] : []));
}

/** `npm uninstall -g snaphook` */
function removedBy(args: readonly Word[]): Found | undefined {
  const at = args.findIndex(({ text }) => PROGRAM.test(text));
  return args.slice(0, Math.max(at, 0)).some(({ text }) => REMOVES.test(text))
    ? ["risky", "removes Snaphook", PERSON]
    : undefined;
}

const FOR_PEOPLE = /^(?:approve|away|disable|except|observe|off|private|remove|revoke|trust|uninstall|untrust)$/;
const FOR_PEOPLE_IF = [
  { name: "channels", words: /^confirm$/ },
  { name: "passkeys", words: /^(?:add|remove|allow-code)$/ },
];
const CHANGING = /^(?:add|down|import|init|install|restart|setup|upgrade)$/;
/** All of these, for texts and code that name one. */
export const VERBS =
  "(?:add|approve|away|disable|down|except|import|init|install|observe|off|private|remove|restart|revoke|setup|trust|uninstall|untrust|upgrade)";
/** Commands that only show something with this option. */
const SHOWS: Readonly<Record<string, string>> = { except: "--list", off: "--list" };
/** Variables that locate our files; `MOVES` has those of agents' config. */
const LOCATES = /^(?:XDG_(?:(?:CONFIG|DATA|STATE|CACHE)_HOME|RUNTIME_DIR)|\w{1,40}_CONFIG_DIR)$/;

/** Effect of these arguments, if it would weaken guards. */
export function verbOf(args: readonly Word[], variables: Invocation["variables"] = new Map()): Found | undefined {
  const verb = args.find(({ text }) => !text.startsWith("-"));
  if (verb === undefined) return undefined;
  if (!verb.known) return ["risky", "runs Snaphook with arguments that cannot be determined", STATUS];
  const changes = changeBy(verb.text, args);
  if (changes?.[0] === "destructive") return changes;
  return [...variables.keys()].some((name) => LOCATES.test(name) || MOVES.test(name))
    ? ["risky", "runs Snaphook with other config folders than the user's", "run it without that variable"]
    : changes;
}

function changeBy(verb: string, args: readonly Word[]): Found | undefined {
  const end = args.findIndex(({ text }) => text === "--");
  const options = (end === -1 ? args : args.slice(0, end)).map(({ text }) => text);
  const has = (option: string | undefined) => option !== undefined && options.includes(option);
  if (has(SHOWS[verb]) || (verb === "trust" && (has("--list") || has("--diff")))) return undefined;
  const asked = FOR_PEOPLE_IF.find(({ name }) => name === verb)?.words;
  const isAsked = args.some(({ text, known }) => asked?.test(text) || (asked !== undefined && !known));
  if (isAsked || FOR_PEOPLE.test(verb)) return ["destructive", "weakens guards, which only the user may do", PERSON];
  return CHANGING.test(verb) ? ["risky", "changes which hooks run", STATUS] : undefined;
}

/** Commands with an option `--to` for the file or folder they write. */
const WRITERS = /^(?:backup|record|report)$/;
const WRITES = { manner: "write", kind: "write", what: "writes a file of Snaphook" } as const;

function writtenBy(invocation: Invocation): Word | undefined {
  const name = nameOf(invocation);
  const isOwn = name === "snaphook";
  for (const args of isOwn ? [invocation.args] : RUNNERS.includes(name) ? callsThrough(invocation.args) : []) {
    if (!WRITERS.test(args.find(({ text }) => !text.startsWith("-"))?.text ?? "")) continue;
    const at = args.findIndex(({ text }) => text === "--to" || text.startsWith("--to="));
    const word = args[at];
    if (word !== undefined)
      return word.text === "--to" ? args[at + 1] : { ...word, text: word.text.slice("--to=".length) };
  }
  return undefined;
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
