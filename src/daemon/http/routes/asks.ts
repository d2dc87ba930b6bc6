/** Questions to the user. Reading and denying needs the control token; allowing also the proof of a human. */

import { restored } from "../../../approvals/describe-question.js";
import type { AnswerOutcome } from "../../../approvals/outcomes.js";
import { Vouched } from "../../../approvals/vouched.js";
import type { AskRow } from "../../../core/records/records.js";
import type { PageSession } from "../../local-page/local-page.js";
import { type ApiErrorCode, Refusal, refuse } from "../errors.js";
import { pageFilter } from "../page.js";
import { JSON_ONLY, route } from "../route.js";
import {
  answerAskBody,
  answerAskParams,
  answerAskReply,
  asksParams,
  asksReply,
  revokeAskBody,
  revokeAskReply,
} from "../schemas/asks.js";

export const openAsks = route({
  method: "GET",
  page: "view",
  path: "/v1/asks",
  token: "control",
  summary: "Questions to the user: those an agent waits for, all that can still be answered, or all.",
  params: asksParams,
  reply: asksReply,
  async handle({ services, params: { state = "open", ...page } }) {
    if (state === "open") return { json: { asks: services.asks.open() } };
    if (state === "pending") return { json: { asks: services.asks.pending() } };
    const filter = pageFilter(page, "asks");
    if (filter instanceof Refusal) return filter;
    const { rows, next } = await services.store.asks(filter);
    const live = new Map(services.asks.pending().map((ask) => [ask.id, ask]));
    const asks = rows.map((row) => live.get(row.id) ?? restored(row));
    return { json: { asks, ...(next === undefined ? {} : { next }) } };
  },
});

type Missed = Exclude<AnswerOutcome["outcome"], "answered" | "kept" | "over" | "unfit">;

const MISSED: Readonly<Record<Missed, readonly [ApiErrorCode, string]>> = {
  unknown: ["ASK_UNKNOWN", "unknown question"],
  "other call": ["ASK_OTHER_CALL", "the hash does not match the call in question"],
  unseen: ["ASK_OTHER_CALL", "not all of the call is known, so it can only be denied"],
  changed: ["ASK_OTHER_CALL", "the plan was changed after it was shown; read the new text"],
  "needs passkey": ["PASSKEY_REQUIRED", "only a passkey approves on this installation; nothing was changed"],
  unproven: ["PERSON_REQUIRED", "a token alone approves nothing; nothing was changed"],
  unstored: ["STORE_REFUSED", "the store could not save the answer; nothing was approved"],
};

export const answerAsk = route({
  method: "POST",
  page: "answer",
  path: "/v1/asks/{id}",
  token: "control",
  summary: "Answers a question, once. The hash identifies the call; `allow` needs the proof of a human.",
  accepts: JSON_ONLY,
  params: answerAskParams,
  body: answerAskBody,
  reply: answerAskReply,
  async handle({ services, params, page, body: { reason, ...answer } }) {
    // A token that a browser holds approves nothing: see `page-confirm.ts`.
    if (page !== undefined && answer.verdict === "allow")
      return refuse("PERSON_REQUIRED", "the page's token alone approves nothing; nothing was changed");
    const given = await services.asks.answer(params.id, {
      ...answer,
      ...(page === undefined ? {} : { proof: deniedOnPage({ id: params.id, hash: answer.hash }, page) }),
      ...(reason === undefined ? {} : { said: reason }),
    });
    return "ask" in given ? { json: { outcome: given.outcome } } : refused(given);
  },
});

function deniedOnPage(ask: { readonly id: string; readonly hash: string }, { by }: PageSession): Vouched {
  const { user = "the local page", terminal } = by ?? {};
  const place = terminal === undefined ? {} : { place: `opened from ${terminal}` };
  return new Vouched(ask, { channel: "page", user, ...place, method: "click" });
}

export const revokeAsk = route({
  method: "POST",
  path: "/v1/asks/{id}/revoke",
  token: "control",
  summary: "Takes back an answer that no call has used yet. To take back a denial needs the proof of a person.",
  accepts: JSON_ONLY,
  params: answerAskParams,
  body: revokeAskBody,
  reply: revokeAskReply,
  async handle({ services, params, body }) {
    const given = await services.asks.revoke(params.id, body);
    return "ask" in given ? { json: { outcome: "revoked" as const } } : refused(given);
  },
});

export function refused(given: Exclude<AnswerOutcome, { readonly ask: unknown }>): Refusal {
  if (given.outcome === "over") return refuse("ASK_TOO_LATE", endText(given.row));
  if (given.outcome === "unfit") return refuse("ASK_UNFIT", `these answers do not fit: ${given.problem}`);
  return refuse(...MISSED[given.outcome]);
}

/** The first answer stands; a later one learns whose it was. */
function endText({ state, verdict, by }: AskRow): string {
  const who = by === undefined ? "" : ` by ${by.user} (${by.channel})`;
  switch (state) {
    case "used":
      return `it was ${verdict === "allow" ? "approved" : "denied"}${who} before, and that answer was used`;
    case "waiting":
      return `it was ${verdict === "allow" ? "approved" : "denied"}${who} before; that answer waits for the same call`;
    case "elsewhere":
      return "it was left to the agent's own dialog";
    case "revoked":
      return "its answer was revoked";
    default:
      return state === "lapsed" || state === "open" ? "its time is over" : "no answer waits for its call";
  }
}
