/**
 * Whether a command line can, by its mere letters, do nothing but read or start the project's own scripts: plain words,
 * and programs that have no option to write. Whoever has to load the whole analysis to judge a call asks this first; for
 * everything else it says no.
 */
const WORD = "[\\w.,/:=@%+-]{1,200}";
const READERS =
  "cat|cmp|cut|df|dirname|du|basename|echo|head|id|ls|nl|pwd|seq|sleep|stat|tail|tr|true|uname|wc|which|whoami";
const ONE = [
  `(?:${READERS})(?: ${WORD})*`,
  `cd ${WORD}`,
  `git (?:status|log|diff|show)(?: (?!-o|--ou)${WORD})*`,
  "npm (?:test|run [\\w:-]{1,80})",
].join("|");
const PLAIN = new RegExp(`^(?:${ONE})(?: (?:&&|[|]) (?:${ONE}))*$`);
const LONGEST = 400;

export function plainlyReads(command: string): boolean {
  return command.length <= LONGEST && PLAIN.test(command);
}
