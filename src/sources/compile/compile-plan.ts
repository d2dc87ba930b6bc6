/**
 * Loads everything that applies in a directory and compiles it into a plan. Fail-soft with findings: an unreadable file
 * is a finding, and the rest still counts (CF-09, CF-17). Nothing of an unapproved source runs here.
 */
import { basename, dirname, join, relative, sep } from "node:path";
import { finding } from "../../core/errors.js";
import { mayRun } from "../../core/hooks/admission.js";
import type { Builtins } from "../../core/hooks/builtin.js";
import { reachOf } from "../../core/hooks/grants.js";
import type { TrustState } from "../../core/hooks/hook.js";
import type { RegexEngine } from "../../core/ports.js";
import { lookUp } from "../../core/text/json.js";
import { installKeyFile } from "../../disk/install-key.js";
import { loadCode } from "../code/load-code.js";
import type { DialectLoader, LoadedConfig, Scope } from "../contract.js";
import { readingDisk } from "../coverage/reading-disk.js";
import { LOADERS } from "../dialects/_loaders.js";
import { discover, type Found, folderOfFile, isCode } from "../discover/discover.js";
import type { Signature } from "../discover/file-signatures.js";
import type { LastGood } from "../discover/last-good.js";
import { whyNotManaged } from "../discover/managed.js";
import { offFile, parseOff } from "../discover/off-file.js";
import { overridesFile, parseOverrides } from "../discover/overrides.js";
import { RecordingProbe } from "../discover/recording-probe.js";
import { stopFiles } from "../discover/stop-flag.js";
import { addSettings } from "../read/add-settings.js";
import { loaderFor, loadSafely } from "../read/load-file.js";
import { Approvals, type ApprovedAbove, type MakeReview } from "../trust/approvals.js";
import { ArtifactStore } from "../trust/artifacts.js";
import { keptGuards } from "../trust/kept-guards.js";
import { repositoryOf } from "../trust/repository.js";
import { type TrustRecord, TrustStore } from "../trust/trust-store.js";
import { ungranted } from "../trust/ungranted.js";
import { assemble, NO_OVERRIDES, type Overrides } from "./assemble.js";
import { standingSources } from "./builtin-hooks.js";
import { type Damage, type Kept, OwnConfig, unreadableIn } from "./own-config.js";
import type { Plan } from "./plan-file.js";
import { Collected } from "./source-collector.js";
import { UnapprovedLimit } from "./unapproved-limit.js";
import { weakGuards } from "./weak-guards.js";

export interface NamedFile {
  readonly path: string;
  readonly dialect?: string;
  /** Only inspected: naming it does not approve it. */
  readonly check?: boolean;
}

export interface CompileRequest {
  readonly cwd: string;
  /** Where the agent was started, if it is known. */
  readonly startedIn?: string;
  /** Claude Code's own directory, if `CLAUDE_CONFIG_DIR` moves it. */
  readonly claudeFolder?: string;
  readonly places: {
    readonly home: string;
    readonly configHome: string;
    readonly config: string;
    readonly managed: string;
    readonly data: string;
    readonly state: string;
  };
  readonly regex: RegexEngine;
  /** The built-in hooks. */
  readonly builtins?: Builtins;
  /** Files given explicitly for this call: only these are loaded, and they may run. */
  readonly named?: readonly NamedFile[];
  /** Loads other systems' files from their default locations, in addition to those in the user config. */
  readonly dialects?: readonly string[];
  /** True if changed code config may be built now. Never while an event waits. */
  readonly mayBuild: boolean;
  /** True if an event may be waiting, so that unapproved files must not take long. */
  readonly isUrgent?: boolean;
  /** The last plan of this directory, for guards whose file can no longer be read. */
  readonly previous?: Plan;
  /** Path of the module for `import "snaphook"` in a code config. */
  readonly authoring: string;
}

export interface Compiled {
  readonly plan: Plan;
  readonly signatures: readonly Signature[];
  /** Each source that needs an approval, as it would be approved now. */
  readonly reviews: ReadonlyMap<string, MakeReview>;
  /** Good versions of own config files, to be saved; undefined if nothing changed. */
  readonly lastGood?: LastGood;
}

export async function compilePlan(request: CompileRequest): Promise<Compiled> {
  return new Compiler(request).run();
}

