import type { SessionFilter } from "../../../core/records/store.js";
import { Refusal, refuse } from "../errors.js";
import { NEXT, PAGE_PARAMS, pageFilter } from "../page.js";
import { type Route, textParam } from "../route.js";
import { listOf, object, oneOf, shape, text } from "../schema.js";

export const sessions: Route = {
  method: "GET",
  path: "/v1/sessions",
  token: "control",
  summary: "Sessions, the last used first.",
  params: {
    ...PAGE_PARAMS,
    agent: { in: "query", description: "Only of this agent.", schema: text({ maxLength: 64 }) },
    project: { in: "query", description: "Only in this folder.", schema: text({ maxLength: 4096 }) },
    status: { in: "query", description: "Only those.", schema: oneOf("active", "completed") },
  },
  reply: object({ sessions: listOf(shape("Session")), ...NEXT }),
  async handle(call) {
    const page = pageFilter(call, "sessions");
    if (page instanceof Refusal) return page;
    const { rows, ...next } = await call.services.store.sessions({
      ...page,
      agent: textParam(call, "agent"),
      project: textParam(call, "project"),
      status: textParam(call, "status") as SessionFilter["status"],
    });
    return { json: { sessions: [...rows], ...next } };
  },
};

export const session: Route = {
  method: "GET",
  path: "/v1/sessions/{id}",
  token: "control",
  summary: "One session with its prompts, activities and decisions.",
  params: { id: { in: "path", required: true, description: "Of the session.", schema: text({ maxLength: 256 }) } },
  reply: object({
    session: shape("Session"),
    batches: listOf(shape("Batch")),
    activities: listOf(shape("Activity")),
    decisions: listOf(shape("Event")),
  }),
  async handle(call) {
    const detail = await call.services.store.session(textParam(call, "id") ?? "");
    return detail === undefined ? refuse("SESSION_UNKNOWN", "there is no such session") : { json: { ...detail } };
  },
};
