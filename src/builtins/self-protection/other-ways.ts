/** Ways around guards that are visible only from all programs of a call together. */
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Effect, Where } from "../../effects/model/effect.js";
import type { Invocation, Word } from "../../effects/model/invocation.js";
import { absolute, isWithin } from "../../effects/paths/paths.js";
import { AGENT_PROGRAMS, agentEffects } from "../../effects/programs/guards/agents.js";
import { verbOf } from "../../effects/programs/guards/own-guards.js";
import { namesIn, type OwnSecrets } from "./own-secrets.js";
import type { RenamedPaths } from "./renamed-paths.js";

export interface Seen {
  readonly invocations: readonly Invocation[];
  readonly where: Where;
  readonly renamed: RenamedPaths;
  readonly secrets: OwnSecrets;
}

export function otherWays(seen: Seen): Effect[] {
  return [...copiesOfProgram(seen), ...agentsElsewhere(seen), ...listedProcesses(seen), ...freeArchives(seen)];
}

function guarded(invocation: Invocation, severity: Effect["severity"], what: string, instead: string): Effect {
  return {
    kind: "persistence",
    severity,
    certainty: "certain",
    words: invocation.words,
    what,
    instead,
    target: { type: "guard", name: "snaphook" },
  };
}

const RUNS_FILE = /^(?:node|nodejs|bun|deno|sh|bash|dash|zsh)$/;

/** Snaphook under another name: a link to it, or a file with the same bytes. */
function copiesOfProgram({ invocations, where, renamed, secrets }: Seen): Effect[] {
  return invocations.flatMap((invocation) => {
    const { program = "", name, args, cwd } = invocation;
    const at = RUNS_FILE.test(program) ? args.slice(0, 8).findIndex(isFile) : -1;
    const given = [...(name.text.includes("/") ? [[name, args] as const] : [])];
    if (at !== -1) given.push([args[at]!, args.slice(at + 1)]);
    const piped = invocation.input.kind === "pipe" && at === -1 && RUNS_FILE.test(program) ? invocation.input.from : [];
    for (const { args: read } of piped) for (const word of read.filter(isFile)) given.push([word, args]);
    for (const [file, rest] of given) {
      const loosened = [0, 1, 2, 3].map((from) => verbOf(rest.slice(from))).find((found) => found !== undefined);
      if (loosened === undefined) continue;
      const path = absolute(file.text, where, cwd);
      if (path !== undefined && isSnaphook(path, renamed, secrets)) return [guarded(invocation, ...loosened)];
    }
    const code = args.find(({ text }) => LOOSENS_IN_CODE.test(text))?.text;
    const loads = code?.match(FILE_IN_CODE)?.some((path) => isSnaphook(path, renamed, secrets));
    if (loads === true || (SCRIPTED.test(program) && args.some(({ text }) => LOOSENS_IN_TEXT.test(text))))
      return [guarded(invocation, "destructive", LOOSENS, PERSON)];
    return [];
  });
}

const LOOSENS = "weakens guards, which only the user may do";
const PERSON = "ask the user to do it in their own terminal";
const VERBS = "(?:approve|away|disable|except|observe|off|private|remove|revoke|trust|uninstall|untrust)";
/** Code with one of our subcommands, and a file that it loads. */
const LOOSENS_IN_CODE = new RegExp(`['"\`]${VERBS}['"\`]`);
const FILE_IN_CODE = /\/[^\s'"`(),;]{1,1000}/g;
/** Text from which programs start commands. */
const SCRIPTED = /^(?:expect|emacs|n?vim?|osascript|tclsh|script|screen|tmux|at|batch)$/;
const LOOSENS_IN_TEXT = new RegExp(`\\bsnaphook["']?(?:\\s+-\\S+){0,3}\\s+["']?${VERBS}\\b`);

function isFile({ text }: Word): boolean {
  return !text.startsWith("-") && /[./]/.test(text);
}

const LARGEST = 100_000;

function isSnaphook(path: string, renamed: RenamedPaths, secrets: OwnSecrets): boolean {
  const versions = join(secrets.surroundings.data, "versions");
  for (const one of new Set([path, renamed.origin(path)])) {
    const real = secrets.real(one);
    if (/^snaphook(?:\.[cm]?js)?$/.test(basename(real)) || isWithin(real, secrets.real(versions))) return true;
    const size = sizeOf(real);
    if (size === 0 || size > LARGEST) continue;
    const same = namesIn(versions).some((version) => isSameFile(real, size, join(versions, version, PROGRAM)));
    if (same) return true;
  }
  return false;
}

const PROGRAM = "dist/snaphook.cjs";

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0; // does not exist
  }
}

