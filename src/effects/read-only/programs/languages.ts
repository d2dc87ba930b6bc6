/** Languages and their tools: versions, and checks that do not run the code. */
import { type Options, SEEN, type Verbs } from "../rule.js";

/** Exactly one of these. Other words might be read as a program, also from a pipe. */
const only = (options: string): Options => ({ options, needs: options, operands: 0 });
const VERSION = only("--version --help");

export default {
  "python python2 python3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3":
    only("--version -V -VV --help -h"),
  "node nodejs ruby perl php julia make gcc g++ cc c++ clang clang++": only("--version -v --help"),
  "java javac kotlinc": only("--version -version --help -help"),
  "deno rustc cmake": only("--version -V -vV --help -h"),
  "lua luajit": only("-v"),
  "swift swiftc ghc ocaml elixir iex R Rscript dart flutter nim crystal ninja meson bazel cabal rake": VERSION,
  "rustfmt clippy-driver golangci-lint eslint prettier pyright flake8 jest webpack vite": VERSION,
  "vim nvim emacs nano code ffmpeg ffprobe convert magick pandoc latex pdflatex protoc buf mongosh redis-server httpd":
    VERSION,
  nginx: only("-v -V -h"),
  "pre-commit rubocop": VERSION,
  black: { not: "", needs: "--check --diff --version --help -h" },
  isort: { not: "--overwrite-in-place", needs: "-c --check --check-only --diff -d --version --help -h" },
  ruff: {
    options: "--version -V --help -h -q -v -s --quiet --verbose --silent --isolated",
    bare: true,
    verbs: {
      check: { not: "--fix --fix-only --add-noqa -o --output-file --config --cache-dir --extend" },
      rule: SEEN,
      "linter config version help": SEEN,
    },
  },
  "tokei scc": { not: "-o --output" },
  "nm objdump otool size readelf c++filt addr2line dwarfdump": { not: "--plugin -o --out-file" },
} satisfies Verbs;
