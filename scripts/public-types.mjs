// The types of the package: what the entry points reach and nothing else, once for ES modules and once for CommonJS.
import { readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Relative modules in a declaration file: `from "./x.js"`, `import("./x.js")`, `import "./x.js"`. */
const RELATIVE = /((?:from|import)\s*\(?\s*")(\.{1,2}\/[^"]+)\.js"/g;

/** `folder` holds what the compiler wrote for all sources; `entries` are names in it. */
export function keepPublicTypes(folder, entries) {
  const kept = new Set();
  const open = entries.map((name) => join(folder, `${name}.d.ts`));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (kept.has(file)) continue;
    kept.add(file);
    const text = readFileSync(file, "utf8");
    for (const [, , path] of text.matchAll(RELATIVE)) open.push(`${resolve(dirname(file), path)}.d.ts`);
    // TypeScript takes a `.d.cts` for CommonJS: without one, CommonJS code with `module: node16` does not compile.
    writeFileSync(file.replace(/\.d\.ts$/, ".d.cts"), text.replaceAll(RELATIVE, '$1$2.cjs"'));
  }
  removeOthers(folder, kept);
}

function removeOthers(folder, kept) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeOthers(path, kept);
    else if (!kept.has(path.replace(/\.d\.cts$/, ".d.ts"))) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
