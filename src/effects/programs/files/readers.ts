/** Programs that read the files they are given. */
import { operands } from "../../model/arguments.js";
import type { Where } from "../../model/effect.js";
import type { Invocation, Word } from "../../model/invocation.js";
import { asksForHelp } from "../../model/rules.js";
import { important } from "../../paths/important.js";
import { absolute } from "../../paths/paths.js";
import { readEffect } from "../../paths/reads.js";
import { isSensitive } from "../../paths/sensitive.js";
import type { Program } from "../contract.js";

/** The first operand is a pattern or a script. */
const PATTERN_FIRST = new Set([
  "grep",
  "egrep",
  "fgrep",
  "rg",
  "ag",
  "ack",
  "zgrep",
  "awk",
  "gawk",
  "mawk",
  "sed",
  "gsed",
  "jq",
  "yq",
  "look",
]);
const PLAIN =
  `cat tac nl less more most head tail bat batcat view xxd hexdump hd od strings base64 base32 basenc cut sort uniq diff
  sdiff colordiff cmp comm paste join fold fmt pr ul rev shuf tsort zcat zless zmore gzcat bzcat xzcat lzcat zstdcat gzip
  pigz bzip2 pbzip2 xz lzma lz4 lzop zstd brotli compress zip gpg gpg2 age rage ccat openssl ssh-keygen ssh-add xclip
  xsel pbcopy wl-copy clip dd curl get-content type jsonpp column expand unexpand iconv uuencode split csplit lpr lp enscript a2ps pygmentize highlight glow xmllint pandoc`.split(
    /\s+/,
  );

const VALUES = [
  "-n",
  "-c",
  "-s",
  "-w",
  "-f",
  "-d",
  "-e",
  "-A",
  "-B",
  "-C",
  "-m",
  "-t",
  "-k",
  "-l",
  "--lines",
  "--bytes",
  "-g",
  "--glob",
  "-v",
];

const readers: Program = {
  names: [...PLAIN, ...PATTERN_FIRST],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    return filesOf(invocation).map((word) => {
      const path = absolute(word.text, where, invocation.cwd) ?? word.text;
      return readEffect(word, invocation, where, { secret: typed(path, where) ?? accounts(path, invocation) });
    });
  },
};

export default readers;

function filesOf(invocation: Invocation): Word[] {
  const { args, program = "" } = invocation;
  if (program === "curl")
    return args.filter(({ text }) => text.startsWith("file://")).map((word) => ({ ...word, text: word.text.slice(7) }));
  if (program === "dd")
    return args.filter(({ text }) => text.startsWith("if=")).map((word) => ({ ...word, text: word.text.slice(3) }));
  if (program === "openssl" || program === "ssh-keygen") {
    const at = args.findIndex(({ text }) => text === "-in" || (program === "ssh-keygen" && text === "-f"));
    return at < 0 ||
      args[at + 1] === undefined ||
      (program === "ssh-keygen" && !args.some(({ text }) => text === "-y" || text === "-p" || text === "-e"))
      ? []
      : [args[at + 1]!];
  }
  if (program === "ssh-add") return [];
  const first = PATTERN_FIRST.has(program);
  const words = [...operands(invocation, first ? valuesBefore(program) : VALUES), ...perhapsFiles(args)];
  const given = args.some(({ text }) => /^-(?:e|f|-regexp|-file|-expression)/.test(text));
  return first && !given ? words.slice(1) : words;
}

/** Options with a value, for programs whose first operand is a pattern. Otherwise `-n` would hide the pattern. */
function valuesBefore(program: string): readonly string[] {
  const own = /awk$/.test(program) ? ["-F", "-v"] : program === "rg" ? ["-g", "-t", "-T", "-j", "-M", "-r"] : [];
  return ["-A", "-B", "-C", "-m", "-e", "-f", "--glob", "--include", "--exclude", ...own];
}

/** `-f` takes a value in `grep` but not in `tail`: a sensitive name after it counts as a file in both. */
function perhapsFiles(args: readonly Word[]): Word[] {
  return args.filter(
    ({ text }, at) =>
      /^-[acdfklmnstw]$/i.test(args[at - 1]?.text ?? "") && /^[~/.]/.test(text) && isSensitive(text) !== undefined,
  );
}

function typed(path: string, where: Where): string | undefined {
  const found = important(path, where);
  return found?.what.includes("typed") ? found.what : undefined;
}

/** Copying the account list is suspicious; reading it is everyday work. */
function accounts(path: string, { program, redirects }: Invocation): string | undefined {
  const aside =
    program === "cat" && redirects.some(({ operator, target }) => operator !== "<" && !target.text.startsWith("/dev/"));
  return aside && /^\/etc\/(?:passwd|group)$/.test(path) ? "the account list in order to copy it" : undefined;
}
