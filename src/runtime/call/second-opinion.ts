/**
 * Asks a model about a call before a guard asks a person. The model may deny or add a remark. It can never allow: the
 * question stays a question whatever else it answers. Loaded only if there is a question and the user enabled this.
 */
import type { Decision, Note } from "../../core/decision/decision.js";
import { fenceUntrusted } from "../../core/decision/fence-untrusted.js";
import type { HookEvent } from "../../core/events/payload.js";
import { reachOf } from "../../core/hooks/grants.js";
import { joinSignals } from "../../core/join-signals.js";
import { OPINION_SYSTEM, readVerdict, VERDICT_SCHEMA } from "../../core/models/verdict.js";
import { redactJson } from "../../core/redact/json.js";
import { redactText } from "../../core/redact/text.js";
import { canonicalJson } from "../../core/text/json.js";
import { keyedHash } from "../../disk/keyed-hash.js";
import { openModels } from "../models/open-models.js";
import { isPrivate } from "./record-call.js";
import type { Prepared } from "./types.js";

/** The person still needs time to answer. */
const LONGEST_MS = 15_000;

/** Tools that ask the user something themselves: a model has no opinion about that. */
const OWN_QUESTIONS: ReadonlySet<unknown> = new Set(["AskUserQuestion", "ExitPlanMode"]);

export async function withSecondOpinion(decision: Decision, prepared: Prepared, event: HookEvent): Promise<Decision> {
  if (!isByGuard(decision, prepared) || OWN_QUESTIONS.has(event.payload["tool_name"])) return decision;
  const { call, plan, environment } = prepared;
  const { tool_name: tool, tool_input: given, cwd } = event.payload;
  const input = decision.input ?? given;
  const limitMs = Math.min(LONGEST_MS, prepared.leftMs() / 3);
  const over = joinSignals(call.signal);
  const timer = setTimeout(() => over.abort("timeout"), Math.max(1, limitMs));
  const { root, allowHosts } = reachOf(plan);
  const models = await openModels({ places: call.places, environment, root, allowHosts });
  const reason = decision.reason ?? "";
  const shown = JSON.stringify(redactJson({ tool_name: tool, tool_input: input, cwd }), null, 1);
  const reply = await models.ask({
    purpose: "secondOpinion",
    system: OPINION_SYSTEM,
    text: `The call:\n${fenceUntrusted(shown, `event ${event.name}`)}\n\nThe guard's question:\n${fenceUntrusted(redactText(reason), "guard")}`,
    schema: VERDICT_SCHEMA,
    read: readVerdict,
    once: isPrivate(environment)
      ? undefined
      : keyedHash(canonicalJson(["second opinion", decision.verdictBy?.hook, tool, input, cwd]), call.places.data),
    limitMs,
    signal: over.signal,
  });
  clearTimeout(timer);
  over.end();
  if (!reply.ok)
    return withNote(
      decision,
      "SECOND_OPINION_FAILED",
      `No second opinion (${reply.failure.cause}): ${reply.failure.message}.`,
    );
  const { ok, reason: said = "" } = reply.value;
  if (ok && said === "") return withNote(decision, "SECOND_OPINION", `Model "${reply.model}" has no objection.`);
  const remark = `[Second opinion of model "${reply.model}", which may be wrong: ${ok ? "" : "deny. "}${said}]`;
  const joined = reason === "" ? remark : `${reason} ${remark}`;
  const note = ok ? "added a remark" : "denied the call";
  return withNote(
    { ...decision, reason: joined, ...(ok ? {} : { verdict: "deny" as const }) },
    "SECOND_OPINION",
    `Model "${reply.model}" ${note}.`,
  );
}

function isByGuard({ verdictBy }: Decision, { plan }: Prepared): boolean {
  return plan.entries.some(
    ({ hook, source }) => hook.guard && hook.id === verdictBy?.hook && source.key === verdictBy.source,
  );
}

function withNote(decision: Decision, code: Note["code"], message: string): Decision {
  return { ...decision, notes: [...decision.notes, { code, message }] };
}