function isSameFile(path: string, size: number, other: string): boolean {
  try {
    return statSync(other).size === size && readFileSync(other).equals(readFileSync(path));
  } catch {
    return false; // one of them does not exist
  }
}

const AGENTS = new Set(AGENT_PROGRAMS);
/** Runs the agent with another home directory, user or view of the disk. */
const ELSEWHERE = /^(?:su|runuser|chroot|firejail|bwrap|proot|systemd-nspawn|machinectl)$/;
const OTHER_USER = /^(?:-u|-U|--user|--other-user)/;
const CLEARED = /^(?:-i|-|--ignore-environment|--unset=.+)$/;
const HOME_VARIABLE = /(?:^|=)(?:HOME|XDG_CONFIG_HOME|\w+_HOME|\w+_CONFIG_DIR|\w+_DIR)$/;
/** Code that starts a program with a custom environment. */
const GIVES_HOME = /\benv\s*[=:].{0,400}\b(?:HOME|[A-Z_]+_(?:HOME|CONFIG_DIR|DIR))\b/s;
/** Settings that disable hooks, or plugins that provide hooks. */
const SWITCHES = /^(?:SNAPHOOK_\w+|OPENCODE_\w*(?:PURE|DISABLE|CONFIG|PLUGIN)\w*|CLAUDE_CODE_SIMPLE|\w*DISABLE_HOOKS)$/;

function agentsElsewhere({ invocations }: Seen): Effect[] {
  const effects: Effect[] = [];
  for (const invocation of invocations) {
    const agent = agentOf(invocation);
    if (agent === undefined) continue;
    if (agent !== invocation) effects.push(...agentEffects(agent));
    const starters = invocations.filter(({ program = "" }) => invocation.through.includes(program));
    const moved =
      [...invocation.variables.keys()].some((name) => SWITCHES.test(name)) ||
      invocations.some(({ args }) => args.some(({ text }) => GIVES_HOME.test(text))) ||
      starters.some(startsElsewhere) ||
      invocations.some(({ program = "" }) => ELSEWHERE.test(program));
    if (moved)
      effects.push(
        guarded(
          invocation,
          "risky",
          "starts an agent with another home directory, user or environment, so that its hooks may not run",
          "start the agent directly, without the program or variable before it",
        ),
      );
  }
  return effects;
}

/** `node node_modules/@anthropic-ai/claude-code/cli.js …` is that agent. */
function agentOf(invocation: Invocation): Invocation | undefined {
  const { program = "", args } = invocation;
  if (AGENTS.has(program.toLowerCase().replace(/(.)@[^@]*$/, "$1"))) return invocation;
  if (!/^(?:node|nodejs|bun|deno)$/.test(program)) return undefined;
  const at = args.findIndex(({ text }) => text.split("/").some((part) => AGENT_PACKAGES.has(part)));
  return at === -1 ? undefined : { ...invocation, program: "claude", args: args.slice(at + 1) };
}

const AGENT_PACKAGES = new Set([
  "claude-code",
  "codex",
  "gemini-cli",
  "qwen-code",
  "copilot",
  "opencode-ai",
  "pi-coding-agent",
]);

