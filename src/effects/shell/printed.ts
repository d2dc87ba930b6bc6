/** Output of programs, if it follows from their arguments. Each unknown part is an `UNKNOWN`. */
import { type Input, type Invocation, UNKNOWN } from "../model/invocation.js";
import { ansiText, base32Text, base64Text, hexText, printfText } from "./decode.js";
import type { Reader } from "./reader.js";
import { translated } from "./translate.js";

const NOTHING = new Set([
  ":",
  "true",
  "false",
  "cd",
  "export",
  "declare",
  "local",
  "readonly",
  "set",
  "shift",
  "unset",
]);
const known = new WeakMap<Invocation, string>();

export function printedBy(invocations: readonly Invocation[], reader: Reader): string {
  const text = invocations.map((invocation) => printed(invocation, reader)).join("");
  return reader.spend(text.length, text.slice(0, 200)) ? text : UNKNOWN;
}

/** Readable content of an input. */
export function readFrom(input: Input, reader: Reader): string {
  switch (input.kind) {
    case "none":
      return UNKNOWN;
    case "text":
      return input.text.text;
    case "pipe":
      return printedBy(input.from, reader);
    case "file":
      return fileText(input.file.text, reader);
  }
}

/** The same file may be written with and without its directory. */
export function fileKey(path: string): string {
  return path.replace(/^(?:\.\/)+/, "");
}

/** Content of a file that the line itself wrote. */
export function fileText(path: string, reader: Reader): string {
  const writers = reader.files.get(fileKey(path));
  return writers === undefined ? UNKNOWN : writers.map((one) => printedBy(one, reader)).join("");
}

function printed(invocation: Invocation, reader: Reader): string {
  const before = known.get(invocation);
  if (before !== undefined) return before;
  known.set(invocation, UNKNOWN);
  const text = work(invocation, reader);
  known.set(invocation, text);
  return text;
}

function work(invocation: Invocation, reader: Reader): string {
  const { program = "", input, runs } = invocation;
  const args = invocation.args.map(({ text }) => text);
  const plain = args.filter((arg) => !/^-./.test(arg));
  const read = () => readFrom(input, reader);
  const decoded = (decode: (text: string) => string) => {
    const text = plain.length > 0 && program !== "openssl" ? fileText(plain[0]!, reader) : read();
    return text.includes(UNKNOWN) ? UNKNOWN : decode(text);
  };
  if (NOTHING.has(program)) return "";
  switch (program) {
    case "echo":
      return echoText(args);
    case "printf":
      return printfText(args[0] === "--" ? args.slice(1) : args);
    case "cat":
    case "tac":
    case "tee":
      return program === "cat" && plain.some((arg) => arg !== "-")
        ? plain.map((file) => (file === "-" ? read() : fileText(file, reader))).join("")
        : read();
    case "head":
    case "tail":
    case "sort":
    case "uniq":
    case "column":
      return oneLine(read());
    case "base64":
    case "gbase64":
      return args.some((arg) => /^-\w*[dD]|^--d/.test(arg)) ? decoded(base64Text) : UNKNOWN;
    case "base32":
      return args.some((arg) => /^-\w*[dD]|^--d/.test(arg)) ? decoded(base32Text) : UNKNOWN;
    case "openssl":
      return args.some((arg) => /^-?base64$|^-a$/.test(arg)) && args.includes("-d") ? decoded(base64Text) : UNKNOWN;
    case "xxd":
      return args.some((arg) => /^-\w*r/.test(arg)) ? decoded(hexText) : UNKNOWN;
    case "rev":
      return decoded((text) =>
        text
          .split("\n")
          .map((line) => [...line].reverse().join(""))
          .join("\n"),
      );
    case "tr":
      return translated(args, read());
    case "which":
    case "command":
    case "type":
      if (args.length === 0) return "";
      return plain.length === 1 && (program !== "command" || /^-[vV]/.test(args[0]!)) ? `${plain[0]!}\n` : UNKNOWN;
    case "pwd":
      return runs === "here" && invocation.cwd !== undefined ? `${invocation.cwd}\n` : UNKNOWN;
    case "realpath":
    case "readlink":
      return plain.length === 1 ? `${plain[0]!}\n` : UNKNOWN;
    case "basename":
      return plain.length === 1 ? `${plain[0]!.replace(/(?<!\/)\/+$/, "").replace(/^.*\//s, "")}\n` : UNKNOWN;
    case "dirname":
      return plain.length === 1 ? `${folderOf(plain[0]!)}\n` : UNKNOWN;
    case "mktemp":
      return temporaryPath(args);

    case "find":
      return foundText(args);
    case "git":
      return args.join(" ") === "rev-parse --show-toplevel" ? `${reader.where.project}\n` : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

/** `find . -printf 'unzip %p\\n'`: one line for all matches, with the names unknown. */
function foundText(args: readonly string[]): string {
  const at = args.indexOf("-printf");
  const others = args.some((arg) => /^-(?:print0?|ls|exec(?:dir)?|ok(?:dir)?|fprint\w{0,3}|delete)$/.test(arg));
  const format = at === -1 || others || args.indexOf("-printf", at + 1) !== -1 ? undefined : args[at + 1];
  return format === undefined
    ? UNKNOWN
    : ansiText(format.replace(/%[-+ #0]{0,4}\d{0,4}(?:\.\d{1,4})?[A-Za-z]{1,2}/g, UNKNOWN));
}

const SLASHES = /(?<!\/)\/+$/;

function folderOf(path: string): string {
  const bare = path.replace(SLASHES, "");
  const folder = bare.slice(0, bare.lastIndexOf("/") + 1).replace(SLASHES, "");
  return folder !== "" ? folder : path.startsWith("/") ? "/" : path.startsWith(UNKNOWN) ? UNKNOWN : ".";
}

/** `mktemp -d /tmp/x.XXXXXX`, `mktemp -t name`, `mktemp -p dir name.XXXX`. */
function temporaryPath(args: readonly string[]): string {
  const at = args.findIndex((arg) => arg === "-p" || arg === "--tmpdir");
  const folder =
    at !== -1 && args[at] === "-p"
      ? args[at + 1]
      : args.find((arg) => arg.startsWith("--tmpdir="))?.slice("--tmpdir=".length);
  const template = args.filter(
    (arg, index) => !arg.startsWith("-") && !(at !== -1 && index === at + 1 && args[at] === "-p"),
  )[0];
  const name = template === undefined ? `tmp.${UNKNOWN}` : template.replace(/X{3,}/, UNKNOWN);
  const isNamed = args.some((arg) => /^-[a-z]{0,3}t$/.test(arg)) || at !== -1;
  const within = folder ?? (template === undefined || isNamed ? "/tmp" : undefined);
  return `${within === undefined || name.startsWith("/") ? name : `${within}/${name}`}\n`;
}

function echoText(args: readonly string[]): string {
  let at = 0;
  let options = "";
  while (/^-[neE]+$/.test(args[at] ?? "")) options += args[at++];
  const text = args.slice(at).join(" ");
  return `${options.includes("e") ? ansiText(text) : text}${options.includes("n") ? "" : "\n"}`;
}

/** Filters and sorts change nothing if there is only one line. */
function oneLine(text: string): string {
  return text.indexOf("\n") === text.length - 1 ? text : UNKNOWN;
}
