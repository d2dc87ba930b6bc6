/** Questions that wait for a person. Reading and answering them takes the control token. */
import { type ApiErrorCode, refuse } from "../errors.js";
import { JSON_ONLY, type Route, textParam } from "../route.js";
import { listOf, object, oneOf, shape, text } from "../schema.js";

export const openAsks: Route = {
  method: "GET",
  path: "/v1/asks",
  token: "control",
  summary: "The open questions.",
  reply: object({ asks: listOf(shape("Ask")) }),
  handle: async ({ services }) => ({ json: { asks: [...services.asks.open()] } }),
};

type Missed = Exclude<ReturnType<Parameters<Route["handle"]>[0]["services"]["asks"]["answer"]>, "answered">;

const MISSED: Readonly<Record<Missed, readonly [ApiErrorCode, string]>> = {
  unknown: ["ASK_UNKNOWN", "there is no such question"],
  "other call": ["ASK_OTHER_CALL", "the hash is not that of the call in question"],
  unseen: [
    "ASK_OTHER_CALL",
    "it was asked before the daemon was started anew, and not all of it is known; it can be denied",
  ],
  "too late": ["ASK_TOO_LATE", "it was answered, ran out of time, or its agent has gone"],
};

export const answerAsk: Route = {
  method: "POST",
  path: "/v1/asks/{id}",
  token: "control",
  summary: "Answers a question, once. The hash says which call was seen.",
  accepts: JSON_ONLY,
  params: { id: { in: "path", required: true, description: "Of the question.", schema: text({ maxLength: 128 }) } },
  body: object({ hash: text({ maxLength: 128 }), verdict: oneOf("allow", "deny") }),
  reply: object({ outcome: oneOf("answered") }),
  async handle(call) {
    const { hash, verdict } = call.body as { hash: string; verdict: "allow" | "deny" };
    const outcome = call.services.asks.answer(textParam(call, "id") ?? "", hash, verdict);
    return outcome === "answered" ? { json: { outcome } } : refuse(...MISSED[outcome]);
  },
};
