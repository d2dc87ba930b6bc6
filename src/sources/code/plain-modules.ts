/**
 * A bundler plugin that reads only plain files of limited size. The bundler reads unapproved code, and a pipe or device
 * named like a module or package.json would block it forever.
 */
import { statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { readPlainFile } from "../../disk/files.js";

/** Larger than any hand-written module. */
const LARGEST = 5_000_000;
/** Files that the bundler reads itself in every parent directory while it resolves a module. */
const READ_ON_THE_WAY = ["package.json", "tsconfig.json"];
/** Files that a package.json points to. */
const LED_TO = /"(\.{1,2}\/[^"*]+)"/g;

export function plainModules() {
  const checked = new Set<string>();

  function checkFolder(folder: string): void {
    if (checked.has(folder)) return;
    checked.add(folder);
    for (const name of READ_ON_THE_WAY) {
      const file = join(folder, name);
      if (!isThere(file)) continue;
      for (const [, path = ""] of readPlain(file).matchAll(LED_TO)) checkFolder(dirname(resolve(folder, path)));
    }
    if (dirname(folder) !== folder) checkFolder(dirname(folder));
  }

  return {
    name: "plain-modules",
    resolveId(source: string, importer: string | undefined): null {
      const from = importer === undefined ? dirname(source) : dirname(importer);
      if (!isAbsolute(from)) return null; // of a module without a file
      checkFolder(from);
      if (/^[./]/.test(source)) checkFolder(dirname(resolve(from, source)));
      else if (!/^[\w-]+:/.test(source))
        for (const place of placesOf(from)) {
          const [scope = "", name = ""] = source.split("/");
          checkFolder(join(place, scope.startsWith("@") ? join(scope, name) : scope));
          checkFolder(dirname(join(place, source)));
        }
      return null;
    },
    load(id: string): string | null {
      return isAbsolute(id) ? readPlain(id.replace(/\?.*$/, "")) : null;
    },
  };
}

/** All node_modules directories that apply to a directory. */
function placesOf(folder: string): string[] {
  const place = join(folder, "node_modules");
  return dirname(folder) === folder ? [place] : [place, ...placesOf(dirname(folder))];
}

function isThere(file: string): boolean {
  try {
    const stat = statSync(file);
    return !stat.isDirectory();
  } catch {
    return false; // also below a non-directory
  }
}

function readPlain(file: string): string {
  const { size } = statSync(file);
  if (size > LARGEST) throw new Error(`${file} is larger than ${LARGEST} bytes`);
  try {
    return readPlainFile(file).toString("utf8");
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}
