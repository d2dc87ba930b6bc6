/**
 * Whether an agent or a hook has started this process, or may have: by the programs above it, by the variables they set
 * for what they run, by who opened the terminal and who holds its other end, and by whether all of that can be seen.
 */
import { basename } from "node:path";
import { PROCESSES } from "../../adapters/_processes.js";
import { type Finding, finding } from "../../core/errors.js";
import { ancestors, runs, type SeenProcess } from "../../runtime/platform/ancestors.js";
import { whyHidden } from "../../runtime/platform/process-view.js";
import { terminalHolders } from "../../runtime/platform/terminal-holders.js";
import { openedForPerson, openedFromOutside } from "../../runtime/platform/terminal-programs.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** What our own hooks are started with. */
const HOOK_MARKS = ["SNAPHOOK_DEPTH", "SNAPHOOK_HOOK_ID"];
/** Our own program: whatever it starts is a hook. */
const OURS = new Set(["snaphook", "snaphook.cjs"]);

/** Why an agent or a hook is the caller; undefined if none is seen. */
export function findParentAgent(environment: Environment, terminal?: number): Finding | undefined {
  const own = markIn(environment);
  if (own !== undefined) return refused(`this shell carries ${own.mark}, which ${own.who} sets for what it runs`);
  for (const seen of ancestors() ?? []) {
    const why = agentIn(seen);
    if (why !== undefined) return refused(`it was started by ${why}`);
  }
  const holders = terminal === undefined ? [] : terminalHolders(terminal);
  for (const seen of holders.flatMap((pid) => ancestors(pid) ?? [])) {
    const why = agentIn(seen);
    if (why !== undefined) return refused(`this terminal was opened by ${why}`);
  }
  return undefined;
}

/** Why an agent may be the caller although none is seen: processes above this one are hidden. */
export function whyUnseen(home: string | undefined): Finding | undefined {
  const hidden =
    whyHidden(home) ?? (isWhole(ancestors()) ? undefined : "not every process above this command is shown");
  return hidden === undefined ? undefined : finding("HUMAN_ONLY_UNSEEN", `nothing was done: ${hidden}`);
}

/** Up to a process without a parent. */
function isWhole(above: readonly SeenProcess[] | undefined): boolean {
  return above !== undefined && (above.at(-1)?.parent ?? process.ppid) === 0;
}

/** Why this terminal may be one that an agent opened and left behind. */
export function whyNoPersonsTerminal(terminal: number, named: readonly string[]): Finding | undefined {
  const above = ancestors() ?? [];
  if (openedForPerson(above, named) || openedFromOutside(terminalHolders(terminal))) return undefined;
  const opener = above.filter(({ parent }) => parent <= 1).at(0) ?? above.at(-1);
  const who =
    opener === undefined ? "an unknown process" : `${opener.exe ?? opener.programs[0]} (process ${opener.pid})`;
  const why = `nothing was done: this terminal was opened by ${who}, which is not known to open terminals for people`;
  const found = finding("HUMAN_ONLY_OPENER", why);
  // Ready to paste.
  return opener?.exe === undefined ? found : { ...found, fix: found.fix.replace("FILE", quoted(opener.exe)) };
}

/** As one word of a shell. */
function quoted(path: string): string {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function refused(why: string): Finding {
  return finding("HUMAN_ONLY_AGENT", `nothing was done: ${why}`);
}

/** Who this process is, if it is an agent's or ours, and what tells. */
export function agentIn(seen: SeenProcess): string | undefined {
  const { pid, script } = seen;
  if (script !== undefined && OURS.has(basename(script))) return `a hook (process ${pid} is Snaphook's own)`;
  for (const [agent, { programs }] of Object.entries(PROCESSES)) {
    const program = programs.find((one) => runs(seen, one));
    if (program !== undefined) return `${agent} (process ${pid} is ${program})`;
  }
  const marked = markIn(seen.environment);
  return marked === undefined ? undefined : `${marked.who} (process ${pid} carries ${marked.mark})`;
}

function markIn(environment: Environment): { readonly who: string; readonly mark: string } | undefined {
  const set = (name: string) => !["", "0", "false", undefined].includes(environment[name]);
  const hook = HOOK_MARKS.find(set);
  if (hook !== undefined) return { who: "a hook", mark: hook };
  for (const [who, { marks }] of Object.entries(PROCESSES)) {
    const mark = marks.find(set);
    if (mark !== undefined) return { who, mark };
  }
  return undefined;
}
