/** Whether a person can make an exception of what was decided, and which guard it would be an exception from. */
import { BUILTINS } from "../../builtins/_registry.js";
import { type Finding, finding } from "../../core/errors.js";
import type { EventRecord } from "../../core/records/records.js";
import { lookUp } from "../../core/text/json.js";
import { openPlan } from "../../runtime/plan/open-plan.js";
import type { Call } from "../command.js";

export interface Exceptable {
  /** Name of the built-in. */
  readonly guard: string;
  readonly project: string;
  /** The exact call. */
  readonly call: string;
}

export async function exceptable(
  { places }: Pick<Call, "places">,
  { hooks, verdict, project, call }: EventRecord,
): Promise<Exceptable | Finding> {
  const by = hooks.find(({ outcome }) => outcome === verdict);
  if (call === undefined || by === undefined || project === undefined)
    return impossible("no guard blocked a tool call there, or an older version recorded it");
  const plan = await openPlan({ cwd: project, places, mayBuild: false });
  const entry = plan.entries.find(({ hook }) => hook.id === by.id);
  const run = entry?.hook.run;
  if (run?.type !== "function" || run.builtin === undefined)
    return impossible(`"${by.id}" is not a built-in guard; change the hook itself`);
  if (entry?.source.level === "managed")
    return impossible(`"${by.id}" is set by an administrator and accepts no exceptions`);
  const { name: guard } = run.builtin;
  if (verdict === "deny" && lookUp(BUILTINS, guard)?.exceptions === "asks")
    return impossible(`${guard} accepts no exceptions for what it denies; run the command yourself, in a terminal`);
  return { guard, project: plan.root, call };
}

function impossible(why: string): Finding {
  return finding("EXCEPTION_IMPOSSIBLE", why);
}
