/** Programs that take in the content of files they are given by name. */
import { operands } from "../arguments.js";
import type { Effect, Where } from "../effect.js";
import { important } from "../important.js";
import type { Invocation, Word } from "../invocation.js";
import { effectOf } from "../make-effect.js";
import { pathTarget } from "../paths.js";
import { asksForHelp } from "../rules.js";
import { isSensitive } from "../sensitive.js";
import type { Program } from "./contract.js";

/** The first word is what is looked for, or a script. */
const PATTERN_FIRST = new Set([
  "grep",
  "egrep",
  "fgrep",
  "rg",
  "ag",
  "ack",
  "zgrep",
  "awk",
  "gawk",
  "mawk",
  "sed",
  "gsed",
  "jq",
  "yq",
]);
const PLAIN =
  "cat tac nl less more head tail bat batcat view xxd hexdump hd od strings base64 base32 cut sort uniq diff cmp comm paste fold rev zcat gzip zip gpg age openssl ssh-keygen ssh-add xclip pbcopy wl-copy dd curl get-content type jsonpp column expand iconv uuencode split".split(
    " ",
  );

const VALUES = [
  "-n",
  "-c",
  "-s",
  "-w",
  "-f",
  "-d",
  "-e",
  "-A",
  "-B",
  "-C",
  "-m",
  "-t",
  "-k",
  "-l",
  "--lines",
  "--bytes",
  "-g",
  "--glob",
  "-v",
];

const readers: Program = {
  names: [...PLAIN, ...PATTERN_FIRST],
  effects(invocation, where) {
    if (asksForHelp(invocation)) return [];
    return filesOf(invocation).map((word) => readEffect(word, invocation, where));
  },
};

export default readers;

function filesOf(invocation: Invocation): Word[] {
  const { args, program = "" } = invocation;
  if (program === "curl")
    return args.filter(({ text }) => text.startsWith("file://")).map((word) => ({ ...word, text: word.text.slice(7) }));
  if (program === "dd")
    return args.filter(({ text }) => text.startsWith("if=")).map((word) => ({ ...word, text: word.text.slice(3) }));
  if (program === "openssl" || program === "ssh-keygen") {
    const at = args.findIndex(({ text }) => text === "-in" || (program === "ssh-keygen" && text === "-f"));
    return at < 0 ||
      args[at + 1] === undefined ||
      (program === "ssh-keygen" && !args.some(({ text }) => text === "-y" || text === "-p" || text === "-e"))
      ? []
      : [args[at + 1]!];
  }
  if (program === "ssh-add") return [];
  const words = operands(invocation, VALUES);
  const given = args.some(({ text }) => /^-(?:e|f|-regexp|-file|-expression)/.test(text));
  return PATTERN_FIRST.has(program) && !given ? words.slice(1) : words;
}

function readEffect(word: Word, invocation: Invocation, where: Where): Effect {
  const target = pathTarget(word, where, invocation.cwd);
  const secret = isSensitive(target.name) ?? typed(target.name, where) ?? accounts(target.name, invocation);
  const away = secret !== undefined && target.place !== "project" && target.place !== "temp";
  return effectOf(invocation, {
    kind: "read",
    gravity: away ? "risky" : "ordinary",
    target,
    certainty: word.known ? "certain" : "unknown",
    what: secret === undefined ? "reads a file" : `reads ${secret}`,
    ...(away
      ? {
          instead: "ask the person for the one value that is needed; `printenv HOME` shows a variable without its file",
        }
      : {}),
  });
}

function typed(path: string, where: Where): string | undefined {
  const found = important(path, where);
  return found?.what.includes("typed") ? found.what : undefined;
}

/** Whoever copies the list of accounts wants to have it elsewhere; to look at it is everyday work. */
function accounts(path: string, { program, redirects }: Invocation): string | undefined {
  const aside =
    program === "cat" && redirects.some(({ operator, target }) => operator !== "<" && !target.text.startsWith("/dev/"));
  return aside && /^\/etc\/(?:passwd|group)$/.test(path)
    ? "the list of accounts, to put a copy of it aside"
    : undefined;
}
