/** Command lines as an observer sees them: which program and verb, whether they are worth remembering, how they fail. */
import { queryWords, shareOf } from "./words.js";

const LONGEST = 160;
const ERROR_CHARS = 120;
/** Two errors of one command count as the same from this share of common words. */
const SAME_ERROR = 0.6;

/** Their failure is an answer, and their success teaches nothing. */
const TRIVIAL =
  /^(?:\[|\[\[|awk|cat|cd|cp|cut|date|diff|du|df|echo|env|export|false|file|find|fd|git (?:add|branch|checkout|commit|diff|log|show|stash|status|switch|rev-parse)|grep|head|jq|kill|less|ls|mkdir|mv|nl|printf|ps|pwd|rg|rm|sed|set|sleep|sort|stat|tail|tee|test|touch|tr|tree|true|type|uniq|wc|which|whoami|xargs)(?: |$)/;
/** Text from elsewhere gets into the session with their output. */
const FETCHES =
  /(?:^|[\s;|&(`])(?:curl|wget|lynx|w3m|aria2c|http|https|xh|gh|glab|ssh|scp|nc|ncat|telnet|ftp)\s|https?:\/\//i;
const TELLING = /error|fatal|fail|not found|cannot|can't|denied|missing|no such|unknown|invalid|unable|refused|not /i;
/** Failures that say something about the machine or the setup, not about the code being written. */
const SETUP =
  /command not found|not installed|cannot find (?:module|package)|no module named|could not (?:find|resolve)|missing|not set|environment variable|permission denied|EACCES|ENOENT|no such file|unknown (?:option|command|flag)|unsupported engine|connection refused|ECONNREFUSED|not running|lock/i;
const ASSERTION = /assert|expected|tests? failed|failing|✗|×|FAIL(?:ED)?\b/;

/** Without a change of folder before it. Undefined if it is no single simple command. */
export function simpleCommand(line: string): string | undefined {
  const command = line
    .trim()
    .replace(/^cd\s+[^\s;&|]+\s*&&\s*/, "")
    .replace(/2>&1$/, "")
    .trim();
  if (command === "" || command.length > LONGEST || /[\n;|&<>`]|\$\(/.test(command)) return undefined;
  return command;
}

export function isTrivial(command: string): boolean {
  return TRIVIAL.test(withoutVariables(command));
}

export function fetchesText(command: string): boolean {
  return FETCHES.test(command);
}

/** Program and first word that is no flag: `git push`, `npm run build`. */
export function verbOf(command: string): string {
  const [program = "", ...rest] = withoutVariables(command).split(/\s+/);
  const words = rest.filter((word) => /^[\w:.@/-]+$/.test(word) && !word.startsWith("-"));
  const name = program.slice(program.lastIndexOf("/") + 1);
  const runs = /^(?:npm|pnpm|yarn|bun|mix|cargo|poetry|uv|docker|make)$/.test(name) && words[0] === "run";
  return [name, ...words.slice(0, runs ? 2 : 1)].join(" ").trim();
}

/** The same action with other arguments: `airflow dags pause` is not `airflow dags backfill`. */
export function isSameVerb(one: string, other: string): boolean {
  if (verbOf(one) !== verbOf(other)) return false;
  const [a, b] = [actionOf(one), actionOf(other)];
  return a === undefined || b === undefined || a === b;
}

/** The third word, if it looks like a part of the action. */
function actionOf(command: string): string | undefined {
  const [program, , word] = withoutVariables(command).split(/\s+/);
  return program !== "git" && word !== undefined && /^[a-z][a-z-]*$/.test(word) ? word : undefined;
}

/** The line of an error that says most. */
export function tellingLine(error: string): string {
  const lines = error
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(?:Error: )?Exit code:? \d+$/i.test(line));
  const line = lines.find((one) => TELLING.test(one)) ?? lines[0] ?? "";
  return line.length > ERROR_CHARS ? `${line.slice(0, ERROR_CHARS - 1)}…` : line;
}

export function isAboutSetup(error: string): boolean {
  return SETUP.test(error) && !ASSERTION.test(error);
}

/** What a failure is called: the same failure of another day has a similar one. */
export function errorAddress(command: string, error: string): string {
  const line = tellingLine(error)
    .toLowerCase()
    .replace(/["'`][^"'`]{0,200}["'`]|\b[0-9a-f]{7,64}\b|(?<!\S)[^\s/]{0,200}\/\S{0,400}|\d+/g, " ");
  return `error:${verbOf(command)}#${[...new Set(queryWords(line))].sort().join(" ")}`;
}

export function isSameError(one: string, other: string): boolean {
  if (one === other) return true;
  const [verb, words = ""] = split(one);
  const [otherVerb, otherWords = ""] = split(other);
  if (verb !== otherVerb || words === "" || otherWords === "") return false;
  const [a, b] = [words.split(" "), otherWords.split(" ")];
  return Math.min(shareOf(a, new Set(b)), shareOf(b, new Set(a))) >= SAME_ERROR;
}

/** The part of an error's address that all errors of a command have in common. */
export function errorPrefix(address: string): string {
  return `${split(address)[0]}#`;
}

function split(address: string): string[] {
  const at = address.indexOf("#");
  return at < 0 ? [address] : [address.slice(0, at), address.slice(at + 1)];
}

function withoutVariables(command: string): string {
  return command.replace(/^(?:\w+=\S*\s+)+/, "");
}
