/** Ways around guards that are visible only from all programs of a call together. */
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { byProgram } from "../../effects/model/by-program.js";
import type { Effect, Where } from "../../effects/model/effect.js";
import type { Invocation, Word } from "../../effects/model/invocation.js";
import { absolute, isWithin } from "../../effects/paths/paths.js";
import { AGENT_PROGRAMS, agentEffects } from "../../effects/programs/guards/agents.js";
import { VERBS, verbOf } from "../../effects/programs/guards/own-guards.js";
import { namesIn, type OwnSecrets } from "./own-secrets.js";
import type { RenamedPaths } from "./renamed-paths.js";

export interface Seen {
  readonly invocations: readonly Invocation[];
  readonly where: Where;
  readonly renamed: RenamedPaths;
  readonly secrets: OwnSecrets;
}

/** What its name says about a program. */
const traitsOf = byProgram((program) => ({
  isAgent: AGENTS.has(program.toLowerCase().replace(/(.)@[^@]*$/, "$1")),
  runsJavaScript: JAVASCRIPT.test(program),
  runsFile: RUNS_FILE.test(program),
  scripted: SCRIPTED.test(program),
  elsewhere: ELSEWHERE.test(program),
  listsProcesses: LISTS_PROCESSES.test(program),
  ends: ENDS.test(program),
  endsByPattern: BY_PATTERN.test(program),
  unpacks: UNPACKS.test(program),
}));

export function otherWays(seen: Seen): Effect[] {
  const found: Effect[] = [];
  for (const invocation of seen.invocations) addCopyOfProgram(invocation, seen, found);
  addAgentsElsewhere(seen, found);
  addListedProcesses(seen, found);
  for (const invocation of seen.invocations)
    if (unpacksAnywhere(invocation)) found.push(guarded(invocation, "risky", ...FREE_ARCHIVE));
  return found;
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
function addCopyOfProgram(invocation: Invocation, { where, renamed, secrets }: Seen, found: Effect[]): void {
  const { program, name, args, cwd, variables } = invocation;
  const { runsFile, scripted } = traitsOf(program);
  for (const [file, rest] of runsFile || name.text.includes("/") ? startedFiles(invocation, runsFile) : []) {
    const loosened = [0, 1, 2, 3].map((from) => verbOf(rest.slice(from), variables)).find((one) => one !== undefined);
    if (loosened === undefined) continue;
    const path = absolute(file.text, where, cwd);
    if (path === undefined || !isSnaphook(path, renamed, secrets)) continue;
    found.push(guarded(invocation, ...loosened));
    return;
  }
  const code = args.find(({ text }) => LOOSENS_IN_CODE.test(text))?.text;
  const loads = code?.match(FILE_IN_CODE)?.some((path) => isSnaphook(path, renamed, secrets));
  if (loads === true || (scripted && args.some(({ text }) => LOOSENS_IN_TEXT.test(text))))
    found.push(guarded(invocation, "destructive", LOOSENS, PERSON));
}

/** Files that may be programs, each with its arguments. */
function startedFiles({ name, args, input }: Invocation, runsFile: boolean): [Word, readonly Word[]][] {
  const given: [Word, readonly Word[]][] = name.text.includes("/") ? [[name, args]] : [];
  if (!runsFile) return given;
  const at = args.slice(0, 8).findIndex(isFile);
  if (at !== -1) given.push([args[at]!, args.slice(at + 1)]);
  else if (input.kind === "pipe")
    for (const { args: read } of input.from) for (const word of read.filter(isFile)) given.push([word, args]);
  return given;
}

const LOOSENS = "weakens guards, which only the user may do";
const PERSON = "ask the user to do it in their own terminal";
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
const GIVES_HOME =
  /\benv\s*[=:].{0,400}\b(?:HOME|[A-Z_]+_(?:HOME|CONFIG_DIR|DIR))\b|\b(?:process\.env|environ|ENV)\b.{0,40}\b(?:HOME|[A-Z_]+_(?:HOME|CONFIG_DIR|DIR))["'\]}]{0,3}\s{0,4}(?::|=(?!=))/s;
/** Settings that disable hooks, or plugins that provide hooks. */
const SWITCHES = /^(?:SNAPHOOK_\w+|OPENCODE_\w*(?:PURE|DISABLE|CONFIG|PLUGIN)\w*|CLAUDE_CODE_SIMPLE|\w*DISABLE_HOOKS)$/;

function addAgentsElsewhere({ invocations }: Seen, found: Effect[]): void {
  for (const invocation of invocations) {
    const agent = agentOf(invocation);
    if (agent === undefined) continue;
    if (agent !== invocation) found.push(...agentEffects(agent));
    const starters = invocations.filter(({ program = "" }) => invocation.through.includes(program));
    const moved =
      [...invocation.variables.keys()].some((name) => SWITCHES.test(name)) ||
      invocations.some(({ args }) => args.some(({ text }) => GIVES_HOME.test(text))) ||
      starters.some(startsElsewhere) ||
      invocations.some(({ program }) => traitsOf(program).elsewhere);
    if (moved)
      found.push(
        guarded(
          invocation,
          "risky",
          "starts an agent with another home directory, user or environment, so that its hooks may not run",
          "start the agent directly, without the program or variable before it",
        ),
      );
  }
}

const JAVASCRIPT = /^(?:node|nodejs|bun|deno)$/;

/** `node node_modules/@anthropic-ai/claude-code/cli.js …` is that agent. */
function agentOf(invocation: Invocation): Invocation | undefined {
  const { program, args } = invocation;
  const { isAgent, runsJavaScript } = traitsOf(program);
  if (isAgent) return invocation;
  if (!runsJavaScript) return undefined;
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
function endsByPattern({ program, args }: Invocation): boolean {
  const fits = ({ text }: Word) => {
    if (text.startsWith("-") || text.length < 3 || text.length > LONGEST_PATTERN || !/[.*?[(]/.test(text)) return false;
    try {
      return new RegExp(text).test("snaphook");
    } catch {
      return false; // not a pattern
    }
  };
  return traitsOf(program).endsByPattern && args.some(fits);
}

/** `pgrep -f snaphook | xargs kill`: the search determines which processes are ended. */
function addListedProcesses({ invocations }: Seen, found: Effect[]): void {
  const byPattern = invocations.find(endsByPattern);
  const ends =
    byPattern ??
    invocations.find(
      ({ program, moreArgs, args }) => traitsOf(program).ends && (moreArgs || args.some(({ known }) => !known)),
    );
  if (ends === undefined) return;
  const looked = invocations.some(
    ({ program, args, words }) =>
      traitsOf(program).listsProcesses && (args.some(({ text }) => /snaphook/i.test(text)) || /snaphook/i.test(words)),
  );
  if (looked || byPattern !== undefined)
    found.push(
      guarded(
        ends,
        "destructive",
        "ends the daemon that runs the hooks",
        "inspect with `snaphook status`, and ask the user for the change",
      ),
    );
}

const UNPACKS = /^(?:unzip|(?:bsd|g)?tar)$/;
const FREE_ARCHIVE = [
  "unpacks files to absolute paths from the archive, which may be hook config",
  "unpack into a project directory (`tar xf a.tar -C build`, `unzip a.zip -d build`)",
] as const;

/** Archives that unpack to absolute paths. */
function unpacksAnywhere({ program, args, runs }: Invocation): boolean {
  if (runs === "elsewhere" || !traitsOf(program).unpacks) return false;
  const texts = args.map(({ text }) => text);
  const has = (form: RegExp) => texts.some((text) => form.test(text));
  if (program === "unzip") return has(/^-[a-zA-Z]*:/);
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
