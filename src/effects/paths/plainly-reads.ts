/**
 * Fast check: true if a command line consists of plain words and can only read or start project scripts. Callers use it
 * before they load the whole analysis. False proves nothing.
 */
const WORD = "[\\w.,/:=@%+-]{1,200}";
/** Text that no shell changes; what looks like an option stays out. */
const QUOTED = `'(?!-)[\\w .,/:;=@%+^()|?*<>&#{}\\[\\]-]{0,200}'|"(?!-)[\\w .,/:;=@%+^()|?*<>&#{}\\[\\]-]{0,200}"`;
const TEXT = `(?:${WORD}|(?:--[\\w-]{1,40}=)?(?:${QUOTED}))`;
/** No option that may name an output. */
const ARGUMENT = `(?!-o|--ou)${TEXT}`;
/** No option that names a file of patterns, or a program to run. */
const SEARCHED = `(?!-[a-zA-Z]{0,9}f|--(?:file|pre|hostname|exclude-from|ignore-file))${TEXT}`;
const FOUND = `(?!-(?:delete|exec|files|fl|fp|ok))${TEXT}`;
const READERS =
  "cat|cmp|cut|df|dirname|du|basename|echo|head|id|ls|nl|pwd|seq|sleep|stat|tail|tr|true|uname|wc|which|whoami";
/** Parts of the names of project scripts that neither deploy nor delete. */
const TASK =
  "all|build|check|ci|compile|coverage|docs|e2e|format|generate|lint|start|test|types|typecheck|unit|watch|web";
const ONE = [
  `(?:${READERS})(?: ${ARGUMENT})*`,
  `(?:[ef]?grep|rg)(?: ${SEARCHED})+`,
  `find(?: ${FOUND})*`,
  // Everything after the script is a file.
  `sed -n '?\\d{1,9}(?:,\\d{1,9})?p'?(?: (?!-)${TEXT})*`,
  `cd ${WORD}`,
  `git (?:status|log|diff|show)(?: ${ARGUMENT})*`,
  `npm (?:test|run (?:${TASK})(?:[:-](?:${TASK})){0,4})`,
].join("|");
const LINE = `(?:${ONE})(?: 2>(?:/dev/null|&1))?`;
const PLAIN = new RegExp(`^${LINE}(?: (?:&&|[|]) ${LINE})*$`);
/** Some of these have no end. */
const DEVICE = /(?:^|[ /'"])dev(?:[ /'"]|$)/;
const LONGEST = 400;

let last = { command: "", reads: false };

/** Several guards ask about the same command. */
export function plainlyReads(command: string): boolean {
  if (command.length > LONGEST) return false;
  if (command !== last.command)
    last = { command, reads: PLAIN.test(command) && !DEVICE.test(command.replaceAll(" 2>/dev/null", "")) };
  return last.reads;
}

/** The programs that such a line starts, each with its arguments. */
export function plainCalls(command: string): (readonly string[])[] {
  const calls: string[][] = [[]];
  for (const word of command.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? [])
    if (word === "&&" || word === "|") calls.push([]);
    else calls.at(-1)!.push(word.replace(/['"]/g, ""));
  return calls;
}
