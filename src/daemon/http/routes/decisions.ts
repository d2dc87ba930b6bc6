/** What was decided: events with a verdict. */
import { Refusal } from "../errors.js";
import { NEXT, PAGE_PARAMS, pageFilter } from "../page.js";
import { TIME } from "../plain-shapes.js";
import { numberParam, type Route, textParam } from "../route.js";
import { listOf, object, oneOf, shape, text } from "../schema.js";

const VERDICTS = ["allow", "ask", "deny"] as const;

export const decisions: Route = {
  method: "GET",
  path: "/v1/decisions",
  token: "control",
  summary: "Events with a verdict other than none, the last first.",
  params: {
    ...PAGE_PARAMS,
    after: { in: "query", description: "Only newer ones.", schema: TIME },
    verdict: { in: "query", description: "Only this one.", schema: oneOf(...VERDICTS) },
    tool: { in: "query", description: "Only about this tool.", schema: text({ maxLength: 128 }) },
    session: { in: "query", description: "Only of this session.", schema: text({ maxLength: 256 }) },
  },
  reply: object({ decisions: listOf(shape("Event")), ...NEXT }),
  async handle(call) {
    const page = pageFilter(call, "events");
    if (page instanceof Refusal) return page;
    const { rows, ...next } = await call.services.store.events({
      ...page,
      after: numberParam(call, "after"),
      tool: textParam(call, "tool"),
      session: textParam(call, "session"),
      verdict: textParam(call, "verdict") ?? VERDICTS,
    });
    return { json: { decisions: [...rows], ...next } };
  },
};
