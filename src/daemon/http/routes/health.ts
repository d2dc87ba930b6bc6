import type { Route } from "../route.js";
import { object, oneOf } from "../schema.js";

export const health: Route = {
  method: "GET",
  path: "/v1/health",
  token: "control",
  summary: "Whether the daemon answers.",
  reply: object({ status: oneOf("ok") }),
  handle: async () => ({ json: { status: "ok" } }),
};
