/**
 * OAK's dialect (DA-01, DA-02): its paths, fields and envelope. A caller with a valid token always gets "ok"; problems
 * are logged.
 */
import { readOakCall } from "../../oak/oak-call.js";
import { OAK_EVENTS, type OakEvent } from "../../oak/oak-events.js";
import { OAK_NOTHING, oakReply } from "../../oak/oak-reply.js";
import { JSON_ONLY, type Route, type RouteCall, route } from "../route.js";
import { type OakReply, oakBody, oakEventParams, oakHealthReply, oakReply as oakReplySchema } from "../schemas/oak.js";

const PREFIX = "/api/oak/ci";
const NOT_LOGGED = /[^\w.:-]/g;

const shared = {
  method: "POST",
  token: "hooks",
  accepts: JSON_ONLY,
  body: oakBody,
  lenient: true,
  reply: oakReplySchema,
} as const;

async function answer(call: RouteCall, path: string, event: OakEvent): Promise<OakReply> {
  const { services } = call;
  try {
    const { call: outside, dropped } = readOakCall(call, event);
    if (dropped !== undefined) services.log("[DROP]", `Dropped ${path}: ${dropped}`);
    if (outside === undefined) return OAK_NOTHING;
    const calledAt = Date.now();
    return await oakReply(services, event, outside, await services.answer(outside), calledAt);
  } catch (error) {
    services.log("ERROR", `OAK ${path}: ${String(error)}`);
    return OAK_NOTHING;
  }
}

const named = Object.entries(OAK_EVENTS).map(([path, event]) =>
  route({
    ...shared,
    path: `${PREFIX}/${path}`,
    summary: `OAK: ${event.summary}`,
    handle: async (call) => ({ json: await answer(call, path, event) }),
  }),
);

const others = route({
  ...shared,
  path: `${PREFIX}/{event}`,
  summary: "OAK: any other event. It is only logged.",
  params: oakEventParams,
  async handle({ services, params: { event } }) {
    services.log("DAEMON", `OAK: event ${event.replace(NOT_LOGGED, "?")} has no meaning here`);
    return { json: { ...OAK_NOTHING, event } };
  },
});

const health = route({
  method: "GET",
  path: "/api/health",
  token: "hooks",
  summary: "OAK: health check. It reveals nothing else, so the hooks' token is enough.",
  reply: oakHealthReply,
  handle: async () => ({ json: { status: "healthy" as const } }),
});

export const OAK_ROUTES: readonly Route[] = [health, ...named, others];
