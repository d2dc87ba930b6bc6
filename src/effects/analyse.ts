/**
 * Derives the effects of a canonical tool call. Pure; never throws. Input that is too long or too deep becomes
 * "unknown".
 */
import type { BasePayload } from "../core/events/payload.js";
import type { Analysis, Effect, Where } from "./model/effect.js";
import { type Invocation, type Reading, UNKNOWN } from "./model/invocation.js";
import { behindLinks } from "./model/links.js";
import { HOST_END, isNear, NEAR_HOST } from "./model/near-hosts.js";
import { type Called, furtherReadings, programEffects, programsOf } from "./model/program-effects.js";
import { redirectEffects } from "./model/redirects.js";
import { untrustedPrograms } from "./model/untrusted-programs.js";
import { variableEffects } from "./model/variables.js";
import { withFeeds } from "./model/xargs-input.js";
import { leaks } from "./secrets/leaks.js";
import type { EffectsOf } from "./secrets/sources.js";
import { interactiveEffects } from "./shell/interactive.js";
import { readCommand } from "./shell/read-command.js";
import { readCall } from "./tools/read-call.js";

/** Maximum nesting of code that starts code. */
const DEEPEST = 6;

export function analyse(payload: BasePayload, where: Where): Analysis {
  const reading = readCall(payload, where);
  const analysis = analyseReading(reading, where);
  const { unseen_input: tool } = payload;
  if (tool === undefined) return analysis;
  return { ...analysis, effects: [...interactiveEffects(reading.invocations, tool), ...analysis.effects] };
}

export function analyseCommand(command: string, where: Where): Analysis {
  return analyseReading(readCommand(command, where), where);
}

function analyseReading(reading: Reading, where: Where): Analysis {
  const effects: Effect[] = [];
  const programs: string[] = [];
  const started: Invocation[] = [];
  const add = (some: readonly Effect[]) => {
    for (const effect of some) effects.push(effect);
  };
  const take = ({ invocations: read, unclear, effects: others, planted }: Reading, depth: number) => {
    const behind = behindLinks(read, where);
    const invocations = behind.length === 0 ? read : [...read, ...behind];
    const called = withFeeds(invocations).map(programsOf);
    const each = called.map((one) => {
      started.push(one.invocation);
      return invocationEffects(one, where);
    });
    if (others !== undefined) add(others);
    each.forEach(add);
    add(untrustedPrograms(invocations, where));
    add(leaks(invocations, where, effectsBy(invocations, each)));
    for (const { what, words } of unclear) effects.push(unknown(what, words));
    if (depth < DEEPEST && planted !== undefined) for (const one of planted) add(plantedEffects(one, where));
    for (const { program, standsIn } of invocations)
      if (program !== undefined && standsIn === undefined) programs.push(program);
    for (const one of called)
      for (const further of furtherReadings(one, where)) {
        if (depth < DEEPEST) take(further, depth + 1);
        else effects.push(unknown("nests code too deeply to analyse", one.invocation.words));
      }
  };
  take(reading, 0);
  return { effects, programs, invocations: started };
}

/** Analyses git hooks and CI workflows like commands: they run the same code, only later. */
function plantedEffects({ file, text }: { file: string; text: string }, where: Where): Effect[] {
  const plain = text.replaceAll(UNKNOWN, "x");
  const command = planted(file, plain);
  const { effects } = analyseCommand(command, where);
  const grave =
    effects.find(({ kind, severity }) => severity !== "ordinary" && kind !== "unknown") ??
    (HOOKS.test(file) ? effects.find(({ kind }) => kind === "send") : undefined);
  if (grave === undefined) {
    const told = saidByText(file, plain);
    if (told === undefined) return [];
    return [
      {
        kind: "persistence",
        severity: "risky",
        certainty: "likely",
        words: plain.slice(0, 300),
        what: told,
        instead: PLANTED,
      },
    ];
  }
  const what = `adds code to ${file} that runs later and ${grave.what}`;
  return [{ kind: "persistence", severity: "risky", certainty: "likely", words: grave.words, what, instead: PLANTED }];
}

/** As a command that does the same. */
function planted(file: string, text: string): string {
  // A variable of make, which may well be a build folder.
  if (/(?:^|\/)(?:GNU)?[Mm]akefile$/.test(file)) return text.replace(/\$\((\w{1,60})\)/g, "./$1");
  if (file.endsWith(".py")) return `python3 - <<'planted'\n${text}\nplanted`;
  if (/\.[cm]?[jt]s$/.test(file)) return `node - <<'planted'\n${text}\nplanted`;
  // What these run is judged by its text: their own language is no command line.
  return DECLARES.test(file) ? "" : text;
}

