/** Code of a project, before anybody has approved it. */
import { CODE_GATE, type Defence, edit } from "./defence.js";

const PLAIN_MODULES = edit("sources/code/code-config", `        plainModules(),\n`, ``);

export const CODE: readonly Defence[] = [
  {
    defence: "code is not looked into before it is approved",
    edits: CODE_GATE,
    cases: [
      ...["code-ts", "code-mts", "code-js", "code-mjs", "code-import", "code-import-outside", "code-node-modules"],
      ...["code-package-imports", "code-tsconfig", "code-over-http", "code-data-url", "code-is-folder"],
      ...["code-changed", "code-module-changed", "code-appears-mid-session"],
    ],
  },
  {
    defence: "what a code config imports as snaphook is ours",
    edits: [...CODE_GATE, edit("sources/code/code-config", `resolve: { alias: { snaphook: authoring } },`, ``)],
    cases: ["code-false-package", "code-linked-package"],
  },
  {
    defence: "code is looked for beside the config folder, not in it",
    edits: [
      edit(
        "sources/discover/discover",
        `    found.push(...codeIn(folder, "project", why, probe));`,
        `    found.push(...codeIn(folder, "project", why, probe), ...codeIn(ours, "project", why, probe));`,
      ),
    ],
    cases: ["code-in-our-folder"],
  },
  {
    defence: "the bundler reads plain files only",
    edits: [PLAIN_MODULES],
    cases: ["code-tsconfig-pipe", "code-package-pipe", "code-dependency-pipe", "code-too-large"],
  },
];
