/**
 * Fast check: true if a command line consists of plain words and can only read or start project scripts. Callers use it
 * before they load the whole analysis. False proves nothing.
 */
const WORD = "[\\w.,/:=@%+-]{1,200}";
/** No option that may name an output. */
const ARGUMENT = `(?!-o|--ou)${WORD}`;
const READERS =
  "cat|cmp|cut|df|dirname|du|basename|echo|head|id|ls|nl|pwd|seq|sleep|stat|tail|tr|true|uname|wc|which|whoami";
/** Parts of the names of project scripts that neither deploy nor delete. */
const TASK =
  "all|build|check|ci|compile|coverage|docs|e2e|format|generate|lint|start|test|types|typecheck|unit|watch|web";
const ONE = [
  `(?:${READERS})(?: ${ARGUMENT})*`,
  `cd ${WORD}`,
  `git (?:status|log|diff|show)(?: ${ARGUMENT})*`,
  `npm (?:test|run (?:${TASK})(?:[:-](?:${TASK})){0,4})`,
].join("|");
const PLAIN = new RegExp(`^(?:${ONE})(?: (?:&&|[|]) (?:${ONE}))*$`);
/** Some of these have no end. */
const DEVICE = /(?:^|[ /])dev(?:[ /]|$)/;
const LONGEST = 400;

let last = { command: "", reads: false };

/** Several guards ask about the same command. */
export function plainlyReads(command: string): boolean {
  if (command.length > LONGEST) return false;
  if (command !== last.command) last = { command, reads: PLAIN.test(command) && !DEVICE.test(command) };
  return last.reads;
}