class Compiler {
  readonly #request: CompileRequest;
  readonly #probe = new RecordingProbe();
  readonly #artifacts: ArtifactStore;
  readonly #collected: Collected;
  readonly #reviews = new Map<string, MakeReview>();
  readonly #own: OwnConfig;
  readonly #unapproved = new UnapprovedLimit(() => performance.now());
  #approved: ReadonlySet<string> = new Set();
  #approvals: Approvals;
  #planRoot: string;
  #dialects: Set<string>;

  constructor(request: CompileRequest) {
    this.#request = request;
    this.#artifacts = new ArtifactStore(request.places.data);
    this.#collected = new Collected(request.dialects);
    const { places, builtins = {} } = request;
    this.#own = new OwnConfig({
      data: places.data,
      probe: this.#probe,
      builtins,
      findings: this.#collected.findings,
    });
    this.#dialects = new Set(request.dialects);
    this.#approvals = this.#approvalsIn(request.cwd);
    this.#planRoot = request.cwd;
  }

  get #root(): string {
    return this.#approvals.repository.root;
  }

  async run(): Promise<Compiled> {
    const { cwd, places, named, startedIn } = this.#request;
    const { home, config, managed } = places;
    const { root, folders, above, found } = discover({ cwd, home, config, managed, startedIn }, this.#probe);
    this.#approvals = this.#approvalsIn(root);
    this.#planRoot = root;
    // Naming files for a call does not disable managed hooks.
    for (const file of found.filter(({ scope }) => scope === "managed")) this.#loadNative(file);
    for (const one of unreadableIn(managed, this.#probe)) this.#keepUnread(one, "managed");
    if (named !== undefined) {
      for (const one of named) await this.#loadNamed(one);
    } else {
      const outer = this.#approvals.approvedAbove(above, folders);
      const approved = this.#approvals.approvedHere(folders);
      this.#approved = new Set([...outer, ...approved].map(({ path }) => path));
      const files = this.#approvedFirst(found);
      const load = (file: Found) => (file.kind === "code" ? this.#loadCode(file) : this.#loadNative(file));
      for (const file of files.filter(({ scope }) => scope === "user")) await load(file);
      for (const one of outer) await this.#loadAbove(one);
      for (const file of files.filter(({ path, scope }) => scope === "project" && !this.#reviews.has(path)))
        await load(file);
      for (const one of unreadableIn(config, this.#probe)) this.#keepUnread(one, "user");
      for (const { record } of approved) if (record.askedByProject) this.#dialects.add(`${record.dialect}@project`);
      for (const name of this.#dialects) this.#loadDialect(name);
      for (const one of approved) this.#standInFor(one);
    }
    const plan = this.#planFor(root);
    const lastGood = named === undefined ? this.#own.changed([config, managed]) : undefined;
    const kept = lastGood === undefined ? {} : { lastGood };
    return { plan, signatures: this.#probe.signatures, reviews: this.#reviews, ...kept };
  }

  /** The user's files, then the project's, with unapproved ones last. The order of their hooks stays. */
  #approvedFirst(found: readonly Found[]): Found[] {
    const rank = ({ scope, path }: Found) => (scope === "user" ? 0 : this.#approved.has(path) ? 1 : 2);
    return this.#request.isUrgent ? [...found].sort((a, b) => rank(a) - rank(b)) : [...found];
  }

  #planFor(root: string): Plan {
    const { places, named, builtins, previous } = this.#request;
    const { sources: loaded, settings } = this.#collected;
    const overrides = this.#readOverrides(overridesFile(places.config));
    const off = this.#readOff(offFile(places.data));
    // Each is looked at, so that the plan is made again when one appears or goes.
    const stopped = stopFiles(places).filter((file) => this.#probe.exists(file)).length > 0;
    this.#probe.expectComplete();
    const builtin =
      named === undefined
        ? standingSources(builtins, loaded, { home: places.home, project: root }, readingDisk(this.#probe))
        : [];
    const { entries, findings: problems } = assemble([...loaded, ...builtin], overrides);
    const withheld = ungranted(entries, reachOf({ root, settings }));
    const findings = [
      ...this.#collected.findings,
      ...this.#unapproved.findings,
      ...problems,
      ...withheld,
      ...weakGuards(entries),
    ];
    const kept = keptGuards(previous?.entries ?? [], entries, findings);
    const used = [...new Set([...entries, ...kept].map(({ source }) => source))];
    const empty = loaded.map(({ source }) => source).filter(({ path }) => !used.some((one) => one.path === path));
    const sources = [...used, ...empty].sort((a, b) => a.rank - b.rank);
    return { root, sources, entries: [...entries, ...kept], findings, settings, off, ...(stopped ? { stopped } : {}) };
  }

  #approvalsIn(root: string): Approvals {
    const { data, home } = this.#request.places;
    return new Approvals(new TrustStore(data), this.#probe, repositoryOf(root, this.#probe), home);
  }

  /** They can tighten too: the last good ones apply if the file is damaged. */
  #readOverrides(file: string): Overrides {
    const { data } = this.#request.places;
    const text = this.#probe.read(file);
    const problem =
      text === undefined ? (this.#probe.exists(file) ? "unread" : this.#probe.whyNotThere(file)) : undefined;
    const overrides = problem === undefined ? parseOverrides(text, data) : undefined;
    if (overrides?.signed === false)
      this.#unsigned("your overrides were not written by Snaphook; those that loosen hooks are ignored", file);
    if (overrides !== undefined) {
      if (text !== undefined) this.#own.isGood(file, text);
      return overrides;
    }
    const before = this.#own.lastGoodText(file);
    const effect = before === undefined ? "every hook runs as its file says" : "the last good ones apply";
    this.#collected.findings.push(finding("CONFIG_SYNTAX", `your overrides cannot be read; ${effect}`, { file }));
    return (before === undefined ? undefined : parseOverrides(before, data)) ?? NO_OVERRIDES;
  }

  #readOff(file: string): Plan["off"] {
    const { state, switches } = parseOff(this.#probe.read(file), this.#request.places.data);
    if (state === "good") return switches.filter(({ endedAt }) => endedAt === undefined);
    if (state === "unsigned")
      this.#unsigned("the list of paused hooks was not written by Snaphook; it is ignored", file);
    else this.#collected.findings.push(finding("OFF_DAMAGED", "the list of paused hooks cannot be read", { file }));
    return [];
  }

  #unsigned(message: string, file: string): void {
    this.#probe.exists(installKeyFile(this.#request.places.data)); // a backup may restore the key
    this.#collected.findings.push(finding("STATE_UNSIGNED", message, { file }));
  }

  #loadNative(file: Found): void {
    const settings = this.#loadWith(LOADERS["native"]!, file.path, file.scope, this.#keyOf(file), file.why);
    this.#addDialects(settings, file.scope);
  }

  #addDialects(settings: LoadedConfig["settings"], scope: Scope): void {
    const wanted = settings?.["dialects"];
    // A project may enable its own foreign files, which need approval; never the user's files elsewhere.
    if (Array.isArray(wanted))
      for (const name of wanted as string[]) this.#dialects.add(scope === "project" ? `${name}@project` : name);
  }

  #loadDialect(wanted: string): void {
    const [name = "", only] = wanted.split("@");
    const loader = lookUp(LOADERS, name);
    if (loader === undefined) {
      this.#collected.findings.push(
        finding("DIALECT_UNKNOWN", `Unknown dialect "${name}". Dialects: ${Object.keys(LOADERS).join(", ")}.`),
      );
      return;
    }
    const { claudeFolder, places } = this.#request;
    const { home, configHome } = places;
    const moved = claudeFolder === undefined ? {} : { claudeFolder };
    for (const location of loader.locations({ home, configHome, project: this.#root, ...moved })) {
      // A project's plugins are its own files too.
      const own =
        location.scope === "project" ||
        (location.scope === "plugin" && !relative(this.#root, location.path).startsWith(".."));
      if (only !== undefined && !own) continue;
      const paths = location.each
        ? this.#probe.list(location.path).map((entry) => join(location.path, entry, location.file ?? ""))
        : [location.path];
      for (const path of paths.filter((one) => this.#probe.exists(one) && !this.#reviews.has(one))) {
        const why = `the location of ${loader.summary}`;
        this.#loadWith(loader, path, location.scope, `${name}:${location.scope}`, why, {
          byProject: only !== undefined,
        });
      }
    }
  }

  async #loadNamed({ path, dialect, check = false }: NamedFile): Promise<void> {
    const why = "named for this call";
    const state = check ? undefined : "named";
    const scope = check && !path.startsWith(`${this.#request.places.config}${sep}`) ? "project" : "user";
    this.#approvals = this.#approvalsIn(folderOf(path));
    if (isCode(path)) return this.#loadCode({ path, scope, kind: "code", why }, state);
    const loader = dialect === undefined ? loaderFor(path, this.#probe) : lookUp(LOADERS, dialect);
    if (loader === undefined)
      this.#collected.findings.push(
        finding("DIALECT_UNKNOWN", `Unknown dialect "${dialect}". Dialects: ${Object.keys(LOADERS).join(", ")}.`),
      );
    else {
      const of = loader.name === "native" ? scope : "user";
      this.#loadWith(loader, path, of, basename(path), why, { ...(state === undefined ? {} : { state }) });
    }
  }

  #loadWith(
    loader: DialectLoader,
    path: string,
    scope: Scope,
    key: string,
    why: string,
    { state, byProject = false }: { readonly state?: TrustState; readonly byProject?: boolean } = {},
  ): Readonly<Record<string, unknown>> | undefined {
    const isForeign = this.#request.isUrgent === true && scope !== "user" && scope !== "managed";
    const isLimited = isForeign && state === undefined && !this.#approved.has(path);
    if (isLimited && !this.#unapproved.mayLoad(path)) return undefined;
    const text = this.#probe.read(path);
    if (text === undefined) {
      const problem = this.#probe.whyUnread(path);
      this.#collected.findings.push(
        finding("CONFIG_UNREADABLE", `the file cannot be read: ${problem}`, { file: path }),
      );
      if (state === undefined && isOwn(loader, scope)) this.#keepUnread({ path, problem }, scope);
      return undefined;
    }
    const { regex, builtins = {} } = this.#request;
    const tools = { files: this.#probe, regex, builtins };
    const load = (given: string) => loadSafely(loader, { path, text: given, scope, project: this.#root }, tools);
    const loaded = isLimited ? this.#unapproved.spend(text, () => load(text)) : load(text);
    const { hooks, findings, reads = [], settings } = loaded;
    this.#collected.findings.push(...findings);
    // A user who names a file expects hooks in it; a directory may contain anything.
    const isNamed = this.#request.named?.some((one) => one.path === path) === true;
    if (isNamed && hooks.length === 0 && findings.length === 0 && settings === undefined)
      this.#collected.findings.push(
        finding("CONFIG_NOT_HOOKS", `it contains no hook, parsed as ${loader.name}`, { file: path }),
      );
    const head = { path, scope, key, why, dialect: loader.name };
    const standing = state ?? this.#ownState(loader, path, scope);
    if (standing !== undefined) {
      const isDamaged = findings.some(({ severity }) => severity === "error");
      const own = state === undefined && mayRun(standing);
      if (own && !isDamaged) this.#own.isGood(path, text);
      const before = own && isDamaged ? this.#own.beforeDamage(path, text, { hooks, findings }, load) : undefined;
      this.#collected.add(
        { ...head, state: standing },
        [...(before?.hooks ?? hooks), ...(before?.guards ?? [])].map((hook) => ({ hook, state: standing })),
      );
      const both = { ...before?.settings, ...settings };
      if (mayRun(standing)) addSettings(this.#collected.settings, both);
      return before === undefined ? settings : both;
    }
    const wholly = [...(loader.shared ? [] : [path]), ...reads];
    const file = { path, scope, dialect: loader.name, askedByProject: byProject, hooks, wholly, settings };
    const approvals = this.#approvals;
    const judged = approvals.judge(file);
    this.#reviews.set(path, () => approvals.review(file));
    const root = judged.root === undefined || judged.root === this.#planRoot ? {} : { root: judged.root };
    this.#collected.add({ ...head, ...root, state: judged.state }, judged.hooks, judged.promptOnly);
    if (judged.state === "trusted") addSettings(this.#collected.settings, settings);
    return settings;
  }

  /** Own config that exists but cannot be read: its last good version stays in effect. */
  #keepUnread(damage: Damage, scope: OwnScope): void {
    const { regex, builtins = {} } = this.#request;
    const tools = { files: this.#probe, regex, builtins };
    const load = (path: string, text: string) =>
      loadSafely(LOADERS["native"]!, { path, text, scope, project: this.#root }, tools);
    for (const kept of this.#own.unread(damage, load)) this.#addKept(kept, scope);
  }

  #addKept({ path, guards, settings }: Kept, scope: OwnScope): void {
    const state = scope === "managed" ? "managed" : "trusted";
    const why = scope === "managed" ? "your administrator's policy" : "your user config";
    const key = this.#keyOf({ path, scope, kind: "config", why });
    const head = { path, scope, key, why, dialect: "native", state } as const;
    this.#collected.add(
      head,
      guards.map((hook) => ({ hook, state })),
    );
    addSettings(this.#collected.settings, settings);
    this.#addDialects(settings, scope);
  }

  /** Undefined for sources that need an approval. */
  #ownState(loader: DialectLoader, path: string, scope: Scope): TrustState | undefined {
    if (scope === "managed") {
      const problem = whyNotManaged(path);
      if (problem === undefined) return "managed";
      this.#collected.findings.push(finding("MANAGED_NOT_ROOTS", `it is not used: ${problem}`, { file: path }));
      return "untrusted";
    }
    return scope === "user" && loader.name === "native" ? "trusted" : undefined;
  }

  async #loadCode(file: Found, named?: "named"): Promise<void> {
    const { path, scope, why } = file;
    const tools = { ...this.#request, probe: this.#probe, approvals: this.#approvals, artifacts: this.#artifacts };
    const loaded = await loadCode(path, scope, named ?? (scope === "user" ? "trusted" : undefined), tools);
    const head = { path, scope, key: this.#keyOf(file), why, dialect: "native", state: loaded.state };
    this.#collected.findings.push(...loaded.findings);
    const { review } = loaded;
    if (review !== undefined) this.#reviews.set(path, () => review);
    const problem = loaded.findings.find(({ severity }) => severity === "error");
    if (scope === "user" && named === undefined) {
      if (problem === undefined) this.#own.isGood(path, this.#probe.read(path) ?? "");
      else if (loaded.hooks.length === 0)
        return this.#addKept(this.#own.unbuilt({ path, problem: problem.message }), scope);
    }
    this.#collected.add(head, loaded.hooks);
  }

  /** An approved file of a directory above the project root, checked as in its own project. */
  async #loadAbove({ path, record, root }: ApprovedAbove): Promise<void> {
    const { dialect, scope } = record;
    const loader = lookUp(LOADERS, dialect);
    const own = this.#approvals;
    this.#approvals = this.#approvalsIn(root);
    const why = "it was approved for a directory above the project root";
    if (loader === undefined || !this.#probe.exists(path)) this.#standInFor({ path, record });
    else if (isCode(path)) await this.#loadCode({ path, scope, kind: "code", why });
    else if (this.#isActive(record))
      this.#loadWith(loader, path, scope, `above:${basename(root)}`, why, {
        byProject: record.askedByProject === true,
      });
    this.#approvals = own;
  }

  #isActive({ dialect, askedByProject }: TrustRecord): boolean {
    return dialect === "native" || askedByProject === true || this.#dialects.has(dialect);
  }

  /** An approved file that is missing: its guards stay. */
  #standInFor({ path, record }: ReturnType<Approvals["approvedHere"]>[number]): void {
    if (this.#reviews.has(path) || !this.#isActive(record)) return;
    const { scope, dialect, askedByProject = false } = record;
    const file = { path, scope, dialect, askedByProject, hooks: [], wholly: [path], settings: undefined };
    const approvals = this.#approvals;
    const { hooks } = approvals.judge(file);
    this.#reviews.set(path, () => approvals.review(file));
    const why = "a file that was approved here and is missing";
    if (hooks.length > 0) this.#collected.add({ path, scope, dialect, key: scope, why, state: "modified" }, hooks);
  }

  #keyOf(file: Found): string {
    const single = basename(dirname(file.path)) === "hooks.d";
    const own = single ? `/${basename(file.path).replace(/\.\w+$/, "")}` : "";
    const nested = file.scope === "project" ? relative(this.#root, folderOfFile(file.path)) : "";
    return `${file.scope}${nested ? `:${nested}` : ""}${own}${file.kind === "code" ? ":code" : ""}`;
  }
}

type OwnScope = "managed" | "user";

/** Files whose hooks need no approval. */
function isOwn(loader: DialectLoader, scope: Scope): scope is OwnScope {
  return loader.name === "native" && (scope === "managed" || scope === "user");
}

/** The directory that a named file belongs to: the parent of `.snaphook/`, `.claude/` and similar. */
function folderOf(path: string): string {
  const folder = dirname(path);
  return basename(folder).startsWith(".") ? dirname(folder) : folder;
}
