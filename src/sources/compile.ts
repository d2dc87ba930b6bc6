/**
 * Loads everything that applies in a folder and compiles it into a plan. Loud and fail-soft: a file that cannot
 * be read is a finding, and the rest counts (CF-09, CF-17). Nothing of a source that has not passed runs here.
 */
import { basename, dirname, join, relative, sep } from "node:path";
import { type Finding, finding } from "../core/errors.js";
import type { HookSpec, Level, SourceRef, TrustState } from "../core/hook.js";
import { lookUp } from "../core/json.js";
import type { RegexEngine } from "../core/ports.js";
import { ArtifactStore } from "./artifacts.js";
import { assemble, type LoadedSource, type Overrides } from "./assemble.js";
import { parseConfigText } from "./config-text.js";
import type { ConfigFile, DialectLoader, LoadedConfig, LoadTools, Scope } from "./contract.js";
import { LOADERS } from "./dialects/_loaders.js";
import { discover, type Found, isCode } from "./discover.js";
import { keptGuards } from "./kept-guards.js";
import { loadCode } from "./load-code.js";
import { namedScripts } from "./named-scripts.js";
import { overridesFile, parseOverrides } from "./overrides.js";
import type { Plan } from "./plan-file.js";
import { RecordingProbe, type Signature } from "./probe.js";
import { type CoveredFile, coverFile, TrustStore } from "./trust-store.js";

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
  readonly places: {
    readonly home: string;
    readonly configHome: string;
    readonly config: string;
    readonly data: string;
  };
  readonly regex: RegexEngine;
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
  /** What an approval of each source would cover. */
  readonly covers: ReadonlyMap<string, readonly CoveredFile[]>;
}

const RANK: Readonly<Record<Scope, number>> = { managed: 0, user: 2000, project: 3000, plugin: 4000 };

export async function compilePlan(request: CompileRequest): Promise<Compiled> {
  return new Compiler(request).run();
}

class Compiler {
  readonly #request: CompileRequest;
  readonly #probe = new RecordingProbe();
  readonly #trust: TrustStore;
  readonly #artifacts: ArtifactStore;
  readonly #loaded: LoadedSource[] = [];
  readonly #findings: Finding[] = [];
  readonly #covers = new Map<string, readonly CoveredFile[]>();
  readonly #settings: Record<string, unknown> = {};
  #dialects: Set<string>;
  #root = "";

  constructor(request: CompileRequest) {
    this.#request = request;
    this.#trust = new TrustStore(request.places.data);
    this.#artifacts = new ArtifactStore(request.places.data);
    this.#dialects = new Set(request.dialects);
  }

