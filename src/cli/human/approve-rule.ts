/** `approve ID --rule N --for 7d`: approves a call, and makes a rule of its effects. `--rules` lists the rules that fit. */
import { changeExceptions, LONGEST_EXCEPTION_MS } from "../../builtins/_shared/state/exceptions.js";
import { ask } from "../../client/daemon-control.js";
import { finding } from "../../core/errors.js";
import type { Confirmed } from "../../core/ports.js";
import type { JsonObject } from "../../core/text/json.js";
import { type Call, MISUSE, OK, PROBLEMS } from "../command.js";
import { parseDuration } from "../input/duration.js";
import { questionText } from "../output/live-view.js";
import { json, refuse, safe } from "../output/print.js";
import { dayAndTime } from "../output/times.js";
import { askNamed, asksNamed, asksOf, matchesSeveral, report, sendAnswer, whyNoCode } from "./answer-ask.js";
import { type OfferedRule, offeredRules } from "./offered-rules.js";

export async function listRules(call: Call): Promise<number> {
  const found = await pendingOrApproved(call);
  if (typeof found === "number") return found;
  const offered = await offeredRules(call, found);
  if (call.json) json(call, { rules: offered.map((one, at) => ({ number: at + 1, ...one })) });
  else call.out(`${questionText(found)}\n${rulesText(String(found["id"]), offered)}`);
  return OK;
}

/** Printed with the call, before the code is asked for. */
export function rulesText(id: string, offered: readonly OfferedRule[]): string {
  if (offered.length === 0)
    return `No rule fits this call. \`snaphook approve ${id} --again\` approves it for 60 minutes.`;
  const rows = offered.map(({ what }, at) => `  ${at + 1}  ${safe(what)}`);
  return [`Rules that fit (snaphook approve ${id} --rule N --for 7d):`, ...rows].join("\n");
}

export async function approveWithRule(call: Call): Promise<number> {
  const number = Number(call.flags["rule"]);
  const ms = typeof call.flags["for"] === "string" ? parseDuration(call.flags["for"]) : undefined;
  if (!Number.isInteger(number) || ms === undefined || ms <= 0 || ms > LONGEST_EXCEPTION_MS || call.flags["again"]) {
    refuse(call, finding("USAGE", "give the number of a rule and a duration: `--rule 1 --for 7d` (maximum: 30d)"));
    return MISUSE;
  }
  const checked = await call.person.isPerson();
  if (!checked.yes) return refused(call, checked.why);
  const found = await pendingOrApproved(call);
  if (typeof found === "number") return found;
  const locked = found["verdict"] === undefined ? await whyNoCode(call, found) : undefined;
  if (locked !== undefined) return refused(call, locked);
  const offered = await offeredRules(call, found);
  const rule = offered[number - 1];
  call.out(`${questionText(found)}\n${rulesText(String(found["id"]), offered)}`);
  if (rule === undefined) return refused(call, finding("EXCEPTION_IMPOSSIBLE", `no rule ${number} fits this call`));
  const until = Date.now() + ms;
  call.out(
    "A rule holds for every agent in this project. It covers only these effects; a call with any other is asked.",
  );
  const consent = await call.person.confirm(`let this pass until ${dayAndTime(until)}: ${safe(rule.what)}`);
  if (!consent.yes) return refused(call, consent.why);
  return saveRule(call, found, rule, { until, by: consent.by });
}

/** The answer first: if it came too late, or another person denied the call, there is no rule. */
async function saveRule(
  call: Call,
  asked: JsonObject,
  { guards, rule, project, what }: OfferedRule,
  { until, by }: { readonly until: number; readonly by: Confirmed["by"] },
): Promise<number> {
  const id = String(asked["id"]);
  if (asked["verdict"] === undefined) {
    const reply = await sendAnswer(call, asked, "allow", by, { scope: "rule" });
    if (reply.kind !== "ok") return report(call, reply, () => "");
    call.out(`Approved ${id}.`);
  }
  const from = Date.now();
  const made = guards.map((guard) => ({ guard, rule, project, what, from, until, by, decision: id }));
  try {
    await changeExceptions(call.places.data, (known) => [...known, ...made]);
  } catch (error) {
    return refused(call, finding("FILE_UNWRITABLE", `the rule was not saved (${(error as Error).message})`));
  }
  call.out(`The rule is active until ${dayAndTime(until)}. \`snaphook except --end ${id}\` ends it earlier.`);
  return OK;
}

function refused(call: Call, why: Parameters<typeof refuse>[1]): number {
  refuse(call, why);
  return PROBLEMS;
}

/** A call that was approved before can be given a rule later; one that was denied cannot. */
async function pendingOrApproved(call: Call): Promise<JsonObject | number> {
  const [id] = call.args;
  const reply = call.args.length === 1 ? await ask(call.places, { path: "/v1/asks?state=all" }) : undefined;
  const [found, ...others] = reply?.kind === "ok" && id !== undefined ? asksNamed(asksOf(reply.body), id) : [];
  if (found !== undefined && others.length > 0) return refused(call, matchesSeveral(id!, [found, ...others]));
  if (found?.["verdict"] === "allow") return found;
  if (found?.["verdict"] === "deny") return refused(call, finding("EXCEPTION_IMPOSSIBLE", "this call was denied"));
  return askNamed(call);
}

const ENOUGH = 3;

/** Said after a call was approved; a rule is never made without being asked for. */
export async function offerAfterThree(call: Call, asked: JsonObject, offered: readonly OfferedRule[]): Promise<void> {
  if (offered.length === 0) return;
  const reply = await ask(call.places, { path: "/v1/asks?state=all" });
  const rows = reply.kind === "ok" ? asksOf(reply.body) : [];
  const isEqual = (one: JsonObject) =>
    one["verdict"] === "allow" && ["tool", "project", "summary"].every((key) => one[key] === asked[key]);
  const times = rows.filter(isEqual).length;
  if (times < ENOUGH) return;
  call.out(
    `You approved this call ${times} times. To let it pass for a week: snaphook approve ${asked["id"]} --rule 1 --for 7d`,
  );
}
