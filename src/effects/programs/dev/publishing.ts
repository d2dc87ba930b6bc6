/** Sending packages to a registry: everyday work, but seen by everybody, so that a guard may be told to ask about it. */
import { operands } from "../../model/arguments.js";
import { isDryRun } from "../../services/options.js";
import type { Program } from "../contract.js";

/** By program, the subcommands that publish. */
const PUBLISHES: Readonly<Record<string, readonly string[]>> = {
  npm: ["publish"],
  pnpm: ["publish"],
  yarn: ["publish", "npm publish"],
  bun: ["publish"],
  deno: ["publish"],
  jsr: ["publish"],
  lerna: ["publish"],
  changeset: ["publish"],
  np: [""],
  cargo: ["publish"],
  gem: ["push"],
  twine: ["upload"],
  poetry: ["publish"],
  uv: ["publish"],
  flit: ["publish"],
  hatch: ["publish"],
  pdm: ["publish"],
  maturin: ["publish", "upload"],
  vsce: ["publish"],
  ovsx: ["publish"],
  mix: ["hex.publish"],
  mvn: ["deploy"],
  dotnet: ["nuget push"],
  nuget: ["push"],
  pod: ["trunk push"],
  luarocks: ["upload"],
  wapm: ["publish"],
  helm: ["push"],
  crane: ["push"],
};

export const REGISTRY = "package registry";

const publishing: Program = {
  names: Object.keys(PUBLISHES),
  effects(invocation) {
    const line = `${operands(invocation)
      .map(({ text }) => text)
      .join(" ")} `;
    const publishes = PUBLISHES[invocation.program!]?.some((words) => words === "" || line.startsWith(`${words} `));
    if (publishes !== true || isDryRun(invocation)) return [];
    return [
      {
        kind: "service",
        severity: "ordinary",
        target: { type: "service", name: REGISTRY },
        certainty: "certain",
        words: invocation.words,
        what: "publishes a package for everybody",
        instead: "see what would be published: `npm publish --dry-run`",
      },
    ];
  },
};

export default publishing;
