import { finding } from "../../core/errors.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { type Command, MISUSE, OK } from "../command.js";
import { openCallPlan, SOURCE_OPTIONS } from "../input/inputs.js";
import { unknownHook } from "../input/unknown-name.js";
import { hookJson } from "../output/describe-hook.js";
import { amount, json, paint, refuse, safeLines, safeName } from "../output/print.js";
import { table } from "../output/table.js";

const command: Command = {
  group: "Hooks",
  summary: "Show one hook in full.",
  usage: "ID",
  example: "snaphook show no-force-push",
  arguments: [{ kind: "hook" }],
  options: SOURCE_OPTIONS,
  async run(call) {
    const plan = await openCallPlan(call);
    const [id] = call.args;
    const entry = plan.entries.find(({ hook }) => hook.id === id);
    if (entry === undefined) {
      const unnamed = finding("USAGE", "give the id of a hook; `snaphook list` shows them");
      refuse(call, id === undefined ? unnamed : unknownHook(id, plan.entries));
      return MISUSE;
    }
    if (call.json) json(call, { ...hookJson(entry), definition: entry.hook });
    else call.out(table([{}, { narrow: "wrap", min: 30 }], rows(entry)));
    return OK;
  },
};

function rows(entry: SourceEntry): string[][] {
  const { hook } = entry;
  const facts = hookJson(entry);
  const options = hook.run.type === "function" ? hook.run.builtin?.options : undefined;
  const shown: Record<string, string | undefined> = {
    id: paint("bold", safeName(facts.id)),
    state: facts.active
      ? [
          facts.guard ? "active guard" : "active",
          facts.mode === "observe" ? "only observes" : "",
          facts.background ? "in the background" : "",
        ]
          .filter((part) => part !== "")
          .join(", ")
      : paint("yellow", `inactive: ${safeLines(facts.inactiveBecause ?? "disabled")}`),
    problem:
      facts.broken === null ? undefined : paint("red", `${facts.broken.code}: ${safeLines(facts.broken.message)}`),
    event: safeName(facts.event),
    matcher: facts.matcher === "*" ? "every call" : safeLines(facts.matcher),
    runs: safeLines(facts.runs),
    options: options === undefined ? undefined : safeLines(JSON.stringify(options)),
    agents: facts.agents === null ? "all" : safeName(facts.agents.join(", ")),
    timeout: amount(facts.timeoutMs / 1000, "second"),
    "if it fails": failureText(entry),
    source: `${safeName(facts.source)}, ${facts.level} level, ${facts.trust}`,
    file: facts.path === null ? undefined : safeName(facts.path),
    "also from":
      facts.alsoFrom.length === 0 ? undefined : safeName(facts.alsoFrom.map(({ source }) => source).join(", ")),
    applies: `because it is ${safeLines(facts.why)}`,
    dialect: safeName(facts.dialect),
  };
  return Object.entries(shown).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
}

/** A guard asks if a person is there and denies otherwise; any other hook lets the call continue. */
function failureText({ hook: { guard, onFailure, onTimeout } }: SourceEntry): string {
  const usual = onFailure ?? (guard ? "ask, or deny if no person is there" : "the call continues");
  return onTimeout === undefined || onTimeout === onFailure ? usual : `${usual}; on timeout: ${onTimeout}`;
}

export default command;
