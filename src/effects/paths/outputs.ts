/** Output files named by an option or the last operand. One row per program with its own syntax. */
import { operands } from "../model/arguments.js";
import { byProgram } from "../model/by-program.js";
import type { Invocation, Word } from "../model/invocation.js";

/** Options that name an output file in most programs. */
const USUAL =
  /^(?:-o|-out|-of|--out|--outfile|--out-file|--output|--output-document|--output-file|--output-path|--result-file|--export-filename|--save-as|--dest-file)$/;
const USUAL_JOINED =
  /^(?:--?(?:out|outfile|out-file|output|output-document|output-file|output-path|result-file|export-filename|save-as|dest-file)=|of=|-o(?=[./~]))(.+)$/s;

/** `-o` means something else in these. */
const OTHERWISE = new Set(
  "grep egrep fgrep zgrep rg ag ack ps ls find gfind ssh scp sftp sshfs mount umount ip kubectl oc az xargs cut strings lsof stat top id set bash sh zsh dash ksh chmod chown chgrp install useradd usermod su sudo apt apt-get column jq getopt od file nmcli netstat ss test [ [[ nice time tr rsync unzip 7z 7za".split(
    " ",
  ),
);

/** More options whose value is an output file, by program. `--x=` and `-x` attached to the value count too. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  `
  find -fprint -fprint0 -fprintf -fls
  gfind -fprint -fprint0 -fprintf -fls
  pg_dump -f --file
  pg_dumpall -f --file
  mysqldump -r --result-file
  mariadb-dump -r --result-file
  mongodump --archive
  redis-cli --rdb
  psql -o -L --output --log-file
  sort -o --output
  shuf -o --output
  split --filter
  tcpdump -w
  tshark -w
  dumpcap -w
  wget -a -O -o --append-output --output-file --output-document
  curl -D -c --dump-header --cookie-jar --trace --trace-ascii --stderr
  ssh-keygen -f
  openssl -out -keyout -CAout -writerand
  keytool -keystore -file -destkeystore
  gpg -o --output
  gs -sOutputFile
  typst --make-deps
  pdftk output
  inkscape --export-filename --export-png --export-pdf
  valgrind --log-file --xml-file --callgrind-out-file --massif-out-file
  go -o -coverprofile -cpuprofile -memprofile -trace
  rustc -o --emit
  cmake --graphviz
  gcc -MF -o
  clang -MF -o
  terraform -out
  tofu -out
  npm --pack-destination
  pytest --junitxml --junit-xml
  eslint -o --output-file
  mksquashfs -e
  logger --socket
  screen -Logfile
  exiftool -o -w
  cwebp -o
  yt-dlp -o --output
  aria2c -o --log -l
  docker -o --output --iidfile --metadata-file
  podman -o --output --iidfile
  helm --output-dir
  kustomize -o --output
  crudini --output
  jmeter -l -j
  ab -g -e
  lighthouse --output-path
  tar -f --file
  bsdtar -f --file
  gtar -f --file
  sqlite3 -backup
`
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", ...options] = line.trim().split(/\s+/);
      return [name, options];
    }),
);

/** Programs whose last operand is the output, with the minimum number of operands before it. */
const LAST: Readonly<Record<string, number>> = Object.fromEntries(
  "ffmpeg:0 avconv:0 convert:1 magick:1 sox:1 wkhtmltopdf:1 wkhtmltoimage:1 qpdf:1 pdfunite:1 ps2pdf:1 pdftotext:1 objcopy:1 cjpeg:1 djpeg:1 svgo:1 rsvg-convert:1 lame:1 oggenc:1 flac:1 ddrescue:1 mcopy:1 uniq:1 xxd:1 dvipdf:1 pstopdf:1 screencapture:0 scrot:0 hdiutil:1 mkisofs:2 csplit:9 iconvert:1"
    .split(" ")
    .map((one): [string, number] => {
      const [name = "", before = "0"] = one.split(":");
      return [name, Number(before)];
    }),
);
const MEDIA_VALUES =
  "-i -c -codec -vf -af -filter_complex -map -r -s -t -ss -to -b -b:v -b:a -c:v -c:a -crf -preset -f -pix_fmt -vframes -an -resize -quality -density -geometry -crop -extent -rotate -colorspace -background -gravity".split(
    " ",
  );

/** Programs that change each of their files if one of these options is given. */
const IN_PLACE: Readonly<Record<string, RegExp | undefined>> = {
  yq: /^(?:-[a-zA-Z]{0,6}i|--in-?place)/,
  ruby: /^-[a-z]{0,4}i/,
  prettier: /^(?:-w|--write)$/,
  awk: /^inplace$/,
  gawk: /^inplace$/,
  mogrify: undefined,
  dos2unix: undefined,
  unix2dos: undefined,
  jpegoptim: undefined,
  optipng: undefined,
  exiftool: /^-overwrite_original/,
  "clang-format": /^-i$/,
  black: undefined,
  autopep8: /^(?:-i|--in-place)$/,
  gofmt: /^-w$/,
  shfmt: /^-w$/,
};

