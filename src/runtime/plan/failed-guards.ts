/**
 * Reports a guard that could not decide, once per session: to the model as context, to the user as a message. After
 * that its verdicts are enough. Nothing is looked up if no guard failed.
 */

import type { Capability } from "../../core/decision/capability.js";
import { type Decision, type HookRun, OUR_OWN } from "../../core/decision/decision.js";
import { failsClosed, failureMode } from "../../core/decision/failure.js";
import type { Finding } from "../../core/errors.js";
import type { HookEvent, Presence } from "../../core/events/payload.js";
import { admit } from "../../core/hooks/admission.js";
import type { FailureMode } from "../../core/hooks/hook.js";
import type { StatePort } from "../../core/ports.js";
import { isRecord } from "../../core/text/json.js";
import { brokenOf } from "../../engine/hook-result.js";
import type { Plan } from "../../sources/compile/plan-file.js";

interface Failing {
  readonly id: string;
  readonly cause: string;
  readonly answered: FailureMode;
  /** Replaces the usual line. */
  readonly line?: string;
}

interface Told {
  readonly model: readonly string[];
  readonly person: readonly string[];
}

export interface NoticeFacts {
  readonly agent: string;
  readonly event: HookEvent;
  readonly plan: Plan;
  readonly presence: Presence;
  /** What this agent supports here. */
  readonly can: Pick<Capability, "context" | "message">;
  readonly state: StatePort;
}

/** At session start, reports guards that cannot run at all before they are needed. */
const BEGINS: ReadonlySet<string> = new Set(["SessionStart", "UserPromptSubmit"]);
const OUTCOMES: Readonly<Record<FailureMode, string>> = {
  deny: "calls it guards are denied",
  ask: "the user is asked about calls it guards",
  allow: "calls it guards go unchecked",
};

export async function withFailedGuards(decision: Decision, facts: NoticeFacts): Promise<Decision> {
  const { event, plan, presence, can, agent, state } = facts;
  const failing = [
    ...failedIn(decision.hooks, plan),
    ...brokenIn(event.name, plan, presence),
    ...damagedIn(event.name, plan),
  ];
  const session = event.payload.session_id;
  if (failing.length === 0 || typeof session !== "string" || !(can.context || can.message)) return decision;
  let fresh: readonly Failing[] = [];
  let told: Told = { model: [], person: [] };
  await state.update(`guards-told/${agent}/${session}`, (old) => {
    told = readTold(old);
    fresh = failing.filter(({ id }) => mustTell(told, can, id));
    return fresh.length === 0 ? old : add(told, can, fresh);
  });
  return fresh.length === 0 ? decision : tell(decision, can, told, fresh);
}

function failedIn(runs: readonly HookRun[], plan: Plan): Failing[] {
  return runs.flatMap(({ id, outcome, cause = "", answered = "allow" }) => {
    if (outcome !== "failed") return [];
    const guards = plan.entries.some(({ hook }) => hook.id === id && failsClosed(hook));
    return guards ? [{ id, cause, answered }] : [];
  });
}

function brokenIn(event: string, plan: Plan, presence: Presence): Failing[] {
  if (!BEGINS.has(event)) return [];
  return plan.entries.flatMap((entry) => {
    const { hook } = entry;
    if (hook.broken === undefined || !failsClosed(hook) || "refused" in admit(entry)) return [];
    const failure = brokenOf(hook.broken);
    return [{ id: hook.id, cause: failure.cause, answered: failureMode(hook, failure, presence) }];
  });
}

/** Own config whose guards come from its last good version. A broken guard reports itself. */
function damagedIn(event: string, plan: Plan): Failing[] {
  if (!BEGINS.has(event)) return [];
  return plan.findings.flatMap(({ code, file = "", message }) =>
    code === "OWN_CONFIG_DAMAGED"
      ? [{ id: file, cause: message, answered: "deny" as const, line: damageText({ file, message }) }]
      : [],
  );
}

function damageText({ file = "", message }: Pick<Finding, "file" | "message">): string {
  return `Snaphook: the config ${file} is damaged: ${message}. Tell the user to repair or remove it.`;
}

/** A denial or question while own config is damaged says so. */
export function withDamage(decision: Decision, plan: Plan): Decision {
  const damage = plan.findings.find(({ code }) => code === "OWN_CONFIG_DAMAGED");
  if (damage === undefined || (decision.verdict !== "deny" && decision.verdict !== "ask")) return decision;
  const { reason = "" } = decision;
  if (reason.includes(damage.file ?? "")) return decision;
  return { ...decision, reason: `${reason}${reason && " "}[${damageText(damage)}]` };
}

function mustTell(told: Told, can: NoticeFacts["can"], id: string): boolean {
  return (can.context && !told.model.includes(id)) || (can.message && !told.person.includes(id));
}

function add(told: Told, can: NoticeFacts["can"], fresh: readonly Failing[]): Told {
  const ids = fresh.map(({ id }) => id);
  return {
    model: can.context ? [...new Set([...told.model, ...ids])] : told.model,
    person: can.message ? [...new Set([...told.person, ...ids])] : told.person,
  };
}

function tell(decision: Decision, can: NoticeFacts["can"], told: Told, fresh: readonly Failing[]): Decision {
  const lines = (known: readonly string[]) => fresh.filter(({ id }) => !known.includes(id)).map(lineOf);
  const toModel = can.context ? lines(told.model) : [];
  const toPerson = can.message ? lines(told.person) : [];
  const context = [decision.context, ...toModel].filter((text) => text !== undefined).join("\n\n");
  const notes = fresh.map(({ id }) => ({
    code: "GUARD_TOLD",
    message: `It was informed that "${id}" failed.`,
    hook: id,
  }));
  return {
    ...decision,
    ...(toModel.length === 0 ? {} : { context, contextBy: [...decision.contextBy, OUR_OWN] }),
    messages: [...decision.messages, ...toPerson.map((value) => ({ value, by: OUR_OWN }))],
    notes: [...decision.notes, ...notes],
  };
}

function lineOf({ id, cause, answered, line }: Failing): string {
  if (line !== undefined) return line;
  return `Snaphook: guard "${id}" could not run (${cause}); ${OUTCOMES[answered]} until it is fixed. See \`snaphook doctor\`.`;
}

function readTold(value: unknown): Told {
  const list = (key: string) => {
    const ids = isRecord(value) ? value[key] : undefined;
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  };
  return { model: list("model"), person: list("person") };
}
