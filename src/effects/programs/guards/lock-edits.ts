/** Manual edits of lock files, whose checksums prevent swapped packages. */
import { effectOf } from "../../model/make-effect.js";
import type { Program } from "../contract.js";

const LOCK =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lock|Cargo\.lock|poetry\.lock|uv\.lock|Pipfile\.lock|composer\.lock|Gemfile\.lock|go\.sum|flake\.lock|\.terraform\.lock\.hcl|requirements\S{0,40}\.txt)$/;
const SWAPS = /integrity|resolved|checksum|sha(?:1|256|512)|hash|\bdel\(|registry|https?:\/\//i;
const FROM = /^(?:s(.)\^?\s{0,4}FROM [^\n]{1,100}\1FROM [\w.-]{1,60}\/)/;

/** Files that say where a package manager takes packages from. */
const SOURCE_FILES =
  /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|bunfig\.toml|pip\.conf|pyproject\.toml|uv\.toml|Pipfile|Gemfile|go\.mod|Cargo\.toml|\.cargo\/config(?:\.toml)?|pom\.xml|settings\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|gradle-wrapper\.properties|maven-wrapper\.properties|nuget\.config|composer\.json|\.gitmodules|Podfile|mix\.exs|environment\.ya?ml|Chart\.yaml|sources\.list|[\w.-]{1,60}\.(?:sources|list|repo))$/i;
const KNOWN_SOURCE =
  /(?:npmjs|yarnpkg|pypi|pythonhosted|rubygems|crates\.io|maven|gradle|nuget|golang|packagist|github|gitlab|bitbucket|cocoapods|hex\.pm|debian|ubuntu|alpinelinux|fedoraproject|anaconda|distributionUrl|registry|index-url|\burl\b)/i;
const HOST = /(?:^|[/@.\s"'=])((?:[\w-]{1,63}\\?\.){1,5}[a-z]{2,20})(?=[/:"'\s]|$)/i;

const USUAL_HOST =
  /(?:^|\.)(?:npmjs\.(?:org|com)|yarnpkg\.com|npmmirror\.com|jsr\.io|pypi\.org|pythonhosted\.org|rubygems\.org|crates\.io|maven\.org|apache\.org|gradle\.org|google\.com|googleapis\.com|nuget\.org|golang\.org|packagist\.org|github\.com|github\.io|gitlab\.com|bitbucket\.org|cocoapods\.org|hex\.pm|debian\.org|ubuntu\.com|alpinelinux\.org|fedoraproject\.org|anaconda\.org|docker\.io|ghcr\.io|quay\.io|jfrog\.io|pkg\.dev|internal|local|corp|lan|test|localhost)$/i;

/** `s|registry.npmjs.org|npm.example.net|`: another host takes the place of a known one. */
function swapsHost(script: string): boolean {
  const [, mark] = /^s([^\w\s\\])/.exec(script) ?? [];
  if (mark === undefined) return false;
  const [, from = "", to = ""] = script.replaceAll(`\\${mark}`, " ").split(mark);
  const host = HOST.exec(to.replaceAll("\\", ""))?.[1];
  return host !== undefined && KNOWN_SOURCE.test(from) && !from.includes(host) && !USUAL_HOST.test(host);
}

/** Files that a build or an install runs. */
const BUILD_FILES =
  /(?:^|\/)(?:setup\.py|conftest\.py|noxfile\.py|build\.rs|Makefile|GNUmakefile|justfile|Rakefile|gradlew|mvnw|[\w.-]{1,40}\.gradle(?:\.kts)?|[\w-]{1,40}\.config\.[cm]?[jt]s|gulpfile\.js|Gruntfile\.js|\.envrc)$/;
const RUNS_CODE =
  /\b(?:curl|wget)\b[^\n|]{0,200}\|\s{0,4}(?:ba|z|da)?sh\b|\bos\.system\(|\bexec(?:Sync)?\(|\beval\(|base64|child_process|\bsubprocess\b/;

const lockEdits: Program = {
  names: ["sed", "gsed", "perl", "jq", "yq", "sd"],
  effects(invocation) {
    const { args, program } = invocation;
    const words = args.map(({ text }) => text);
    const locks = words.some((word) => LOCK.test(word));
    const image =
      words.some((word) => /(?:^|\/)(?:Dockerfile|Containerfile)\S{0,40}$/.test(word)) &&
      words.some((word) => FROM.test(word));
    const script = words.join("\n").slice(0, 5000);
    const manifest =
      words.some((word) => /(?:^|\/)(?:package\.json|composer\.json|pyproject\.toml)$/.test(word)) &&
      (/"(?:npm:|git\+|git:|github:|https?:\/\/)[^"]{3,200}/.test(script) ||
        /(?:(?:pre|post)?install|prepare)\b[^\n]{0,40}(?:curl|wget|https?:|\|\s{0,4}(?:ba)?sh|base64|node -e)/.test(
          script,
        ));
    const swapped =
      words.some((word) => SOURCE_FILES.test(word)) && words.some((word) => word.length < 2000 && swapsHost(word));
    const planted = words.some((word) => BUILD_FILES.test(word)) && RUNS_CODE.test(script);
    const tracked =
      words.some((word) => /(?:^|\/)\.(?:git|docker|npm|vercel|claude|cursor)ignore$/.test(word)) &&
      /\/[^/]{0,40}(?:env|pem|key|secret|credential|p12|pfx)[^/]{0,40}\/d/i.test(script);
    const edits =
      program === "jq" || program === "sd" || words.some((word) => /^(?:-[a-zA-Z0-9]{0,6}i|--in-?place)/.test(word));
    const swaps = words.some(
      (word) => !LOCK.test(word) && SWAPS.test(word) && (program !== "jq" || /\bdel\(|=/.test(word)),
    );
    if (!edits || !(image || manifest || swapped || planted || tracked || (locks && swaps))) return [];
    return [
      effectOf(invocation, {
        kind: "remote-code",
        severity: "risky",
        certainty: "likely",
        what: tracked
          ? "lets files with secrets into the repository"
          : image
            ? "changes the base image to one of another owner"
            : manifest || swapped || planted
              ? "makes the project install a package, or run a script, from another source"
              : "changes package checksums or URLs by hand",
        instead: "run the package manager to update the file: `npm install`",
      }),
    ];
  },
};

export default lockEdits;
