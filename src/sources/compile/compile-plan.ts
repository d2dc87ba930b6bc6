/**
 * Loads everything that applies in a folder and compiles it into a plan. Loud and fail-soft: a file that cannot
 * be read is a finding, and the rest counts (CF-09, CF-17). Nothing of a source that has not passed runs here.
 */
import { basename, dirname, join, relative, sep } from "node:path";
import { finding } from "../../core/errors.js";
import { mayRun } from "../../core/hooks/admission.js";
import type { Builtins } from "../../core/hooks/builtin.js";
import { reachOf } from "../../core/hooks/grants.js";
import type { TrustState } from "../../core/hooks/hook.js";
import type { RegexEngine } from "../../core/ports.js";
import { lookUp } from "../../core/text/json.js";
import { loadCode } from "../code/load-code.js";
import type { DialectLoader, Scope } from "../contract.js";
import { readingDisk } from "../coverage/reading-disk.js";
import { LOADERS } from "../dialects/_loaders.js";
import { discover, type Found, folderOfFile, isCode } from "../discover/discover.js";
import { RecordingProbe, type Signature } from "../discover/file-signatures.js";
import { whyNotManaged } from "../discover/managed.js";
import { offFile, parseOff } from "../discover/off-file.js";
import { overridesFile, parseOverrides } from "../discover/overrides.js";
import { addSettings } from "../read/add-settings.js";
import { loaderFor, loadSafely } from "../read/load-file.js";
import { Approvals, type MakeReview } from "../trust/approvals.js";
import { ArtifactStore } from "../trust/artifacts.js";
import { keptGuards } from "../trust/kept-guards.js";
import { repositoryOf } from "../trust/repository.js";
import { TrustStore } from "../trust/trust-store.js";
import { ungranted } from "../trust/ungranted.js";
import { assemble, NO_OVERRIDES, type Overrides } from "./assemble.js";
import { standingSources } from "./builtin-hooks.js";
import type { Plan } from "./plan-file.js";
import { Collected } from "./source-collector.js";
import { weakGuards } from "./weak-guards.js";

export interface NamedFile {
  readonly path: string;
  readonly dialect?: string;
  /** Only looked at, so that naming it is no approval to run it. */
  readonly check?: boolean;
}

export interface CompileRequest {
  readonly cwd: string;
  /** Where the agent was started, if it tells. */
  readonly startedIn?: string;
  /** Claude Code's own folder, if `CLAUDE_CONFIG_DIR` moves it. */
  readonly claudeFolder?: string;
  readonly places: {
    readonly home: string;
    readonly configHome: string;
    readonly config: string;
    readonly managed: string;
    readonly data: string;
  };
  readonly regex: RegexEngine;
  /** The hooks that come with Snaphook. */
  readonly builtins?: Builtins;
  /** Files given explicitly for this call: only these are loaded, and they may run. */
  readonly named?: readonly NamedFile[];
  /** Load other systems' files from their usual places, besides those the user config asks for. */
  readonly dialects?: readonly string[];
  /** Whether code config that changed may be built now. Never while an event waits. */
  readonly mayBuild: boolean;
  /** The last plan of this folder, for guards whose file can no longer be read. */
  readonly previous?: Plan;
  /** Path of the module that a code config's `import "snaphook"` means. */
  readonly authoring: string;
}

export interface Compiled {
  readonly plan: Plan;
  readonly signatures: readonly Signature[];
  /** Each source that needs an approval, as it would be approved now. */
  readonly reviews: ReadonlyMap<string, MakeReview>;
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
  #approvals: Approvals;
  #dialects: Set<string>;

  constructor(request: CompileRequest) {
    this.#request = request;
    this.#artifacts = new ArtifactStore(request.places.data);
    this.#collected = new Collected(request.dialects);
    this.#dialects = new Set(request.dialects);
    this.#approvals = this.#approvalsIn(request.cwd);
  }

