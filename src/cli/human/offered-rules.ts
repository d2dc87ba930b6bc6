/** The rules that a pending call could be approved with: what its guards ask about now, in the words of effects. */
import { BUILTINS } from "../../builtins/_registry.js";
import { askedBy } from "../../builtins/_shared/calls/effect-guard.js";
import { type AskedCall, covers, whereOf } from "../../builtins/_shared/rules/covers.js";
import { pushSettings } from "../../builtins/_shared/rules/push-settings.js";
import type { Exception } from "../../builtins/_shared/state/exceptions.js";
import type { BasePayload } from "../../core/events/payload.js";
import type { Services, Surroundings } from "../../core/hooks/builtin.js";
import { redactText } from "../../core/redact/text.js";
import { type JsonObject, lookUp, parseObject } from "../../core/text/json.js";
import { draftRules } from "../../effects/lasting/draft-rules.js";
import { type EffectRule, ruleText } from "../../effects/lasting/rule.js";
import { openPlan } from "../../runtime/plan/open-plan.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import { MemoryState } from "../../runtime/platform/memory-state.js";
import { linearRegex } from "../../runtime/platform/re2.js";
import type { Call } from "../command.js";

export interface OfferedRule extends Required<Pick<Exception, "rule">>, Pick<Exception, "project" | "what"> {
  /** Each of them asks about the call. */
  readonly guards: readonly string[];
}

/** Guards that judge effects, and whose effects rules can name. */
const GUARDS = ["protect-git", "protect-commands", "protect-paths"];

/** Empty if no rule covers the call, or an administrator's guard asks. */
export async function offeredRules(call: Pick<Call, "places">, asked: JsonObject): Promise<readonly OfferedRule[]> {
  const { kind = "permission", seenInPart, tool, project: cwd, input, session } = asked;
  const tool_input = typeof input === "string" ? parseObject(input) : undefined;
  if (kind !== "permission" || seenInPart || typeof cwd !== "string" || tool_input === undefined) return [];
  const plan = await openPlan({ cwd, places: call.places, mayBuild: false });
  const surroundings: Surroundings = {
    ...call.places,
    project: plan.root,
    cwd,
    sockets: daemonPlace(call.places).socketFolder,
    platform: process.platform,
    environment: {},
  };
  const payload: BasePayload = {
    hook_event_name: "PreToolUse",
    cwd,
    tool_name: String(tool),
    tool_input,
    ...(typeof session === "string" ? { session_id: session } : {}),
  };
  const asking: (AskedCall & { readonly guard: string })[] = [];
  for (const { hook, source } of plan.entries) {
    const builtin = hook.run.type === "function" ? hook.run.builtin : undefined;
    if (builtin === undefined || !GUARDS.includes(builtin.name)) continue;
    const services = { ...SERVICES, state: new MemoryState(), level: source.level };
    const judge = lookUp(BUILTINS, builtin.name)!.make(surroundings, builtin.options ?? {}, services);
    const output = (await judge(payload, undefined as never)) ?? undefined;
    if (output?.verdict === undefined) continue;
    if (output.verdict === "deny" || source.level === "managed") return [];
    asking.push({ guard: builtin.name, asked: askedBy(output), payload, surroundings });
  }
  return rulesFor(asking);
}

const SERVICES: Omit<Services, "state" | "level"> = {
  now: Date.now,
  regex: async () => linearRegex,
  emit: () => {},
};

async function rulesFor(asking: readonly (AskedCall & { readonly guard: string })[]): Promise<OfferedRule[]> {
  const [first] = asking;
  if (first === undefined) return [];
  const { asked, payload, surroundings } = first;
  const { project } = surroundings;
  const guards = [...new Set(asking.map(({ guard }) => guard))];
  const offered: OfferedRule[] = [];
  for (const draft of draftRules(asked, payload, whereOf(first))) {
    const { rule, to } = await bound(draft, surroundings);
    const fits = await Promise.all(asking.map((call) => covers(rule, call)));
    if (fits.every(Boolean)) offered.push({ guards, project, rule, what: ruleText(rule, project, to) });
  }
  return offered;
}

/** A push rule holds as long as the remote leads where it leads now. */
async function bound(rule: EffectRule, surroundings: Surroundings): Promise<{ rule: EffectRule; to?: string }> {
  if (rule.act !== "push") return { rule };
  const found = await pushSettings(surroundings.cwd, rule.remote, surroundings);
  if (found === undefined) return { rule };
  return { rule: { ...rule, settings: found.hash }, to: redactText(found.urls.join(", ")) };
}
