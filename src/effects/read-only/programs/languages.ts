/** Languages and their tools: which version there is, and checks that run none of what they check. */
import type { Word } from "../../invocation.js";
import { isSure, type Options, SEEN, type Verbs, type Ways } from "../rule.js";

const VERSION: Options = {
  options: "--version -V -v -version --help -h -help -vV",
  needs: "--version -V -v -version --help -h -help -vV",
  operands: 0,
};

/** A module of Python's own that prints. */
function python(words: readonly Word[], open: boolean, ways: Ways): boolean {
  const [first, module, ...rest] = words;
  if (first?.text !== "-m" || module === undefined || !isSure(module)) {
    return words.length === 1 && !open && /^(?:--version|-V|-VV|--help|-h)$/.test(first?.text ?? "");
  }
  if (module.text === "pip") return ways.command([module, ...rest], open);
  const reads = module.text === "json.tool" || module.text === "platform" || module.text === "calendar";
  return (
    reads &&
    ways.fits(
      { options: "--sort-keys --no-ensure-ascii --indent= --tab --compact --json-lines", operands: 1 },
      rest,
      open,
    )
  );
}

export default {
  "python python2 python3 python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3":
    python,
  "node nodejs deno ruby perl php java javac kotlin kotlinc scala swift swiftc rustc gcc g++ clang clang++ cc c++ ghc ocaml elixir erl iex lua luajit julia R Rscript dart flutter zig nim crystal tcc":
    VERSION,
  "make cmake ninja meson bazel ant sbt lein stack cabal mix rebar3 rake tox nox pytest jest mocha vitest webpack vite eslint prettier mypy pylint flake8 pyright rustfmt clippy-driver gofmt gofumpt golangci-lint":
    VERSION,
  "vim nvim emacs nano code screen ffmpeg ffprobe convert magick pandoc latex pdflatex protoc buf sqlite mongosh redis-server nginx apachectl httpd caddy":
    VERSION,
  "pre-commit": VERSION,
  rubocop: VERSION,
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
  "tokei cloc scc": { not: "-o --out --report-file --write-lang-def --sql --force-lang-def --sql-append -s" },
  "nm objdump otool size readelf c++filt addr2line dwarfdump": SEEN,
} satisfies Verbs;
