/**
 * Paths passed to a program whose behaviour is unknown: it may write to them. Matters only to guards of single files.
 */

import { byProgram } from "../model/by-program.js";
import type { Effect, Where } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";
import { effectOf } from "../model/make-effect.js";
import { outputsOf } from "./outputs.js";
import { isStream, pathTarget } from "./paths.js";
import { writeEffect } from "./writes.js";

/** Programs that change none of the files they receive. */
const READERS = new Set(
  ". [ [[ ack ag alias bat bash basename b2sum base32 base64 builtin cat cd chronic cksum cmp code column comm command compgen complete cut dash declare df diff dir dirname dirs du echo egrep env eval exec exit export eza exa false fd fgrep file find fish fold getconf getent gfind git-grep grep groups head help hexdump history id info jobs join jq ksh less let local locate ls lsattr lsof man md5 md5sum mapfile more namei nl nohup od open openat pathchk popd print printenv printf ps pushd pwd read readarray readlink realpath return rg rev set sh sha1sum sha224sum sha256sum sha384sum sha512sum shasum shellcheck shift sleep sort source stat strings sudo sum tac tail test time timeout tr tree true type typeset unset vdir view wait watch wc whatis nice ionice stdbuf setsid doas caffeinate strace ltrace flock script busybox parallel snaphook npx bunx pnpx whereis which who xargs xdg-open xxd zcat zgrep zsh".split(
    " ",
  ),
);
/** Rewrite what they read. */
const REWRITERS = new Set([
  "gzip",
  "gunzip",
  "bzip2",
  "bunzip2",
  "xz",
  "unxz",
  "zstd",
  "lz4",
  "compress",
  "uncompress",
]);
const IN_PLACE = new Set(["awk", "gawk", "mawk", "sed", "gsed", "yq", "perl", "ruby"]);
const GIT_READS =
  /^(?:add|annotate|archive|blame|bundle|cat-file|check-attr|check-ignore|commit|describe|diff|diff-tree|difftool|fetch|for-each-ref|grep|hash-object|help|log|ls-files|ls-remote|ls-tree|merge-base|name-rev|notes|push|reflog|remote|rev-list|rev-parse|shortlog|show|show-ref|status|tag|var|verify-commit|version|whatchanged)$/;
/** Options whose value is an output file, also in programs that otherwise read. */
const OUTPUT = /^(?:-o|-O|-out|-of|--out|--outfile|--output|--output-document|--output-file|-fls|-fprint0?|-fprintf)$/;
const OUTPUT_JOINED = /^(?:--?(?:out|outfile|output|output-document|output-file)=|of=|-o(?=[./~]))(.+)$/;
/** Limit that bounds the analysis time. */
const MOST = 200;

const traitsOf = byProgram((program) => ({
  isTar: /^(?:bsd|g)?tar$/.test(program),
  rewrites: REWRITERS.has(program),
  isPython: /^python[\d.]*$/.test(program),
  formats: program === "prettier" || program === "eslint" || program === "biome",
  reads: READERS.has(program),
}));

export function mentions(invocation: Invocation, known: readonly Effect[], where: Where): Effect[] {
  const { program, args, standsIn, runs } = invocation;
  if (standsIn || runs === "elsewhere" || args.length === 0) return [];
  const packs = traitsOf(program).isTar && !isUnpacking(invocation);
  const reads = packs || onlyReads(invocation);
  const found: Effect[] = [];
  let covered: ReadonlySet<string | undefined> | undefined;
  for (const { word, names } of outputsOf(invocation))
    for (const effect of written(word, names, invocation, where)) found.push(effect);
  for (let at = 0; at < args.length && found.length < MOST; at++) {
    const word = args[at]!;
    const before = args[at - 1]?.text ?? "";
    const isOutput =
      before.startsWith("-") || packs
        ? (OUTPUT.test(before) && program !== "grep") || (packs && /^-?[a-zA-Z]{0,10}f$/.test(before))
        : false;
    const joined = isOption(word.text) ? OUTPUT_JOINED.exec(word.text)?.[1] : undefined;
    if (reads && !isOutput && joined === undefined) continue;
    const text = joined ?? valueIn(word.text);
    if (!isPathLike(text) || isStream(text)) continue;
    const target = pathTarget(text, where, invocation.cwd);
    if (!isOutput && joined === undefined) {
      covered ??= coveredBy(known, invocation);
      if (covered.has(target.name)) continue;
    }
    found.push(
      effectOf(invocation, {
        kind: "write",
        severity: "ordinary",
        target,
        certainty: "unknown",
        what: "may write to a file",
      }),
    );
  }
  return found;
}

