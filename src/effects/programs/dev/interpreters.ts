/** Interpreters with inline code: its effects are those of its function calls and the programs it starts. */
import { inlineCode } from "../../code/inline-code.js";
import { readCode } from "../../code/read-code.js";
import { equivalentProgram, literal } from "../../model/equivalent-program.js";
import { type Reading, UNKNOWN } from "../../model/invocation.js";
import { readCommand } from "../../shell/read-command.js";
import type { Program } from "../contract.js";

const NOTHING: Reading = { invocations: [], unclear: [] };
const PYTHONS = ["python", "python2", "python3", "pypy", "pypy3", "ipython", "ipython3"];
const VERSIONS = ["2.7", ...Array.from({ length: 12 }, (_, n) => `3.${n + 5}`)];

/** A command line passed to the wrong program: its intended effect counts. */
const COMMAND = /^\s{0,20}(?:sudo\s{1,8})?[a-z][a-z\d.-]{1,30}\s{1,8}-{1,2}[a-zA-Z]/;

/** Deletes the file named on each line: `find … | perl -nle unlink`. */
const EACH_LINE = /\bunlink\b(?!\s{0,4}\(?["'$@](?!_))|\bFile\.(?:delete|unlink)\b|\brmtree\b/;

/** `$ENV{HOME}` in a string of Perl. */
function codeWithHome(code: string, program: string, home: string): string {
  return program === "perl" ? code.replaceAll(/\$ENV\{["']?HOME["']?\}/g, home) : code;
}

/** Perl's way to name the list last: `unlink for glob "../*"`, `unlink foreach <*.log>`. */
const FOR_EACH =
  /\b(?:unlink|rmtree|remove_tree)\b(?:\s{0,4}\(?\$_\)?)?\s{1,4}for(?:each)?\s{0,4}\(?\s{0,4}(?:glob\s{0,4}\(?\s{0,4}["']|<)([^"'>\n]{1,300})/;

const interpreters: Program = {
  names: [
    ...PYTHONS,
    ...VERSIONS.map((version) => `python${version}`),
    "node",
    "nodejs",
    "deno",
    "bun",
    "tsx",
    "ts-node",
    "babel-node",
    "esno",
    "electron",
    "qjs",
    "zx",
    "sage",
    "R",
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
    const found = inlineCode(invocation, where);
    if (found === undefined) return NOTHING;
    if (found.code === UNKNOWN)
      return { ...NOTHING, unclear: [{ what: "runs code that cannot be determined", words: invocation.words }] };
    const { cwd, through, runs, words, program } = invocation;
    const origin = { cwd, through: [...through, program!], runs, words };
    const reading = readCode(found.language, codeWithHome(found.code, program!, where.home), origin, where);
    const [, listed] = FOR_EACH.exec(found.code) ?? [];
    if (listed !== undefined) {
      const rm = equivalentProgram("rm", ["-rf", "--", literal(listed, true)], origin);
      return { ...reading, invocations: [...reading.invocations, rm] };
    }
    if (/^(?:perl|ruby)$/.test(program!) && invocation.input.kind === "pipe" && EACH_LINE.test(found.code)) {
      const rm = equivalentProgram("rm", ["-f"], origin);
      return { ...reading, invocations: [...reading.invocations, { ...rm, moreArgs: true, input: invocation.input }] };
    }
    if (!COMMAND.test(found.code)) return reading;
    const command = readCommand(found.code, { ...where, cwd: cwd ?? where.cwd });
    return { ...reading, invocations: [...reading.invocations, ...command.invocations] };
  },
};

export default interpreters;
