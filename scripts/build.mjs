// Builds dist/: the library as ES modules, the program as CommonJS (it starts faster), types with --types.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPage } from "./build-page.mjs";
import { bundle, bundleProgram } from "./bundle-program.mjs";
import { keepPublicTypes } from "./public-types.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const dist = join(root, "dist");
const quiet = process.argv.includes("--quiet");

const registries = spawnSync(process.execPath, [join(root, "scripts/generate.mjs"), "--registries"], {
  stdio: quiet ? "ignore" : "inherit",
});
if (registries.status !== 0) process.exit(1);
mkdirSync(dist, { recursive: true });

// Written over the last build, and only then is what it no longer has removed: programs that run meanwhile keep working.
const library = await bundle(
  {
    index: "src/index.ts",
    load: "src/load.ts",
    opta: "src/opta.ts",
    "claude-agent-sdk": "src/claude-agent-sdk.ts",
    testing: "src/testing/index.ts",
    authoring: "src/authoring.ts",
  },
  { dir: dist, format: "esm", chunkFileNames: "lib/[name]-[hash].js" },
);
const program = await bundleProgram(dist);
await buildPage(join(dist, "page"));
// What `install` copies to agents that run hooks in their own process: one file each, without dependencies.
const bridged = readdirSync(join(root, "src/adapters")).filter((name) =>
  existsSync(join(root, "src/adapters", name, "bridge.ts")),
);
const bridges = [];
for (const name of bridged) {
  const output = { dir: dist, format: "esm", entryFileNames: "bridges/[name].js" };
  bridges.push(...(await bundle({ [name]: `src/adapters/${name}/bridge.ts` }, output)));
}
chmodSync(join(dist, "snaphook.cjs"), 0o755);
rmSync(join(root, "compiled"), { recursive: true, force: true }); // of the last build (cli/hook/compiled-code)
const current = new Set([...library, ...program, ...bridges].map(({ fileName }) => fileName));
for (const folder of ["", "lib", "bin", "bridges"]) {
  if (!existsSync(join(dist, folder))) continue;
  for (const entry of readdirSync(join(dist, folder), { withFileTypes: true })) {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile() && !current.has(name)) rmSync(join(dist, name));
  }
}

// What the bundles contain of others is named with its licence.
const bundled = [
  "@modelcontextprotocol/sdk",
  "zod",
  "yaml",
  "jsonc-parser",
  "re2js",
  "smol-toml",
  "unbash",
  "ws",
  "preact",
  "@preact/signals",
  "@preact/signals-core",
];
const notices = bundled.map((name) => {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  return `${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), "utf8") : ""}`;
});
writeFileSync(join(dist, "THIRD-PARTY.txt"), `${notices.join("\n----\n\n")}\n`);

if (process.argv.includes("--types")) {
  rmSync(join(dist, "types"), { recursive: true, force: true }); // of sources that are gone, too
  const tsc = spawnSync(
    process.execPath,
    [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json"],
    { cwd: root, stdio: "inherit" },
  );
  if (tsc.status !== 0) process.exit(1);
  keepPublicTypes(join(dist, "types"), ["index", "load", "opta", "claude-agent-sdk", "testing/index"]);
}
if (!quiet) console.log("built dist/");
