/** Changes sources while they are bundled or imported, so that a test can see what happens without a part of them. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export interface Edit {
  /** From the root of the repository. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
}

/** A file with edits as JSON, which `vitest.config.ts` applies to what tests import. */
export const EDITS_FILE = "SNAPHOOK_TEST_EDITS";

const ROOT = resolve(import.meta.dirname, "../..");

/** A plugin for rolldown and for Vite alike. */
export function editing(edits: readonly Edit[]) {
  return {
    name: "edit-sources",
    enforce: "pre" as const,
    load(id: string) {
      const own = edits.filter(({ file }) => resolve(ROOT, file) === id.split("?")[0]);
      if (own.length === 0) return null;
      return {
        code: edit(id.split("?")[0]!, own),
        moduleType: id.includes(".tsx") ? ("tsx" as const) : ("ts" as const),
      };
    },
  };
}

export function editsOfEnvironment(): readonly Edit[] {
  const file = process.env[EDITS_FILE];
  return file === undefined ? [] : (JSON.parse(readFileSync(file, "utf8")) as readonly Edit[]);
}

/** Undefined if each edit finds its text in the sources of today. */
export function whyNotEdited(edits: readonly Edit[]): string | undefined {
  try {
    for (const path of new Set(edits.map(({ file }) => file)))
      edit(
        resolve(ROOT, path),
        edits.filter(({ file }) => file === path),
      );
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function edit(path: string, edits: readonly Edit[]): string {
  return edits.reduce(edited, readFileSync(path, "utf8"));
}

function edited(code: string, { file, find, replace }: Edit): string {
  if (code.split(find).length !== 2) throw new Error(`${file} must hold this once, to be replaced: ${find}`);
  return code.replace(find, () => replace);
}
