import { PROOF_SESSION } from "../../../core/records/records.js";
import { sessionCallsIn } from "../../records/session-calls.js";
import { Refusal, refuse } from "../errors.js";
import { pageFilter } from "../page.js";
import { route } from "../route.js";
import { sessionParams, sessionReply, sessionsParams, sessionsReply } from "../schemas/sessions.js";

export const sessions = route({
  method: "GET",
  page: "view",
  path: "/v1/sessions",
  token: "control",
  summary: "Sessions, most recently used first, without test calls of `setup` and `doctor`.",
  params: sessionsParams,
  reply: sessionsReply,
  async handle({ services, params }) {
    const page = pageFilter(params, "sessions");
    if (page instanceof Refusal) return page;
    const { rows, ...next } = await services.store.sessions({ ...params, ...page, without: PROOF_SESSION });
    return { json: { sessions: rows, ...next } };
  },
});

export const session = route({
  method: "GET",
  page: "view",
  path: "/v1/sessions/{id}",
  token: "control",
  summary: "One session with its prompts, activities, decisions and tool calls.",
  params: sessionParams,
  reply: sessionReply,
  async handle({ services, params }) {
    const detail = await services.store.session(params.id);
    if (detail === undefined) return refuse("SESSION_UNKNOWN", "unknown session");
    return { json: { ...detail, calls: await sessionCallsIn(services.store, params.id) } };
  },
});
