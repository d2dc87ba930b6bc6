// Scripts that need parts of src/ import them from a bundle: Node does not run TypeScript by itself.
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const cache = join(root, "node_modules/.cache/snaphook");

/** Bundles `entry` (a path from the root) and returns the path of the ES module. */
export async function bundleForScripts(entry) {
  const build = await rolldown({
    input: entry,
    cwd: root,
    platform: "node",
    external: [/^node:/, "rolldown"],
    resolve: { extensionAlias: { ".js": [".ts", ".js"] }, mainFields: ["module", "main"] },
    checks: { bundlerTimings: false },
    logLevel: "warn",
  });
  const { output } = await build.generate({ format: "esm", codeSplitting: false });
  await build.close();
  const file = join(cache, `${basename(entry).replace(/\.\w+$/, "")}.mjs`);
  mkdirSync(cache, { recursive: true });
  // Another script may be reading the last one: replace it whole.
  writeFileSync(`${file}.${process.pid}`, output[0].code);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}
