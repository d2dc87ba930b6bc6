/** Interpreters that are given code: it does what its functions and the programs it starts do. */
import { inlineCode } from "../code/inline-code.js";
import { readCode } from "../code/read-code.js";
import { type Reading, UNKNOWN } from "../invocation.js";
import type { Program } from "./contract.js";

const NOTHING: Reading = { invocations: [], unclear: [] };
const PYTHONS = ["python", "python2", "python3", "pypy", "pypy3", "ipython", "ipython3"];
const VERSIONS = ["2.7", ...Array.from({ length: 12 }, (_, n) => `3.${n + 5}`)];

const interpreters: Program = {
  names: [
    ...PYTHONS,
    ...VERSIONS.map((version) => `python${version}`),
    "node",
    "nodejs",
    "deno",
    "bun",
    "tsx",
    "ruby",
    "jruby",
    "perl",
    "php",
    "php-cli",
    "lua",
    "luajit",
    "Rscript",
    "osascript",
  ],
  effects: () => [],
  further(invocation, where) {
    const found = inlineCode(invocation);
    if (found === undefined) return NOTHING;
    if (found.code === UNKNOWN)
      return { ...NOTHING, unclear: [{ what: "runs code that cannot be told", words: invocation.words }] };
    const { cwd, through, runs, words, program } = invocation;
    return readCode(found.language, found.code, { cwd, through: [...through, program!], runs, words }, where);
  },
};

export default interpreters;
