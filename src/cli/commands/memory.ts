import { finding } from "../../core/errors.js";
import { type Call, type Command, MISUSE } from "../command.js";
import { refusingUnusable } from "../input/read-store.js";
import * as change from "../memory/change.js";
import * as show from "../memory/show.js";
import { exportMemories, importMemories } from "../memory/transfer.js";
import { why } from "../memory/why.js";
import { oneLine, refuse } from "../output/print.js";

interface Verb {
  run(call: Call, args: readonly string[]): Promise<number>;
  /** Who may, if it is not for everyone. */
  readonly who?: "person" | "no agent";
  /** Arguments that it takes (default: none). */
  readonly takes?: number;
}

const VERBS: Readonly<Record<string, Verb>> = {
  list: { run: (call) => show.list(call) },
  show: { run: (call, [id]) => show.show(call, id), takes: 1 },
  check: { run: (call) => show.check(call) },
  why: { run: (call, [named]) => why(call, named), takes: 1 },
  review: { run: (call, [id]) => change.review(call, id), takes: 1 },
  edit: { run: (call, [id, ...words]) => change.edit(call, id, words), who: "person", takes: Number.POSITIVE_INFINITY },
  pin: { run: (call, [id]) => change.pin(call, id), who: "no agent", takes: 1 },
  resolve: { run: (call, [id]) => change.resolve(call, id), who: "no agent", takes: 1 },
  enable: { run: (call) => change.enable(call), who: "person" },
  disable: { run: (call) => change.disable(call) },
  process: { run: (call) => change.processWaiting(call) },
  rebuild: { run: (call) => change.rebuild(call) },
  export: { run: (call) => exportMemories(call) },
  import: { run: (call, [file]) => importMemories(call, file), who: "no agent", takes: 1 },
};

const command: Command = {
  group: "Live and history",
  summary: "Show and change what agents remember of this project.",
  usage:
    "[list | show ID | check | why [EVENT | SESSION] | review [ID] | edit ID TEXT | pin ID | resolve ID | enable | disable | process | rebuild | export | import FILE]",
  example: "snaphook memory list\nsnaphook memory why 3f9a1c2d   # an event of `snaphook log`, or a session",
  arguments: [{ kind: Object.keys(VERBS) }, { kind: "text", many: true }],
  options: {
    all: { type: "boolean", help: "All projects, not only this one (list)." },
    replaced: { type: "boolean", help: "Also replaced and resolved ones (list)." },
    backlog: { type: "boolean", help: "Also failed jobs, and questions that wait for the model (process)." },
  },
  exits: { 1: "the store is not usable, a cited line is gone (check), or it needs a person" },
  loosens: ({ args: [name = "", id] }) =>
    name === "review" && id !== undefined ? "person" : Object.hasOwn(VERBS, name) ? VERBS[name]!.who : undefined,
  run: (call) => refusingUnusable(call, () => run(call)),
};

async function run(call: Call): Promise<number> {
  const [name, ...args] = call.args;
  if (name === undefined) return show.showCounts(call);
  const verb = Object.hasOwn(VERBS, name) ? VERBS[name] : undefined;
  if (verb !== undefined && args.length <= (verb.takes ?? 0)) return verb.run(call, args);
  const problem =
    verb === undefined
      ? `unknown: "${oneLine(name)}"; it is one of ${Object.keys(VERBS).join(", ")}`
      : `\`memory ${name}\` takes ${verb.takes === undefined ? "nothing more" : "one argument"}`;
  refuse(call, finding("USAGE", problem));
  return MISUSE;
}

export default command;
