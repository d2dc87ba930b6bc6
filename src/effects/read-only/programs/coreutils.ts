/** Core utilities for files, directories, text and numbers. */

import type { Word } from "../../model/invocation.js";
import { ANY, isSure, type Options, SEEN, type Verbs } from "../rule.js";

const NOWHERE = ["/dev/null", "/dev/stderr", "/dev/stdout", "-"];

/** Unsetting variables for agents, and keys, cannot make a command do more. */
const OF_AGENTS =
  /^(?:CLAUDECODE|(?:ANTHROPIC|CLAUDE|CODEX|COPILOT|CURSOR|GEMINI|GOOGLE_GEMINI|OPENAI|QWEN|SNAPHOOK)_\w+|\w+_(?:TOKEN|KEY|SECRET|PASSWORD))$/;

/** Writes to standard output or only inspects. In-place options are omitted. */
const GZIP: Options = { options: "-l -t -d -q -v --list --test --decompress --quiet --verbose", needs: "-t --test" };

const PACKED: readonly Options[] = [
  {
    options:
      "-c -d -f -k -q -v -n -N -T? -# --stdout --to-stdout --decompress --uncompress --force --keep --quiet --verbose --no-name",
    needs: "-c --stdout --to-stdout",
  },
  { options: "-l -t -q -v --list --test --quiet --verbose", needs: "-l -t --list --test" },
  { options: "--version -V --help -h -L --license", needs: "--version -V --help -h -L --license" },
];

export default {
  "cat tac head tail wc nl od hexdump hd strings cmp comm diff cut paste tr fold fmt expand unexpand join look rev":
    ANY,
  "zgrep zegrep zfgrep bzgrep xzgrep zdiff zcmp": SEEN,
  diff3: { not: "--diff-program" },
  "grep egrep fgrep zcat bzcat xzcat zstdcat lz4cat jq column colrm": ANY,
  "ls dir vdir stat du df readlink realpath basename dirname pwd echo true false : seq expr factor numfmt tsort cksum sum":
    ANY,
  "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum shasum md5 base32 basenc pathchk bc": ANY,
  "whoami id groups logname users uname nproc tty locale getconf cal ncal sleep cd pushd popd dirs": ANY,
  printf: ([format]) => format !== undefined && isSure(format) && !format.text.startsWith("-"),
  "test [": test,
  base64: {
    options:
      "-d -D -e -i= -n -w= -b= --decode --encode --ignore-garbage --wrap= --break= --input= --noerrcheck --copyright --version --help -h -u",
  },
  file: { not: "-C --compile" },
  date: {
    options:
      "-u -R -I? -d= -r= -j -f= -v= --utc --universal --date= --iso-8601? --rfc-3339= --rfc-email --reference= --version",
    operands: (words) => words.every((word) => word.startsWith("+")),
  },
  hostname: {
    options: "-f -i -I -s -d -A -a -y --fqdn --long --ip-address --all-ip-addresses --short --domain --version",
    operands: 0,
  },
  sort: { not: "-o --output --compress-program" },
  uniq: {
    options:
      "-c -d -D -u -i -z -f= -s= -w= --count --repeated --all-repeated? --unique --ignore-case --skip-fields= --skip-chars= --check-chars= --zero-terminated --group?",
    operands: 1,
  },
  shuf: { not: "-o --output --random-source" },
  xxd: { options: "-a -b -c= -C -d -e -E -g= -h -i -l= -n= -o= -p -ps -plain -s= -u -v --version", operands: 1 },
  hexyl: SEEN,
  iconv: { not: "-o --output" },
  tee: { options: "-a -i -p --append", operands: (words) => words.every((word) => NOWHERE.includes(word)) },
  tree: { not: "-o -R --output" },
  "gzip gunzip": [...PACKED, GZIP],
  "pigz unpigz bzip2 bunzip2 xz unxz zstd unzstd": PACKED,
  tsc: { options: "--version -v --help", needs: "--version -v --help" },
  printenv: {
    options: "",
    operands: (names) =>
      names.length > 0 &&
      names.every((name) =>
        /^(?:HOME|PATH|USER|SHELL|LANG|TERM|PWD|EDITOR|TZ|LC_\w{1,20}|NODE_ENV|RAILS_ENV|APP_ENV|GOPATH|GOROOT|JAVA_HOME|VIRTUAL_ENV|CI)$/.test(
          name,
        ),
      ),
  },
  set: { options: "-e -u -x -v -o=pipefail|errexit|nounset|xtrace", needs: "-e -u -x -v -o", operands: 0 },
  read: {
    options: "-r -s -a -p= -n= -N= -t= -d=",
    operands: (names) => names.every((name) => /^(?!.*proxy)[a-z]\w{0,30}$/.test(name)),
  },
  unset: { options: "-v", operands: (names) => names.every((name) => OF_AGENTS.test(name)) },
  umask: { options: "-S -p", operands: 0 },
  ulimit: { options: "-a -S -H -n -u -f -s -v", operands: 0 },
  kill: { options: "-l -L --list --table", needs: "-l -L --list --table" },
  "type which whereis where command-v": ANY,
  less: {
    options: "-N -S -R -r -F -X -E -e -i -I -n -s -q -M -m",
    operands: (words) => !words.some((word) => word.startsWith("+")),
  },
  more: { options: "-d -f -l -p -c -s -u -# -n=", operands: (words) => !words.some((word) => word.startsWith("+")) },
  "exit return break continue": { options: "-#", operands: 1 },
} satisfies Verbs;

const UNARY = /^-[abcdefghknprstuwxzGLNOS]$/;
const BINARY = /^(?:==?|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/;

/** `test` and `[`: only plain expressions. `-v` and words that a shell evaluates may run commands. */
function test(words: readonly Word[], open: boolean): boolean {
  const asked = words.at(-1)?.text === "]" ? words.slice(0, -1) : words;
  if (open || !asked.every(isOneWord)) return false;
  const rest = asked[0]?.text === "!" ? asked.slice(1) : asked;
  const is = (at: number, pattern: RegExp) => rest[at]?.known === true && pattern.test(rest[at].text);
  if (rest.length < 2) return true;
  return rest.length === 2 ? is(0, UNARY) : rest.length === 3 && is(1, BINARY);
}

/** Unknown parts are quoted or numeric. */
function isOneWord({ known, glob, source }: Word): boolean {
  return known ? !glob : /^(?:"[^"]*"|\$[?#])$/.test(source);
}
