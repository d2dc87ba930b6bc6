/**
 * Files added to an archive are read: by tar, by 7z and similar, and by programs that take names from a pipe. Files
 * that zip names directly are covered in readers.ts.
 */
import { hasFlag, operands } from "../../model/arguments.js";
import type { Effect, Where } from "../../model/effect.js";
import type { Invocation, Word } from "../../model/invocation.js";
import { asksForHelp } from "../../model/rules.js";
import { upstream } from "../../model/upstream.js";
import { absolute } from "../../paths/paths.js";
import { readEffect } from "../../paths/reads.js";
import type { Program } from "../contract.js";

const TARS = ["tar", "bsdtar", "gtar", "star"];
const TAKING: Readonly<Record<string, readonly string[]>> = {
  pax: ["-f", "-b", "-s", "-x", "-o"],
  jar: ["-C", "-f", "--file"],
  genisoimage: ["-o", "-V", "-p", "-b", "-c"],
  mkisofs: ["-o", "-V", "-p", "-b", "-c"],
  hdiutil: ["-o", "-format", "-volname"],
};
/** Pattern of the subcommand that packs, and the number of words before the files. */
const PACKS: Readonly<Record<string, readonly [mode: RegExp, before: number]>> = {
  "7z": [/^[au]$/, 2],
  "7za": [/^[au]$/, 2],
  "7zr": [/^[au]$/, 2],
  "7zz": [/^[au]$/, 2],
  rar: [/^[aufm]f?$/, 2],
  arj: [/^[aufm]$/, 2],
  zpaq: [/^(?:a|add)$/, 2],
  ar: [/^-?[a-z]{0,8}[rq]/, 1],
  jar: [/^-{0,2}c/, 1],
  shar: [/./, 0],
  mksquashfs: [/./, 0],
  genisoimage: [/./, 0],
  mkisofs: [/./, 0],
  hdiutil: [/^create$/, 1],
};

const packedFiles: Program = {
  names: [...TARS, "cpio", "pax", "zip", ...Object.keys(PACKS)],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    const { program = "" } = invocation;
    if (TARS.includes(program)) return tarred(invocation, where);
    if (program === "cpio")
      return hasFlag(invocation, "op", ["create", "pass-through"]) ? listed(invocation, where) : [];
    if (program === "zip") return hasFlag(invocation, "@") ? listed(invocation, where) : [];
    return filesOf(invocation).map((word) => readEffect(word, invocation, where));
  },
};

export default packedFiles;

function filesOf(invocation: Invocation): Word[] {
  const { program = "", args } = invocation;
  const words = operands(invocation, TAKING[program] ?? []);
  if (program === "pax") return hasFlag(invocation, "w") ? words : [];
  const [mode, before] = PACKS[program]!;
  return mode.test(args[0]?.text ?? "") ? words.slice(before) : [];
}

const TAR_VALUES =
  /^(?:-[fTXgbHNVK]|--(?:file|files-from|exclude|exclude-from|transform|xform|owner|group|mode|mtime|format|label|listed-incremental|newer|strip-components|use-compress-program|warning|sort))$/;

/** `-C` changes the directory for the arguments after it. */
function tarred(invocation: Invocation, where: Where): Effect[] {
  const { args, cwd } = invocation;
  const first = args[0]?.text ?? "";
  const packs =
    /^-?[a-zA-Z]{0,10}[cru]/.test(first) ||
    args.some(({ text }) => /^-[a-zA-Z]{0,10}[cru]|^--(?:create|append|update)$/.test(text));
  const unpacks = /^-?[a-wyzA-Z]{0,10}[xt]/.test(first) && !/^--/.test(first);
  if (!packs || unpacks) return [];
  const found: Effect[] = [];
  let from = cwd;
  const bundled = /^[a-zA-Z]{1,10}$/.test(first);
  for (let at = bundled ? 1 : 0; at < args.length; at++) {
    const word = args[at]!;
    const { text } = word;
    const before = args[at - 1]?.text ?? "";
    if (text === "-C" || text === "--directory") from = absolute(args[++at]?.text ?? "", where, from);
    else if (text.startsWith("--directory=")) from = absolute(text.slice("--directory=".length), where, from);
    else if (TAR_VALUES.test(text)) at++;
    else if (
      !text.startsWith("-") &&
      !/^-?[a-zA-Z]{1,10}f$/.test(before) &&
      !(bundled && at === 1 && first.includes("f"))
    )
      found.push(readEffect(word, invocation, where, { from }));
  }
  if (/(?:^|\s)(?:-T|--files-from)[ =]-/.test(args.map(({ text }) => text).join(" ")))
    found.push(...listed(invocation, where));
  return found;
}

/** Names from a pipe: the searched directory is enough. */
function listed(invocation: Invocation, where: Where): Effect[] {
  return upstream(invocation)
    .filter(({ program }) => /^(?:find|gfind|fd|ls|echo|printf)$/.test(program ?? ""))
    .flatMap((lister) => operands(lister).map((word) => readEffect(word, invocation, where, { from: lister.cwd })))
    .filter(({ target }) => target?.sensitive === true);
}
