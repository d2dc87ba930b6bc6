/** Questions that wait for a person. Reading and denying takes the control token; allowing also the proof of a person. */
import { type ApiErrorCode, refuse } from "../errors.js";
import { JSON_ONLY, type RouteCall, route } from "../route.js";
import { answerAskBody, answerAskParams, answerAskReply, asksReply } from "../schemas/asks.js";

export const openAsks = route({
  method: "GET",
  path: "/v1/asks",
  token: "control",
  summary: "The open questions.",
  reply: asksReply,
  handle: async ({ services }) => ({ json: { asks: services.asks.open() } }),
});

type Missed = Exclude<ReturnType<RouteCall["services"]["asks"]["answer"]>, "answered">;

const MISSED: Readonly<Record<Missed, readonly [ApiErrorCode, string]>> = {
  unknown: ["ASK_UNKNOWN", "there is no such question"],
  "other call": ["ASK_OTHER_CALL", "the hash is not that of the call in question"],
  unseen: [
    "ASK_OTHER_CALL",
    "it was asked before the daemon was started anew, and not all of it is known; it can be denied",
  ],
  unproven: ["PERSON_REQUIRED", "a token alone allows no call; nothing was answered"],
  "too late": ["ASK_TOO_LATE", "it was answered, ran out of time, or its agent has gone"],
};

export const answerAsk = route({
  method: "POST",
  path: "/v1/asks/{id}",
  token: "control",
  summary: "Answers a question, once. The hash says which call was seen; `allow` needs the proof of a person.",
  accepts: JSON_ONLY,
  params: answerAskParams,
  body: answerAskBody,
  reply: answerAskReply,
  async handle({ services, params, body }) {
    const outcome = services.asks.answer(params.id, body.hash, body.verdict, body.proof);
    return outcome === "answered" ? { json: { outcome } } : refuse(...MISSED[outcome]);
  },
});
