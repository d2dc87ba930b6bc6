/** A module of the sources as a file that a plain node process can import, with one mistake in it if wanted. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { expect } from "vitest";

const SOURCES = resolve(import.meta.dirname, "../../src");

/** A mistake one could make, as a change of the source text. */
export interface Defect {
  readonly name: string;
  /** A path from `src`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface BundleOptions {
  readonly defect?: Defect;
  /** Of the file; from the entry when absent. */
  readonly name?: string;
}

/** `entry` is a path from `src`. Returns the path of the ES module. */
export async function bundleModule(
  entry: string,
  folder: string,
  { defect, name = entry.replace(/\W/g, "-") }: BundleOptions = {},
): Promise<string> {
  const changed = defect && { path: join(SOURCES, defect.file), text: textWith(defect) };
  let used = changed === undefined;
  const build = await rolldown({
    input: resolve(SOURCES, entry),
    platform: "node",
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
    plugins: [
      {
        name: "defect",
        load(id) {
          if (id !== changed?.path) return null;
          used = true;
          return { code: changed.text, moduleType: "ts" };
        },
      },
    ],
  });
  const file = join(folder, `${name}.mjs`);
  await build.write({ file, format: "esm", codeSplitting: false });
  await build.close();
  expect(used, "the changed file is part of the build").toBe(true);
  return file;
}

/** Fails when the source no longer holds the text, so that a defect can never be planted beside the code. */
function textWith({ file, from, to }: Defect): string {
  const text = readFileSync(join(SOURCES, file), "utf8");
  expect(text.split(from).length - 1, `"${from}" occurs once in ${file}`).toBe(1);
  return text.replace(from, () => to);
}
