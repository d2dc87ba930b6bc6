/** Programs that are given a small program. */
import type { Word } from "../../model/invocation.js";
import { awkOnlyReads } from "../awk-script.js";
import { readArguments } from "../fits.js";
import { isSure, type Options, type Verbs } from "../rule.js";
import { sedOnlyReads } from "../sed-script.js";

const SED: Options = {
  options:
    "-n -E -r -s -u -z -e= --quiet --silent --regexp-extended --separate --unbuffered --null-data --line-length= --expression= --posix --debug --sandbox --version --help",
};

function sed(words: readonly Word[], open: boolean): boolean {
  if (open || !words.every(isSure)) return false;
  const scripts: string[] = [];
  const rest: string[] = [];
  const texts = words.map(({ text }) => text);
  for (let at = 0; at < texts.length; at++) {
    // Scripts are taken out first: there may be several, and each counts.
    const [, joined] = /^(?:--expression=|-[nErsuz]*e(?=[\s\S]))([\s\S]*)$/.exec(texts[at]!) ?? [];
    if (joined !== undefined) scripts.push(joined);
    else if (/^(?:--expression|-[nErsuz]*e)$/.test(texts[at]!)) scripts.push(texts[++at] ?? "w");
    else rest.push(texts[at]!);
  }
  const call = readArguments(SED, rest);
  if (call === undefined) return false;
  if (call.options.has("--version") || call.options.has("--help")) return true;
  const [first] = call.operands;
  if (scripts.length === 0 && first !== undefined) scripts.push(first);
  // One after the other they are one script: what is begun in one may end in the next.
  return scripts.length > 0 && scripts.every(sedOnlyReads);
}

const AWK: Options = {
  options:
    "-F= -v= -W=version|help --field-separator= --assign= --version --help -V -h --posix --re-interval --traditional --csv -k -b -n -S --sandbox --characters-as-bytes",
};

function awk(words: readonly Word[], open: boolean): boolean {
  // Options end at the program, and what follows it are files.
  const texts = words.map(({ text }) => text);
  let at = 0;
  while (at < words.length && texts[at]!.startsWith("-") && texts[at] !== "-")
    at += /^(?:-[Fv]|-W|--field-separator|--assign)$/.test(texts[at]!) ? 2 : 1;
  if (!words.slice(0, at + 1).every(isSure) || readArguments(AWK, texts.slice(0, at)) === undefined) return false;
  const program = texts[at];
  if (program === undefined) return !open && at > 0;
  return awkOnlyReads(program);
}

const YQ: Options = {
  options:
    "-r -P -C -M -N -e -n -o= -p= -I= -j -y -Y -c -v -V --unwrapScalar? --prettyPrint --colors --no-colors --no-doc --exit-status --null-input --output-format= --input-format= --indent= --tojson --raw-output --yaml-output --compact-output --verbose --version --help -h --arg=",
};

export default {
  "sed gsed": sed,
  "awk gawk mawk nawk original-awk": awk,
  yq: YQ,
  xmllint: {
    options: "--noout --format --xpath= --schema= --dtdvalid= --relaxng= --html --nonet --pretty= --version --valid",
  },
  "shellcheck hadolint yamllint": {},
  shfmt: {
    options: "-d -l -i= -ln= -s -ci -bn -sr -p --diff --list --indent= --version",
    needs: "-d -l --diff --list --version",
  },
} satisfies Verbs;
