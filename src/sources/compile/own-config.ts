/**
 * Own config: files of the user and the administrator, whose hooks need no approval. If one exists and cannot be read
 * completely, the guards of its last good version stay in effect. If no good version is known and the file may contain
 * guards, a broken guard is added, so that tool calls get the failure contract.
 */
import { basename, dirname, join, sep } from "node:path";
import { failsClosed } from "../../core/decision/failure.js";
import { type Finding, finding } from "../../core/errors.js";
import type { Builtins } from "../../core/hooks/builtin.js";
import type { HookSpec } from "../../core/hooks/hook.js";
import { MATCH_ALL } from "../../core/match/spec.js";
import { lookUp } from "../../core/text/json.js";
import type { LoadedConfig } from "../contract.js";
import { CODE_NAMES, CONFIG_NAMES, isCode, isHookFile, ONE_PER_HOOK } from "../discover/discover.js";
import { type LastGood, readLastGood } from "../discover/last-good.js";
import type { RecordingProbe } from "../discover/recording-probe.js";
import { namedHook } from "./assemble.js";

/** A file or directory of the own config that exists and cannot be read. */
export interface Damage {
  readonly path: string;
  readonly problem: string;
}

/** Guards that a damaged file or directory no longer shows, by file. */
export interface Kept {
  readonly path: string;
  readonly guards: readonly HookSpec[];
  readonly settings?: LoadedConfig["settings"];
}

export interface KeptFile extends Kept {
  /** The hooks read from the file itself, without those that `guards` replaces. */
  readonly hooks: readonly HookSpec[];
}

export interface OwnConfigTools {
  readonly data: string;
  readonly probe: RecordingProbe;
  readonly builtins: Builtins;
  readonly findings: Finding[];
}

export class OwnConfig {
  /** Files that were read without an error, with their text. */
  readonly #good = new Map<string, string>();
  readonly #tools: OwnConfigTools;
  #known: { readonly files: LastGood | undefined } | undefined;

  constructor(tools: OwnConfigTools) {
    this.#tools = tools;
  }

  isGood(path: string, text: string): void {
    this.#good.set(path, text);
  }

  lastGoodText(path: string): string | undefined {
    return this.#lastGood?.get(path);
  }

