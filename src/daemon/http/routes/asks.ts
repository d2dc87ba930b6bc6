/** Pending questions. Reading and denying needs the control token; allowing also the proof of a human. */
import { type ApiErrorCode, refuse } from "../errors.js";
import { JSON_ONLY, type RouteCall, route } from "../route.js";
import { answerAskBody, answerAskParams, answerAskReply, asksReply } from "../schemas/asks.js";

export const openAsks = route({
  method: "GET",
  path: "/v1/asks",
  token: "control",
  summary: "The pending questions.",
  reply: asksReply,
  handle: async ({ services }) => ({ json: { asks: services.asks.open() } }),
});

type Missed = Exclude<ReturnType<RouteCall["services"]["asks"]["answer"]>, "answered">;

const MISSED: Readonly<Record<Missed, readonly [ApiErrorCode, string]>> = {
  unknown: ["ASK_UNKNOWN", "unknown question"],
  "other call": ["ASK_OTHER_CALL", "the hash does not match the call in question"],
  unseen: [
    "ASK_OTHER_CALL",
    "it was asked before the daemon was restarted, and its input is incomplete; it can only be denied",
  ],
  unproven: ["PERSON_REQUIRED", "a token alone cannot allow a call; nothing was answered"],
  "too late": ["ASK_TOO_LATE", "it was answered, expired, or its agent has ended"],
};

export const answerAsk = route({
  method: "POST",
  path: "/v1/asks/{id}",
  token: "control",
  summary: "Answers a question, once. The hash identifies the call; `allow` needs the proof of a human.",
  accepts: JSON_ONLY,
  params: answerAskParams,
  body: answerAskBody,
  reply: answerAskReply,
  async handle({ services, params, body }) {
    const outcome = services.asks.answer(params.id, body.hash, body.verdict, body.proof);
    return outcome === "answered" ? { json: { outcome } } : refuse(...MISSED[outcome]);
  },
});
