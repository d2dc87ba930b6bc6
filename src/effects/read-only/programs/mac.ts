/** macOS only. */
import { ALONE, type Options, SEEN, type Verbs } from "../rule.js";

const flags = (options: string, more: Partial<Options> = {}): Options => ({ options, oneDash: true, ...more });
const one = (names: string, more = ""): Options => flags(`${names} ${more}`, { needs: names });

/** The first word is the action, with a dash. */
const first =
  (pattern: RegExp): Verbs[string] =>
  (words, open) =>
    !open && words.every(({ known, glob }) => known && !glob) && pattern.test(words[0]?.text ?? "");

export default {
  "sw_vers system_profiler ioreg vm_stat mdls mdfind": { not: "-o --output" },
  defaults: {
    help: 0,
    options: "-currentHost -host=",
    oneDash: true,
    verbs: { "read read-type domains find help": SEEN },
  },
  diskutil: { help: 0, verbs: { "list info information activity listFilesystems": SEEN } },
  hdiutil: { help: 0, verbs: { "info imageinfo isencrypted pmap help plugins": SEEN } },
  networksetup: first(/^-(?:get\w+|list\w+|show\w+|version|help|printcommands)$/i),
  scutil: [
    one("--dns --proxy", ""),
    { options: "--get=ComputerName|HostName|LocalHostName", needs: "--get" },
    { options: "-r= -w= -t= -W", needs: "-r -w", operands: 1 },
  ],
  security: {
    help: 0,
    verbs: {
      "error find-identity find-certificate dump-trust-settings requirement-evaluate translocate-original-path translocate-policy-check show-keychain-info help":
        { not: "-o -f" },
      "find-generic-password find-internet-password": { not: "-w -g" },
      "find-key": SEEN,
      leaks: ALONE,
    },
  },
  codesign: {
    options:
      "-d -v -vv -vvv -vvvv -R= -r=- --display --verify --deep --strict? --verbose? --requirements=- --validate-constraint --check-notarization --entitlements=- --xml --all-architectures -a= --architecture=",
    needs: "-d -v --display --verify --validate-constraint",
  },
  spctl: {
    options: "-a -v -vv --assess --verbose --type= -t= --context= --raw --ignore-cache",
    needs: "-a --assess",
  },
  pkgutil: first(
    /^(?:--(?:pkgs|pkgs-plist|files|file-info|file-info-plist|pkg-info|pkg-info-plist|pkg-groups|groups|groups-plist|group-pkgs|export-plist|payload-files|check-signature|help)(?:=.*)?|-h)$/,
  ),
  plutil: { options: "-p -lint -s -type= -help", oneDash: true, needs: "-p -lint -type -help" },
  PlistBuddy: { options: "-h", needs: "-h" },
  tmutil: {
    help: 0,
    verbs: {
      "listbackups latestbackup listlocalsnapshots listlocalsnapshotdates destinationinfo isexcluded status currentphase machinedirectory calculatedrift uniquesize verifychecksums compare version help":
        SEEN,
    },
  },
  xattr: { options: "-l -r -s -v -x -p -h --help" },
  mdutil: { options: "-s -a", needs: "-s" },
  mdimport: { options: "-L -X -A -t -d=1|2|3|4", needs: "-L -X -A -t" },
  pmset: { options: "-g", needs: "-g", operands: 1 },
  profiles: {
    help: 0,
    options: "-v -verbose",
    oneDash: true,
    verbs: { "list show status help validate": { not: "-o -output", oneDash: true } },
  },
  sips: flags("-g= --getProperty= --verify --help -h --formats -v", {}),
  lipo: {
    options: "-info -archs -detailed_info -verify_arch",
    oneDash: true,
    needs: "-info -archs -detailed_info -verify_arch",
  },
  symbols: { not: "-saveSignature -o", oneDash: true },
  textutil: [
    one("-info -help"),
    flags("-convert= -cat= -stdout -format= -encoding= -inputencoding= -noload -nostore", { needs: "-stdout" }),
  ],
  qlmanage: { options: "-h -m", needs: "-h -m", operands: 1 },
  launchctl: {
    help: 0,
    verbs: {
      "list print print-cache print-disabled plist blame hostinfo resolveport managerpid manageruid managername dumpstate dumpjpcategory version variant error help":
        SEEN,
    },
  },
  dscl: (words, open) =>
    !open &&
    words.every(({ known, glob }) => known && !glob) &&
    /^-?(?:list|read|readall|readpl|search)$/.test(words[1]?.text ?? "") &&
    /^[./]/.test(words[0]?.text ?? ""),
  "xcode-select": { options: "-p -v --print-path --version", operands: 0 },
  xcodebuild: { options: "-version -list -showsdks -json", oneDash: true, operands: 0 },
  xcrun: {
    options: "--version --show-sdk-path --show-sdk-version --find= -f= --sdk=",
    needs: "--version --show-sdk-path --show-sdk-version --find -f",
    operands: 0,
  },
  "binhex applesingle macbinary": [
    {
      verbs: {
        probe: SEEN,
        "encode decode": { options: "-c -p --pipe --from-stdin --to-stdout", needs: "-c -p --pipe --to-stdout" },
      },
    },
    { options: "-h -V --version --help", operands: 0 },
  ],
  compression_tool: { options: "-encode -decode -a= -A= -i= -b= -t= -v -h", oneDash: true },
  say: { options: "-v= -r= --voice= --rate= -q= --quality=" },
} satisfies Verbs;