  get #root(): string {
    return this.#approvals.repository.root;
  }

  async run(): Promise<Compiled> {
    const { cwd, places, named, startedIn } = this.#request;
    const { home, config, managed } = places;
    const { root, folders, found } = discover({ cwd, home, config, managed, startedIn }, this.#probe);
    this.#approvals = this.#approvalsIn(root);
    // Naming files for a call takes nothing away from what the administrator says.
    for (const file of found.filter(({ scope }) => scope === "managed")) this.#loadNative(file);
    if (named !== undefined) {
      for (const one of named) await this.#loadNamed(one);
    } else {
      for (const file of found.filter(({ scope }) => scope !== "managed"))
        await (file.kind === "code" ? this.#loadCode(file) : this.#loadNative(file));
      const approved = this.#approvals.approvedHere(folders);
      for (const { record } of approved) if (record.askedByProject) this.#dialects.add(`${record.dialect}@project`);
      for (const name of this.#dialects) this.#loadDialect(name);
      for (const one of approved) this.#standInFor(one);
    }
    return { plan: this.#planFor(root), signatures: this.#probe.signatures, reviews: this.#reviews };
  }

  #planFor(root: string): Plan {
    const { places, named, builtins, previous } = this.#request;
    const { sources: loaded, settings } = this.#collected;
    const overrides = this.#readOverrides(overridesFile(places.config));
    const off = this.#readOff(offFile(places.data));
    this.#probe.expectComplete();
    const builtin =
      named === undefined
        ? standingSources(builtins, loaded, { home: places.home, project: root }, readingDisk(this.#probe))
        : [];
    const { entries, findings: problems } = assemble([...loaded, ...builtin], overrides);
    const withheld = ungranted(entries, reachOf({ root, settings }));
    const findings = [...this.#collected.findings, ...problems, ...withheld, ...weakGuards(entries)];
    const kept = keptGuards(previous?.entries ?? [], entries, findings);
    const used = [...new Set([...entries, ...kept].map(({ source }) => source))];
    const empty = loaded.map(({ source }) => source).filter(({ path }) => !used.some((one) => one.path === path));
    const sources = [...used, ...empty].sort((a, b) => a.rank - b.rank);
    return { root, sources, entries: [...entries, ...kept], findings, settings, off };
  }

  #approvalsIn(root: string): Approvals {
    const { data, home } = this.#request.places;
    return new Approvals(new TrustStore(data), this.#probe, repositoryOf(root, this.#probe), home);
  }

  #readOverrides(file: string): Overrides {
    const overrides = parseOverrides(this.#probe.read(file));
    if (overrides !== undefined) return overrides;
    this.#collected.findings.push(
      finding("CONFIG_SYNTAX", "your switches cannot be read; every hook is as its file says", { file }),
    );
    return NO_OVERRIDES;
  }

  #readOff(file: string): Plan["off"] {
    const off = parseOff(this.#probe.read(file));
    if (off !== undefined) return off.filter(({ endedAt }) => endedAt === undefined);
    this.#collected.findings.push(finding("OFF_DAMAGED", "the list of what is switched off cannot be read", { file }));
    return [];
  }

  #loadNative(file: Found): void {
    const settings = this.#loadWith(LOADERS["native"]!, file.path, file.scope, this.#keyOf(file), file.why);
    const wanted = settings?.["dialects"];
    // A project may ask for its own foreign files, which need approval; never for what the user has elsewhere.
    if (Array.isArray(wanted))
      for (const name of wanted as string[]) this.#dialects.add(file.scope === "project" ? `${name}@project` : name);
  }

  #loadDialect(wanted: string): void {
    const [name = "", only] = wanted.split("@");
    const loader = lookUp(LOADERS, name);
    if (loader === undefined) {
      this.#collected.findings.push(
        finding("DIALECT_UNKNOWN", `"${name}" is none of ${Object.keys(LOADERS).join(", ")}`),
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
        const why = `where ${loader.summary} is kept`;
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
        finding("DIALECT_UNKNOWN", `"${dialect}" is none of ${Object.keys(LOADERS).join(", ")}`),
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
    const text = this.#probe.read(path);
    if (text === undefined) {
      this.#collected.findings.push(finding("CONFIG_UNREADABLE", "the file cannot be read", { file: path }));
      return undefined;
    }
    const { regex, builtins = {} } = this.#request;
    const tools = { files: this.#probe, regex, builtins };
    const {
      hooks,
      findings,
      reads = [],
      settings,
    } = loadSafely(loader, { path, text, scope, project: this.#root }, tools);
    this.#collected.findings.push(...findings);
    // A person who names a file expects hooks of it; a folder may hold anything.
    const isNamed = this.#request.named?.some((one) => one.path === path) === true;
    if (isNamed && hooks.length === 0 && findings.length === 0 && settings === undefined)
      this.#collected.findings.push(
        finding("CONFIG_NOT_HOOKS", `it has no hook, read as ${loader.name}`, { file: path }),
      );
    const head = { path, scope, key, why, dialect: loader.name };
    const standing = state ?? this.#ownState(loader, path, scope);
    if (standing !== undefined) {
      this.#collected.add(
        { ...head, state: standing },
        hooks.map((hook) => ({ hook, state: standing })),
      );
      if (mayRun(standing)) addSettings(this.#collected.settings, settings);
      return settings;
    }
    const wholly = [...(loader.shared ? [] : [path]), ...reads];
    const file = { path, scope, dialect: loader.name, askedByProject: byProject, hooks, wholly, settings };
    const approvals = this.#approvals;
    const judged = approvals.judge(file);
    this.#reviews.set(path, () => approvals.review(file));
    this.#collected.add({ ...head, state: judged.state }, judged.hooks, judged.promptOnly);
    if (judged.state === "trusted") addSettings(this.#collected.settings, settings);
    return settings;
  }

  /** Undefined for what needs an approval. */
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
    this.#collected.add(head, loaded.hooks);
  }

  /** A file that was approved and is gone: its guards do not go with it. */
  #standInFor({ path, record }: ReturnType<Approvals["approvedHere"]>[number]): void {
    const active = record.dialect === "native" || record.askedByProject || this.#dialects.has(record.dialect);
    if (this.#reviews.has(path) || !active) return;
    const { scope, dialect, askedByProject = false } = record;
    const file = { path, scope, dialect, askedByProject, hooks: [], wholly: [path], settings: undefined };
    const { hooks } = this.#approvals.judge(file);
    this.#reviews.set(path, () => this.#approvals.review(file));
    const why = "a file that was approved here, and is gone";
    if (hooks.length > 0) this.#collected.add({ path, scope, dialect, key: scope, why, state: "modified" }, hooks);
  }

  #keyOf(file: Found): string {
    const single = basename(dirname(file.path)) === "hooks.d";
    const own = single ? `/${basename(file.path).replace(/\.\w+$/, "")}` : "";
    const nested = file.scope === "project" ? relative(this.#root, folderOfFile(file.path)) : "";
    return `${file.scope}${nested ? `:${nested}` : ""}${own}${file.kind === "code" ? ":code" : ""}`;
  }
}

/** The folder a file that was named belongs to: the one around `.snaphook/`, `.claude/` and the like. */
function folderOf(path: string): string {
  const folder = dirname(path);
  return basename(folder).startsWith(".") ? dirname(folder) : folder;
}
