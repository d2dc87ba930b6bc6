/** `enable`, `disable`, `enforce` and `observe` are one command with four names. */
import { BUILTINS } from "../../builtins/_registry.js";
import { finding } from "../../core/errors.js";
import { kindOf } from "../../core/hooks/builtin.js";
import type { HookSpec, SourceEntry } from "../../core/hooks/hook.js";
import { lookUp } from "../../core/text/json.js";
import { writeOverride } from "../../sources/discover/overrides.js";
import { type Call, type Command, MISUSE, OK, PROBLEMS } from "../command.js";
import { openCallPlan } from "../input/inputs.js";
import { unknownHook } from "../input/unknown-name.js";
import { isPartOf, observesText } from "../output/describe-hook.js";
import { json, paint, refuse, safe } from "../output/print.js";

/** What the four commands set, and in which words. */
interface Switch {
  readonly name: string;
  readonly summary: string;
  readonly set: Partial<Pick<HookSpec, "enabled" | "mode">>;
  readonly loosens: boolean;
  /** What a hook is that is as this command sets it… */
  readonly is: string;
  /** …and otherwise. */
  readonly isNot: string;
  /** What it means for one hook or several, said before a person agrees, and the command that undoes it. */
  readonly effect?: { readonly text: (isOne: boolean) => string; readonly undo: "enable" | "enforce" };
}

const ENABLED = { is: "enabled", isNot: "disabled" } as const;
const MODE = { is: "enforcing", isNot: "observing" } as const;
const opposite = ({ is, isNot }: { is: string; isNot: string }) => ({ is: isNot, isNot: is });

export const SWITCHES = {
  enable: {
    name: "enable",
    summary: "Enable hooks that were disabled.",
    set: { enabled: true },
    loosens: false,
    ...ENABLED,
  },
  disable: {
    name: "disable",
    summary: "Disable hooks until `snaphook enable`.",
    set: { enabled: false },
    loosens: true,
    ...opposite(ENABLED),
    effect: { text: (isOne) => `${isOne ? "It" : "They"} will not run.`, undo: "enable" },
  },
  enforce: {
    name: "enforce",
    summary: "Enforce hooks: send their decisions to agents.",
    set: { mode: "enforce" },
    loosens: false,
    ...MODE,
  },
  observe: {
    name: "observe",
    summary: "Only record what hooks would decide. Blocks nothing.",
    set: { mode: "observe" },
    loosens: true,
    ...opposite(MODE),
    effect: {
      text: (isOne) =>
        `${isOne ? "It" : "They"} will only record: calls that ${isOne ? "it denies" : "they deny"} now will run.`,
      undo: "enforce",
    },
  },
} as const satisfies Record<string, Switch>;

export function switchCommand(one: Switch): Command {
  const { name, summary, set, loosens } = one;
  return {
    group: set.mode === undefined ? "Hooks" : "Policy",
    summary,
    usage: "ID… [--dry-run]",
    arguments: [{ kind: "hook", many: true }],
    example: `snaphook ${name} ${set.mode === undefined ? "no-force-push" : "protect-commands"}`,
    options: { "dry-run": { type: "boolean", help: "Preview; nothing is changed." } },
    loosens: ({ flags }) => (loosens && flags["dry-run"] !== true ? "person" : undefined),
    exits: { 1: "a hook cannot be changed, or it needs a person" },
    async run(call) {
      if (call.args.length === 0) {
        refuse(call, finding("USAGE", `give the id of a hook to ${name}; \`snaphook list\` shows them`));
        return MISUSE;
      }
      const scoped = call.args.find((id) => /^(template|extra):/.test(id));
      if (scoped !== undefined) {
        const message = `"${safe(scoped)}" belongs to a thread, and is not switched here: edit the template`;
        refuse(call, finding("THREAD_TEMPLATE", message));
        return PROBLEMS;
      }
      const { entries } = await openCallPlan(call);
      const found = [...new Set(call.args)].map((id) => ({ id, entry: entries.find(({ hook }) => hook.id === id) }));
      const missing = found.find(({ entry }) => entry === undefined);
      if (missing !== undefined) {
        refuse(call, unknownHook(missing.id, entries));
        return MISUSE;
      }
      const chosen = found.flatMap(({ entry }) => [entry!, ...entries.filter((other) => belongsTo(other, entry!))]);
      const managed = chosen.find(({ source }) => source.level === "managed");
      if (managed !== undefined) {
        const message = `"${managed.hook.id}" is set by an administrator and cannot be changed`;
        refuse(call, finding("CONFIG_SCOPE", message));
        return PROBLEMS;
      }
      return switchAll(call, one, chosen);
    },
  };
}

