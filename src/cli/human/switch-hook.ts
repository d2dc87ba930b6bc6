/** `enable` and `disable` are one command with two names. */
import { finding } from "../../core/errors.js";
import { writeOverride } from "../../sources/discover/overrides.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { openCallPlan } from "../input/inputs.js";
import { json, refuse } from "../output/print.js";

export function switchCommand(name: "enable" | "disable"): Command {
  const enabled = name === "enable";
  return {
    summary: `Switch a hook ${enabled ? "on" : "off"}, for you and every agent.`,
    usage: "ID [--dry-run]",
    example: `snaphook ${name} no-force-push`,
    options: { "dry-run": { type: "boolean", help: "Say what would change and change nothing." } },
    loosens: ({ flags }) => !enabled && flags["dry-run"] !== true,
    exits: { 1: "the hook cannot be switched" },
    async run(call) {
      const [id = ""] = call.args;
      if (id === "") {
        refuse(call, finding("USAGE", "name the hook to switch"));
        return MISUSE;
      }
      const entry = (await openCallPlan(call)).entries.find(({ hook }) => hook.id === id);
      if (entry === undefined) {
        refuse(call, finding("HOOK_NOT_FOUND", `there is no hook "${id}" here`));
        return MISUSE;
      }
      if (entry.source.level === "managed") {
        refuse(call, finding("CONFIG_SCOPE", `"${id}" is set by an administrator and cannot be switched`));
        return PROBLEMS;
      }
      // An agent must not switch off what keeps it from doing that another way.
      const checked = entry.source.level === "builtin" && !enabled ? await call.person.isPerson() : undefined;
      if (checked?.yes === false) {
        refuse(call, checked.why);
        return PROBLEMS;
      }
      const changed = entry.hook.enabled !== enabled;
      const dryRun = call.flags["dry-run"] === true;
      if (changed && !dryRun) return save(call, id, enabled, changed);
      report(call, { id, enabled: dryRun ? entry.hook.enabled : enabled, changed, dryRun });
      return OK;
    },
  };
}

function save(call: Call, id: string, enabled: boolean, changed: boolean): number {
  try {
    writeOverride(call.places.config, id, enabled);
  } catch (error) {
    refuse(call, finding("FILE_UNWRITABLE", `the switch could not be saved (${(error as Error).message})`));
    return MISUSE;
  }
  report(call, { id, enabled, changed, dryRun: false });
  return OK;
}

function report(call: Call, facts: { id: string; enabled: boolean; changed: boolean; dryRun: boolean }): void {
  if (call.json) return json(call, facts);
  const state = facts.enabled ? "on" : "off";
  const words = facts.dryRun
    ? facts.changed
      ? `would be switched (it is ${state} now)`
      : `is ${state} already`
    : facts.changed
      ? `is now ${state}`
      : `was ${state} already`;
  call.out(`${facts.id} ${words}.`);
}
