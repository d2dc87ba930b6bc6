/** Secrets that a command line prints: the agent reads the output and sends it to its model. */
import type { Effect } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";
import { effectOf } from "../model/make-effect.js";
import { lineOf } from "../model/rules.js";
import { ECHOES, type Source } from "./sources.js";

const NOT_SHOWN =
  "use it without printing it, or ask the user for the one value you need: `cut -d= -f1 .env` prints names only";

type Readers = ReadonlyMap<Invocation, readonly Invocation[]>;

export function shown(invocations: readonly Invocation[], sources: ReadonlyMap<Invocation, Source>): Effect[] {
  if (sources.size === 0) return [];
  const readers = new Map<Invocation, Invocation[]>();
  for (const one of invocations)
    if (one.input.kind === "pipe")
      for (const from of one.input.from) readers.set(from, [...(readers.get(from) ?? []), one]);
  return [...sources].flatMap(([invocation, source]) => {
    const isShown = invocation.captured
      ? isEchoed(invocation, source, invocations)
      : READS.test(invocation.program ?? "")
        ? source.from === "file" && echoesVariable(invocation, invocations)
        : isPrinted(invocation, source) && !goesElsewhere(invocation, readers, 0) && !showsNames(invocation);
    // A secret passed to a container stays a secret there.
    const read = { kind: "read", severity: "risky", what: `reads ${source.what}`, instead: NOT_SHOWN } as const;
    return isShown ? [{ ...effectOf(invocation, read), severity: "risky" as const }] : [];
  });
}

function isPrinted(invocation: Invocation, { from }: Source): boolean {
  if (from === "tool" || from === "variable") return true;
  if (from === "variables") return true;
  return from === "file" && prints(invocation);
}

const READS = /^(?:read|mapfile|readarray)$/;

/** `echo "$(cat .env)"`, and `x=$(cat .env); echo "$x"`. */
function isEchoed(inner: Invocation, { from }: Source, invocations: readonly Invocation[]): boolean {
  if (from !== "file" && from !== "tool") return false;
  const holders = invocations.filter((one) => one !== inner && one.args.some((word) => holds(word, inner)));
  if (holders.length > 0) return holders.some((one) => ECHOES.test(one.program ?? "") && isPlain(one, invocations));
  return (
    from === "file" &&
    invocations.some(
      (one) =>
        ECHOES.test(one.program ?? "") &&
        isPlain(one, invocations) &&
        one.args.some(({ source, known }) => !known && /\$\{?[A-Za-z_]/.test(source)),
    )
  );
}

/** `read -r x < .env; echo "$x"` */
function echoesVariable({ args, program }: Invocation, invocations: readonly Invocation[]): boolean {
  const named = args.map(({ text }) => text).filter((text) => /^[A-Za-z_]\w{0,80}$/.test(text));
  const names = named.length > 0 ? named : [program === "read" ? "REPLY" : "MAPFILE"];
  return invocations.some(
    (one) =>
      ECHOES.test(one.program ?? "") &&
      isPlain(one, invocations) &&
      one.args.some(({ source }) => names.some((name) => new RegExp(`\\$\\{?${name}\\b`).test(source))),
  );
}

/** Prints to standard output: not to a file or another program. */
function isPlain(one: Invocation, invocations: readonly Invocation[]): boolean {
  if (one.captured || writesAway(one)) return false;
  return !invocations.some(({ input }) => input.kind === "pipe" && input.from.includes(one));
}

function holds({ source }: Word, { words }: Invocation): boolean {
  return words !== "" && source.includes(words);
}

/** Print everything they read. */
const PASSES_ON =
  /^(?:cat|tac|nl|head|tail|less|more|most|rev|base64|base32|xxd|od|hexdump|fold|bat|batcat|strings|sort|uniq|column|tr|tee|fmt|pr|expand|paste|jq|yq)$/;

/** Goes to another command, a file or a substitution. */
function goesElsewhere(invocation: Invocation, readers: Readers, depth: number): boolean {
  if (invocation.captured || writesAway(invocation) || depth > 20) return true;
  const next = readers.get(invocation) ?? [];
  return next.some((one) => !PASSES_ON.test(one.program ?? "") || goesElsewhere(one, readers, depth + 1));
}

/** Prints variable names, or whether they are set. */
function showsNames(invocation: Invocation): boolean {
  const { program = "" } = invocation;
  const line = lineOf(invocation);
  // Values are masked.
  if (program === "sed") return /^(?: -[nEr]{1,3})? s(.)=\.[*+]\$?\1=?[*x<>A-Z_.-]{0,20}\1g? \S/.test(line);
  if (program === "cut") return /^ -d ?= -f ?1 | -f ?1 -d ?= /.test(line);
  if (/^g?awk$/.test(program)) return /^ -F ?= \{ ?print \$1;? ?\} /.test(line);
  if (program === "sed") return /^ s\/=\.\*\/{1,2}g? /.test(line);
  return (
    /^[ef]?grep$|^rg$/.test(program) && /(?: -[a-zA-Z]{0,6}[qcl]| --(?:quiet|count|files-with-matches))\b/.test(line)
  );
}

function writesAway({ redirects }: Invocation): boolean {
  return redirects.some(({ operator, target }) => operator !== "<" && !/^\/dev\/std/.test(target.text));
}

const PRINTS =
  /^(?:cat|tac|nl|less|more|most|head|tail|bat|batcat|view|xxd|hexdump|hd|od|strings|base64|base32|grep|egrep|fgrep|rg|awk|gawk|sed|jq|yq|type|get-content|zcat|rev|fold|cut|sort|uniq|paste|pr|column|comm|diff|cmp|join|shuf|fmt|expand|iconv|dd|perl|ruby|xargs|tee|git)$/i;

function prints({ program = "", input, args }: Invocation): boolean {
  if (program === "dd" && args.some(({ text }) => text.startsWith("of="))) return false;
  return PRINTS.test(program) && (input.kind !== "file" || !/^(?:perl|ruby|xargs|git)$/.test(program));
}
