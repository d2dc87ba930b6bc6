/** Code that a line writes to a file that runs automatically later: git hooks, workflows, shell settings. */
import type { Reading } from "../model/invocation.js";
import { fileKey, fileText } from "./printed.js";
import type { Reader } from "./reader.js";

const RUNS_LATER =
  /(?:^|\/)(?:\.git\/hooks\/[\w.-]{1,60}|\.husky\/[\w.-]{1,60}|\.githooks\/[\w.-]{1,60}|\.envrc|lefthook\.ya?ml|\.github\/workflows\/[\w.-]{1,100}|\.gitlab-ci\.yml|\.circleci\/config\.yml|bitbucket-pipelines\.yml|Jenkinsfile|\.devcontainer\/[\w./-]{1,60}|\.vscode\/(?:tasks|settings|launch)\.json|conftest\.py|sitecustomize\.py|usercustomize\.py|setup\.py|\.bash_aliases|package\.json|composer\.json|Makefile|GNUmakefile|justfile|Makefile\.toml|Taskfile\.ya?ml|Rakefile|build\.rs|binding\.gyp|\.pre-commit-config\.yaml|\.pre-commit-hooks\.yaml|azure-pipelines\.yml|\.travis\.yml|\.drone\.yml|\.buildkite\/[\w./-]{1,80}|\.github\/actions\/[\w./-]{1,100}|\.cargo\/config\.toml|\.yarnrc(?:\.yml)?|\.npmrc|bunfig\.toml|requirements[\w.-]{0,40}\.txt|pip\.conf|\.pypirc|Gemfile|NuGet\.config|\.github\/settings\.yml|\.idea\/[\w./-]{1,80}|\.nvim\.lua|\.exrc|\.lvimrc|\.dir-locals\.el|\.gitattributes|\.gitconfig|Procfile|\.mise\.toml|\.tool-versions|(?:webpack|vite|vitest|rollup|next|nuxt|svelte|astro|babel|jest|eslint|postcss|tailwind|metro|playwright|cypress|commitlint|prettier|gatsby|karma|tsup|esbuild|metro|snowpack|rspack|vue|remix|ember-cli-build|wdio|protractor\.conf|gulpfile|Gruntfile)(?:\.config)?\.[cm]?[jt]s|(?:Dockerfile|Containerfile)[\w.-]{0,40}|[\w.-]{0,40}\.gradle(?:\.kts)?|gradlew|mvnw|noxfile\.py|tasks\.py|fabfile\.py|hatch_build\.py|Podfile|Vagrantfile|Fastfile|build\.sbt|mix\.exs|CMakeLists\.txt|meson\.build|flake\.nix|\.claude\/commands\/[\w.-]{1,60}|\.?mcp\.json|\.(?:cursor|vscode|kiro|roo|windsurf)\/mcp\.json)$/;
const MOST = 4;

export function plantedIn(reader: Reader): NonNullable<Reading["planted"]> {
  const found: { file: string; text: string }[] = [];
  const take = (file: string, text: string) => {
    if (found.length < MOST) found.push({ file, text: runnable(file, text) });
  };
  for (const file of reader.files.keys()) if (RUNS_LATER.test(file)) take(file, fileText(file, reader));
  // `printf … > x; mv x setup.py`
  for (const { program, args } of reader.invocations) {
    if (program !== "mv" && program !== "cp" && program !== "install") continue;
    const [from, to, ...more] = args.map(({ text }) => text).filter((text) => !text.startsWith("-"));
    if (from === undefined || to === undefined || more.length > 0 || !reader.files.has(fileKey(from))) continue;
    if (RUNS_LATER.test(to)) take(to, fileText(from, reader));
  }
  return found;
}

/** The same for a file that a tool writes; undefined if nothing runs it. */
export function runsLater(file: string, text: string): { file: string; text: string } | undefined {
  if (!RUNS_LATER.test(file)) return undefined;
  return { file, text: runnable(file, text) };
}

function runnable(file: string, text: string): string {
  if (/(?:^|\/)Rakefile$/.test(file))
    return [...text.slice(0, 20_000).matchAll(/\b(?:sh|system|exec|spawn)\b[\s(]{1,8}(["'])(.{1,2000}?)\1/g)]
      .map(([, , command]) => command!)
      .join("\n");
  return /\.(?:ya?ml|json|toml)$/.test(file) ? steps(text) : text;
}

/** Commands of a workflow: the values of `run:` and similar keys, and the lines of their blocks. */
function steps(text: string): string {
  return text
    .slice(0, 20_000)
    .replace(/\$\{\{([^}]{0,300})\}\}/g, (_, value: string) => (/secrets/i.test(value) ? "$CI_SECRET" : "x"))
    .replace(
      /^\s{0,40}(?:-\s{1,8})?"?(?:run|script|before_script|after_script|entry|command|cmds?|postCreateCommand|postStartCommand|onCreateCommand|initializeCommand|postAttachCommand)"?\s{0,4}:\s{0,4}[|>]?[-+]?\s{0,8}/gm,
      "",
    )
    .replace(/^\s{0,40}-\s{1,8}/gm, "")
    .concat(
      ...[...text.slice(0, 20_000).matchAll(/\bcmds?:\s{0,4}\[([^\]]{1,2000})\]/g)].map(
        ([, list]) => `\n${[...list!.matchAll(/(["'])(.{1,1000}?)\1/g)].map(([, , command]) => command!).join("\n")}`,
      ),
      ...[
        ...text
          .slice(0, 20_000)
          .matchAll(/"command"\s{0,8}:\s{0,8}"([^"]{1,200})"\s{0,8},\s{0,8}"args"\s{0,8}:\s{0,8}\[([^\]]{0,2000})\]/g),
      ].map(([, command, args]) => `\n${command} ${args!.replaceAll(",", " ")}`),
      ...[
        ...text
          .slice(0, 20_000)
          .matchAll(
            /"(?:command|postCreateCommand|postStartCommand|onCreateCommand|initializeCommand|postAttachCommand|(?:pre|post)?(?:install|pack|publish|publishOnly|prepare|test|build|start|dev|lint|clean|deploy|release|reset|format|serve|watch|ci|setup)(?::[\w:-]{1,40})?|dependencies|post-(?:install|update|autoload-dump)-cmd)"\s{0,8}:\s{0,8}"((?:[^"\\]|\\.){1,2000})"/g,
          ),
      ].map(([, command]) => `\n${command!.replace(/\\(["\\])/g, "$1")}`),
      ...[
        ...text.slice(0, 20_000).matchAll(/^\s{0,8}(?:script|command|cmd)\s{0,4}=\s{0,4}"((?:[^"\\]|\\.){1,2000})"/gm),
      ].map(([, command]) => `\n${command!.replace(/\\(["\\])/g, "$1")}`),
    );
}
