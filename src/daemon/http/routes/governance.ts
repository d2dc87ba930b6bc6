import { EVALUATED, type EventRecord } from "../../../core/records/records.js";
import { Refusal } from "../errors.js";
import { pageFilter } from "../page.js";
import { route } from "../route.js";
import { governanceParams, governanceReply } from "../schemas/views.js";

export const governance = route({
  method: "GET",
  page: "view",
  path: "/v1/governance",
  token: "control",
  summary: "Results of governance rules, one per call, newest first.",
  params: governanceParams,
  reply: governanceReply,
  async handle({ services, params }) {
    const page = pageFilter(params, "events");
    if (page instanceof Refusal) return page;
    const { action, rule, agent, tool, session, after } = params;
    const filter = { event: EVALUATED, agent, tool, session, after, payload: { action, rule } };
    const { rows, ...next } = await services.store.events({ ...filter, ...page });
    return { json: { results: rows.map(resultOf), ...next } };
  },
});

function resultOf({ id, at, agent, session, project, payload }: EventRecord) {
  const text = (name: string) => (typeof payload[name] === "string" ? payload[name] : undefined);
  const ms = payload["evaluation_ms"];
  return {
    id,
    at,
    agent,
    session,
    project,
    action: text("action") ?? "",
    rule: text("rule"),
    reason: text("reason"),
    tool: text("tool_name"),
    input: text("input_summary"),
    mode: text("mode"),
    ms: typeof ms === "number" ? ms : undefined,
  };
}
