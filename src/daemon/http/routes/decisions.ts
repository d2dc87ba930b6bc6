/** Decisions: events with a verdict. */
import { Refusal } from "../errors.js";
import { pageFilter } from "../page.js";
import { route } from "../route.js";
import { decided, decisionsParams, decisionsReply } from "../schemas/events.js";

export const decisions = route({
  method: "GET",
  page: "view",
  path: "/v1/decisions",
  token: "control",
  summary: "Events with a verdict other than none, newest first.",
  params: decisionsParams,
  reply: decisionsReply,
  async handle({ services, params }) {
    const page = pageFilter(params, "events");
    if (page instanceof Refusal) return page;
    const { rows, ...next } = await services.store.events({
      ...params,
      ...page,
      verdict: params.verdict ?? decided.options,
    });
    return { json: { decisions: rows, ...next } };
  },
});
