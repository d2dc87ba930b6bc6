import { route } from "../route.js";
import { healthReply } from "../schemas/daemon.js";

export const health = route({
  method: "GET",
  path: "/v1/health",
  token: "control",
  summary: "Whether the daemon answers.",
  reply: healthReply,
  handle: async () => ({ json: { status: "ok" as const } }),
});