const DECLARES =
  /(?:^|\/)(?:Dockerfile|Containerfile|Podfile|Vagrantfile|Fastfile|CMakeLists\.txt|[\w.-]{0,40}\.(?:gradle|kts|sbt|exs|nix|build|rs))[\w.-]{0,40}$/;
const DOWNLOADED_SHELL = /\b(?:curl|wget)\b[^\n|]{0,300}\|\s{0,4}(?:sudo\s{1,4})?(?:ba|z|da)?sh\b/;
const PLAIN_DOWNLOAD = new RegExp(
  String.raw`\b(?:curl|wget)\b[^\n|]{0,200}http:\/\/(?!${NEAR_HOST}${HOST_END})[^\n|]{0,200}\|\s{0,4}(?:ba|z|da)?sh\b`,
);

const USUAL_REGISTRY =
  /(?:^|[/.])(?:npmjs\.(?:org|com)|yarnpkg\.com|npmmirror\.com|npm\.pkg\.github\.com|pypi\.org|pytorch\.org|nvidia\.com|rubygems\.org|crates\.io|nuget\.org|pkg\.dev|jfrog\.io|pkgs\.dev\.azure\.com)(?:[:/]|$)|\.corp(?:[:/]|$)/;

/** Settings that are not commands: package sources, and checks that check nothing. */
function saidByText(file: string, text: string): string | undefined {
  const source =
    /(?:registry|index-url|index_url|npmRegistryServer|source|find-links)["']?\s{0,4}[=:\s]\s{0,4}["']?https?:\/\/([^\s"'/]{3,200})/i.exec(
      text.slice(0, 5000),
    )?.[1];
  if (
    /(?:rc(?:\.yml)?|bunfig\.toml|\.txt|pip\.conf|\.pypirc|Gemfile|\.config|\.toml)$/.test(file) &&
    source !== undefined &&
    !isNear(source) &&
    !USUAL_REGISTRY.test(source.replace(/^.*@/, ""))
  )
    return "makes the project install packages from an unusual registry";
  if (/(?:^|\/)(?:GNU)?[Mm]akefile$/.test(file) && DOWNLOADED_SHELL.test(text.slice(0, 20_000)))
    return "makes the build download code and run it";
  if (/\.(?:xml|json|gyp|toml)$/.test(file) && DOWNLOADED_SHELL.test(text.slice(0, 20_000)))
    return "makes a tool download code and run it";
  if (DECLARES.test(file)) {
    const image = /(?:^|\/)(?:Dockerfile|Containerfile)/.test(file);
    if ((image ? PLAIN_DOWNLOAD : DOWNLOADED_SHELL).test(text.slice(0, 20_000)))
      return "makes the build download code and run it";
    if (/\bapply\s{0,4}\(?\s{0,4}from\s{0,4}[:=]\s{0,4}["']https?:\/\//.test(text.slice(0, 20_000)))
      return "makes the build load code from an address";
    return undefined;
  }
  if (HOOKS.test(file) && /^\s{0,20}(?:#![^\n]{0,100}\n)?\s{0,20}(?:exit 0|true|:)?\s{0,20}$/.test(text))
    return "replaces a pre-commit or pre-push check with one that checks nothing";
  if (/\.ya?ml$/.test(file) && /pull_request_target|permissions:\s{0,8}write-all|toJSON\(\s{0,4}secrets/.test(text))
    return "gives a workflow more permissions or secrets than it needs";
  return undefined;
}

/** These run with everything the user commits, so no data has to leave the machine to do harm. */
const HOOKS = /(?:^|\/)(?:\.git\/hooks|\.husky|\.githooks)\//;
const PLANTED = "remove what the hook or workflow does not need, and show the user the rest";

function unknown(what: string, words: string): Effect {
  return {
    kind: "unknown",
    severity: "risky",
    certainty: "unknown",
    what,
    words,
    instead: "write the command in plain text, without encoding or nesting",
  };
}

const NONE: readonly Effect[] = [];

/** Most lines start one program. */
function effectsBy(invocations: readonly Invocation[], each: readonly (readonly Effect[])[]): EffectsOf {
  if (invocations.length === 1) return (invocation) => (invocation === invocations[0] ? each[0]! : NONE);
  const found = new Map(invocations.map((invocation, at) => [invocation, each[at]!]));
  return (invocation) => found.get(invocation) ?? NONE;
}

function invocationEffects(called: Called, where: Where): readonly Effect[] {
  const { invocation } = called;
  const redirected = redirectEffects(invocation, where);
  const set = variableEffects(invocation);
  const effects = programEffects(called, where);
  return redirected.length + set.length === 0 ? effects : [...redirected, ...set, ...effects];
}