  /** The hooks of a file with errors, and the guards it no longer shows. */
  beforeDamage(path: string, text: string, now: LoadedConfig, load: (text: string) => LoadedConfig): KeptFile {
    const damage = { path, problem: firstError(now.findings) };
    const good = this.#lastGood?.get(path);
    // After a syntax error the result may be cut anywhere, even in the middle of a command.
    const isCut = now.findings.some(({ code }) => code === "CONFIG_SYNTAX");
    if (good !== undefined) {
      const { hooks, settings } = load(good);
      const guards = isCut ? hooks.filter(failsClosed) : lostGuards(hooks, now.hooks);
      const lost = new Set(guards.map(nameOf));
      if (hooks.some(failsClosed)) this.#report(damage, guards.length);
      return { path, hooks: now.hooks.filter((hook) => !lost.has(nameOf(hook))), guards, settings };
    }
    const hooks = now.findings.some(isOpenText) ? [] : now.hooks;
    if (this.#mayHaveLost(text, hooks, now.findings)) return { path, hooks, guards: this.#standIn(damage) };
    if (hooks.some(failsClosed)) this.#add(damage, "the guards that could be read are in effect");
    return { path, hooks, guards: [] };
  }

  /** Without any known version of this user's config, it may have contained guards. */
  #mayHaveLost(text: string, loaded: readonly HookSpec[], findings: readonly Finding[]): boolean {
    if (this.#lastGood === undefined && findings.some(mayHideGuards) && !loaded.some(failsClosed)) return true;
    return mayHoldGuards(text, loaded, this.#tools.builtins);
  }

  /** For a file or directory that cannot be read at all. */
  unread(damage: Damage, load: (path: string, text: string) => LoadedConfig): Kept[] {
    const { path } = damage;
    const isIn = (one: string) => one === path || one.startsWith(`${path}${sep}`);
    const known = [...(this.#lastGood ?? [])].filter(([one]) => isIn(one) && basename(one) !== "overrides.json");
    if (known.length === 0) return [{ path, guards: this.#standIn(damage) }];
    const kept = known.map(([file, text]): Kept => {
      if (isCode(file)) return { path: file, guards: codeMayHoldGuards(text) ? this.#standIn(damage) : [] };
      const { hooks, settings } = load(file, text);
      return { path: file, guards: lostGuards(hooks, []), settings };
    });
    const guards = kept.flatMap((one) => one.guards).filter(({ id }) => id !== STAND_IN);
    if (guards.length > 0) this.#report(damage, guards.length);
    return kept;
  }

  /** A code config whose hooks are unknown, because it could not be built. */
  unbuilt(damage: Damage): Kept {
    const isLost = codeMayHoldGuards(this.#tools.probe.read(damage.path));
    return { path: damage.path, guards: isLost ? this.#standIn(damage) : [] };
  }

  /** The good versions to save; undefined if nothing changed. */
  changed(folders: readonly string[]): LastGood | undefined {
    const before = this.#lastGood;
    const isGone = (path: string) =>
      !this.#good.has(path) &&
      folders.some((folder) => path.startsWith(`${folder}${sep}`)) &&
      isAbsent(path, this.#tools.probe);
    const now = new Map([...[...(before ?? [])].filter(([path]) => !isGone(path)), ...this.#good]);
    const isSame = now.size === before?.size && [...now].every(([path, text]) => before.get(path) === text);
    return isSame ? undefined : now;
  }

  /** Undefined if no config of this user was ever read. */
  get #lastGood(): LastGood | undefined {
    this.#known ??= { files: readLastGood(this.#tools.data) };
    return this.#known.files;
  }

  #standIn(damage: Damage): HookSpec[] {
    this.#add(damage, "its guards are unknown, so tool calls get the failure contract");
    return [standIn(damage)];
  }

  #report(damage: Damage, guards: number): void {
    this.#add(
      damage,
      guards === 0
        ? "its guards are in effect"
        : `${guards} of its guards ${guards === 1 ? "is" : "are"} in effect as last read`,
    );
  }

  #add({ path, problem }: Damage, effect: string): void {
    this.#tools.findings.push(finding("OWN_CONFIG_DAMAGED", `${problem}; ${effect}`, { file: path }));
  }
}

/** In one of the own config directories: the directory itself, its `hooks.d`, or files with one of our names. */
export function unreadableIn(folder: string, probe: RecordingProbe): Damage[] {
  const whole = probe.whyNoFolder(folder);
  if (whole !== undefined) return [{ path: folder, problem: whole }];
  const each = join(folder, ONE_PER_HOOK);
  const listing = probe.whyNoFolder(each);
  const single = probe.list(each).filter(isHookFile);
  const paths = [
    ...[...CONFIG_NAMES, ...CODE_NAMES].map((name) => join(folder, name)),
    ...single.map((name) => join(each, name)),
  ];
  const files = paths.flatMap((path) => {
    const problem = probe.whyNotThere(path);
    return problem === undefined ? [] : [{ path, problem }];
  });
  return listing === undefined ? files : [{ path: each, problem: listing }, ...files];
}

/** Its directory is readable, and it does not exist. */
function isAbsent(path: string, probe: RecordingProbe): boolean {
  return !probe.exists(path) && probe.whyNotThere(path) === undefined && probe.whyNoFolder(dirname(path)) === undefined;
}

/** Guards of the last good version that the damaged file does not show completely. */
function lostGuards(before: readonly HookSpec[], now: readonly HookSpec[]): HookSpec[] {
  const present = new Set(now.filter((hook) => failsClosed(hook) && hook.broken === undefined).map(nameOf));
  return before.filter((hook) => failsClosed(hook) && !present.has(nameOf(hook)));
}

/** Not within a single hook, whose own text says whether it is a guard. */
function mayHideGuards({ severity, code, field = "" }: Finding): boolean {
  if (severity !== "error") return false;
  return (
    code === "CONFIG_SYNTAX" ||
    code === "CONFIG_UNKNOWN_KEY" ||
    !field.includes("[") ||
    (code === "CONFIG_TYPE" && A_HOOK.test(field))
  );
}

const A_HOOK = /(?:^|\.)hooks[^[]{0,100}\[\d{1,9}\]$/;

/** Unterminated text: the last value is truncated. */
function isOpenText({ code, message }: Finding): boolean {
  return code === "CONFIG_SYNTAX" && /unexpected end of string|missing closing/i.test(message);
}

function nameOf(hook: HookSpec): string {
  return namedHook(hook).id;
}

/** True if a damaged file without a good version may contain guards that were not loaded. */
function mayHoldGuards(text: string, loaded: readonly HookSpec[], builtins: Builtins): boolean {
  if (text.replaceAll("\0", "").trim() === "") return true;
  const isGuard = (name: string) => lookUp(builtins, name)?.guard !== false;
  const said = text.match(/\bguard[^\w\s]{0,3}\s*:\s*(?!false\b)/g)?.length ?? 0;
  const named = [...text.matchAll(/\bbuiltin[^\w\s]{0,3}\s*:[^\w]{0,3}([\w-]+)/g)].map(([, name = ""]) => name);
  const own = loaded.filter(({ guard, run }) => guard && builtinOf(run) === undefined).length;
  const used = new Set(loaded.flatMap(({ run }) => builtinOf(run) ?? []));
  // An entry with an unknown built-in is kept as a broken guard.
  const unknown = loaded.filter(({ guard, run, broken }) => guard && broken && builtinOf(run) === undefined).length;
  const missing = new Set(named.filter((name) => isGuard(name) && !used.has(name)));
  return said > own + used.size || missing.size > unknown;
}

function builtinOf(run: HookSpec["run"]): string | undefined {
  return run.type === "function" ? run.builtin?.name : undefined;
}

/** Code is not run for this: its text is enough. */
function codeMayHoldGuards(text: string | undefined): boolean {
  return text === undefined || text.trim() === "" || /guard|builtin/i.test(text);
}

const STAND_IN = "own-config";

/** Answers for the guards of a file whose content is unknown. */
function standIn({ path, problem }: Damage): HookSpec {
  const message = `Snaphook cannot read ${path} (${problem}) and has no earlier version of it. Tell the user to repair or remove it`;
  return {
    id: STAND_IN,
    event: "PreToolUse",
    dialect: "native",
    match: MATCH_ALL,
    run: { type: "command", command: "false" },
    guard: true,
    strategy: "serial",
    timeoutMs: 1_000,
    mode: "enforce",
    enabled: true,
    broken: { code: "OWN_CONFIG_DAMAGED", message },
  };
}

/** The first error of a file, with its position. */
function firstError(findings: readonly Finding[]): string {
  const first = findings.find(({ severity }) => severity === "error");
  if (first === undefined) return "it cannot be read";
  return `${first.line === undefined ? "" : `line ${first.line}: `}${first.message}`;
}
