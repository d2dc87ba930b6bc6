/** Packages that a copy of the program needs beside it: those of the store, if Node has none of its own. */
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { isRecord, parseObject } from "../../core/text/json.js";

export interface KeptPackage {
  readonly name: string;
  readonly folder: string;
}

export function keptPackages(root: string): KeptPackage[] {
  if (process.getBuiltinModule("node:sqlite") !== undefined) return [];
  const found = new Map<string, string>();
  collect("libsql", root, found);
  return [...found].map(([name, folder]) => ({ name, folder }));
}

/** With its dependencies, without builds for other machines. */
function collect(name: string, from: string, found: Map<string, string>): void {
  const folder = findPackage(name, from);
  if (folder === undefined || found.has(name)) return;
  found.set(name, folder);
  const { dependencies, optionalDependencies } = parseObject(readFileSync(join(folder, "package.json"), "utf8")) ?? {};
  const needed = Object.keys(isRecord(dependencies) ? dependencies : {});
  const builds = Object.keys(isRecord(optionalDependencies) ? optionalDependencies : {}).filter(isForThisMachine);
  for (const one of [...needed, ...builds]) collect(one, folder, found);
}

function isForThisMachine(name: string): boolean {
  if (!name.includes(`/${process.platform}-${process.arch}`)) return false;
  if (process.platform !== "linux") return true;
  const { header } = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return name.endsWith("musl") === (header?.glibcVersionRuntime === undefined);
}

/** Where Node would find it. Searched by directory: some packages do not allow `require` of their package.json. */
function findPackage(name: string, from: string): string | undefined {
  const places = createRequire(join(realpathSync(from), "package.json")).resolve.paths(name) ?? [];
  return places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, "package.json")));
}
