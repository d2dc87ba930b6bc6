/** Shell builtins that change its state: directories, variables, aliases, arguments. */
import { type Invocation, UNKNOWN, type Word } from "../model/invocation.js";
import { absolute } from "../paths/paths.js";
import { type Call, runText, startWords, type TakeApart } from "./call.js";
import { printfText } from "./decode.js";
import { MOST_CHOICES } from "./limits.js";
import { readOptions, valueOfOption } from "./options.js";
import { fileKey, readFrom } from "./printed.js";
import { NOT_KNOWN, type Value } from "./scope.js";
import { shadow } from "./shadows.js";

const ASSIGNED = /^([A-Za-z_]\w*)(\+?)=(.*)$/s;

/** True if a command sets the variables among its words. */
export function declares(program: string): boolean {
  return /^(?:export|declare|typeset|local|readonly)$/.test(program);
}

/** `declare -n name=other`: a name reference. */
export function isReference(args: readonly Word[]): boolean {
  return args.some(({ text }) => /^-[a-zA-Z]{0,6}n[a-zA-Z]{0,6}$/.test(text));
}

function declare({ args, place, invocation, reader }: Call): undefined {
  if (isReference(args)) {
    for (const { text } of args) {
      const [, name, target] = /^([A-Za-z_]\w*)=([A-Za-z_]\w*)$/.exec(text) ?? [];
      if (name !== undefined && target !== undefined && name !== target) place.scope.references.set(name, target);
    }
    return undefined;
  }
  const exports = invocation.program === "export" || args.some(({ text }) => /^-\w*x/.test(text));
  for (const { text } of args) {
    const match = ASSIGNED.exec(text);
    if (match !== null) {
      const [, name, plus, value] = match as unknown as [string, string, string, string];
      const before = plus === "+" ? (place.scope.variables.get(name)?.choices[0]?.[0] ?? "") : "";
      place.scope.set(name, [[`${before}${value}`]], exports || undefined);
    } else if (exports && /^\w+$/.test(text)) {
      const known = place.scope.variables.get(text);
      if (known !== undefined) place.scope.set(text, known.choices, true);
    }
  }
  if (args.length === 1 && args[0]!.text === UNKNOWN)
    reader.cannotTell("sets variables whose names cannot be determined", invocation.words);
  return undefined;
}

function changeFolder(call: Call): undefined {
  const { args, place, reader, invocation } = call;
  const { scope } = place;
  const { rest } = readOptions(args, {});
  const to = rest[0]?.text;
  const folders =
    to === "-" || to === undefined
      ? [to === "-" ? oldFolder(call) : invocation.program === "cd" ? reader.where.home : scope.stack.at(-1)?.[0]]
      : [...scope.folders, ...searchedFolders(call, to)].map((folder) => absolute(to, reader.where, folder));
  if (invocation.program === "pushd") scope.stack = [...scope.stack, scope.folders].slice(-20);
  scope.set(
    "OLDPWD",
    scope.folders.map((folder) => (folder === undefined ? NOT_KNOWN : [folder])),
  );
  scope.folders = folders;
  scope.set(
    "PWD",
    folders.map((folder) => (folder === undefined ? NOT_KNOWN : [folder])),
  );
  return undefined;
}

/** `CDPATH` directories, which are searched before the current one. */
function searchedFolders({ place, invocation }: Call, to: string): (string | undefined)[] {
  if (/^(?:\/|~|\.{1,2}(?:\/|$))/.test(to)) return [];
  const set = invocation.variables.get("CDPATH")?.text ?? place.scope.variables.get("CDPATH")?.choices[0]?.[0] ?? "";
  return set
    .split(":")
    .slice(0, 4)
    .filter((folder) => folder !== "" && folder !== ".")
    .map((folder) => (folder.includes(UNKNOWN) ? undefined : folder));
}

function oldFolder({ place }: Call): string | undefined {
  const old = place.scope.variables.get("OLDPWD")?.choices[0]?.[0];
  return old === UNKNOWN ? undefined : old;
}

function popFolder({ place: { scope } }: Call): undefined {
  scope.folders = scope.stack.at(-1) ?? [undefined];
  scope.stack = scope.stack.slice(0, -1);
  return undefined;
}

function setArguments({ args, place }: Call): undefined {
  const at = args.findIndex(({ text }) => text === "--");
  const plain = args.findIndex(({ text }) => !/^[-+]/.test(text));
  const given =
    at !== -1 ? args.slice(at + 1) : plain !== -1 && args[plain - 1]?.text !== "-o" ? args.slice(plain) : [];
  if (at !== -1 || given.length > 0) place.scope.positional = given;
  return undefined;
}

function shift({ args, place }: Call): undefined {
  place.scope.positional = place.scope.positional?.slice(Number(args[0]?.text ?? 1) || 1);
  return undefined;
}

function unset({ args, place }: Call): undefined {
  for (const { text } of args) {
    if (!args.some((arg) => arg.text === "-f")) place.scope.remove(text);
    if (!args.some((arg) => arg.text === "-v")) place.scope.functions.delete(text);
  }
  return undefined;
}

function alias({ args, place, reader, invocation }: Call): undefined {
  for (const { text } of args) {
    const cut = text.indexOf("=");
    if (cut <= 0) continue;
    const [name, does] = [text.slice(0, cut), text.slice(cut + 1)];
    place.scope.aliases.set(name, [does]);
    const found = shadow(name, does, invocation.words);
    if (found !== undefined) reader.effects.push(found);
  }
  return undefined;
}

