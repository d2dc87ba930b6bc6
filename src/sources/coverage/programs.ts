/** Programs by what they do with their file arguments. */

const TOOLS =
  "prettier eslint tsc tsgo biome vitest jest mocha ava tap c8 nyc playwright cypress stylelint oxlint rome dprint standard xo " +
  "webpack vite rollup esbuild swc turbo nx lerna lage rush tsup next astro svelte-check vue-tsc markdownlint markdownlint-cli2 " +
  "cspell commitlint lint-staged husky lefthook pre-commit storybook knip " +
  "ruff black mypy pyright basedpyright pytest py.test flake8 pylint isort tox nox poetry pdm hatch uv pipenv pip pip3 bandit " +
  "coverage autopep8 yapf ty " +
  "cargo rustfmt rustc clippy-driver go gofmt goimports golangci-lint staticcheck java javac kotlin scala groovy gradle gradlew mvn mvnw ant sbt scalafmt " +
  "ktlint detekt dotnet msbuild swift swiftlint swiftformat xcodebuild bundle rake rubocop rspec rails standardrb composer " +
  "phpunit phpstan pint php-cs-fixer psalm mix elixir rebar3 dart flutter stack cabal hlint ormolu zig cmake ninja meson bazel " +
  "buck2 clang-format clang-tidy gcc g++ clang cc terraform tflint tofu pulumi ansible-lint helm docker docker-compose podman " +
  "shellcheck shfmt yamllint hadolint actionlint sqlfluff buf semgrep trivy gitleaks detect-secrets npm pnpm yarn bun corepack";

/** Tools that load project configuration, plugins or sources by design. */
const TOOL_NAMES = new Set(TOOLS.split(" "));

export function isTool(program: string): boolean {
  return TOOL_NAMES.has(program);
}

/** Programs that read, write or print their files, and run none of them. */
export const ONLY_DATA: ReadonlySet<string> = new Set(
  (
    "test [ [[ echo printf cat tac head tail tee less more wc sort uniq cut paste tr rev nl od xxd hexdump strings file stat ls " +
    "tree find fd grep egrep fgrep rg ag ack sed awk jq yq diff cmp comm patch cp mv rm ln mkdir rmdir touch chmod chown install " +
    "basename dirname realpath readlink pwd cd pushd popd read export declare local readonly unset set shift return exit true " +
    "false : trap wait kill sleep date mktemp md5sum sha1sum sha256sum shasum cksum base64 gzip gunzip zip unzip tar rsync scp " +
    "curl wget git gh glab code open xdg-open notify-send osascript say logger which type hash command builtin alias " +
    "column fold fmt expand envsubst truncate dd df du id whoami hostname uname env printenv tput clear seq yes xargs"
  ).split(" "),
);
