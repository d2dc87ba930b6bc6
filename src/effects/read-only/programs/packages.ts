/** Package managers: installed and available packages. Resolving and fetching are omitted. */
import { ALONE, type Options, SEEN, type Verbs } from "../rule.js";

/** Program names and output files. */
const NPM: Options = {
  not: "--node-options --browser --editor --viewer --git --script-shell --shell --logs-dir --cache --fix --userconfig --globalconfig --init-module",
};
const NPM_ALONE: Options = { ...NPM, operands: 0 };

const PIP: Options = { not: "--log --log-file --python --cache-dir --output --target" };

/** A setting may name a program. */
const APT: Options = { not: "-o -c --option --config-file" };

export default {
  npm: {
    options: "-g --global --json --silent -s --prefix= --registry= -v --version --help -h -l",
    verbs: {
      "list ls la ll view info show v outdated ping whoami root prefix bin why explain search s se find query sbom":
        NPM,
      "doctor help help-search completion stars": NPM,
      audit: { ...NPM, operands: ([verb]) => verb === undefined || verb === "signatures" },
      "fund version": NPM_ALONE,
      "config c": { verbs: { "list ls get": NPM } },
      "dist-tag dist-tags": { verbs: { ls: NPM } },
      owner: { verbs: { "ls list": NPM } },
      access: { verbs: { "list ls get ls-packages ls-collaborators": NPM } },
      profile: { verbs: { get: NPM } },
      "team org": { verbs: { "ls list": NPM } },
      pkg: { verbs: { get: NPM } },
    },
  },
  pnpm: {
    options: "-g --global -r --recursive -C= --dir= --filter= -F= --silent -s -v --version --help -h",
    verbs: {
      "list ls la ll outdated why root bin view info show search help licenses audit": NPM,
      "config c": { verbs: { "list get": NPM } },
    },
  },
  bun: {
    options: "-v --version --revision --help -h",
    verbs: { pm: { verbs: { "ls bin hash cache whoami": ALONE } } },
  },
  "pip pip3": {
    options:
      "-v -q --verbose --quiet --disable-pip-version-check --no-color --no-input --isolated -V --version -h --help",
    verbs: {
      "list show freeze check hash help inspect debug search": PIP,
      index: { verbs: { versions: PIP } },
      config: { options: "--global --site --user", verbs: { "list get debug": PIP } },
      cache: { verbs: { "list info dir": PIP } },
    },
  },
  pipx: { verbs: { "list environment": SEEN } },
  "conda mamba micromamba": {
    options: "--version -V --help -h",
    verbs: {
      "list info search": SEEN,
      env: { verbs: { list: SEEN } },
      config: { options: "--show? --show-sources --get?", needs: "--show --show-sources --get" },
    },
  },
  poetry: {
    options: "--version -V --help -h -n -q -v",
    verbs: {
      "check about": { not: "-P --project -C --directory" },
      env: { verbs: { "list info": SEEN } },
      version: { options: "-s --short", operands: 0 },
    },
  },
  uv: {
    options: "-q -v --quiet --verbose --offline --no-cache --color= -V --version -h --help --directory= --project=",
    bare: true,
    verbs: {
      help: SEEN,
      version: { options: "--output-format= --short", operands: 0 },
      pip: { verbs: { "list freeze show tree check": { not: "--cache-dir" } } },
      python: { verbs: { "list find dir": SEEN } },
      tree: { not: "--script", needs: "--frozen" },
      export: { help: 0, not: "-o --output-file --script", needs: "--frozen" },
    },
  },
  brew: [
    {
      options: "--version -v --config --help -h",
      bare: true,
      verbs: {
        "list ls info abv desc deps uses leaves outdated search formulae casks config missing log cat options commands":
          { not: "--github --web" },
        "tap-info shellenv help doctor dr linkage formula command": SEEN,
        analytics: { bare: true, verbs: { state: ALONE } },
        bundle: { verbs: { "check list": SEEN } },
        services: { verbs: { "list info": SEEN } },
      },
    },
    {
      options:
        "--cache --cellar --prefix --repo --repository --caskroom --installed --unbrewed --HEAD --formula --cask -s",
      needs: "--cache --cellar --prefix --repo --repository --caskroom",
    },
  ],
  cargo: [
    {
      options: "-V -vV --version -v --verbose -q --list --help -h",
      bare: true,
      verbs: {
        "tree metadata pkgid search info version help locate-project read-manifest verify-project": {
          not: "--config -Z",
        },
      },
    },
  ],
  rustup: {
    options: "--version -V --help -h",
    verbs: { "which check": SEEN, "toolchain target component": { verbs: { list: SEEN } } },
  },
  go: {
    verbs: {
      version: SEEN,
      env: { options: "-json --json -changed", oneDash: true },
      doc: { options: "-all -c -cmd -short -src -u", oneDash: true },
      help: SEEN,
    },
  },
  gem: {
    options: "-v --version --help -h",
    verbs: { "list search info environment env which contents dependency outdated specification help": SEEN },
  },
  apt: { verbs: { "list show search policy depends rdepends": APT } },
  "apt-cache": { verbs: { "show search policy depends rdepends showpkg stats pkgnames madison": APT } },
  dpkg: {
    options: "-l -L -s -S -p -I -c --list --listfiles --status --search --print-avail --version --print-architecture",
    needs: "-l -L -s -S -p -I -c --list --listfiles --status --search --print-avail --version --print-architecture",
  },
  "dpkg-query": SEEN,
  rpm: {
    options: "-q -a -i -l -f= -c -d -R --provides --requires --scripts --changelog --whatprovides= --version --last",
    needs: "-q --version",
  },
  "dnf yum": {
    verbs: { "list info search repolist provides repoquery": { not: "--setopt -c --config --installroot" } },
  },
  pacman: {
    options: "-Q -Qi -Ql -Qs -Qe -Qo -Ss -Si --version",
    oneDash: true,
    needs: "-Q -Qi -Ql -Qs -Qe -Qo -Ss -Si --version",
  },
  apk: { verbs: { "info list search policy version": SEEN } },
  snap: { verbs: { "list info find version": SEEN } },
  flatpak: { verbs: { "list info search remotes": SEEN } },
  port: { verbs: { "list installed info search outdated version": SEEN } },
  "mvn gradle": { options: "--version -v -version", needs: "--version -v -version", operands: 0 },
  dotnet: {
    options: "--version --info --list-sdks --list-runtimes",
    needs: "--version --info --list-sdks --list-runtimes",
    operands: 0,
  },
  nvm: { help: 0, verbs: { "ls list current version which ls-remote": SEEN } },
  asdf: { help: 0, verbs: { "current list where which": SEEN } },
} satisfies Verbs;
