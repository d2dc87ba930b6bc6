/**
 * Interpreters that are rare on a command line. Their code is not parsed: only calls that delete, write or start
 * something, and the strings in the code, count.
 */

import { FETCHES_CODE, UNREVIEWED_CODE } from "../../code/code-effects.js";
import { endlessCode } from "../../code/endless-code.js";
import type { Where } from "../../model/effect.js";
import { equivalentProgram, literal, type Origin, writing } from "../../model/equivalent-program.js";
import { inputText } from "../../model/input-text.js";
import { type Invocation, type Reading, UNKNOWN } from "../../model/invocation.js";
import { isSensitive } from "../../paths/sensitive.js";
import { readCommand } from "../../shell/read-command.js";
import type { Program } from "../contract.js";

interface Interpreter {
  /** Options whose value is code. */
  readonly code: readonly string[];
  /** The first operand is code, if it looks like code. */
  readonly first?: true;
  /** Without a script it reads standard input. */
  readonly reads?: true;
}

const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  julia: { code: ["-e", "-E", "--eval", "--print"], reads: true },
  ghc: { code: ["-e"] },
  runghc: { code: ["-e"], reads: true },
  runhaskell: { code: ["-e"], reads: true },
  stack: { code: ["-e"] },
  elixir: { code: ["-e", "--eval", "--rpc-eval"] },
  iex: { code: ["-e", "--eval"], reads: true },
  erl: { code: ["-eval"] },
  escript: { code: [] },
  swift: { code: ["-e"], reads: true },
  scala: { code: ["-e"], reads: true },
  "scala-cli": { code: ["-e"], reads: true },
  kotlin: { code: ["-e", "-expression"] },
  kotlinc: { code: ["-e"] },
  groovy: { code: ["-e"] },
  jshell: { code: [], reads: true },
  clojure: { code: ["-e", "--eval"] },
  clj: { code: ["-e", "--eval"] },
  bb: { code: ["-e"], first: true },
  lein: { code: ["-e"] },
  racket: { code: ["-e"] },
  guile: { code: ["-c"] },
  sbcl: { code: ["--eval"], reads: true },
  clisp: { code: ["-x"] },
  ecl: { code: ["-eval"] },
  emacs: { code: ["--eval", "-eval", "--execute"] },
  emacsclient: { code: ["-e", "--eval"], first: true },
  tclsh: { code: ["-c"], reads: true },
  wish: { code: [], reads: true },
  expect: { code: ["-c"], reads: true },
  octave: { code: ["--eval", "-e"], reads: true },
  matlab: { code: ["-batch", "-r"] },
  gnuplot: { code: ["-e"], reads: true },
  crystal: { code: [], first: true },
  raku: { code: ["-e"] },
  janet: { code: ["-e"] },
  fennel: { code: ["-e"] },
  hy: { code: ["-c"] },
  ocaml: { code: ["-e"], reads: true },
  nim: { code: ["--eval"] },
  dart: { code: [] },
  wolframscript: { code: ["-code", "-c"] },
  maxima: { code: ["--batch-string"] },
  gp: { code: [], reads: true },
  "dotnet-script": { code: [], first: true },
  csi: { code: ["-e"] },
  fsharpi: { code: ["--exec"], reads: true },
  jrunscript: { code: ["-e"] },
  jjs: { code: ["-e"] },
  ...Object.fromEntries(
    ["gcc", "cc", "clang", "clang++", "g++", "c++", "tcc", "rustc", "go", "java", "javac"].map((name) => [
      name,
      { code: [], reads: true },
    ]),
  ),
  xonsh: { code: ["-c"] },
  nu: { code: ["-c", "--commands"] },
  elvish: { code: ["-c"] },
};

const DELETES =
  /(?:\b(?:rm|rm_rf|rm_r|unlink|rmdir|rmtree|del_dir_r?|removeItem|removeFile|removeDirectory(?:Recursive)?|removePathForcibly|remove_dir_all|deleteIfExists|deleteRecursively|deleteDir|deleteDirectory|deleteFile|DeleteFile|DeleteDirectory|Directory\.Delete|File\.Delete|confirm_recursive_rmdir|RemoveAll|os\.Remove|remove_file)\b!?|\b(?:delete|remove)[-_/!](?:file|directory|dir|tree|recursive)s?\S{0,24}|\bfile\s{1,4}delete\b|\b(?:fs|Files|FileUtils|File|io)[.:/](?:delete|remove|rm)\S{0,20}|\.delete\b(?:\(\)|\)))/;
const RUNS =
  /\b(?:system|shell|exec|execute|run|spawn|popen|process|cmd|call-process|shell-command(?:-to-string)?|start-process|callCommand|callProcess|readProcess|ProcessBuilder|run-program|run_command|os:cmd|qx|sh|open_pipe|pipeline|unix|dos)\b/;
const WRITES =
  /\b(?:write|writeFile|write_file|write!|writeText|writeString|spit|write-region|append-to-file|writelines|fileputs|truncate|open-output-file|call-with-output-file|with-output-to-file)\b/;
const READS =
  /\b(?:read|readFile|read_file|read!|readText|readString|readAllLines|slurp|insert-file-contents|readlines|contentsOf\w{0,8}|file->string|get-string-all|fread|fileread)\b/;
