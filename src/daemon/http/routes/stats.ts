import { TIME } from "../plain-shapes.js";
import { numberParam, type Route } from "../route.js";
import { listOf, object, shape } from "../schema.js";

export const stats: Route = {
  method: "GET",
  path: "/v1/stats",
  token: "control",
  summary: "Per hook: how often it ran, how long it took, and how often it failed.",
  params: { after: { in: "query", description: "Only runs since then.", schema: TIME } },
  reply: object({ hooks: listOf(shape("HookStats")) }),
  handle: async (call) => ({
    json: { hooks: [...(await call.services.store.stats(numberParam(call, "after") ?? 0))] },
  }),
};
