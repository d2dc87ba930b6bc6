/** What was decided: events with a verdict. */
import type { EventRecord } from "../../../core/records/records.js";
import type { EventFilter } from "../../../core/records/store.js";
import { PAGE_PARAMS, pageOf } from "../page.js";
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
  reply: object({ decisions: listOf(shape("Event")) }),
  async handle(call) {
    const filter: EventFilter & { limit: number } = {
      ...pageOf(call),
      after: numberParam(call, "after"),
      tool: textParam(call, "tool"),
      session: textParam(call, "session"),
    };
    const wanted = textParam(call, "verdict");
    const found = await Promise.all(
      (wanted === undefined ? VERDICTS : [wanted]).map((verdict) => call.services.store.events({ ...filter, verdict })),
    );
    return { json: { decisions: lastFirst(found.flat()).slice(0, filter.limit) } };
  },
};

function lastFirst(records: readonly EventRecord[]): EventRecord[] {
  return [...records].sort((a, b) => b.at - a.at);
}