/** The same built-in of the same file, on another event. */
function belongsTo(other: SourceEntry, { hook, source }: SourceEntry): boolean {
  return (
    isPartOf(other.hook.id, hook.id) && other.source.path === source.path && builtinOf(other.hook) === builtinOf(hook)
  );
}

const builtinOf = ({ run }: HookSpec) => (run.type === "function" ? run.builtin?.name : undefined);

async function switchAll(call: Call, one: Switch, chosen: readonly SourceEntry[]): Promise<number> {
  const dryRun = call.flags["dry-run"] === true;
  const differs = ({ hook }: SourceEntry) =>
    Object.entries(one.set).some(([key, value]) => lookAt(hook, key) !== value);
  const changing = chosen.filter(differs);
  if (changing.length > 0 && !dryRun) {
    const refused = await mayLoosen(call, one, changing);
    if (refused !== undefined) {
      refuse(call, refused);
      return PROBLEMS;
    }
    try {
      for (const { hook } of changing) writeOverride(call.places, hook.id, one.set);
    } catch (error) {
      refuse(call, finding("FILE_UNWRITABLE", `the change could not be saved (${(error as Error).message})`));
      return MISUSE;
    }
  }
  const reports = chosen.map((entry) => {
    const changed = changing.includes(entry);
    return { id: entry.hook.id, ...stateOf(entry, dryRun ? {} : one.set), changed, dryRun };
  });
  if (call.json) json(call, call.args.length === 1 ? reports[0] : reports);
  else
    for (const [index, { id, changed }] of reports.entries()) {
      call.out(`${id} ${wordsFor(one, changed, dryRun)}.`);
      const { hook } = chosen[index]!;
      if (one.set.enabled === true && hook.mode === "observe") call.out(paint("yellow", observesText([id])));
    }
  return OK;
}

const lookAt = (hook: HookSpec, key: string) => (key === "mode" ? hook.mode : hook.enabled);

function stateOf({ hook }: SourceEntry, set: Switch["set"]): { enabled: boolean; mode: HookSpec["mode"] } {
  return { enabled: set.enabled ?? hook.enabled, mode: set.mode ?? hook.mode };
}

/** Undefined when it may be done. A hook that lets calls pass makes things less strict when it is enabled. */
async function mayLoosen(call: Call, { name, loosens, effect }: Switch, changing: readonly SourceEntry[]) {
  const concerned = loosens ? changing : changing.filter(({ hook }) => isApprover(hook));
  if (concerned.length === 0) return undefined;
  const ids = concerned.map(({ hook }) => safe(hook.id));
  if (effect !== undefined && !call.json && (await call.person.isPerson()).yes)
    call.out(`${effect.text(ids.length === 1)} Undo: \`snaphook ${effect.undo} ${ids.join(" ")}\``);
  const answer = await call.person.confirm(`${name} ${ids.join(", ")}`);
  return answer.yes ? undefined : answer.why;
}

function isApprover(hook: HookSpec): boolean {
  const builtin = lookUp(BUILTINS, builtinOf(hook) ?? "");
  return builtin !== undefined && kindOf(builtin) === "approver";
}

function wordsFor({ is, isNot }: Switch, changed: boolean, dryRun: boolean): string {
  if (dryRun) return changed ? `would be ${is} (it is ${isNot} now)` : `is ${is} already`;
  return changed ? `is now ${is}` : `was ${is} already`;
}
