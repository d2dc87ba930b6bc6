/**
 * Loads everything that applies in a folder and compiles it into a plan. Loud and fail-soft: a file that cannot
 * be read is a finding, and the rest counts (CF-09, CF-17). Nothing of a source that has not passed runs here.
 */
import { basename, dirname, join, relative } from "node:path";
import { type Finding, finding } from "../core/errors.js";
import type { HookSpec, Level, SourceRef, TrustState } from "../core/hook.js";
import type { RegexEngine } from "../core/ports.js";
import { ArtifactStore, type CodeManifest } from "./artifacts.js";
import { assemble, type LoadedSource } from "./assemble.js";
import { buildConfig, isCurrent } from "./code-config.js";
import { parseConfigText } from "./config-text.js";
import type { DialectLoader, Scope } from "./contract.js";
import { LOADERS } from "./dialects/_loaders.js";
import { discover, type Found } from "./discover.js";
import { overridesFile, parseOverrides } from "./overrides.js";
import type { Plan } from "./plan-file.js";
import { RecordingProbe, type Signature } from "./probe.js";
import { type CoveredFile, coverFile, TrustStore } from "./trust-store.js";

export interface CompileRequest {
  readonly cwd: string;
  readonly places: {
    readonly home: string;
    readonly configHome: string;
    readonly config: string;
    readonly data: string;
  };
  readonly regex: RegexEngine;
  /** Files given explicitly for this call: only these are loaded, and they may run. */
  readonly named?: readonly { readonly path: string; readonly dialect?: string }[];
  /** Load other systems' files from their usual places, besides those the user config asks for. */
  readonly dialects?: readonly string[];
  /** Whether code config that changed may be built now. Never while an event waits. */
  readonly mayBuild: boolean;
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
    const { cwd, places, named } = this.#request;
    const { root, found } = discover({ cwd, home: places.home, config: places.config }, this.#probe);
    this.#root = root;
    if (named !== undefined) {
      for (const one of named) await this.#loadNamed(one.path, one.dialect);
    } else {
      for (const file of found) await (file.kind === "code" ? this.#loadCode(file) : this.#loadNative(file));
      for (const name of this.#dialects) this.#loadDialect(name);
    }
    const overrides = parseOverrides(this.#probe.read(overridesFile(places.config)));
    const { entries, findings } = assemble(this.#loaded, overrides);
    const sources = this.#loaded.map(({ source }) => source);
    const plan = {
      root,
      sources,
      entries,
      findings: [...this.#findings, ...findings],
      settings: this.#settings,
    };
    return { plan, signatures: this.#probe.signatures, covers: this.#covers };
  }

  #loadNative(file: Found): void {
    const settings = this.#loadWith(LOADERS["native"]!, file.path, file.scope, this.#keyOf(file), file.why);
    const wanted = settings?.["dialects"];
    // A project may ask for its own foreign files, which need approval; never for what the user has elsewhere.
    if (Array.isArray(wanted))
      for (const name of wanted as string[])
        this.#dialects.add(file.scope === "user" ? name : `${name}@project`);
  }

  #loadDialect(wanted: string): void {
    const [name = "", only] = wanted.split("@");
    const loader = LOADERS[name];
    if (loader === undefined) {
      this.#findings.push(
        finding("DIALECT_UNKNOWN", `"${name}" is none of ${Object.keys(LOADERS).join(", ")}`),
      );
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
        this.#loadWith(
          loader,
          path,
          location.scope,
          `${name}:${location.scope}`,
          `a file of ${loader.summary}`,
        );
      }
    }
  }

  async #loadNamed(path: string, dialect: string | undefined): Promise<void> {
    const why = "named for this call";
    if (/\.[cm]?[jt]s$/.test(path))
      return this.#loadCode({ path, scope: "user", kind: "code", why }, "named");
    const loader = dialect === undefined ? this.#detect(path) : LOADERS[dialect];
    if (loader === undefined)
      this.#findings.push(
        finding("DIALECT_UNKNOWN", `"${dialect}" is none of ${Object.keys(LOADERS).join(", ")}`),
      );
    else this.#loadWith(loader, path, "user", basename(path), why, "named");
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
    const loaded = loader.load(
      { path, text, scope, project: this.#root },
      { files: this.#probe, regex: this.#request.regex },
    );
    const covers = [
      coverFile(path, text),
      ...(loaded.reads ?? []).map((read) => coverFile(read, this.#probe.read(read) ?? "")),
    ];
    const isOwn = scope === "user" && loader.name === "native";
    const standing = state ?? (isOwn ? "trusted" : this.#stateOf(path, covers));
    this.#add(
      { path, scope, key, why, dialect: loader.name, state: standing },
      loaded.hooks,
      covers,
      loaded.findings,
    );
    Object.assign(this.#settings, scope === "user" || standing === "trusted" ? loaded.settings : {});
    return loaded.settings;
  }

  /** A trust record is part of what the plan depends on. */
  #stateOf(path: string, covers: readonly CoveredFile[]): TrustState {
    this.#probe.exists(this.#trust.fileOf(path));
    return this.#trust.stateOf(path, covers);
  }

  async #loadCode(file: Found, named?: "named"): Promise<void> {
    const { path } = file;
    const own = named !== undefined || file.scope === "user";
    const known = this.#knownManifest(path);
    const covers = known?.files ?? [coverFile(path, this.#probe.read(path) ?? "")];
    const state = named ?? (own ? "trusted" : this.#stateOf(path, this.#coversNow(covers)));
    const head = { path, scope: file.scope, key: this.#keyOf(file), why: file.why, dialect: "native", state };
    if (state !== "trusted" && state !== "named") {
      this.#findings.push(
        finding(
          "CODE_CONFIG_UNTRUSTED",
          "code of a project is not looked into before it is approved; its hooks are unknown",
          { file: path },
        ),
      );
      return this.#add(head, [], covers, []);
    }
    if (known !== undefined && isCurrent(known, (one) => this.#probe.read(one)))
      return this.#add(head, known.hooks, covers, []);
    if (!this.#request.mayBuild)
      return this.#add(head, outdated(known), covers, [
        finding("CODE_CONFIG_FAILED", "the code has changed since it was built", { file: path }),
      ]);
    const built = await buildConfig(path, this.#request.authoring, this.#request.regex);
    if ("problem" in built) return this.#add(head, outdated(known), covers, [built.problem]);
    try {
      this.#artifacts.save(built.manifest, built.bundle);
    } catch (error) {
      return this.#add(head, [], covers, [
        finding("FILE_UNWRITABLE", `the bundle could not be kept (${(error as Error).message})`, {
          file: path,
        }),
      ]);
    }
    this.#add(head, built.manifest.hooks, built.manifest.files, built.findings);
  }

  #knownManifest(path: string): CodeManifest | undefined {
    this.#probe.exists(this.#artifacts.manifestFile(path));
    return this.#artifacts.manifestOf(path);
  }

  /** The covered files with the content they have now, so that a change of any of them shows. */
  #coversNow(covers: readonly CoveredFile[]): CoveredFile[] {
    return covers.map(({ path }) => coverFile(path, this.#probe.read(path) ?? ""));
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
          `${hooks.length} hook${hooks.length === 1 ? "" : "s"} of this file will not run: it is ${source.state}`,
          { file: head.path },
        ),
      );
    }
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

/** Hooks of a code config whose bundle is not current: guards among them answer their failure contract. */
function outdated(manifest: CodeManifest | undefined): HookSpec[] {
  return (manifest?.hooks ?? []).map((hook) => ({
    ...hook,
    broken: { code: "CODE_CONFIG_FAILED", message: "its code config has changed and was not built again" },
  }));
}