/** Copies from or to a container, a pod or a store: the last operand, if it is local. */
const COPIES: Readonly<Record<string, RegExp>> = {
  docker: /^(?:container )?cp /,
  podman: /^(?:container )?cp /,
  nerdctl: /^cp /,
  kubectl: /^(?:.{0,80} )?cp /,
  oc: /^(?:.{0,80} )?cp /,
  aws: /^(?:.{0,80} )?s3 (?:cp|mv) /,
  gsutil: /^(?:-m )?(?:cp|mv) /,
  gcloud: /^(?:storage|compute|alpha storage) (?:cp|scp|mv) /,
  rclone: /^(?:copyto|moveto|copyurl) /,
  s3cmd: /^get /,
  mc: /^(?:cp|mv) /,
  gio: /^(?:copy|move) /,
};

const traitsOf = byProgram((program) => ({
  own: Object.hasOwn(OPTIONS, program) ? OPTIONS[program]! : [],
  otherwise: OTHERWISE.has(program),
  isTar: /^(?:g|bsd)?tar$/.test(program),
  packer: /^(?:zip|7z|7za|rar)$/.test(program),
  before: Object.hasOwn(LAST, program) ? LAST[program]! : undefined,
  inPlace: Object.hasOwn(IN_PLACE, program),
  copies: Object.hasOwn(COPIES, program) ? COPIES[program]! : undefined,
}));

export interface Output {
  readonly word: Word;
  readonly names?: "maybe-folder";
}

export function outputsOf(invocation: Invocation): Output[] {
  const { program = "", args } = invocation;
  const { own, otherwise, isTar, packer, before, inPlace, copies } = traitsOf(program);
  const found: Output[] = [];
  const add = (word: Word | undefined) => {
    if (word !== undefined && word.text !== "") found.push({ word });
  };
  // Archives beside the project are normal.
  const addArchive = (word: Word | undefined) => {
    if (word !== undefined && !/^\.\.\/[^/]{1,200}$/.test(word.text)) add(word);
  };
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    const { text } = word;
    if (!text.startsWith("-") && !text.startsWith("of=") && text !== "output") continue;
    const usual = USUAL.test(text) && !(text === "-o" && otherwise);
    if ((usual || own.includes(text)) && isWriting(invocation, text)) add(args[at + 1]);
    else {
      if (!text.includes("=") && !text.startsWith("-o")) continue;
      const joined = otherwise ? undefined : USUAL_JOINED.exec(text)?.[1];
      const option = own.find((name) => text.startsWith(`${name}=`));
      const value = joined ?? (option === undefined ? undefined : text.slice(option.length + 1));
      if (value !== undefined) add({ ...word, text: value });
    }
  }
  if (isTar && packs(invocation)) {
    const at = args.findIndex(({ text }) => /^-?[a-zA-Z]{1,10}f$/.test(text));
    if (at !== -1) addArchive(args[at + 1]);
  }
  if (packer && !/^[xeltdv]$/.test(args[0]?.text ?? ""))
    addArchive(operands(invocation, ["-x", "-i", "-P", "-b", "-t"])[program === "zip" ? 0 : 1]);
  if (before !== undefined) {
    const words = operands(invocation, MEDIA_VALUES);
    if (words.length > before) add(words.at(-1));
  }
  if (inPlace && isInPlace(args, IN_PLACE[program]))
    for (const word of operands(invocation, ["--config", "--ignore-path", "--plugin", "--parser", "--style"]))
      add(word);
  if (program === "qemu-img") for (const word of images(invocation)) add(word);
  const last = args.at(-1);
  if (
    copies !== undefined &&
    last !== undefined &&
    !/^[^/~]{1,255}:|^-/.test(last.text) &&
    copies.test(
      `${args
        .map(({ text }) => text)
        .join(" ")
        .slice(0, 300)} `,
    )
  )
    found.push({ word: last, names: "maybe-folder" });
  return found;
}

/** Disk images that are replaced, reverted or shrunk. */
function images(invocation: Invocation): (Word | undefined)[] {
  const [verb, ...words] = operands(invocation, [
    "-f",
    "-O",
    "-o",
    "-b",
    "-F",
    "-B",
    "-c",
    "-a",
    "-d",
    "-S",
    "-l",
    "-m",
  ]);
  const { args } = invocation;
  if (verb?.text === "create") return [words[0]];
  if (verb?.text === "convert" || verb?.text === "dd") return [words.length > 1 ? words.at(-1) : undefined];
  if (verb?.text === "snapshot" && args.some(({ text }) => text === "-a" || text === "-d")) return [words.at(-1)];
  if (verb?.text === "resize" && args.some(({ text }) => text === "--shrink")) return [words[0]];
  return /^(?:rebase|commit)$/.test(verb?.text ?? "") ? [words.at(-1)] : [];
}

function isInPlace(args: readonly Word[], option: RegExp | undefined): boolean {
  return option === undefined || args.some(({ text }) => option.test(text));
}

/** Some options name an input or an output, depending on other options. */
function isWriting(invocation: Invocation, option: string): boolean {
  const { program = "", args } = invocation;
  if (program === "ssh-keygen") return !args.some(({ text }) => /^-(?:[yleFRHiBLQrvKD]|lf|lv)$/.test(text));
  if (/^(?:g|bsd)?tar$/.test(program)) return packs(invocation);
  if (program === "keytool") return option !== "-file" || args.some(({ text }) => text.startsWith("-export"));
  return true;
}

function packs({ args }: Invocation): boolean {
  return (
    /^-?[a-zA-Z]{0,10}c[a-zA-Z]{0,10}$/.test(args[0]?.text ?? "") ||
    args.some(({ text }) => /^-[a-zA-Z]{0,10}c[a-zA-Z]{0,10}$|^--create$/.test(text))
  );
}