function startsElsewhere({ program = "", args }: Invocation): boolean {
  const texts = args.map(({ text }) => text);
  if (program === "env" || program === "genv")
    return texts.some((text, at) => CLEARED.test(text) || (/^-u|^--unset$/.test(text) && unsets(text, texts[at + 1])));
  return (
    /^(?:sudo|doas|pkexec|run0|gosu|su-exec|setpriv)$/.test(program) && texts.some((text) => OTHER_USER.test(text))
  );
}

function unsets(option: string, next = ""): boolean {
  return HOME_VARIABLE.test(option.slice(2) || next);
}

const LISTS_PROCESSES = /^(?:pgrep|pidof|ps|grep|egrep|rg|awk|gawk|lsof|fuser|sed|pstree)$/;
const ENDS = /^(?:kill|pkill|killall|skill|xkill)$/;
const BY_PATTERN = /^(?:pkill|killall)$/;
const LONGEST_PATTERN = 60;

/** `killall -r 'snap.*'`: the pattern matches our name. */
function endsByPattern({ program = "", args }: Invocation): boolean {
  const fits = ({ text }: Word) => {
    if (text.startsWith("-") || text.length < 3 || text.length > LONGEST_PATTERN || !/[.*?[(]/.test(text)) return false;
    try {
      return new RegExp(text).test("snaphook");
    } catch {
      return false; // not a pattern
    }
  };
  return BY_PATTERN.test(program) && args.some(fits);
}

/** `pgrep -f snaphook | xargs kill`: the search determines which processes are ended. */
function listedProcesses({ invocations }: Seen): Effect[] {
  const byPattern = invocations.find(endsByPattern);
  const ends =
    byPattern ??
    invocations.find(
      ({ program = "", moreArgs, args }) => ENDS.test(program) && (moreArgs || args.some(({ known }) => !known)),
    );
  const looked = invocations.some(
    ({ program = "", args, words }) =>
      LISTS_PROCESSES.test(program) && (args.some(({ text }) => /snaphook/i.test(text)) || /snaphook/i.test(words)),
  );
  return ends === undefined || !(looked || byPattern !== undefined)
    ? []
    : [
        guarded(
          ends,
          "destructive",
          "ends the daemon that runs the hooks",
          "inspect with `snaphook status`, and ask the user for the change",
        ),
      ];
}

/** Archives that unpack to absolute paths. */
function freeArchives({ invocations }: Seen): Effect[] {
  return invocations
    .filter(unpacksAnywhere)
    .map((invocation) =>
      guarded(
        invocation,
        "risky",
        "unpacks files to absolute paths from the archive, which may be hook config",
        "unpack into a project directory (`tar xf a.tar -C build`, `unzip a.zip -d build`)",
      ),
    );
}

function unpacksAnywhere({ program = "", args, runs }: Invocation): boolean {
  if (runs === "elsewhere") return false;
  const texts = args.map(({ text }) => text);
  const has = (form: RegExp) => texts.some((text) => form.test(text));
  if (program === "unzip") return has(/^-[a-zA-Z]*:/);
  if (!/^(?:bsd|g)?tar$/.test(program)) return false;
  const unpacks = has(/^-[a-zA-Z]*x|^--(?:extract|get)$/) || /^[a-zA-Z]*x/.test(texts[0] ?? "");
  const absolutely =
    has(/^-[a-zA-Z]*P|^--absolute-names$/) ||
    /^[a-zA-Z]{0,20}(?:x[a-zA-Z]{0,20}P|P[a-zA-Z]{0,20}x)/.test(texts[0] ?? "");
  const rewritten = texts.some((text, at) =>
    /^(?:--transform|--xform)/.test(text) || /^(?:--transform|--xform|-s)$/.test(texts[at - 1] ?? "")
      ? /\.\.|[,|#;!:/^]\\?\/|[,|#;]~/.test(text.replace(/^--\w+=/, ""))
      : false,
  );
  return unpacks && (absolutely || rewritten);
}
