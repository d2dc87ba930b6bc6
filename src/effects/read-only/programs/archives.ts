/** Archives: listing and integrity checks. */
import type { Word } from "../../model/invocation.js";
import { readArguments } from "../fits.js";
import { isSure, SEEN, type Verbs } from "../rule.js";

const TAR = {
  options:
    "-t -v -z -j -J -Z -a -f= -C= -T= -X= -p -P -O -w -R -n --list --verbose --gzip --gunzip --ungzip --bzip2 --xz --lzma --zstd --auto-compress --file= --wildcards --no-wildcards --exclude= --directory= --full-time --show-transformed-names --utc --numeric-owner --strip-components= --force-local --absolute-names --occurrence? --version",
  needs: "-t --list",
};

function tar(words: readonly Word[], open: boolean): boolean {
  if (open || !words.every(isSure)) return false;
  const texts = words.map(({ text }) => text);
  const [first = ""] = texts;
  if (/^--(?:version|help)$/.test(first)) return texts.length === 1;
  // The old syntax: letters without a dash, then their values.
  if (/^[a-zA-Z]+$/.test(first)) {
    if (/[CTXb]/.test(first)) return false;
    texts[0] = `-${first.replace("f", "")}${first.includes("f") ? "f" : ""}`;
  }
  const call = readArguments(TAR, texts);
  if (call === undefined || !(call.options.has("-t") || call.options.has("--list"))) return false;
  // tar runs another program to fetch a remote archive.
  return !`${call.options.get("-f") ?? ""}${call.options.get("--file") ?? ""}`.includes(":");
}

export default {
  "tar bsdtar gtar": tar,
  unzip: [
    {
      options: "-l -t -v -Z -z -q -C -1 -2 -s -m -h -x",
      needs: "-l -t -v -Z -z -h",
    },
    { options: "-h -hh --help -v --version", operands: 0 },
  ],
  zipinfo: SEEN,
  "7z 7za 7zr 7zz": {
    help: 0,
    options: "-h --help -bd -bb? -y",
    bare: true,
    verbs: { "l t b h": { not: "-o -w" } },
  },
  "unrar rar": { help: 0, verbs: { "l la lb lt lta ltb t v vt": SEEN } },
  ar: { operands: ([first = ""]) => /^[tp][vO]*$/.test(first), options: "" },
  cpio: { options: "-i -t -v -n --list --verbose --quiet", needs: "-t --list" },
  jar: { options: "-t -v -f= --list --verbose --file= --version", needs: "-t --list --version" },
} satisfies Verbs;
