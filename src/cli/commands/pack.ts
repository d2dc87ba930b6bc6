import { BUILTINS } from "../../builtins/_registry.js";
import { finding } from "../../core/errors.js";
import { type Builtin, kindOf } from "../../core/hooks/builtin.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { refreshEntries } from "../../runtime/pack/entry-files.js";
import { type Call, type Command, MISUSE, OK } from "../command.js";
import { openCallPlan } from "../input/inputs.js";
import { inForce, isFinding, namedBuiltin, pageSection } from "../input/read-pack.js";
import { json, paint, refuse, table } from "../output/print.js";

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
      else call.out(list(all));
      return OK;
    }
    const builtin = namedBuiltin(name);
    if (isFinding(builtin)) {
      refuse(call, builtin);
      return MISUSE;
    }
    if (call.json) json(call, { ...facts(builtin, entries), docs: pageSection(name) });
    else
      call.out(
        `${paint("bold", name)}  in force here: ${inForce(name, entries)}\n\n${pageSection(name) || builtin.summary}\n\nsnaphook add ${name}`,
      );
    return OK;
  },
};

function facts(builtin: Builtin, entries: readonly SourceEntry[]) {
  const { name, summary, events, guard, from = "snaphook", options = {}, example } = builtin;
  return {
    name,
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

function list(all: readonly ReturnType<typeof facts>[]): string {
  const rows = all.map(({ name, kind, from, events, inForce: here, summary }) => [
    name,
    kind,
    events.join(", "),
    from,
    here === "yes" ? paint("green", here) : here,
    summary,
  ]);
  return table([["name", "kind", "events", "from", "here", "what it does"].map((one) => paint("bold", one)), ...rows]);
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