const HOME =
  /\b(?:homedir|home_dir|user_home\S{0,2}|NSHomeDirectory|homeDirectory\w{0,20}|getHomeDirectory|find-system-path|user-homedir-pathname|Path\.home|System\.user_home!?|user\.home|HOME)\b/;
/** Strings of most languages. Backticks are commands in Julia. */
const STRINGS =
  /"((?:[^"\\]|\\.){0,2000})"|'((?:[^'\\\n]|\\.){2,2000})'|`([^`]{1,2000})`|\{((?:\/|~)[^{}\s]{1,500})\}/gs;
const SHELLS = new Set(["xonsh", "nu", "elvish"]);
const NOTHING: Reading = { invocations: [], unclear: [] };

const otherInterpreters: Program = {
  names: Object.keys(INTERPRETERS),
  effects: () => [],
  further(invocation, where) {
    const code = codeOf(invocation, INTERPRETERS[invocation.program!]!, where);
    if (code === undefined || code.trim() === UNKNOWN) return NOTHING;
    const { cwd, through, runs, words, program } = invocation;
    const origin = { cwd, through: [...through, program!], runs, words };
    if (SHELLS.has(program!)) return readCommand(code, { ...where, cwd: cwd ?? where.cwd });
    const read = readTexts(code.slice(0, 20_000), origin, where);
    const endless = endlessCode(code.slice(0, 20_000));
    const effects = [
      ...(endless === undefined ? [] : [{ ...endless, words }]),
      ...(FETCHES_CODE.test(code.slice(0, 20_000)) ? [{ ...UNREVIEWED_CODE, words }] : []),
    ];
    return { ...read, effects };
  },
};

export default otherInterpreters;

function codeOf({ args, input }: Invocation, { code, first, reads }: Interpreter, where: Where): string | undefined {
  const given = args.flatMap(({ text }, at) => {
    if (code.includes(text)) return [args[at + 1]?.text ?? ""];
    const joined = code.find((name) => name.startsWith("--") && text.startsWith(`${name}=`));
    return joined === undefined ? [] : [text.slice(joined.length + 1)];
  });
  if (given.length > 0) return given.join("\n");
  const operand = args.find(({ text }) => !text.startsWith("-") && text !== "eval");
  if (first === true && operand !== undefined && /[\s(]/.test(operand.text)) return operand.text;
  const isInput = args.some(({ text }) => text === "-") || operand === undefined;
  if (reads !== true || !isInput || input.kind === "file") return undefined;
  return inputText(input, where);
}

function readTexts(code: string, origin: Origin, where: Where): Reading {
  const texts = [...code.matchAll(STRINGS)].map((match) => (match[1] ?? match[2] ?? match[3] ?? match[4])!);
  const bare = code.replace(STRINGS, ' "" ');
  const inHome = HOME.test(code);
  const invocations: Invocation[] = [];
  const unclear: { what: string; words: string }[] = [];
  const paths = texts.flatMap((text) => {
    const path = text.replace(/^\$(?:\{HOME\}|HOME)(?=\/|$)/, "~").trim();
    if (path === "" || /[\s;|&<>()]/.test(path)) return [];
    return inHome && !/^[/~.]/.test(path)
      ? [`~/${path}`]
      : inHome && path.startsWith("/") && !path.startsWith(where.home)
        ? [path, `~${path}`]
        : [path];
  });
  const words = (path: string) => literal(path, /[*?]/.test(path));
  if (DELETES.test(bare)) {
    for (const path of paths.slice(0, 20))
      invocations.push(equivalentProgram("rm", ["-rf", "--", words(path)], origin));
    if (paths.length === 0 && inHome) invocations.push(equivalentProgram("rm", ["-rf", "--", "~"], origin));
    else if (paths.length === 0)
      unclear.push({ what: "runs code that deletes an unknown target", words: origin.words });
  }
  if (WRITES.test(bare))
    for (const path of paths.slice(0, 20)) if (/[/~]/.test(path)) invocations.push(writing(path, "overwrite", origin));
  if (READS.test(bare))
    for (const path of paths.slice(0, 20))
      if (isSensitive(path) !== undefined) invocations.push(equivalentProgram("cat", ["--", path], origin));
  if (
    /\bparray env\b|\barray get env\b|\bos\.Environ\(\)|\benv::vars\(\)|GetEnvironmentVariables\(|System\.getenv\(\)|\bSystem\.get_env\(\)/.test(
      bare,
    )
  )
    invocations.push(equivalentProgram("printenv", [], origin));
  const commands = RUNS.test(bare) || /`[^`]+`/.test(code) ? commandLines(texts) : [];
  for (const line of commands.slice(0, 8)) {
    const inner = readCommand(line, { ...where, cwd: origin.cwd ?? where.cwd });
    invocations.push(
      ...inner.invocations.map((one) => ({ ...one, through: [...(origin.through ?? []), ...one.through] })),
    );
    unclear.push(...inner.unclear);
  }
  return { invocations, unclear };
}

/** A program and its arguments are one string, or one string each. */
function commandLines(texts: readonly string[]): string[] {
  const whole = texts.filter((text) => /\s/.test(text.trim()));
  const apart = texts.filter((text) => !/\s/.test(text.trim()));
  return [
    ...whole,
    ...(apart.length > 1
      ? [apart.map((text) => (/^[\w./~:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "")}'`)).join(" ")]
      : []),
  ];
}