/** May be one with a value in the same word. */
function isOption(text: string): boolean {
  return text.startsWith("-") || text.startsWith("of=");
}

/** Paths about which something is reported already. A program that rewrites what it reads writes it, too. */
function coveredBy(known: readonly Effect[], invocation: Invocation): ReadonlySet<string | undefined> {
  const rewrites = traitsOf(invocation.program).rewrites || isInPlace(invocation);
  const covered = new Set<string | undefined>();
  for (const { kind, target } of known) if (kind !== "read" || !rewrites) covered.add(target?.name);
  return covered;
}

/** Output files that need a question; others are treated as mentions. */
function written(word: Word, names: "maybe-folder" | undefined, invocation: Invocation, where: Where): Effect[] {
  if (isStream(word.text) || word.text === "-") return [];
  const effect = writeEffect(invocation, word, where, {
    manner: "replace",
    kind: "write",
    what: "replaces the content of a file",
    ...(names === undefined ? {} : { names }),
  });
  return effect.severity === "ordinary" ? [] : [effect];
}

function isUnpacking({ args }: Invocation): boolean {
  return args.some(
    ({ text }, at) => /^(?:-[a-zA-Z]{0,10}x|--extract|--get)/.test(text) || (at === 0 && /^[a-zA-Z]{0,10}x/.test(text)),
  );
}

function isInPlace({ program = "", args }: Pick<Invocation, "program" | "args">): boolean {
  return (
    IN_PLACE.has(program) && args.some(({ text }) => /^(?:-[a-zA-Z]{0,6}i|--in-?place|inplace$|--inplace)/.test(text))
  );
}

/** True if the program is known to change none of its files. */
export function onlyReads({ program, args }: Invocation): boolean {
  if (program === undefined) return false;
  if (program === "git") return GIT_READS.test(args.find(({ text }) => /^[a-z]/.test(text))?.text ?? "help");
  if (program === "awk" || program === "gawk" || program === "mawk")
    return !args.some(({ text }) => text === "inplace");
  if (program === "yq" || program === "sed") return !args.some(({ text }) => /^-[a-z]*i|^--in-?place/.test(text));
  const { isPython, formats, reads } = traitsOf(program);
  if (isPython && args[0]?.text === "-m" && /^(?:json\.tool|tokenize|ast|dis)$/.test(args[1]?.text ?? ""))
    return args.slice(2).filter(({ text }) => !text.startsWith("-")).length < 2;
  if (formats) return !args.some(({ text }) => /^(?:-w|--write|--fix|--apply|-o|--output-file)/.test(text));
  if (program === "uniq" || program === "xxd") return args.filter(({ text }) => !text.startsWith("-")).length < 2;
  return reads;
}

/** `--config=path`, `KEY=path`. */
function valueIn(text: string): string {
  if (!text.includes("=")) return text;
  const at = /^-{0,2}[\w-]{1,60}=/.exec(text)?.[0].length ?? 0;
  return text.slice(at);
}

function isPathLike(text: string): boolean {
  return (
    text.length > 1 &&
    text.length < 1024 &&
    !text.startsWith("-") &&
    /[./~\uFFFC]/.test(text) &&
    !/[\s:;|<>(){}]/.test(text)
  );
}
