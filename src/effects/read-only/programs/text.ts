/** Programs that run a script: sed, awk and similar. */
import { awkPrograms, readAwkScript } from "../../code/awk-script.js";
import { isStandardStream } from "../../code/script-acts.js";
import { readSedScript, sedScripts } from "../../code/sed-script.js";
import type { Word } from "../../model/invocation.js";
import { readArguments } from "../fits.js";
import { isSure, type Options, type Verbs } from "../rule.js";

const SED: Options = {
  options:
    "-n -E -r -s -u -z -e= --quiet --silent --regexp-extended --separate --unbuffered --null-data --line-length= --expression= --posix --debug --sandbox --version --help",
};

function sed(words: readonly Word[], open: boolean): boolean {
  if (open || !words.every(isSure)) return false;
  const { scripts, rest } = sedScripts(words);
  const call = readArguments(
    SED,
    rest.map(({ text }) => text),
  );
  if (call === undefined) return false;
  if (call.options.has("--version") || call.options.has("--help")) return true;
  return scripts.length > 0 && scripts.every(sedOnlyReads);
}

/** Scripts that write to a standard stream are left to the user too. */
export function sedOnlyReads(script: string): boolean {
  const acts = readSedScript(script);
  return acts?.certain === true && acts.writes.length === 0 && acts.runs.length === 0;
}

const AWK: Options = {
  options:
    "-F= -v= -W=version|help --field-separator= --assign= --version --help -V -h --posix --re-interval --traditional --csv -k -b -n -S --sandbox --characters-as-bytes",
};

function awk(words: readonly Word[], open: boolean): boolean {
  const { at } = awkPrograms(words);
  const options = words.slice(0, at).map(({ text }) => text);
  if (!words.slice(0, at + 1).every(isSure) || readArguments(AWK, options) === undefined) return false;
  const program = words[at];
  if (program === undefined) return !open && at > 0;
  return !program.text.startsWith("-") && awkOnlyReads(program.text);
}

export function awkOnlyReads(program: string): boolean {
  const acts = readAwkScript(program);
  return acts?.certain === true && acts.runs.length === 0 && acts.writes.every(({ file }) => isStandardStream(file));
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
