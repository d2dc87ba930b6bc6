/** CP-11: finds facts in a finished batch by rules, without a model. Pure: the store compares them with what is known. */
import type { Observation, Observed, Tally, Trust } from "../core/records/memory.js";
import type { ActivityRow, BatchRow } from "../core/records/records.js";
import {
  errorAddress,
  fetchesText,
  isAboutSetup,
  isSameVerb,
  isTrivial,
  simpleCommand,
  tellingLine,
} from "./commands.js";
import { rulesIn } from "./rules.js";

export interface ObservedBatch {
  readonly batch: BatchRow;
  /** Of the session up to the end of the batch, oldest first. */
  readonly activities: readonly ActivityRow[];
  /** The path of a file in the repository, relative to its root; undefined for any other. */
  readonly inside: (path: string) => string | undefined;
  /** Ids of those that read files of others. */
  readonly foreign: ReadonlySet<string>;
  /** Ids of those that guards ask about: no memory recommends them. */
  readonly risky: ReadonlySet<string>;
  /** The prompt was written by another agent. */
  readonly isSubagent?: boolean;
}

/** A command that works must follow its failure within this many calls. */
const WITHIN = 6;
const MOST_FILES = 8;
/** CP-12: what was found on the way to something else is less important. */
const OF_A_SEARCH = 5;
const MOST_IMPORTANT = 10;
const EDITS: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const FROM_ELSEWHERE = /^(?:WebFetch|WebSearch|mcp__)/;
/** Failures of the agent or its user, not of the command. */
const NOT_ITS_OWN = /interrupt|timed? ?out|doesn't want|cancel|denied by|blocked by|hook/i;

export function observe({ batch, activities, inside, foreign, risky, isSubagent }: ObservedBatch): Observed {
  const used = activities.filter(({ kind }) => kind === "tool");
  const own = used.filter((one) => one.batch === batch.id);
  const taintedFrom = used.findIndex((one) => isFromElsewhere(one, foreign));
  const isClean = (one: ActivityRow) => taintedFrom < 0 || used.indexOf(one) < taintedFrom;
  const clean = own.filter(isClean);
  const rules =
    batch.kind === "user" && batch.promptFrom === undefined && isSubagent !== true ? rulesIn(batch.prompt) : [];
  const mostImportant = batch.kind === "plan" || batch.label === "exploration" ? OF_A_SEARCH : MOST_IMPORTANT;
  const found = lessons(own, isClean, risky).map((one) => ({
    ...one,
    importance: Math.min(one.importance, mostImportant),
  }));
  return {
    observations: [...rules.map((rule) => ({ ...rule, sources: [batch.id] })), ...found],
    tallies: [...commandTallies(clean.filter(({ id }) => !risky.has(id))), ...fileTallies(batch.id, clean, inside)],
  };
}

/** Text that neither the user nor the project wrote entered the session here. */
export function isFromElsewhere({ id, name, input }: ActivityRow, foreign: ObservedBatch["foreign"]): boolean {
  if (foreign.has(id) || FROM_ELSEWHERE.test(name)) return true;
  return name === "Bash" && fetchesText(commandIn(input) ?? "");
}

function lessons(
  used: readonly ActivityRow[],
  isClean: (one: ActivityRow) => boolean,
  risky: ReadonlySet<string>,
): Observation[] {
  const found = new Map<string, Observation>();
  for (const [at, failed] of used.entries()) {
    const command = failedCommand(failed);
    if (command === undefined) continue;
    const next = untilChanged(used.slice(at + 1, at + 1 + WITHIN));
    const lesson = otherWay(failed, command, next) ?? preparation(failed, command, next);
    if (lesson === undefined || risky.has(lesson.way.id)) continue;
    const trust: Trust = lesson.from.every(isClean) ? "project" : "external";
    const sources = lesson.from.map(({ id }) => id);
    const address = errorAddress(command, failed.error ?? "");
    found.set(address, { type: "gotcha", text: lesson.text, trust, importance: 6, address, sources });
  }
  return [...found.values()];
}

/** After a file was changed, a command may work for that reason. */
function untilChanged(calls: readonly ActivityRow[]): readonly ActivityRow[] {
  const at = calls.findIndex(({ name, success }) => EDITS.has(name) && success);
  return at < 0 ? calls : calls.slice(0, at);
}

