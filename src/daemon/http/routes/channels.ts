/** Channels that reach the user elsewhere. */
import { refuse } from "../errors.js";
import { JSON_ONLY, route } from "../route.js";
import { answerAskReply } from "../schemas/asks.js";
import { testChannelBody, testChannelParams, testChannelReply, ticketBody } from "../schemas/channels.js";
import { refused } from "./asks.js";

export const testChannel = route({
  method: "POST",
  path: "/v1/channels/{name}/test",
  token: "control",
  summary: "Sends a test message through a channel. Nothing is asked.",
  accepts: JSON_ONLY,
  params: testChannelParams,
  body: testChannelBody,
  reply: testChannelReply,
  async handle({ services, params: { name } }) {
    const problem = await services.channels.test(name);
    return problem === undefined ? { json: { sent: true as const } } : refuse("CHANNEL_FAILED", `${name}: ${problem}`);
  },
});

export const ticketAnswer = route({
  method: "POST",
  path: "/v1/answers",
  token: "ticket",
  summary: "Answers a question with a ticket of its card, sent as the bearer token. Each ticket counts once.",
  accepts: JSON_ONLY,
  body: ticketBody,
  reply: answerAskReply,
  async handle({ services, ticket, body }) {
    if (ticket === undefined) return refuse("TOKEN_INSUFFICIENT", "send a ticket as the bearer token");
    const given = await services.channels.redeem(ticket, body);
    if (given.outcome === "limit") return refuse("TICKET_LIMIT", "too many invalid tickets");
    if (given.outcome === "refused") return refuse("TICKET_REFUSED", "this ticket does not count");
    return "ask" in given ? { json: { outcome: given.outcome } } : refused(given);
  },
});
