/**
 * Publishing to a package registry. It asks where a version can never be replaced, or where a package or an image
 * becomes public. Elsewhere it is everyday work, and a guard can be configured to ask.
 */
import { operands } from "../../model/arguments.js";
import type { Effect } from "../../model/effect.js";
import type { Invocation } from "../../model/invocation.js";
import { isNear } from "../../model/near-hosts.js";
import { listed } from "../../services/listed.js";
import { isDryRun, isGiven, optionValues } from "../../services/options.js";
import { REGISTRY } from "../../services/package-registry.js";
import type { Program } from "../contract.js";

/** Subcommands that publish, by program. */
const PUBLISHES: Readonly<Record<string, readonly string[]>> = {
  npm: ["publish"],
  pnpm: ["publish"],
  yarn: ["publish", "npm publish"],
  bun: ["publish"],
  deno: ["publish"],
  jsr: ["publish"],
  lerna: ["publish"],
  changeset: ["publish"],
  np: [""],
  cargo: ["publish", "workspaces publish"],
  shorebird: ["release", "patch"],
  gem: ["push"],
  twine: ["upload"],
  poetry: ["publish"],
  uv: ["publish"],
  flit: ["publish"],
  hatch: ["publish"],
  pdm: ["publish"],
  maturin: ["publish", "upload"],
  vsce: ["publish"],
  ovsx: ["publish"],
  mix: ["hex.publish"],
  mvn: ["deploy", "release:perform", "release:prepare"],
  dotnet: ["nuget push"],
  nuget: ["push"],
  pod: ["trunk push"],
  luarocks: ["upload"],
  dart: ["pub publish"],
  flutter: ["pub publish"],
  rebar3: ["hex publish", "hex.publish"],
  cabal: ["upload"],
  anaconda: ["upload"],
  conda: ["upload"],
  docker: ["push", "image push"],
  podman: ["push", "image push"],
  buildah: ["push"],
  nerdctl: ["push", "image push"],
  python: ["setup.py"],
  python3: ["setup.py"],
  elm: ["publish"],
  dub: ["publish"],
  nimble: ["publish"],
  raco: ["pkg catalog-archive"],
  opam: ["publish"],
  "pub-dev": ["publish"],
  nx: ["release publish", "release"],
  rush: ["publish"],
  cdxgen: ["publish"],
  wapm: ["publish"],
  helm: ["push"],
  crane: ["push"],
  altool: ["", "--upload-app"],
  fastlane: [
    "deliver",
    "pilot",
    "supply",
    "release",
    "upload_to_app_store",
    "run upload_to_app_store",
    "run upload_to_testflight",
    "run upload_to_play_store",
    "upload_to_play_store",
    "ios release",
    "android release",
    "ios beta",
    "android deploy",
  ],
  mvnw: ["deploy"],
  gradle: [
    "publish",
    "publishToMavenCentral",
    "publishToSonatype",
    "closeAndReleaseRepository",
    "publishPlugins",
    "publishAndReleaseToMavenCentral",
  ],
  gradlew: [
    "publish",
    "publishToMavenCentral",
    "publishToSonatype",
    "closeAndReleaseRepository",
    "publishPlugins",
    "publishAndReleaseToMavenCentral",
  ],
  sbt: ["publishSigned", "sonatypeBundleRelease", "sonatypeRelease"],
  goreleaser: ["release"],
  "semantic-release": [""],
  "release-it": [""],
  eas: ["submit", "update"],
  "web-ext": ["sign"],
  "chrome-webstore-upload": ["upload", "publish"],
  snapcraft: ["upload", "release", "push"],
};

/** Their registries keep a version for ever, or show it to everybody at once. */
const PERMANENT = new Set(
  listed(`cargo gem twine flit hatch pdm maturin jsr deno mix rebar3 pod nuget dotnet ovsx luarocks dart flutter
    cabal anaconda changeset elm opam helm python python3 nx`),
);
const IMAGES = /^(?:docker|podman|nerdctl|buildah)$/;
/** Answers the question that the tool would ask. */
const UNASKED = ["--yes", "-y", "--non-interactive", "--no-interaction", "--tolerate-republish", "--build", "-f"];

/** Skips checks of the registry or tool, or publishes everything at once. */
const CARELESS =
  listed(`--allow-dirty --no-verify --no-git-checks --force --yolo --any-branch --no-tests --no-cleanup --recursive -r --workspaces
  --from-package --ignore-checks --skip-checks --ignore-scripts --allow-warnings --force-publish --no-git-tag-version --no-git-tag --skip-existing=false --disable-prepublish`);
/** Tests are left out, or the package goes to a repository that the project does not name. */
const JAVA =
  /^-D(?:skipTests|maven\.test\.skip|alt(?:Snapshot|Release)?DeploymentRepository|gpg\.skip)(?:=|$)(?!=?false)/;
/** A key to the registry that stands in the command. */
const KEYS = /^(?:--?(?:pat|password|token|api-key|apikey|auth)(?:=|$)|--\/\/\S{1,200}:_(?:authToken|auth|password)=)/i;
const PASSWORDS: Readonly<Record<string, readonly string[]>> = {
  twine: ["-p", "--password"],
  poetry: ["-p", "--password"],
  flit: ["--password"],
  dotnet: ["-k"],
  vsce: ["-p"],
  ovsx: ["-p"],
};
/** Reaches app users, or is a release that cannot be withdrawn. */
const STORES = new Set([
  "altool",
  "fastlane",
  "gradle",
  "gradlew",
  "sbt",
  "goreleaser",
  "semantic-release",
  "release-it",
  "eas",
  "web-ext",
  "chrome-webstore-upload",
  "snapcraft",
  "shipit",
  "shorebird",
]);

