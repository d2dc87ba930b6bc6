/** Secrets in a program's output: files with secrets, tools that print them, all environment variables. */

import { byProgram } from "../model/by-program.js";
import type { Effect, Where } from "../model/effect.js";
import type { Invocation, Word } from "../model/invocation.js";
import { lineOf } from "../model/rules.js";
import { absolute } from "../paths/paths.js";
import { isSensitive } from "../paths/sensitive.js";
import { MANAGERS_BY_PROGRAM, TOOLS_BY_PROGRAM, type Tool } from "./tools.js";

export interface Source {
  /** Object of "reads": "a private ssh key". */
  readonly what: string;
  readonly from: "file" | "tool" | "manager" | "variables" | "variable";
}

export type EffectsOf = (invocation: Invocation) => readonly Effect[];

/** Archivers read the files they name, whatever else they do. */
const PACKERS = new Set(
  "tar bsdtar zip 7z 7za rar cpio ar gzip bzip2 xz zstd brotli gpg age base64 base32 xxd openssl".split(" "),
);

const traitsOf = byProgram((program) => ({
  tools: TOOLS_BY_PROGRAM.get(program),
  managers: MANAGERS_BY_PROGRAM.get(program),
  printsAll: PRINTERS.has(program),
  mayName: program === "printenv" || program === "cat" || ECHOES.test(program),
  packs: PACKERS.has(program),
}));

export function sourceOf(invocation: Invocation, where: Where, effectsOf: EffectsOf): Source | undefined {
  const { tools, managers, printsAll, mayName } = traitsOf(invocation.program);
  const tool = toolOf(invocation, tools);
  if (tool !== undefined) return { what: tool, from: "tool" };
  const file = fileOf(invocation, where, effectsOf);
  if (file !== undefined) return { what: file, from: "file" };
  const managed = toolOf(invocation, managers);
  if (managed !== undefined) return { what: managed, from: "manager" };
  if (printsAll && printsVariables(invocation)) return { what: "all environment variables", from: "variables" };
  const variable = mayName ? printedVariable(invocation) : undefined;
  return variable === undefined ? undefined : { what: `the environment variable ${variable}`, from: "variable" };
}

/** Environment variables that contain secrets, by name. */
const SECRET_NAME =
  /^(?!.{0,60}(?:PUBLIC|CACHE|PRIMARY|FOREIGN|SORT|PARTITION|HOST|INDEX|KEY_ID|KEY_FILE|KEY_PATH|TOKEN_URL|_DIR|_FILE|_PATH)(?:_|$))(?:(?:[A-Z][A-Z0-9_]{0,60}_)?(?:TOKEN|SECRETS?|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|(?:ACCESS|SECRET|PRIVATE|ENCRYPTION|SIGNING|MASTER)_KEY|CREDENTIALS?|DATABASE_URL|CONNECTION_STRING|PAT|DSN)(?:_[A-Z0-9]{1,12})?|[A-Z][A-Z0-9]{2,40}_KEY)$/;
/** `$NAME`, `${NAME}`, `${!name}`; not its length, a substring, or a test whether it is set. */
const USED = /\$(?:([A-Za-z_]\w{0,80})|\{(!?)([A-Za-z_]\w{0,80})(?:\}|:?[-=][^}]{0,200}\}))/g;

/** The first secret variable in a word that the line does not set itself. */
export function secretVariable({ source, known }: Word, names: readonly string[] = []): string | undefined {
  if (known) return undefined;
  for (const [, plain, indirect, braced] of source.matchAll(USED)) {
    const name = plain ?? braced!;
    if (indirect === "!") {
      const meant = names.find((one) => SECRET_NAME.test(one));
      if (meant !== undefined) return meant;
    } else if (SECRET_NAME.test(name)) return name;
  }
  return undefined;
}

export const ECHOES = /^(?:echo|printf|print)$/;

function printedVariable({ program = "", args, input }: Invocation): string | undefined {
  if (program === "printenv") return args.find(({ text }) => SECRET_NAME.test(text) && !text.endsWith("_URL"))?.text;
  if (program === "cat" && args.length === 0 && input.kind === "text") return secretVariable(input.text);
  if (!ECHOES.test(program)) return undefined;
  const names = args.flatMap(({ text }) => text.slice(0, 500).split(/\W+/));
  for (const word of args) {
    const found = secretVariable(word, names);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fileOf(invocation: Invocation, where: Where, effectsOf: EffectsOf): string | undefined {
  const { program = "", args, input, cwd } = invocation;
  const named = (text: string) => isSensitive(absolute(text, where, cwd) ?? text);
  for (const { kind, target } of effectsOf(invocation))
    if (kind === "read" && target?.type === "path" && target.sensitive === true) return isSensitive(target.name);
  if (traitsOf(program).packs)
    for (const { text } of args) {
      const what = text.startsWith("-") ? undefined : named(text);
      if (what !== undefined) return what;
    }
  const committed = program === "git" ? committedFile(invocation) : undefined;
  if (committed !== undefined) return committed;
  return input.kind === "file" ? named(input.file.text) : undefined;
}

/** A committed file has the same content: `git show HEAD:.env`, `git log -p -- .env`. */
function committedFile(invocation: Invocation): string | undefined {
  const line = lineOf(invocation);
  const shows = /^(?: -\S{1,200}){0,6} (?:show|cat-file|diff|blame|annotate|grep|archive|whatchanged|log|stash)\b/.exec(
    line,
  );
  if (shows === null) return undefined;
  const patches =
    !/ (?:log|whatchanged|stash)$/.test(shows[0]) ||
    / (?:-[a-zA-Z]{0,6}p|-u|--patch|-L\S{0,200}|-c|--cc)(?:\s|$)/.test(line);
  if (
    !patches ||
    / (?:--stat|--name-only|--name-status|--no-patch|-s|--quiet|--numstat|--shortstat)(?:\s|$)/.test(line)
  )
    return undefined;
  for (const { text } of invocation.args) {
    if (text.startsWith("-")) continue;
    const what = isSensitive(/^[\w@{}~^./-]{0,100}:/.test(text) ? text.slice(text.indexOf(":") + 1) : text);
    if (what !== undefined) return what;
  }
  return undefined;
}

function toolOf(invocation: Invocation, rows: readonly Tool[] | undefined): string | undefined {
  if (rows === undefined) return undefined;
  const line = lineOf(invocation).slice(0, 2_000);
  return rows.find(([, words]) => words.test(line))?.[2];
}

const PRINTERS = new Set([
  "set",
  "printenv",
  "env",
  "export",
  "declare",
  "typeset",
  "compgen",
  "gci",
  "dir",
  "get-childitem",
  "Get-ChildItem",
]);

function printsVariables(invocation: Invocation): boolean {
  const line = lineOf(invocation);
  switch (invocation.program) {
    case "printenv":
    case "env":
      return /^(?: -0| --null)?$/.test(line);
    case "set":
      return line === "";
    case "export":
    case "declare":
    case "typeset":
      return /^(?: -[xp]{1,2})?$/.test(line) && (invocation.program === "export" || line !== "");
    case "compgen":
      return line === " -e";
    case "gci":
    case "dir":
    case "get-childitem":
    case "Get-ChildItem":
      return /^ env:/i.test(line);
    default:
      return false;
  }
}
