/** A module of the sources as a file that a plain node process can import. */
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";

/** `entry` is a path from `src`. Returns the path of the ES module. */
export async function bundleModule(entry: string, folder: string): Promise<string> {
  const build = await rolldown({
    input: resolve(import.meta.dirname, "../../src", entry),
    platform: "node",
    resolve: { extensionAlias: { ".js": [".ts", ".js"] } },
  });
  const file = join(folder, `${entry.replace(/\W/g, "-")}.mjs`);
  await build.write({ file, format: "esm" });
  await build.close();
  return file;
}
