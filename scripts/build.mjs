// Builds dist/: the library as ES modules, the program as CommonJS (it starts faster), types with --types.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const quiet = process.argv.includes("--quiet");

export const INPUT_OPTIONS = {
  platform: "node",
  external: [/^node:/, "rolldown"],
  resolve: { extensionAlias: { ".js": [".ts", ".js"] }, mainFields: ["module", "main"] },
  logLevel: "warn",
  cwd: root,
};

async function bundle(input, output) {
  const build = await rolldown({ ...INPUT_OPTIONS, input });
  const written = await build.write({ dir: dist, sourcemap: false, ...output });
  await build.close();
  return written.output;
}

const registries = spawnSync(process.execPath, [join(root, "scripts/generate.mjs"), "--registries"], {
  stdio: quiet ? "ignore" : "inherit",
});
if (registries.status !== 0) process.exit(1);
mkdirSync(dist, { recursive: true });
for (const old of readdirSync(dist)) if (old !== "types") rmSync(join(dist, old), { recursive: true });

await bundle(
  {
    index: "src/index.ts",
    load: "src/load.ts",
    opta: "src/opta.ts",
    testing: "src/testing/index.ts",
    authoring: "src/authoring.ts",
  },
  { format: "esm", chunkFileNames: "lib/[name]-[hash].js" },
);
await bundle(
  { snaphook: "src/cli/bin.ts" },
  {
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "bin/[name]-[hash].cjs",
    banner: (chunk) => (chunk.isEntry ? "#!/usr/bin/env node" : ""),
  },
);
chmodSync(join(dist, "snaphook.cjs"), 0o755);

// What the bundles contain of others is named with its licence.
const bundled = ["zod", "yaml", "jsonc-parser", "re2js"];
const notices = bundled.map((name) => {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), "utf8") : ""}`;
});
writeFileSync(join(dist, "THIRD-PARTY.txt"), `${notices.join("\n----\n\n")}\n`);

if (process.argv.includes("--types")) {
  const tsc = spawnSync(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"],
    { cwd: root, stdio: "inherit" },
  );
  if (tsc.status !== 0) process.exit(1);
}
if (!quiet) console.log("built dist/");