function unalias({ args, place }: Call): undefined {
  for (const { text } of args) {
    if (text === "-a") place.scope.aliases.clear();
    else place.scope.aliases.delete(text);
  }
  return undefined;
}

/** Known input lines become the possible values of a variable. */
function read({ args, place, start, reader }: Call): undefined {
  const { rest } = readOptions(args, { takes: "adinNptu" });
  const array = valueOfOption(readOptions(args, { takes: "adinNptu" }), "-a");
  const text = readFrom(start.input, reader);
  const lines = text.replace(/\n$/, "").split("\n").slice(0, 50);
  const names = rest.length === 0 ? ["REPLY"] : rest.map((word) => word.text);
  const separators = start.variables.get("IFS")?.text;
  const split = (line: string): string[] => {
    if (separators === undefined || separators.includes(UNKNOWN)) return line.trim().split(/[ \t]+/);
    return separators === "" ? [line] : line.split(new RegExp(`[${separators.replace(/[\]\\^-]/g, "\\$&")}]`));
  };
  const fields = lines.map((line) => (line === UNKNOWN ? [UNKNOWN] : split(line)));
  if (array !== undefined) place.scope.set(array.text, fields);
  names.forEach((name, at) => {
    if (!/^\w+$/.test(name)) return;
    const value = (parts: readonly string[]): Value =>
      parts[0] === UNKNOWN && parts.length === 1
        ? NOT_KNOWN
        : [at === names.length - 1 ? parts.slice(at).join(" ") : (parts[at] ?? "")];
    place.scope.set(name, fields.map(value));
  });
  return undefined;
}

function readLines(call: Call): undefined {
  const { args, place, start, reader } = call;
  const found = readOptions(args, { takes: "dnOsucC" });
  const callback = valueOfOption(found, "-C");
  if (callback !== undefined) runText(call, callback.text, { itself: true });
  const text = readFrom(start.input, reader);
  const lines = text.replace(/\n$/, "").split("\n");
  place.scope.set(found.rest[0]?.text ?? "MAPFILE", [text === UNKNOWN ? NOT_KNOWN : lines]);
  return undefined;
}

function trap(call: Call): Invocation[] | undefined {
  const [action] = call.args.filter(({ text }) => text !== "--");
  if (action === undefined || call.args.length < 2 || action.text === "-" || /^-[lp]/.test(action.text))
    return undefined;
  runText(call, action.text, { itself: true });
  return undefined;
}

/** `bind -x '"key": command'` */
function bind(call: Call): undefined {
  const command = valueOfOption(readOptions(call.args, { takes: "xmfqurS" }), "-x");
  if (command !== undefined) runText(call, command.text.replace(/^[^:]{0,50}:\s{0,20}/, ""), { itself: true });
  return undefined;
}

function printf({ args, place }: Call): undefined {
  if (args[0]?.text === "-v" && args[1] !== undefined)
    place.scope.set(args[1].text, [[printfText(args.slice(2).map(({ text }) => text))]]);
  return undefined;
}

/** `hash -p /bin/rm ls`: the name runs this file from then on. */
function hash({ args, place }: Call): undefined {
  const { options, rest } = readOptions(args, { takes: "p" });
  const path = options.find(([name]) => name === "-p")?.[1];
  if (path !== undefined && rest[0] !== undefined) place.scope.aliases.set(rest[0].text, [path.text]);
  return undefined;
}

/** A program under another name: `cp /bin/rm z; ./z`. */
function copied({ args, place }: Call): undefined {
  const { rest } = readOptions(args, { takes: "mogtS" });
  const [from, to] = rest.map(({ text }) => text);
  const program = /^(?:\/usr)?(?:\/local)?\/s?bin\/([\w.-]{1,60})$/.exec(from ?? "")?.[1];
  if (program === undefined || to === undefined || rest.length !== 2) return undefined;
  const name = to.endsWith("/") ? `${to}${program}` : to;
  for (const key of [name, `./${name}`]) place.scope.aliases.set(key, [program]);
  return undefined;
}

/** The same line can run what `tee` writes. */
function tee({ args, invocation, reader }: Call): undefined {
  for (const { text } of readOptions(args, {}).rest.slice(0, 8)) {
    const key = fileKey(text);
    reader.files.set(key, [[invocation], ...(reader.files.get(key) ?? [])].slice(0, MOST_CHOICES));
  }
  return undefined;
}

function getopts({ args, place }: Call): undefined {
  for (const name of [args[1]?.text ?? "OPT", "OPTARG"]) place.scope.set(name, [NOT_KNOWN]);
  return undefined;
}

function jobs(call: Call): Invocation[] | undefined {
  return call.args[0]?.text === "-x" ? startWords(call, call.args.slice(1) as Word[]) : undefined;
}

export const STATE: Readonly<Record<string, TakeApart>> = {
  export: declare,
  declare,
  typeset: declare,
  local: declare,
  readonly: declare,
  cd: changeFolder,
  chdir: changeFolder,
  pushd: changeFolder,
  popd: popFolder,
  set: setArguments,
  shift,
  unset,
  alias,
  unalias,
  read,
  mapfile: readLines,
  readarray: readLines,
  trap,
  bind,
  printf,
  hash,
  cp: copied,
  ln: copied,
  mv: copied,
  install: copied,
  getopts,
  tee,
  jobs,
};