interface Lesson {
  readonly text: string;
  /** The call that it recommends. */
  readonly way: ActivityRow;
  readonly from: readonly ActivityRow[];
}

/** A like command works. */
function otherWay(failed: ActivityRow, command: string, next: readonly ActivityRow[]): Lesson | undefined {
  for (const one of next) {
    const works = workedCommand(one);
    if (works === undefined || works === command || !isSameVerb(works, command)) continue;
    return {
      text: `Use \`${works}\`: \`${command}\` fails with "${tellingLine(failed.error ?? "")}"`,
      way: one,
      from: [failed, one],
    };
  }
  return undefined;
}

/** The same command works after another one. Only if the failure is about the setup. */
function preparation(failed: ActivityRow, command: string, next: readonly ActivityRow[]): Lesson | undefined {
  const error = tellingLine(failed.error ?? "");
  const again = next.findIndex((one) => workedCommand(one) === command);
  if (again < 1 || !isAboutSetup(error)) return undefined;
  const between = next.slice(0, again);
  const ran = between.findLast((one) => workedCommand(one) !== undefined && !isTrivial(workedCommand(one)!));
  if (ran === undefined) return undefined;
  const text = `Run \`${workedCommand(ran)}\` first: \`${command}\` fails with "${error}" without it`;
  return { text, way: ran, from: [failed, ran, next[again]!] };
}

function failedCommand(one: ActivityRow): string | undefined {
  if (one.name !== "Bash" || one.success || one.error === undefined || NOT_ITS_OWN.test(one.error)) return undefined;
  const command = simpleCommand(commandIn(one.input) ?? "");
  return command === undefined || isTrivial(command) ? undefined : command;
}

function workedCommand({ name, success, input }: ActivityRow): string | undefined {
  return name === "Bash" && success ? simpleCommand(commandIn(input) ?? "") : undefined;
}

function commandIn(input: ActivityRow["input"]): string | undefined {
  return typeof input?.["command"] === "string" ? input["command"] : undefined;
}

const COMMAND = "command:";
const CHANGED = "changed:";
const PAIR = "pair:";

function commandTallies(used: readonly ActivityRow[]): Tally[] {
  return used.flatMap((one) => {
    const command = workedCommand(one);
    return command === undefined || isTrivial(command) ? [] : [{ key: COMMAND + command, ref: one.id }];
  });
}

function fileTallies(ref: string, used: readonly ActivityRow[], inside: ObservedBatch["inside"]): Tally[] {
  const changed = used.flatMap(({ name, success, file }) =>
    EDITS.has(name) && success && file !== undefined ? (inside(file) ?? []) : [],
  );
  const files = [...new Set(changed)].sort();
  if (files.length > MOST_FILES) return [];
  const pairs = files.flatMap((one) =>
    files.filter((other) => other !== one).map((other) => ({ key: `${PAIR}${one}\n${other}`, ref })),
  );
  return [...files.map((file) => ({ key: CHANGED + file, ref })), ...pairs];
}

const ENOUGH = 3;
const MOSTLY = 0.5;

/** The fact that a tally shows once it is large enough. `count` gives the size of any tally of the project. */
export function factOf({ key, ref }: Tally, count: (key: string) => number): Observation | undefined {
  const times = count(key);
  if (times < ENOUGH) return undefined;
  const base = { trust: "project", sources: [ref] } as const;
  if (key.startsWith(COMMAND)) {
    const command = key.slice(COMMAND.length);
    return { ...base, type: "command", text: command, importance: 4, address: key, ...citeOf(command) };
  }
  const [one, other] = key.startsWith(PAIR) ? key.slice(PAIR.length).split("\n") : [];
  if (one === undefined || other === undefined || times < count(CHANGED + one) * MOSTLY) return undefined;
  const text = `${other} changes together with ${one}`;
  return { ...base, type: "together", text, importance: 3, address: `file:${one}#${other}`, file: one };
}

/** The line that defines a script of the project. */
function citeOf(command: string): Pick<Observation, "cite"> {
  const [, , script, target] = /^(?:(?:npm|pnpm|yarn|bun)\s+(run\s+)?([\w:.-]+)|make\s+([\w.-]+))/.exec(command) ?? [];
  if (target !== undefined) return { cite: { file: "Makefile", line: `^${escaped(target)}\\s*:` } };
  return script === undefined ? {} : { cite: { file: "package.json", line: `"${escaped(script)}"\\s*:` } };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\-]/g, "\\$&");
}