/** Programs with goals in any order: `mvn clean deploy`. */
const LATER = new Set(["mvn", "mvnw", "gradle", "gradlew", "sbt", "fastlane"]);

const publishing: Program = {
  names: Object.keys(PUBLISHES),
  effects(invocation) {
    const line = `${operands(invocation)
      .map(({ text }) => text)
      .join(" ")} `;
    const publishes = PUBLISHES[invocation.program!]?.some(
      (words) =>
        words === "" || line.startsWith(`${words} `) || (LATER.has(invocation.program!) && line.includes(` ${words} `)),
    );
    const onlyHere = isGiven(invocation, [
      "--snapshot",
      "--skip=publish",
      "--skip-publish",
      "--ci=false",
      "--no-npm.publish",
      "--auto-snapshot",
    ]);
    const built = IMAGES.test(invocation.program!) && / build /.test(` ${line}`) && isGiven(invocation, ["--push"]);
    if ((publishes !== true && !built) || onlyHere || isDryRun(invocation, ["--draft", "--check"])) return [];
    if (IMAGES.test(invocation.program!)) return pushed(invocation);
    if (/^python3?$/.test(invocation.program!) && !/ (?:upload|register) /.test(line)) return [];
    const elsewhere = optionValues(invocation, [
      "--registry",
      "--repository-url",
      "--publish-url",
      "--index",
      "--host",
      "--source",
    ]).some(
      (url) =>
        /^https?:\/\//.test(url) &&
        !/:\/\/(?:[\w-]{1,40}\.){0,2}(?:npmjs\.org|pypi\.org|rubygems\.org|nuget\.org|crates\.io|pkg\.github\.com)(?::\d{1,5})?(?:\/|$)|\.corp(?::\d{1,5})?(?:\/|$)/.test(
          url,
        ) &&
        !isNear(url),
    );
    const ownRegistry =
      (isGiven(invocation, OWN_REGISTRY) &&
        !optionValues(invocation, OWN_REGISTRY).some((name) => PUBLIC_REGISTRY.test(name))) ||
      isGiven(invocation, ["--provenance", "--skip-existing"]);
    const careless =
      elsewhere ||
      (!ownRegistry && (PERMANENT.has(invocation.program!) || isGiven(invocation, UNASKED))) ||
      (!ownRegistry && isGiven(invocation, ["--access=public"])) ||
      isGiven(invocation, CARELESS) ||
      (isGiven(invocation, ["--access=public"]) && isGiven(invocation, ["-w", "--workspace", "--filter", "--tag"])) ||
      invocation.args.some(({ text }) => JAVA.test(text) || KEYS.test(text)) ||
      isGiven(invocation, PASSWORDS[invocation.program!] ?? []) ||
      isRelease(invocation.program!, line);
    return [
      {
        kind: "service",
        severity: careless ? "risky" : "ordinary",
        target: { type: "service", name: REGISTRY },
        certainty: "certain",
        words: invocation.words,
        what: "publishes a package",
        instead: "see what would be published (`npm publish --dry-run`), and ask the user to publish it",
      },
    ];
  },
};

/** Names a registry: of a company, for tests, or on this machine. */
const OWN_REGISTRY =
  listed(`--registry --repository-url --publish-url --index --host --source --repository -r --config-file --index-url
  --publish-registry`);
const PUBLIC_REGISTRY =
  /^pypi$|^https?:\/\/(?!test\.)(?:[\w-]{1,30}\.)?(?:npmjs\.org|pypi\.org|rubygems\.org|crates\.io|nuget\.org)(?:\/|$)/;
const HOST =
  /^(?:docker:\/\/)?(?:localhost|127\.|[\w-]{1,60}(?:\.[\w-]{1,60}){1,6}|[\w-]{1,60}:\d{2,5})(?::\d{2,5})?\//;
const PUBLIC_HOST = /^(?:docker:\/\/)?(?:docker\.io|index\.docker\.io|quay\.io|public\.ecr\.aws)\//;

/** An image goes to a public registry: Docker Hub, if no host is named. */
function pushed(invocation: Invocation): Effect[] {
  const tags = optionValues(invocation, ["-t", "--tag"]);
  const names =
    tags.length > 0
      ? tags
      : operands(invocation)
          .slice(1)
          .map(({ text }) => text);
  const open = names.filter(
    (name) => /^[\w./:@-]{3,300}$/.test(name) && /\//.test(name) && (!HOST.test(name) || PUBLIC_HOST.test(name)),
  );
  if (open.length === 0) return [];
  return [
    {
      kind: "service",
      severity: "risky",
      target: { type: "service", name: REGISTRY },
      certainty: "likely",
      words: invocation.words,
      what: "pushes an image to a public registry",
      instead: "build it without pushing (`docker buildx build --load -t app:dev .`), and ask the user to push it",
    },
  ];
}

export default publishing;

function isRelease(program: string, line: string): boolean {
  return STORES.has(program) || (/^mvnw?$/.test(program) && line.includes("release:"));
}