  async run(): Promise<Compiled> {
    const { cwd, places, named, startedIn } = this.#request;
    const { root, found } = discover({ cwd, home: places.home, config: places.config, startedIn }, this.#probe);
    this.#root = root;
    if (named !== undefined) {
      for (const one of named) await this.#loadNamed(one);
    } else {
      for (const file of found) await (file.kind === "code" ? this.#loadCode(file) : this.#loadNative(file));
      for (const name of this.#dialects) this.#loadDialect(name);
    }
    const overrides = this.#readOverrides(overridesFile(places.config));
    const { entries, findings: problems } = assemble(this.#loaded, overrides);
    const findings = [...this.#findings, ...problems];
    const kept = keptGuards(this.#request.previous?.entries ?? [], entries, findings);
    const sources = [...this.#loaded.map(({ source }) => source), ...new Set(kept.map(({ source }) => source))];
    const plan = {
      root,
      sources,
      entries: [...entries, ...kept],
      findings,
      settings: this.#settings,
    };
    return { plan, signatures: this.#probe.signatures, covers: this.#covers };
  }

  #readOverrides(file: string): Overrides {
    const overrides = parseOverrides(this.#probe.read(file));
    if (overrides !== undefined) return overrides;
    this.#findings.push(
      finding("CONFIG_SYNTAX", "your switches cannot be read; every hook is as its file says", { file }),
    );
    return {};
  }

  #loadNative(file: Found): void {
    const settings = this.#loadWith(LOADERS["native"]!, file.path, file.scope, this.#keyOf(file), file.why);
    const wanted = settings?.["dialects"];
    // A project may ask for its own foreign files, which need approval; never for what the user has elsewhere.
    if (Array.isArray(wanted))
      for (const name of wanted as string[]) this.#dialects.add(file.scope === "user" ? name : `${name}@project`);
  }

  #loadDialect(wanted: string): void {
    const [name = "", only] = wanted.split("@");
    const loader = lookUp(LOADERS, name);
    if (loader === undefined) {
      this.#findings.push(finding("DIALECT_UNKNOWN", `"${name}" is none of ${Object.keys(LOADERS).join(", ")}`));
      return;
    }
    const { home, configHome } = this.#request.places;
    for (const location of loader.locations({ home, configHome, project: this.#root })) {
      // A project's plugins are its own files too.
      const own =
        location.scope === "project" ||
        (location.scope === "plugin" && !relative(this.#root, location.path).startsWith(".."));
      if (only !== undefined && !own) continue;
      const paths = location.each
        ? this.#probe.list(location.path).map((entry) => join(location.path, entry, location.file ?? ""))
        : [location.path];
      for (const path of paths.filter((one) => this.#probe.exists(one))) {
        this.#loadWith(loader, path, location.scope, `${name}:${location.scope}`, `where ${loader.summary} is kept`);
      }
    }
  }

  async #loadNamed({ path, dialect, check = false }: NamedFile): Promise<void> {
    const why = "named for this call";
    const state = check ? undefined : "named";
    const scope = check && !path.startsWith(`${this.#request.places.config}${sep}`) ? "project" : "user";
    this.#root = folderOf(path);
    if (isCode(path)) return this.#loadCode({ path, scope, kind: "code", why }, state);
    const loader = dialect === undefined ? this.#detect(path) : lookUp(LOADERS, dialect);
    if (loader === undefined)
      this.#findings.push(finding("DIALECT_UNKNOWN", `"${dialect}" is none of ${Object.keys(LOADERS).join(", ")}`));
    else this.#loadWith(loader, path, loader.name === "native" ? scope : "user", basename(path), why, state);
  }

  #detect(path: string): DialectLoader {
    const text = this.#probe.read(path);
    const value = text === undefined ? undefined : parseConfigText(path, text).value;
    return (
      Object.values(LOADERS).find((loader) => loader.name !== "native" && loader.detect(path, value)) ??
      LOADERS["native"]!
    );
  }

  #loadWith(
    loader: DialectLoader,
    path: string,
    scope: Scope,
    key: string,
    why: string,
    state?: TrustState,
  ): Readonly<Record<string, unknown>> | undefined {
    const text = this.#probe.read(path);
    if (text === undefined) {
      this.#findings.push(finding("CONFIG_UNREADABLE", "the file cannot be read", { file: path }));
      return undefined;
    }
    const tools = { files: this.#probe, regex: this.#request.regex };
    const loaded = loadSafely(loader, { path, text, scope, project: this.#root }, tools);
    const places = { home: this.#request.places.home, project: this.#root };
    const others = [...(loaded.reads ?? []), ...loaded.hooks.flatMap(({ run }) => namedScripts(run, places))];
    const covers = [
      coverFile(path, text),
      ...[...new Set(others)].map((one) => coverFile(one, this.#probe.bytes(one) ?? "")),
    ];
    const isOwn = scope === "user" && loader.name === "native";
    const standing = state ?? (isOwn ? "trusted" : this.#stateOf(path, covers));
    this.#add({ path, scope, key, why, dialect: loader.name, state: standing }, loaded.hooks, covers, loaded.findings);
    Object.assign(this.#settings, scope === "user" || standing === "trusted" ? loaded.settings : {});
    return loaded.settings;
  }

  /** A trust record is part of what the plan depends on. */
  #stateOf(path: string, covers: readonly CoveredFile[]): TrustState {
    this.#probe.exists(this.#trust.fileOf(path));
    return this.#trust.stateOf(path, covers);
  }

  async #loadCode(file: Found, named?: "named"): Promise<void> {
    const { path, scope, why } = file;
    const tools = { ...this.#request, probe: this.#probe, trust: this.#trust, artifacts: this.#artifacts };
    const loaded = await loadCode(path, named ?? (scope === "user" ? "trusted" : undefined), tools);
    const head = { path, scope, key: this.#keyOf(file), why, dialect: "native", state: loaded.state };
    this.#add(head, loaded.hooks, loaded.covers, loaded.findings);
  }

  #add(
    head: Omit<SourceRef, "level" | "rank"> & { path: string; scope: Scope },
    hooks: readonly HookSpec[],
    covers: readonly CoveredFile[],
    findings: readonly Finding[],
  ): void {
    const { scope, ...rest } = head;
    const level: Level = scope;
    const source: SourceRef = { ...rest, level, rank: RANK[scope] + this.#loaded.length };
    this.#loaded.push({ source, hooks });
    this.#covers.set(head.path, covers);
    this.#findings.push(...findings);
    if (source.state !== "trusted" && source.state !== "named" && hooks.length > 0) {
      this.#findings.push(
        finding(
          "SOURCE_UNTRUSTED",
          `${hooks.length} hook${hooks.length === 1 ? "" : "s"} of this file will not run: it is ${source.state}${this.#howToReview(source)}`,
          { file: head.path },
        ),
      );
    }
  }

  /** Files of a dialect that was asked for by a flag are only found again with the same flag. */
  #howToReview({ dialect }: SourceRef): string {
    return this.#request.dialects?.includes(dialect) ? `; review it with \`snaphook trust --dialect ${dialect}\`` : "";
  }

  #keyOf(file: Found): string {
    const folder = dirname(file.path);
    const own = basename(folder) === "hooks.d" ? `/${basename(file.path).replace(/\.\w+$/, "")}` : "";
    const project =
      basename(folder) === ".snaphook"
        ? dirname(folder)
        : basename(folder) === "hooks.d"
          ? dirname(dirname(folder))
          : folder;
    const nested = file.scope === "project" ? relative(this.#root, project) : "";
    return `${file.scope}${nested ? `:${nested}` : ""}${own}${file.kind === "code" ? ":code" : ""}`;
  }
}

/** Loaders do not throw; if one has a fault, a file that finds it must not take every other file down. */
function loadSafely(loader: DialectLoader, file: ConfigFile, tools: LoadTools): LoadedConfig {
  try {
    return loader.load(file, tools);
  } catch (error) {
    const why = `the file could not be loaded (${error instanceof Error ? error.message : String(error)})`;
    return { hooks: [], findings: [finding("INTERNAL", why, { file: file.path })] };
  }
}

/** The folder a file that was named belongs to: the one around `.snaphook/`, `.claude/` and the like. */
function folderOf(path: string): string {
  const folder = dirname(path);
  return basename(folder).startsWith(".") ? dirname(folder) : folder;
}
