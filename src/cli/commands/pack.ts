import { BUILTINS } from "../../builtins/_registry.js";
import { finding } from "../../core/errors.js";
import { type Builtin, kindOf } from "../../core/hooks/builtin.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { refreshEntries } from "../../runtime/pack/entry-files.js";
import { packGroups } from "../../runtime/pack/pack-groups.js";
import { RECOMMENDED } from "../../runtime/pack/recommended-hooks.js";
import { type Call, type Command, MISUSE, OK } from "../command.js";
import { inForce } from "../input/in-force.js";
import { openCallPlan } from "../input/inputs.js";
import { isFinding, namedBuiltin, pageSection } from "../input/read-pack.js";
import { markdownText, plainText } from "../output/markdown.js";
import { json, paint, refuse } from "../output/print.js";
import { type Column, table } from "../output/table.js";

const command: Command = {
  group: "Policy",
  summary: "List built-in hooks, or show one.",
  usage: "[NAME] [--refresh]",
  example: "snaphook pack protect-git",
  arguments: [{ kind: "builtin" }],
  options: {
    refresh: { type: "boolean", help: "Update of the entries that `add` and `setup` wrote." },
  },
  async run(call) {
    if (call.flags["refresh"] === true) return refresh(call);
    const [name] = call.args;
    const { entries } = await openCallPlan(call);
    if (name === undefined) {
      const all = Object.values(BUILTINS).map((one) => facts(one, entries));
      if (call.json) json(call, all);
      else show(call, entries);
      return OK;
    }
    const builtin = namedBuiltin(name);
    if (isFinding(builtin)) {
      refuse(call, builtin);
      return MISUSE;
    }
    if (call.json) json(call, { ...facts(builtin, entries), docs: pageSection(name) });
    else {
      call.out(`${paint("bold", name)}  in force here: ${inForce(name, entries)}\n`);
      call.raw(markdownText(pageSection(name) || builtin.summary));
      const verb = inForce(name, entries) === "no" ? "Enable it: snaphook add" : "Remove it: snaphook remove";
      call.out(`\n${verb} ${name}`);
    }
    return OK;
  },
};

function facts(builtin: Builtin, entries: readonly SourceEntry[]) {
  const { name, summary, events, guard, from = "snaphook", options = {}, example } = builtin;
  return {
    name,
    recommended: RECOMMENDED.some((one) => one === name),
    kind: kindOf(builtin),
    from,
    events,
    guard,
    inForce: inForce(name, entries),
    summary,
    options,
    example,
  };
}

const COLUMNS: readonly Column[] = [
  { head: "name" },
  { head: "here" },
  { head: "what it does", narrow: "wrap", min: 30 },
  { head: "kind", drop: 1 },
  { head: "events", drop: 2, narrow: "wrap", min: 20 },
  { head: "from", drop: 3 },
];

function show(call: Call, entries: readonly SourceEntry[]): void {
  for (const { title, members } of packGroups(Object.values(BUILTINS))) {
    call.out(`${paint("bold", title)}${title === "Recommended" ? " (`snaphook setup` adds them)" : ""}\n`);
    const rows = members.map((one) => row(facts(one, entries)));
    call.out(`${table(COLUMNS, rows)}\n`);
  }
  call.out("`snaphook pack NAME` shows one with its options. `snaphook add NAME` enables it.");
}

function row({ name, kind, from, events, inForce: here, summary }: ReturnType<typeof facts>): string[] {
  return [name, here === "yes" ? paint("green", here) : here, plainText(summary), kind, events.join(", "), from];
}

function refresh(call: Call): number {
  try {
    const written = refreshEntries(call.places.config, BUILTINS);
    if (call.json) json(call, { refreshed: written });
    else call.out(written.length === 0 ? "Everything is up to date." : written.map((one) => `Wrote ${one}`).join("\n"));
    return OK;
  } catch (error) {
    refuse(call, finding("FILE_UNWRITABLE", (error as Error).message, { file: call.places.config }));
    return MISUSE;
  }
}

export default command;
