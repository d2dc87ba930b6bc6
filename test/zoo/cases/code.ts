/** Config that is a program: it must be looked at as a file, and as nothing else. */
import { symlinkSync } from "node:fs";
import { said, type ZooCase } from "../contract.js";
import type { ZooPlace } from "../place.js";

const EMPTY = "export default [];\n";

/** `told`: what a review says of it, where that is more than its hash. */
function codeCase(name: string, mechanism: string, build: (place: ZooPlace) => void, told = ""): ZooCase {
  return {
    name,
    mechanism,
    build(place) {
      place.git();
      build(place);
    },
    check: (steps) => [...said(steps, "list", "CODE_CONFIG_UNTRUSTED"), ...said(steps, "trust", told)],
  };
}

export const code: readonly ZooCase[] = [
  ...["ts", "mts", "js", "mjs"].map((ending) =>
    codeCase(`code-${ending}`, `snaphook.config.${ending} that acts when it is loaded`, (place) => {
      place.write(`snaphook.config.${ending}`, `${place.biteModule}${EMPTY}`);
    }),
  ),
  codeCase("code-import", "a module that a harmless config imports", (place) => {
    place.write("lib/rules.ts", `${place.biteModule}export const rules = [];\n`);
    place.write("snaphook.config.ts", `import { rules } from "./lib/rules.js";\nexport default rules;\n`);
  }),
  codeCase("code-import-outside", "a module outside the project", (place) => {
    place.write(`${place.home}/shared/evil.ts`, `${place.biteModule}export const rules = [];\n`);
    place.write("snaphook.config.ts", `import { rules } from "../shared/evil.js";\nexport default rules;\n`);
  }),
  codeCase("code-node-modules", "a package in node_modules with its own way in", (place) => {
    place.write("node_modules/pet/package.json", {
      name: "pet",
      main: "./evil.cjs",
      module: "./evil.mjs",
      browser: { "./evil.mjs": "./evil.cjs" },
      exports: { ".": { import: "./evil.mjs", default: "./evil.cjs" } },
    });
    place.write("node_modules/pet/evil.mjs", `${place.biteModule}${EMPTY}`);
    place.write("node_modules/pet/evil.cjs", `require("fs").appendFileSync(${JSON.stringify(place.canary)}, "x");`);
    place.write("snaphook.config.ts", `export { default } from "pet";\n`);
  }),
  codeCase("code-package-imports", "names that package.json gives to files", (place) => {
    place.write("package.json", { name: "x", type: "module", imports: { "#rules": "./evil.mjs" } });
    place.write("evil.mjs", `${place.biteModule}${EMPTY}`);
    place.write("snaphook.config.ts", `export { default } from "#rules";\n`);
  }),
  codeCase("code-tsconfig", "paths and plugins of a tsconfig.json", (place) => {
    const plugin = place.write("evil.cjs", `require("fs").appendFileSync(${JSON.stringify(place.canary)}, "x");`);
    place.write("evil.ts", `${place.biteModule}${EMPTY}`);
    const compilerOptions = {
      baseUrl: ".",
      paths: { rules: ["./evil.ts"] },
      plugins: [{ name: plugin, transform: plugin }],
    };
    place.write("tsconfig.json", { extends: "./base.json", compilerOptions });
    place.write("base.json", {});
    place.write("snaphook.config.ts", `export { default } from "rules";\n`);
  }),
  codeCase("code-false-package", "a package of the project that calls itself snaphook", (place) => {
    place.write("node_modules/snaphook/package.json", { name: "snaphook", main: "./index.js", type: "module" });
    place.write("node_modules/snaphook/index.js", `${place.biteModule}export const defineConfig = (x) => x;\n`);
    place.write("snaphook.config.ts", `import { defineConfig } from "snaphook";\nexport default defineConfig([]);\n`);
  }),
  codeCase("code-linked-package", "node_modules/snaphook as a link to a folder of the project", (place) => {
    place.write("evil/package.json", { name: "snaphook", main: "./index.js", type: "module" });
    place.write("evil/index.js", `${place.biteModule}export const defineConfig = (x) => x;\n`);
    place.folder("node_modules");
    symlinkSync("../evil", `${place.project}/node_modules/snaphook`);
    place.write("snaphook.config.ts", `import { defineConfig } from "snaphook";\nexport default defineConfig([]);\n`);
  }),
  codeCase("code-bundler-config", "config files of bundlers and compilers beside it", (place) => {
    for (const name of ["rolldown.config.js", "vite.config.js", "rollup.config.mjs", "babel.config.js"])
      place.write(name, `${place.biteModule}export default {};\n`);
    place.write("snaphook.config.ts", EMPTY);
  }),
  codeCase("code-over-http", "an import by an address", (place) => {
    place.write("snaphook.config.ts", `import "${place.url("/evil.js")}";\n${EMPTY}`);
  }),
  codeCase("code-data-url", "an import that holds its module", (place) => {
    place.write(
      "snaphook.config.ts",
      `import "data:text/javascript,${encodeURIComponent(place.biteModule)}";\n${EMPTY}`,
    );
  }),
  codeCase(
    "code-imports-pipe",
    "an import of a pipe, which nobody writes to",
    (place) => {
      place.pipe("rules.js");
      place.write("snaphook.config.ts", `import "./rules.js";\n${EMPTY}`);
    },
    "rules.js",
  ),
  codeCase(
    "code-imports-device",
    "an import of a file without an end",
    (place) => {
      place.link("rules.js", "/dev/zero");
      place.write("snaphook.config.js", `import "./rules.js";\n${EMPTY}`);
    },
    "rules.js",
  ),
  codeCase(
    "code-tsconfig-pipe",
    "a tsconfig.json that is a pipe",
    (place) => {
      place.pipe("tsconfig.json");
      place.write("snaphook.config.ts", EMPTY);
    },
    "is not a plain file",
  ),
  codeCase(
    "code-package-pipe",
    "a package.json that is a pipe",
    (place) => {
      place.pipe("package.json");
      place.write("snaphook.config.ts", EMPTY);
    },
    "is not a plain file",
  ),
  codeCase(
    "code-dependency-pipe",
    "a dependency whose package.json is a pipe",
    (place) => {
      place.pipe("node_modules/pet/package.json");
      place.write("snaphook.config.ts", `import "pet";\n${EMPTY}`);
    },
    "is not a plain file",
  ),
  codeCase(
    "code-too-large",
    "an import of a file larger than anybody writes",
    (place) => {
      place.sparse("rules.js", 100_000_000);
      place.write("snaphook.config.js", `import "./rules.js";\n${EMPTY}`);
    },
    "is larger than",
  ),
  {
    name: "code-is-folder",
    mechanism: "a folder that is called like a code config",
    build(place) {
      place.write("snaphook.config.ts/index.ts", `${place.biteModule}${EMPTY}`);
      place.write("snaphook.config.ts/package.json", { main: "./index.ts" });
    },
  },
  {
    name: "code-in-our-folder",
    mechanism: "a code config in .snaphook/, where only data is looked for",
    build(place) {
      place.write(".snaphook/snaphook.config.ts", `${place.biteModule}${EMPTY}`);
      place.write(".snaphook/hooks.d/evil.mjs", `${place.biteModule}${EMPTY}`);
      place.write(".snaphook/hooks.js", `${place.biteModule}${EMPTY}`);
    },
    check: (steps) => (/CODE_CONFIG/.test(JSON.stringify(steps)) ? ["it was taken for a code config"] : []),
  },
];
