/** What can follow the words of a command line, from the command table. Runs no hook and builds no code config. */
import { COMMANDS } from "../_registry.js";
import { type Argument, type Call, type Command, GROUPS, type Option, type ValueKind } from "../command.js";

const HIDDEN = GROUPS.at(-1);
const COMMON: Readonly<Record<string, Option>> = {
  json: { type: "boolean", help: "" },
  "no-color": { type: "boolean", help: "" },
  help: { type: "boolean", help: "" },
};
const MOST_SESSIONS = 50;
/** Names that mean nothing to a shell. Ids come from files of projects: anything else is never offered. */
const PLAIN = /^[\w@%+:,./-]+$/;

export interface Candidates {
  readonly values: readonly string[];
  /** The shell completes names of files itself. */
  readonly files?: true;
}

/** `words`: those after `snaphook`, the last one incomplete or empty. */
export async function candidatesFor(call: Call, words: readonly string[]): Promise<Candidates> {
  const typed = words.at(-1) ?? "";
  const { values, files } = await offered(call, words.slice(0, -1), typed);
  const fitting = values.filter((value) => value.startsWith(typed) && PLAIN.test(value));
  return { values: [...new Set(fitting)].sort(), ...(files ? { files } : {}) };
}

async function offered(call: Call, before: readonly string[], typed: string): Promise<Candidates> {
  const [name, ...rest] = before;
  if (name === undefined) return { values: [...(await commandNames()), "help"] };
  if (name === "help") return { values: [...(await commandNames()), "--all"] };
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) return { values: [] };
  const command = (await load()).default;
  const options = { ...command.options, ...COMMON };
  const asked = optionOf(options, rest.at(-1));
  if (asked?.type === "string") return valuesOf(call, asked.kind ?? "text");
  if (typed.startsWith("-")) return { values: Object.keys(options).map((option) => `--${option}`) };
  return valuesOf(call, argumentAt(command, options, rest)?.kind ?? "text");
}

async function commandNames(): Promise<string[]> {
  const all = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => ({ name, group: (await load()).default.group })),
  );
  return all.filter(({ group }) => group !== HIDDEN).map(({ name }) => name);
}

function optionOf(options: Readonly<Record<string, Option>>, word = ""): Option | undefined {
  return Object.entries(options).find(([name, { short }]) => word === `--${name}` || word === `-${short}`)?.[1];
}

/** The argument that comes next: words that are neither options nor their values are counted. */
function argumentAt(
  { arguments: taken = [] }: Command,
  options: Readonly<Record<string, Option>>,
  words: readonly string[],
): Argument | undefined {
  const given = words.filter(
    (word, at) => !word.startsWith("-") && optionOf(options, words[at - 1])?.type !== "string",
  );
  const last = taken.at(-1);
  return taken[given.length] ?? (last?.many ? last : undefined);
}

async function valuesOf(call: Call, kind: ValueKind | readonly string[]): Promise<Candidates> {
  if (typeof kind !== "string") return { values: kind };
  switch (kind) {
    case "agent":
      return { values: Object.keys((await import("../../adapters/_lazy.js")).ADAPTER_LOADERS) };
    case "builtin":
      return { values: Object.keys((await import("../../builtins/_registry.js")).BUILTINS) };
    case "command":
      return { values: await commandNames() };
    case "dialect":
      return { values: Object.keys((await import("../../sources/dialects/_profiles.js")).PROFILES) };
    case "event":
      return { values: (await import("../../core/events/events.js")).EVENT_NAMES };
    case "hook":
      return { values: await hookIds(call) };
    case "session":
      return { values: await sessionIds(call) };
    case "file":
    case "folder":
      return { values: [], files: true };
    case "text":
      return { values: [] };
  }
}

async function hookIds({ cwd, places }: Call): Promise<string[]> {
  const { openPlan } = await import("../../runtime/plan/open-plan.js");
  return (await openPlan({ cwd, places, mayBuild: false })).entries.map(({ hook }) => hook.id);
}

/** The last ones of the log: no store has to be opened for it. */
async function sessionIds({ places }: Call): Promise<string[]> {
  const { loggedEvents } = await import("../../runtime/record/read-hook-log.js");
  const found = new Set<string>();
  for (const { session } of loggedEvents(places.state)) {
    if (session !== undefined) found.add(session);
    if (found.size >= MOST_SESSIONS) break;
  }
  return [...found];
}
