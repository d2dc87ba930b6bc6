/** Reads templates, agents, shells and profiles: Cortex's files as they are, the user's, a project's, and ours. */
import { basename, join } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { type ParsedText, parseConfigText } from "../../sources/read/config-text.js";
import { staysInside } from "../../sources/trust/confine.js";
import type { FieldPath, Origin, PromptKind, RawEntity, Registry } from "../../threads/registry.js";
import { SHIPPED } from "../../threads/shipped/index.js";
import { diskFiles } from "../platform/disk-files.js";
import type { AppPaths } from "../platform/paths.js";
import { ProfileReader } from "./read-profiles.js";
import { cortexFolder, projectThreads, userThreads } from "./thread-places.js";

export interface RegistryPlaces {
  readonly paths: AppPaths;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Root of the project. */
  readonly project: string;
}

const KINDS = ["agents", "templates", "shells"] as const;
type Kind = (typeof KINDS)[number];
const FILES = /^[^.].*\.(jsonc?|ya?ml)$/;
const PROFILES = "profiles.json";
const WHOLE = "Fix the syntax at this position. Until then, nothing of the file is used.";

/** Never throws: what cannot be read is a finding. Entities of earlier places hide those with the same name. */
export function loadRegistry({ paths, environment, project }: RegistryPlaces): Registry {
  const loader = new Loader();
  const user = userThreads(paths);
  const ofProject = projectThreads(project);
  if (ofProject !== user) loader.addFolder(ofProject, "project");
  loader.addFolder(user, "user");
  const cortex = cortexFolder(paths.home, environment);
  loader.addCortex(cortex);
  for (const shipped of SHIPPED) loader.addValue(shipped, "shipped", "", (path) => ({ field: path.join(".") }));
  return loader.finish();
}

class Loader {
  readonly #entities: Record<Kind, RawEntity[]> = { agents: [], templates: [], shells: [] };
  readonly #findings: Finding[] = [];
  readonly #profiles = new ProfileReader((found) => this.#findings.push(found));

  /** Files with `agents`, `templates` and `shells`, by name. */
  addFolder(folder: string, origin: Origin): void {
    const prompts = origin === "project" ? undefined : join(folder, "prompts");
    for (const name of diskFiles.list(folder).filter((one) => FILES.test(one))) {
      const path = join(folder, name);
      const parsed = this.#parse(path);
      if (parsed === undefined) continue;
      if (name === PROFILES && origin === "user") this.#profiles.add(parsed);
      else {
        if (isRecord(parsed.value) && origin === "project" && parsed.value["profiles"] !== undefined)
          this.#findings.push(
            finding(
              "CONFIG_SCOPE",
              "profiles name programs, so a project cannot define them",
              parsed.where(["profiles"]),
            ),
          );
        this.addValue(parsed.value, origin, path, parsed.where, prompts);
      }
    }
  }

  /** `config/thread-templates/{agents,templates,shells}/NAME.json`, or all in `config/thread-templates.json`. */
  addCortex(home: string): void {
    const folder = join(home, "config/thread-templates");
    const prompts = join(home, "prompts");
    if (!diskFiles.exists(folder)) {
      const path = `${folder}.json`;
      const parsed = diskFiles.exists(path) ? this.#parse(path) : undefined;
      if (parsed !== undefined) this.addValue(parsed.value, "cortex", path, parsed.where, prompts);
    }
    for (const kind of KINDS)
      for (const name of diskFiles.list(join(folder, kind)).filter((one) => one.endsWith(".json"))) {
        const path = join(folder, kind, name);
        const parsed = this.#parse(path);
        if (parsed === undefined) continue;
        const { value, where } = parsed;
        this.#add(kind, { name: basename(name, ".json"), value, origin: "cortex", file: path, where }, prompts);
      }
    const profiles = join(home, "config", PROFILES);
    const parsed = diskFiles.exists(profiles) ? this.#parse(profiles) : undefined;
    if (parsed !== undefined) this.#profiles.add(parsed);
  }

  addValue(
    value: unknown,
    origin: Origin,
    file: string,
    where: (path: FieldPath) => Pick<Finding, "file" | "line" | "column" | "field">,
    prompts?: string,
  ): void {
    for (const kind of KINDS) {
      const all = isRecord(value) ? value[kind] : undefined;
      if (all !== undefined && !isRecord(all))
        this.#findings.push(finding("THREAD_TEMPLATE", `\`${kind}\` must be an object`, where([kind])));
      for (const [name, one] of Object.entries(isRecord(all) ? all : {}))
        this.#add(kind, { name, value: one, origin, file, where: (path) => where([kind, name, ...path]) }, prompts);
    }
  }

  finish(): Registry {
    return { ...this.#entities, ...this.#profiles.finish(), findings: this.#findings };
  }

  #add(kind: Kind, entity: Omit<RawEntity, "readPrompt">, prompts: string | undefined): void {
    const all = this.#entities[kind];
    // Agents of different files may share a name: each template takes those of its own file first.
    if (kind === "templates" && all.some(({ name }) => name === entity.name)) return;
    all.push({ ...entity, readPrompt: (what, name) => readPrompt(prompts, what, name) });
  }

  #parse(path: string): ParsedText | undefined {
    const text = diskFiles.read(path);
    if (text === undefined) {
      this.#findings.push(finding("CONFIG_UNREADABLE", "the file cannot be read", { file: path }));
      return undefined;
    }
    const parsed = parseConfigText(path, text);
    this.#findings.push(
      ...parsed.findings.map((found) => (found.code === "CONFIG_SYNTAX" ? { ...found, fix: WHOLE } : found)),
    );
    // After a syntax error a limit may be missing: nothing of the file is used.
    return parsed.findings.some(({ severity }) => severity === "error") ? undefined : parsed;
  }
}

function readPrompt(
  folder: string | undefined,
  kind: PromptKind,
  name: string,
): { readonly text: string } | { readonly problem: string } {
  if (folder === undefined) return { problem: "a template of a project cannot use `file:`; write the text here" };
  const within = join(folder, kind);
  if (name.includes("..") || name.startsWith("/") || !staysInside(diskFiles, within, name))
    return { problem: `the prompt file "${name}" is outside ${within}` };
  const text = diskFiles.read(join(within, name));
  return text === undefined
    ? { problem: `the prompt file ${join(within, name)} cannot be read` }
    : promptOf(name, text);
}

/** A prompt file of Cortex may begin with YAML between two lines of `---`, which is not part of the prompt. */
function promptOf(name: string, text: string): { readonly text: string } | { readonly problem: string } {
  const head = /^\s*---[ \t]*\r?\n([\s\S]*?)\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (head === null) return { text };
  if (!/^extends\s*:/m.test(head[1]!)) return { text: text.slice(head[0].length) };
  return {
    problem: `the prompt file ${name} extends another file, which is not supported; write its whole text there`,
  };
}

/** Of a program that brings its own. */
export function registryOf(values: readonly JsonObject[]): Registry {
  const loader = new Loader();
  for (const value of values) loader.addValue(value, "user", "", (path) => ({ field: path.join(".") }));
  return loader.finish();
}
