/**
 * Built code configs: one content-addressed bundle each, with its manifest. This is the half that events need; building
 * is in code-config.ts.
 */
import { readFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { join } from "node:path";
import type { Finding } from "../../core/errors.js";
import type { DefinedHook } from "../../core/hooks/define.js";
import type { CoveredFile, FunctionRun, HookFunction, HookSpec } from "../../core/hooks/hook.js";
import { isRecord } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import { writePrivateFile } from "../../disk/files.js";

/** Manifest of a built code config; beside its bundle, one per config path. */
export interface CodeManifest {
  readonly format: 1;
  readonly path: string;
  /** The config and every local module it imports. */
  readonly files: readonly CoveredFile[];
  readonly artifact: string;
  readonly hooks: readonly HookSpec[];
  /** Problems of single hooks in it. */
  readonly findings: readonly Finding[];
}

export class ArtifactStore {
  /** Keyed by content: a bundle is evaluated once per process, like any module. */
  readonly #evaluated = new Map<string, readonly DefinedHook[]>();
  readonly #folder: string;

  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, "artifacts");
  }

  manifestFile(path: string): string {
    return join(this.#folder, `${sha256(path).slice(0, 32)}.manifest.json`);
  }

  manifestOf(path: string): CodeManifest | undefined {
    try {
      const value: unknown = JSON.parse(readFileSync(this.manifestFile(path), "utf8"));
      return isRecord(value) && value["format"] === 1 ? (value as unknown as CodeManifest) : undefined;
    } catch {
      return undefined; // never built
    }
  }

  save(manifest: CodeManifest, bundle: string): void {
    writePrivateFile(this.bundleFile(manifest.artifact), bundle, { durable: true });
    writePrivateFile(this.manifestFile(manifest.path), JSON.stringify(manifest));
  }

  /**
   * The function of a bundle. Runs exactly the bytes that were hashed: here, or by the plan whose signature of the
   * bundle was just verified.
   */
  load({ sha256: name, index, path }: NonNullable<FunctionRun["artifact"]>, checked: "here" | "by-plan"): HookFunction {
    let definitions = this.#evaluated.get(name);
    if (definitions === undefined) {
      const bundle = readFileSync(this.bundleFile(name), "utf8");
      if (checked === "here" && sha256(bundle) !== name) throw new Error("the bundle of its code config is damaged");
      definitions = definitionsOf(evaluate(bundle, path));
      this.#evaluated.set(name, definitions);
    }
    const hook = definitions[index];
    if (typeof hook?.run !== "function") throw new Error("the bundle of its code config does not contain it");
    return hook.run;
  }

  bundleFile(name: string): string {
    return join(this.#folder, `${name}.cjs`);
  }
}

/** Runs the bundle as if it were at its config's location. Only for content that may run. */
export function evaluate(code: string, filename: string): unknown {
  const module = new Module(filename) as Module & { _compile(code: string, filename: string): void };
  module.filename = filename;
  module.require = createRequire(filename);
  module._compile(code, filename);
  return module.exports;
}

/** The default export: a list of hooks, or `{ hooks }`. */
export function definitionsOf(exported: unknown): DefinedHook[] {
  const main = isRecord(exported) && "default" in exported ? exported["default"] : exported;
  const list = Array.isArray(main) ? main : isRecord(main) ? main["hooks"] : undefined;
  if (!Array.isArray(list))
    throw new Error("the config must have a default export: a list of hooks, or an object with `hooks`");
  return list.map((hook: unknown, index) => {
    if (!isRecord(hook) || typeof hook["event"] !== "string" || typeof hook["run"] !== "function")
      throw new Error(`hooks[${index}] needs an \`event\` and a function \`run\``);
    return hook as unknown as DefinedHook;
  });
}
